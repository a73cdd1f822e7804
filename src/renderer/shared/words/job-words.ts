// The states of a print job in words: what is known about it and no more, and what to do. Pure functions.
import type { PrintJobView } from '../../../contract/views.ts';

export interface JobWords {
  readonly word: string;
  readonly advice: string | null;
  readonly tone: 'plain' | 'good' | 'warning' | 'bad';
}

const PAPERS: Readonly<Record<'label' | 'ticket', { readonly it: string; readonly It: string }>> = {
  label: { it: 'label', It: 'Label' },
  ticket: { it: 'ticket', It: 'Ticket' },
};

/** For what was given to a queue of a desk’s computer, which may hold it back for any reason. */
export const takenByQueue = (printerDesk: string | null): JobWords => ({
  word: `Given to ${printerDesk ?? 'this computer'}’s printing system`,
  advice: 'It does not say what becomes of it.',
  tone: 'good',
});

/** For a job of which an earlier try may have come out, while nothing was sent at the last one. */
export const notAgain = (paper: string): string =>
  `Nothing was sent at the last try, but of an earlier one ${paper} may have come out. Look at the printer before it is sent again.`;

/** For a job that the queue has given up trying to send. */
export const NOT_BY_ITSELF =
  'It does not go out by itself any more: send it again once the printer is ready.';

/** `perhapsPrinted`: something of it may have come out at an earlier try. `byQueue`: it goes through a queue of the computer at which its printer stands. */
export function jobWords(
  state: PrintJobView['state'],
  document: 'label' | 'ticket',
  {
    byQueue = false,
    printerDesk = null,
    perhapsPrinted = false,
    goesOutByItself = true,
  }: {
    readonly byQueue?: boolean;
    readonly printerDesk?: string | null;
    readonly perhapsPrinted?: boolean;
    readonly goesOutByItself?: boolean;
  } = {},
): JobWords {
  const { it, It } = PAPERS[document];
  switch (state) {
    case 'queued':
      return { word: 'Queued', advice: null, tone: 'plain' };
    case 'sending':
      return { word: 'Sending', advice: null, tone: 'plain' };
    case 'sent':
      return byQueue
        ? takenByQueue(printerDesk)
        : { word: 'Sent to the printer', advice: null, tone: 'good' };
    case 'sent-unacknowledged':
      return {
        word: 'Sent, not acknowledged',
        advice: `The printer has not said that it took the ${it}. Look whether it came out.`,
        tone: 'warning',
      };
    case 'attention':
      return {
        word: 'Printer needs attention',
        advice: [
          'Look at the printer: paper, cover, or switched off.',
          ...(perhapsPrinted ? [`Of an earlier try the ${it} may have come out.`] : []),
          ...(goesOutByItself ? [] : [NOT_BY_ITSELF]),
        ].join(' '),
        tone: 'warning',
      };
    case 'failed':
      if (perhapsPrinted) return { word: 'Not printed again', advice: notAgain(`the ${it}`), tone: 'bad' };
      return {
        word: 'Not printed',
        advice: 'Nothing reached the printer. It can safely be sent again.',
        tone: 'bad',
      };
    case 'unsure':
      return {
        word: 'Not sure whether it printed',
        advice: `Part of the ${it} or all of it may have come out. Look at the printer before anything is sent again.`,
        tone: 'bad',
      };
    case 'printed':
      return { word: `${It} confirmed printed`, advice: null, tone: 'good' };
    case 'cancelled':
      return {
        word: 'Cancelled',
        advice: perhapsPrinted ? `The ${it} may have come out before it was cancelled.` : null,
        tone: 'plain',
      };
    default:
      return state satisfies never;
  }
}

/** True while something is still expected: a decision of a person, or an answer of the printer. */
export function isOpenJob(job: Pick<PrintJobView, 'state' | 'proven' | 'needsPerson'>): boolean {
  if (job.needsPerson) return true;
  switch (job.state) {
    case 'queued':
    case 'sending':
    case 'attention':
    case 'failed':
      return true;
    case 'unsure':
    case 'sent-unacknowledged':
      return !job.proven;
    case 'sent':
    case 'printed':
    case 'cancelled':
      return false;
    default:
      return job.state satisfies never;
  }
}
