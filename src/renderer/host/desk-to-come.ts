// The desk in the eyes of a first screen that is drawn before it has answered.
import type { DeskClient } from './desk-client.ts';
import type { QueryState } from './query-cache.ts';

const NOT_YET: QueryState<unknown> = { value: null, error: null, loading: true };
const NOT_ASKED: QueryState<unknown> = { value: null, error: null, loading: false };
const never = (): Promise<never> => new Promise(() => undefined);

/** Has no answers yet and asks nothing. Whoever draws with it draws anew with the real one. */
export const deskToCome: DeskClient = {
  host: { kind: 'desktop', call: never, subscribe: () => () => undefined },
  watch: () => () => undefined,
  read: (question) => (question === null ? NOT_ASKED : NOT_YET),
  kept: () => [],
  askAhead: () => undefined,
  refresh: () => undefined,
  ask: never,
  foresee: never,
  command: never,
  resynchronise: () => undefined,
};
