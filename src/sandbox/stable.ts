// Identifiers and random numbers that are the same on every machine: both are computed from a text, never from the
// clock.
import { createHash } from 'node:crypto';

const asUuid = (bytes: Buffer, version: number): string => {
  bytes[6] = ((bytes[6] as number) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.subarray(0, 16).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/**
 * A UUID (version 8) computed from a text: the same text always gives the same UUID. Example:
 * `stableId('product:IRON-4')`.
 */
export function stableId(text: string): string {
  return asUuid(createHash('sha256').update(text).digest().subarray(0, 16), 8);
}

/** Letters and digits that are not confused with each other on a tube: without 0/O, 1/I/L, 5/S, 2/Z, 8/B, and U. */
export const CLEAR_ALPHABET = '34679ACDEFGHJKMNPQRTVWXY';

/** A stream of random values. */
export interface Chance {
  /** Uniform in [0, 1). */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A new array with the same items in random order. */
  shuffle<Item>(items: readonly Item[]): Item[];
  /** True with the given probability. */
  happens(probability: number): boolean;
  /** A code of `length` characters of {@link CLEAR_ALPHABET}. */
  code(length: number): string;
}

/** Builds a {@link Chance} on any source of numbers in [0, 1). */
export function chanceFrom(fraction: () => number): Chance {
  const integer = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    integer,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[integer(0, items.length - 1)] as (typeof items)[number];
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [shuffled[last], shuffled[other]] = [
          shuffled[other] as (typeof items)[number],
          shuffled[last] as (typeof items)[number],
        ];
      }
      return shuffled;
    },
    happens: (probability) => fraction() < probability,
    code: (length) =>
      Array.from({ length }, () => CLEAR_ALPHABET[integer(0, CLEAR_ALPHABET.length - 1)]).join(''),
  };
}

/**
 * A random stream computed from a text: the same text gives the same stream (sfc32, with integer arithmetic only).
 *
 * @example seededChance('demo:2026-03-03').integer(1, 6)
 */
export function seededChance(seed: string): Chance {
  const digest = createHash('sha256').update(seed).digest();
  let a = digest.readInt32LE(0);
  let b = digest.readInt32LE(4);
  let c = digest.readInt32LE(8);
  let counter = digest.readInt32LE(12);
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  return chanceFrom(next);
}
