// Groups of outbox states as SQL lists, made from the domain's lists, for `state IN …` and `state NOT IN …`.
import { ATTENTION_STATES, FINISHED_STATES, GIVEN_UP_STATES } from '../../../domain/outbox-state.ts';
import type { OutboxState } from '../../../domain/outbox-state.ts';

const sqlList = (states: readonly OutboxState[]): string =>
  `(${states.map((state) => `'${state}'`).join(', ')})`;

/**
 * The states are in the order of the domain's list, in which the partial index `outbox_open` names them too: SQLite
 * uses that index only when both texts are the same.
 */
export const FINISHED = sqlList(FINISHED_STATES);
export const GIVEN_UP = sqlList(GIVEN_UP_STATES);
export const ATTENTION = sqlList(ATTENTION_STATES);
