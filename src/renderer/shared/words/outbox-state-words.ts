// The state of a change for the service, in words.
import type { OutboxRowView } from '../../../contract/views.ts';

const STATES: Readonly<Record<OutboxRowView['state'], string>> = {
  pending: 'To be sent',
  waiting: 'Waits for an earlier change',
  sending: 'Being sent',
  unknown: 'Being checked: the answer was lost',
  confirmed: 'Done',
  conflict: 'Differs from the service',
  refused: 'Refused by the service',
  'needs-human': 'A person must decide',
  cancelled: 'Cancelled',
  discarded: 'Given up',
};

export function outboxStateWords(state: OutboxRowView['state']): string {
  return STATES[state];
}
