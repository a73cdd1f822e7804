// What this desk is: asked once, and again when it changes.
import type { Output } from '../../contract/index.ts';
import { DEFAULT_TIME_ZONE } from '../../domain/site-time.ts';
import { useQuery } from './use-query.ts';

export type Session = Output<'session.get'>;

export function useSession(): Session | null {
  return useQuery('session.get', {}).value;
}

/** The site's zone; the usual one until the desk has said. */
export function useTimeZone(): string {
  return useSession()?.timeZone ?? DEFAULT_TIME_ZONE;
}
