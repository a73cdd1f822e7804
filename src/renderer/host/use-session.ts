// What this desk is: asked once, and again when it changes.
import type { Output } from '../../contract/index.ts';
import { DEFAULT_TIME_ZONE } from '../../domain/site-time.ts';
import { useQuery } from './use-query.ts';

export type Session = Output<'session.get'>;

/** Null until the engine has answered. @example const today = useSession()?.today; // '2026-11-21' at the site */
export function useSession(): Session | null {
  return useQuery('session.get', {}).value;
}

/**
 * Whether nobody here is real. The desktop app's window knows before the desk has answered, so that what says so is there from its first
 * frame on and moves nothing.
 */
export function useIsTraining(): boolean {
  const session = useSession();
  return session === null ? window.drawdesk?.isTraining === true : session.mode === 'training';
}

/**
 * The site's zone; the usual one until the desk has said.
 * @example shownClockAt(entry.atMs, useTimeZone()).time // '14:05'
 */
export function useTimeZone(): string {
  return useSession()?.timeZone ?? DEFAULT_TIME_ZONE;
}
