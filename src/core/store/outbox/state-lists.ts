// The states of the outbox as SQL lists, made from the domain's, for `state IN …` and `state NOT IN …`.
import { ATTENTION_STATES, FINISHED_STATES, GIVEN_UP_STATES } from '../../../domain/outbox-state.ts';
import type { OutboxState } from '../../../domain/outbox-state.ts';

const sqlList = (states: readonly OutboxState[]): string =>
  `(${states.map((state) => `'${state}'`).join(', ')})`;

/** In the domain's order, which is the partial index `outbox_open`'s as well: SQLite uses it only where the words agree. */
export const FINISHED = sqlList(FINISHED_STATES);
export const GIVEN_UP = sqlList(GIVEN_UP_STATES);
export const ATTENTION = sqlList(ATTENTION_STATES);
