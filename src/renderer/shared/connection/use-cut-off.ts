// Whether the service can be asked just now.
import { useQuery } from '../../host/use-query.ts';

/**
 * True while the service does not answer or wants a sign-in: what is asked for then waits.
 * @example const isCutOff = useCutOff();
 */
export function useCutOff(): boolean {
  const state = useQuery('connection.get', {}).value?.state;
  return state === 'offline' || state === 'sign-in-needed';
}
