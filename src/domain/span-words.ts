// How long something is, roughly and in words, as of two clocks that differ.

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
