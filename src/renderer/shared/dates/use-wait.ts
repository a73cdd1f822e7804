// How long somebody has waited: the same words on every screen at the same moment.
import { waitingWords } from '../../../domain/span-words.ts';
import { useMinutesSince } from '../../host/service-clock.ts';
import { waitingLevel, type WaitingLevel } from '../../ui/durations.ts';

const MINUTE_MS = 60_000;

/**
 * Null while nobody waits. A moment that is still to come counts as just now. `alertMinutes`: from then on it is too long.
 * @example useWait(row.waitingSinceMs, board.waitAlertMinutes) // { words: '24 min', level: 'long' }
 */
export function useWait(
  sinceMs: number | null,
  alertMinutes: number,
): { words: string; level: WaitingLevel } | null {
  const minutes = useMinutesSince(sinceMs);
  if (minutes === null) return null;
  const waitedMs = minutes * MINUTE_MS;
  return { words: waitingWords(waitedMs), level: waitingLevel(waitedMs, alertMinutes * MINUTE_MS) };
}
