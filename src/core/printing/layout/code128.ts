// Code 128: which texts it can hold, how wide they are, and the bars of a text for printers that are sent a picture.

/** True for printable ASCII without spaces at its ends, which every scanner reads back as it was printed. */
export function isCode128Text(text: string): boolean {
  return /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/.test(text);
}

// The widths of each symbol's bars and spaces by its value, from 0 (ISO/IEC 15417).
const SYMBOLS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231
  113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
  212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131
  113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
  314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211
  241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
  214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214
  211232`
  .trim()
  .split(/\s+/);
const STOP = '2331112';
const TO_PAIRS = 99;
const TO_SINGLE = 100;
const START_SINGLE = 104;
const START_PAIRS = 105;

/** The cheapest way to write the first characters of a text that ends in one set. */
interface Way {
  readonly symbols: number;
  /** The values of its symbols in reverse order, the start symbol last, as a chain. */
  readonly last: { readonly value: number; readonly before: Way['last'] } | null;
}

/**
 * The values of a text's symbols without check and stop symbol: two digits in one symbol wherever that is shorter, as the
 * standard recommends. The text must satisfy {@link isCode128Text}.
 */
function symbolsOf(text: string): number[] {
  const begin = (start: number): Way => ({ symbols: 1, last: { value: start, before: null } });
  const add = (way: Way | undefined, ...values: number[]): Way | undefined =>
    way &&
    values.reduce<Way>(
      ({ symbols, last }, value) => ({ symbols: symbols + 1, last: { value, before: last } }),
      way,
    );
  const cheaper = (one: Way | undefined, other: Way | undefined): Way | undefined =>
    one && (!other || one.symbols <= other.symbols) ? one : other;
  const single: (Way | undefined)[] = [begin(START_SINGLE)];
  const paired: (Way | undefined)[] = [begin(START_PAIRS)];
  for (let end = 1; end <= text.length; end += 1) {
    const value = text.charCodeAt(end - 1) - 0x20;
    // A change of the set takes one symbol. The first set is chosen by the start symbol.
    const afterPairs = end === 1 ? undefined : add(paired[end - 1], TO_SINGLE, value);
    single.push(cheaper(add(single[end - 1], value), afterPairs));
    const pair = end >= 2 && /^\d\d$/.test(text.slice(end - 2, end)) ? text.slice(end - 2, end) : null;
    if (pair === null) paired.push(undefined);
    else {
      const afterSingle = end === 2 ? undefined : add(single[end - 2], TO_PAIRS, Number(pair));
      paired.push(cheaper(add(paired[end - 2], Number(pair)), afterSingle));
    }
  }
  const values: number[] = [];
  const best = cheaper(single[text.length], paired[text.length]);
  for (let symbol = best?.last ?? null; symbol !== null; symbol = symbol.before) values.unshift(symbol.value);
  return values;
}

/**
 * The widths of a text's bars and spaces in turn, beginning and ending with a bar, in widths of the narrowest bar and
 * without quiet zones. The text must satisfy {@link isCode128Text}.
 *
 *     code128Bars('A') // [2, 1, 1, 2, 1, 4, …], 46 modules in all
 */
export function code128Bars(text: string): number[] {
  const values = symbolsOf(text);
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103;
  const patterns = [...values, check].map((value) => SYMBOLS[value] ?? '');
  return Array.from([...patterns, STOP].join(''), Number);
}

/**
 * The width of a text's bars, in widths of the narrowest bar and without quiet zones. The text must satisfy
 * {@link isCode128Text}.
 */
export function code128Modules(text: string): number {
  // The check symbol is as wide as all but the stop symbol, which has one bar more.
  return 11 * (symbolsOf(text).length + 1) + 13;
}
