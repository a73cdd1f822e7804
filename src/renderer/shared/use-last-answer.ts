// What a list shows while the answer to another question is on its way.
import { useLast } from '../ui/use-last.ts';
import type { QueryState } from '../host/query-cache.ts';

/**
 * The answer; until the next question has one, the last. Null once the next question has failed: rows that were found for another filter or
 * another name would stand there as if they fitted this one.
 * @example const list = useLastAnswer(useQuery('activity.list', { filter, limit }));
 */
export function useLastAnswer<Value>({
  value,
  error,
}: Pick<QueryState<Value>, 'value' | 'error'>): Value | null {
  const last = useLast(value);
  return value === null && error !== null ? null : last;
}
