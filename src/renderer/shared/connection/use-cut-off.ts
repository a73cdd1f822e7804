// Whether the service can be asked just now.
import { useEngineLink } from '../../host/engine-link.ts';
import { useQuery } from '../../host/use-query.ts';

/**
 * True while the service does not answer or wants a sign-in: what is asked for then waits.
 * @example const isCutOff = useCutOff();
 */
export function useCutOff(): boolean {
  const state = useQuery('connection.get', {}).value?.state;
  return state === 'offline' || state === 'sign-in-needed';
}

/** True while the service and the desk's own engine answer; false while that is not known. */
export function useIsUp(): boolean {
  const link = useEngineLink((engine) => engine.link);
  const state = useQuery('connection.get', {}).value?.state;
  return state === 'online' && link === 'up';
}
