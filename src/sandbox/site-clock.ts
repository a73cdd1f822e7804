// Dates and times as the service writes and reads them: local times of its locations.
import { instantOf, wallClockAt } from '../domain/site-time.ts';

const MINUTE_MS = 60_000;

/** The date at the site, `YYYY-MM-DD`. Takes milliseconds since the epoch. */
export const dateAt = (instantMs: number, timeZone: string): string => wallClockAt(instantMs, timeZone).date;

/** An instant (milliseconds since the epoch) as ISO 8601 with the site's offset: `2026-07-01T09:10:00+01:00`. */
export function isoWithOffset(instantMs: number, timeZone: string): string {
  const { date, time, second } = wallClockAt(instantMs, timeZone);
  const wallMinutes = Date.parse(`${date}T${time}:00Z`) / MINUTE_MS;
  const offset = wallMinutes - Math.floor(instantMs / MINUTE_MS);
  const size = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date}T${time}:${two(second)}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * The instant that a request names, in milliseconds since the epoch. A time without an offset is local time at the
 * site. The text must have passed the schema `requestedDateTime`.
 */
export function requestedInstant(text: string, timeZone: string): number {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return Date.parse(text);
  const seconds = text.length > 16 ? Number(text.slice(17)) : 0;
  return instantOf(text.slice(0, 10), text.slice(11, 16), timeZone) + Math.round(seconds * 1000);
}

/** Minutes after midnight as `HH:MM`: 550 → `09:10`. */
export const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
