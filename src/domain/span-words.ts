// How long something is, in words: a wait, the age of what was read, or how far two clocks differ.

const MINUTE_MS = 60_000;
const UNITS = [
  { name: 'year', fromMs: 2 * 365.25 * 1_440 * MINUTE_MS, ms: 365.25 * 1_440 * MINUTE_MS },
  { name: 'day', fromMs: 2 * 1_440 * MINUTE_MS, ms: 1_440 * MINUTE_MS },
  { name: 'hour', fromMs: 120 * MINUTE_MS, ms: 60 * MINUTE_MS },
] as const;

/**
 * A span of milliseconds in the greatest unit of which it has two or more; whether it is negative does not matter.
 *
 *     spanWords(26 * 3_600_000) // '26 hours'
 */
export function spanWords(ms: number): string {
  const span = Math.abs(ms);
  const unit = UNITS.find(({ fromMs }) => span >= fromMs) ?? { name: 'minute', ms: MINUTE_MS };
  const count = Math.round(span / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

/** From here on nobody counts in hours, and minutes are no news. */
const IN_DAYS_FROM_MS = 2 * 1_440 * MINUTE_MS;

/**
 * How long something has lasted: `just now`, `24 min`, `1 h 05`, by whole minutes of its milliseconds; from two days on roughly.
 *
 *     waitingWords(3_900_000) // '1 h 05'
 *     waitingWords(103 * 3_600_000) // '4 days'
 */
export function waitingWords(durationMs: number): string {
  if (durationMs >= IN_DAYS_FROM_MS) return spanWords(durationMs);
  const minutes = Math.max(0, Math.floor(durationMs / MINUTE_MS));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}
