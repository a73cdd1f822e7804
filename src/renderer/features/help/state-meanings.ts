// What each state means for the person at the desk. A state without its meaning does not compile.
import type { PrintJobView } from '../../../contract/views.ts';
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import type { DeskState } from '../../../domain/visit.ts';

export const VISIT_MEANINGS: Readonly<Record<DeskState, string>> = {
  expected:
    'Has an appointment and is not here yet. Once the day is over: nobody has said yet whether they came.',
  arrived: 'Was identified at this desk and waits.',
  collecting: 'A phlebotomist has begun.',
  collected: 'All samples that could be taken are taken, and their labels are proven.',
  left: 'Has gone. The board shows whether without a sample or with a part of them only.',
  'no-show': 'Never came. Can be taken back when they come after all.',
  cancelled: 'The appointment was cancelled; nobody is expected.',
};

export const CHANGE_MEANINGS: Readonly<Record<OutboxRowView['state'], string>> = {
  pending: 'Saved here. It is sent as soon as the service can be reached.',
  waiting: 'Needs another change that is not done yet, such as the new person that it is about.',
  sending: 'On its way at this moment.',
  unknown: 'It may have been carried out. The desk finds out before anything is sent again.',
  confirmed: 'The service has it.',
  conflict: 'The service says something else about the same record. Compare both and decide.',
  refused: 'The service does not take it as it is. Correct it, or give it up.',
  'needs-human': 'The desk must not decide this alone. It shows all that it knows.',
  cancelled: 'Taken back before it was sent.',
  discarded: 'Given up by somebody, with a reason. The service never got it.',
};

export const PRINT_MEANINGS: Readonly<Record<PrintJobView['state'], string>> = {
  queued: 'Waits for the printer.',
  sending: 'The bytes are on their way.',
  sent: 'The printer took all of it. A label is proven by scanning it back, and by nothing else; of pages, the queue says whether the printer reports that they are done.',
  'sent-unacknowledged':
    'All of it was sent, but the printer said nothing. Look whether the label or the ticket is there.',
  attention: 'The printer has a problem that somebody can mend: paper, cover, power. Nothing was sent yet.',
  failed: 'Nothing reached the printer. It can safely be sent again.',
  unsure:
    'The connection broke in the middle. Look at the printer before you decide; of several pages, count them.',
  printed: 'Somebody looked and found the label, the ticket or the pages at the printer.',
  cancelled:
    'Nothing more of it is sent. Where it was tried before it was given up, something of it may have come out.',
};
