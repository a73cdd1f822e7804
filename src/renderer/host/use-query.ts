// Asks the engine, and asks again whenever an event makes the answer out of date.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Input, Output, QueryName } from '../../contract/index.ts';
import { useDesk } from './desk-context.ts';
import { skip, type Question, type QueryState } from './query-cache.ts';

export { skip };

export interface Query<Value> extends QueryState<Value> {
  /** Asks again now, whatever is kept. */
  refresh(): void;
}

/**
 * What makes the answer out of date stands in the contract, with the operation. With `skip` nothing is asked.
 * @example const visit = useQuery('visits.get', visitId === null ? skip : { visitId });
 */
export function useQuery<Name extends QueryName>(
  name: Name,
  input: Input<Name> | typeof skip,
): Query<Output<Name>> {
  const desk = useDesk();
  const inputText = input === skip ? null : JSON.stringify(input);
  const question = useMemo(
    (): Question | null => (inputText === null ? null : { name, input: JSON.parse(inputText) as unknown }),
    [name, inputText],
  );
  const subscribe = useCallback((listener: () => void) => desk.watch(question, listener), [desk, question]);
  const state = useSyncExternalStore(subscribe, () => desk.read(question)) as QueryState<Output<Name>>;
  const refresh = useCallback(() => desk.refresh(question), [desk, question]);
  return useMemo(() => ({ ...state, refresh }), [state, refresh]);
}
