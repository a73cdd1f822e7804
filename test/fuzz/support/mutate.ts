// Makes nonsense out of sense, from a seed: values of wrong types and sizes, twice, missing, deep, in other encodings.
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';

const HUGE_TEXT = 5_000;
const DEEP = 400;

function deep(): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < DEEP; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Any value that JSON can hold. */
export function anyValue(random: SeededRandom): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => true,
    () => '',
    () => ' ',
    () => 0,
    () => -1,
    () => 1.5,
    () => 1e308,
    () => Number.MAX_SAFE_INTEGER,
    () => -(2 ** 53),
    () => [],
    () => ({}),
    () => [[], [null], {}],
    () => '\u0000\u202e\ud800',
    () => 'é\u0301\u200b王😀',
    () => "'; DROP TABLE visit; --",
    () => '../../../etc/passwd',
    () => '2026-02-30',
    () => '0001-01-01T00:00:00Z',
    () => 'x'.repeat(Math.floor(random.between(1, HUGE_TEXT))),
    () => ({ ['__proto__']: { polluted: true }, constructor: null }),
    deep,
  ])();
}

/** The value with one place of it changed: another value, gone, twice, or in another order. */
export function mutated(random: SeededRandom, value: unknown): unknown {
  if (random.chance(0.25)) return anyValue(random);
  if (Array.isArray(value) && value.length > 0) {
    const items: unknown[] = [...(value as unknown[])];
    const at = Math.floor(random.fraction() * items.length);
    const way = random.pick(['change', 'drop', 'twice', 'turn'] as const);
    if (way === 'change') items[at] = mutated(random, items[at]);
    else if (way === 'drop') items.splice(at, 1);
    else if (way === 'twice') items.push(items[at]);
    else items.reverse();
    return items;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    const at = Math.floor(random.fraction() * entries.length);
    const entry = entries[at];
    if (!entry) return { unforeseen: anyValue(random) };
    const way = random.pick(['change', 'change', 'drop', 'more'] as const);
    if (way === 'drop') entries.splice(at, 1);
    else if (way === 'more') entries.push(['unforeseen', anyValue(random)]);
    else entries[at] = [entry[0], mutated(random, entry[1])];
    return Object.fromEntries(entries);
  }
  return anyValue(random);
}

/** The bytes with some of them changed, gone, twice, or cut off. */
export function mutatedBytes(random: SeededRandom, given: Uint8Array): Buffer {
  let bytes = Buffer.from(given);
  const times = 1 + Math.floor(random.fraction() * 6);
  for (let time = 0; time < times; time += 1) {
    const at = Math.floor(random.fraction() * (bytes.length + 1));
    const length = Math.floor(random.fraction() * random.fraction() * 64);
    switch (random.pick(['change', 'cut', 'drop', 'twice', 'insert'] as const)) {
      case 'change':
        if (at < bytes.length) bytes[at] = Math.floor(random.fraction() * 256);
        break;
      case 'cut':
        bytes = bytes.subarray(0, at);
        break;
      case 'drop':
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 'twice':
        bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        break;
      case 'insert': {
        const inserted = Buffer.from(Array.from({ length }, () => Math.floor(random.fraction() * 256)));
        bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
      }
    }
  }
  return bytes;
}
