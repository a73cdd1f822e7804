// Reads the typed time of collection and compares it with the clock. Pure functions.
import { instantOf } from '../../../domain/site-time.ts';

export type CollectionTimeReading =
  { readonly kind: 'time'; readonly atMs: number } | { readonly kind: 'problem'; readonly words: string };

/** The clock that a person reads may differ by a minute. */
const TOLERANCE_MS = 60_000;

/**
 * Reads `9:05`, `09:05`, `0905` or `9.05` on the site's date `date`. Not in the future; not before `arrivedAtMs`,
 * where that is known. Instants are milliseconds since the epoch.
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
  const atMs = instantOf(at.date, time, at.timeZone);
  if (atMs > at.nowMs + TOLERANCE_MS)
    return { kind: 'problem', words: 'The time of collection cannot be in the future' };
  if (at.arrivedAtMs !== null && atMs < at.arrivedAtMs - TOLERANCE_MS) {
    return { kind: 'problem', words: 'The time of collection cannot be before the person arrived' };
  }
  return { kind: 'time', atMs };
}
