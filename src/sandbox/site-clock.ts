// Dates and times as the service writes and reads them, on the wall clock of its locations.
import { instantOf, wallClockAt } from '../domain/site-time.ts';

const MINUTE_MS = 60_000;

/** `YYYY-MM-DD` at the site. */
export const dateAt = (instantMs: number, timeZone: string): string => wallClockAt(instantMs, timeZone).date;

/** ISO 8601 with the site's offset, to the second: `2026-07-01T09:10:00+01:00`. */
export function isoWithOffset(instantMs: number, timeZone: string): string {
  const { date, time, second } = wallClockAt(instantMs, timeZone);
  const wallMinutes = Date.parse(`${date}T${time}:00Z`) / MINUTE_MS;
  const offset = wallMinutes - Math.floor(instantMs / MINUTE_MS);
  const size = Math.abs(offset);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date}T${time}:${two(second)}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The instant that a request names. Without an offset it is the site's wall clock. Takes checked input only. */
export function requestedInstant(text: string, timeZone: string): number {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return Date.parse(text);
  const seconds = text.length > 16 ? Number(text.slice(17)) : 0;
  return instantOf(text.slice(0, 10), text.slice(11, 16), timeZone) + Math.round(seconds * 1000);
}

/** Minutes after midnight as `HH:MM`. */
export const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
