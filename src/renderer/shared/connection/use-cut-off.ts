// Whether the service can be asked just now.
import { useEngineLink } from '../../host/engine-link.ts';
import { useQuery } from '../../host/use-query.ts';
import { cutOffOf, type CutOff } from './cut-off-words.ts';

/**
 * True while the service does not answer or wants a sign-in: what is asked for then waits.
 * @example const isCutOff = useCutOff();
 */
export function useCutOff(): boolean {
  const state = useQuery('connection.get', {}).value?.state;
  return state === 'offline' || state === 'sign-in-needed';
}

/**
 * Why what is asked for now has to wait; null while the service can be asked.
 * @example cutOff && `${cutOff.why}: this waits until ${cutOff.until}.`
 */
export function useWhyCutOff(): CutOff | null {
  const connection = useQuery('connection.get', {}).value;
  return connection && cutOffOf(connection);
}

/** True while the service and the desk's own engine answer; false while that is not known. */
export function useIsUp(): boolean {
  const link = useEngineLink((engine) => engine.link);
  const state = useQuery('connection.get', {}).value?.state;
  return state === 'online' && link === 'up';
}
