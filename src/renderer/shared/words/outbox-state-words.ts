// The state of a change for the service, in words, and what it means for whoever reads it.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import { ATTENTION_STATES, FINISHED_STATES } from '../../../domain/outbox-state.ts';

const STATES: Readonly<Record<OutboxRowView['state'], string>> = {
  pending: 'Waiting to be sent',
  waiting: 'Waits for an earlier change',
  sending: 'Being sent',
  unknown: 'Being checked: no clear answer came',
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

/** How a change stands, told apart from one that was given up where a later one took its place. */
export function stateOfRowWords({ state, replaced }: Pick<OutboxRowView, 'state' | 'replaced'>): string {
  return replaced ? 'Replaced' : outboxStateWords(state);
}

/** A person has to decide about it. */
export function needsPerson(row: Pick<OutboxRowView, 'state'>): boolean {
  return ATTENTION_STATES.some((state) => state === row.state);
}

/** Done, taken back or given up: nothing more happens to it. */
export function isOver(row: Pick<OutboxRowView, 'state'>): boolean {
  return FINISHED_STATES.some((state) => state === row.state);
}
