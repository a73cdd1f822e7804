// Groups of outbox states and of kinds of change as SQL lists, made from the domain's lists, for `state IN …` and the like.
import { ORDER_REQUESTS as ORDER_REQUEST_KINDS } from '../../../domain/change.ts';
import type { ChangeKind } from '../../../domain/change.ts';
import { ATTENTION_STATES, FINISHED_STATES, GIVEN_UP_STATES } from '../../../domain/outbox-state.ts';
import type { OutboxState } from '../../../domain/outbox-state.ts';

const sqlList = (words: readonly (OutboxState | ChangeKind)[]): string =>
  `(${words.map((word) => `'${word}'`).join(', ')})`;

/**
 * The states are in the order of the domain's list, in which the partial index `outbox_open` names them too: SQLite
 * uses that index only when both texts are the same.
 */
export const FINISHED = sqlList(FINISHED_STATES);
export const GIVEN_UP = sqlList(GIVEN_UP_STATES);
export const ATTENTION = sqlList(ATTENTION_STATES);
export const ORDER_REQUESTS = sqlList(ORDER_REQUEST_KINDS);
