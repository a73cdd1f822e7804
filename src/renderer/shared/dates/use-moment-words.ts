// How screens say when something was that need not have been today.
import { DEFAULT_TIME_ZONE } from '../../../domain/site-time.ts';
import { useSession } from '../../host/use-session.ts';
import { momentWords } from './day-words.ts';

/**
 * A moment (milliseconds since the epoch) in words: its time at the site, and its day unless that is today. What stands on a list for days
 * would be taken for this morning's otherwise.
 * @example const when = useMomentWords(); when(job.createdAtMs) // '25-Oct-2026 01:40 GMT'
 */
export function useMomentWords(): (atMs: number) => string {
  const session = useSession();
  const beside = session?.today ?? '';
  const timeZone = session?.timeZone ?? DEFAULT_TIME_ZONE;
  return (atMs) => momentWords(atMs, { beside, timeZone });
}
