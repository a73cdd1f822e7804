// Reads the typed time of collection and compares it with the clock. Pure functions.
import { addDays, instantsOf, isSkipped, wallClockAt } from '../../../domain/site-time.ts';
import { skippedWords } from '../../shared/dates/day-words.ts';

export type CollectionTimeReading =
  { readonly kind: 'time'; readonly atMs: number } | { readonly kind: 'problem'; readonly words: string };

/** The clock that a person reads may differ by a minute. */
const TOLERANCE_MS = 60_000;

/** An arrival longer ago was written while a clock was wrong, or the visit was forgotten for so long that nobody knows a time any more. */
const DAYS_LOOKED_BACK = 7;

/** The days from that of the arrival to `date`, the earliest first. */
function daysSince(
  arrivedAtMs: number | null,
  { date, timeZone }: { date: string; timeZone: string },
): string[] {
  if (arrivedAtMs === null) return [date];
  const arrived = wallClockAt(arrivedAtMs, timeZone).date;
  const days = [date];
  while (days.length <= DAYS_LOOKED_BACK && (days[0] as string) > arrived)
    days.unshift(addDays(days[0] as string, -1));
  return days[0] === arrived ? days : [date];
}

/**
 * Reads `9:05`, `09:05`, `0905` or `9.05` on the site's date `date`, which is today's. Not in the future; not before `arrivedAtMs`, where
 * that is known. Of a person who came before midnight it is the first day on which it can have been; of a time that the clock shows twice,
 * the last one that has been. One that the clock skips on its day when summer time begins is no time of that day. Instants are milliseconds since the epoch.
 */
export function readCollectionTime(
  text: string,
  at: { date: string; timeZone: string; nowMs: number; arrivedAtMs: number | null },
): CollectionTimeReading {
  const match = /^\s*(\d{1,2})\s*[:.]?\s*(\d{2})\s*$/.exec(text);
  const hour = Number(match?.[1]);
  const minute = Number(match?.[2]);
  if (!match || hour > 23 || minute > 59) return { kind: 'problem', words: 'Enter a time like 09:05' };
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const isAhead = (atMs: number): boolean => atMs > at.nowMs + TOLERANCE_MS;
  // An arrival that was written while a clock ran ahead bounds nothing, as the engine has it too.
  const arrivedAtMs = at.arrivedAtMs === null ? null : Math.min(at.arrivedAtMs, at.nowMs);
  const isTooEarly = (atMs: number): boolean => arrivedAtMs !== null && atMs < arrivedAtMs - TOLERANCE_MS;
  const days = daysSince(arrivedAtMs, at);
  const skippedOn = days.findLast((day) => isSkipped(day, time, at.timeZone));
  const byDay = days
    .filter((day) => !isSkipped(day, time, at.timeZone))
    .map((day) => instantsOf(day, time, at.timeZone));
  for (const instants of byDay) {
    const atMs = instants.findLast((one) => !isAhead(one) && !isTooEarly(one));
    if (atMs !== undefined) return { kind: 'time', atMs };
  }
  if (skippedOn !== undefined) return { kind: 'problem', words: skippedWords(skippedOn, time) };
  const nearest = byDay.flat().sort((a, b) => Math.abs(a - at.nowMs) - Math.abs(b - at.nowMs))[0];
  return {
    kind: 'problem',
    words:
      nearest !== undefined && isTooEarly(nearest)
        ? 'The time of collection cannot be before the person arrived'
        : 'The time of collection cannot be in the future',
  };
}
