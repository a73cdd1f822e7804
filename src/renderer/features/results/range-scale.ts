// Where a value lies on the bar of its reference range. Pure; places are in percent of the bar's width from the left.

/** A number as a laboratory writes it. `bound`: it is known only to be below (`<0.5`) or above (`>100`) that number. */
export interface WrittenNumber {
  readonly number: number;
  readonly bound: 'below' | 'above' | null;
}

const NUMBER = /^([<>≤≥])?\s*([+-]?\d+(?:\.\d+)?)$/;

/**
 * Null for words and for anything that could be read in two ways: in `1,200` the comma may be of thousands or of decimals.
 * @example readNumber('<0.5') // { number: 0.5, bound: 'below' }
 */
export function readNumber(text: string | null): WrittenNumber | null {
  const found = NUMBER.exec((text ?? '').trim());
  if (!found) return null;
  const [, sign, digits] = found;
  const bound = sign === '<' || sign === '≤' ? 'below' : sign === '>' || sign === '≥' ? 'above' : null;
  return { number: Number(digits), bound };
}

export interface RangeScale {
  /** The reference range; it reaches the bar's edge on a side that has no end. */
  readonly from: number;
  readonly to: number;
  /** Null where the value is no number. `beyond`: it lies further out than the bar reaches. */
  readonly mark: {
    readonly at: number;
    readonly bound: WrittenNumber['bound'];
    readonly beyond: 'left' | 'right' | null;
  } | null;
}

/** A range with two ends takes the middle half of the bar, so that a value can be half a range too high or too low. */
const FIRST = 25;
const LAST = 75;

interface Track {
  readonly left: number;
  readonly right: number;
  readonly from: number;
  readonly to: number;
}

function trackOf(min: number | null, max: number | null): Track | null {
  if (min !== null && max !== null) {
    const span = max - min;
    return span > 0 ? { left: min - span / 2, right: max + span / 2, from: FIRST, to: LAST } : null;
  }
  // With one end the bar's unit is that end itself: nothing below zero is drawn, since amounts have no negative values.
  if (max !== null) return max > 0 ? { left: 0, right: (max * 100) / LAST, from: 0, to: LAST } : null;
  if (min !== null) return min > 0 ? { left: min / 2, right: min * 2.5, from: FIRST, to: 100 } : null;
  return null;
}

/** Null where the range has no end, or ends that make no range: then there is nothing to draw. */
export function rangeScale(of: {
  readonly value: string | null;
  readonly minRange: string | null;
  readonly maxRange: string | null;
}): RangeScale | null {
  const [min, max] = [readNumber(of.minRange), readNumber(of.maxRange)];
  if ((of.minRange !== null && min === null) || (of.maxRange !== null && max === null)) return null;
  const track = trackOf(min?.number ?? null, max?.number ?? null);
  if (track === null) return null;
  const value = readNumber(of.value);
  return { from: track.from, to: track.to, mark: value && markOf(value, track) };
}

function markOf({ number, bound }: WrittenNumber, { left, right }: Track): NonNullable<RangeScale['mark']> {
  const at = ((number - left) / (right - left)) * 100;
  const beyond = at < 0 ? 'left' : at > 100 ? 'right' : null;
  return { at: Math.min(100, Math.max(0, at)), bound, beyond };
}

/**
 * On which side of the range the number lies for certain; null within it, and where that cannot be told. It is compared
 * with the laboratory's own flag and never shown in its place.
 */
export function sideOf(of: Parameters<typeof rangeScale>[0]): 'high' | 'low' | null {
  const value = readNumber(of.value);
  if (value === null) return null;
  if (isReversed(of)) return null;
  const [min, max] = [readNumber(of.minRange), readNumber(of.maxRange)];
  if (max !== null && value.bound !== 'below' && value.number > max.number) return 'high';
  if (min !== null && value.bound !== 'above' && value.number < min.number) return 'low';
  return null;
}

/** Whether the lower end is above the upper one: nothing is within such a range, and nothing outside for certain. */
export function isReversed(of: Pick<Parameters<typeof rangeScale>[0], 'minRange' | 'maxRange'>): boolean {
  const [min, max] = [readNumber(of.minRange), readNumber(of.maxRange)];
  return min !== null && max !== null && min.number > max.number;
}

/** `2.8 to 5.0`, `up to 5.0`, `from 60`; null without a range. */
export function rangeWords(min: string | null, max: string | null): string | null {
  if (min !== null && max !== null) return `${min} to ${max}`;
  if (max !== null) return `up to ${max}`;
  return min === null ? null : `from ${min}`;
}
