// A question to the engine that stays answered: asked again whenever one of its topics changes.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Topic } from '../../contract/events.ts';
import type { Input, Output, QueryName } from '../../contract/index.ts';
import type { QueryState } from './desk-client.ts';
import { useDesk } from './desk-context.ts';

export interface Query<Value> extends QueryState<Value> {
  refresh(): void;
}

/** `topics` are what events may name to make the answer out of date. */
export function useQuery<Name extends QueryName>(
  name: Name,
  input: Input<Name>,
  topics: readonly Topic[],
): Query<Output<Name>> {
  const desk = useDesk();
  const inputText = JSON.stringify(input);
  const topicText = topics.join(' ');
  const question = useMemo(
    () => ({
      name,
      input: JSON.parse(inputText) as unknown,
      topics: topicText === '' ? [] : (topicText.split(' ') as Topic[]),
    }),
    [name, inputText, topicText],
  );
  const subscribe = useCallback((listener: () => void) => desk.watch(question, listener), [desk, question]);
  const state = useSyncExternalStore(subscribe, () => desk.read(question)) as QueryState<Output<Name>>;
  const refresh = useCallback(() => desk.refresh(question), [desk, question]);
  return useMemo(() => ({ ...state, refresh }), [state, refresh]);
}
