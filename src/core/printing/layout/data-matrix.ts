// Data Matrix (ECC 200) as a square of one region: which texts it can hold, how many modules they need, and the modules themselves.
import { isCode128Text } from './code128.ts';

/** Sides of the squares in modules, with the code words for data and for error correction (ISO/IEC 16022). */
const SQUARES = [
  { side: 10, data: 3, check: 5 },
  { side: 12, data: 5, check: 7 },
  { side: 14, data: 8, check: 10 },
  { side: 16, data: 12, check: 12 },
  { side: 18, data: 18, check: 14 },
  { side: 20, data: 22, check: 18 },
  { side: 22, data: 30, check: 20 },
  { side: 24, data: 36, check: 24 },
  { side: 26, data: 44, check: 28 },
] as const;

type Square = (typeof SQUARES)[number];

const PAD = 129;
/** Two digits share a code word. */
const PAIRS_FROM = 130;

function dataWords(text: string): number[] {
  return Array.from(text.matchAll(/\d\d|./gs), ([piece]) =>
    piece.length === 2 ? PAIRS_FROM + Number(piece) : piece.charCodeAt(0) + 1,
  );
}

function squareFor(text: string): Square | null {
  const words = dataWords(text).length;
  return SQUARES.find(({ data }) => data >= words) ?? null;
}

/** The side of a text's square in modules, without its quiet zone; null for a text that none of the squares can hold. */
export function dataMatrixModules(text: string): number | null {
  return isCode128Text(text) ? (squareFor(text)?.side ?? null) : null;
}

/** Fills the words that data leaves over, in a way that makes no regular pattern. */
function padded(words: readonly number[], length: number): number[] {
  const all = [...words];
  while (all.length < length) {
    const place = all.length + 1;
    const random = PAD + ((149 * place) % 253) + 1;
    all.push(all.length === words.length ? PAD : random > 254 ? random - 254 : random);
  }
  return all;
}

// The field of 256 elements that the standard calculates in: x⁸ + x⁵ + x³ + x² + 1.
const POLYNOMIAL = 0x12d;
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWERS.push(value);
  LOGS[value] = exponent;
  value = value & 0x80 ? (value << 1) ^ POLYNOMIAL : value << 1;
}

const product = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (POWERS[((LOGS[one] ?? 0) + (LOGS[other] ?? 0)) % 255] ?? 0);

/** The remainder of the data after division by the polynomial with the roots 2¹ … 2ⁿ. */
function checkWords(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let root = 1; root <= count; root += 1) {
    const next = [...divisor, 0];
    for (const [index, factor] of divisor.entries())
      next[index + 1] = (next[index + 1] ?? 0) ^ product(factor, POWERS[root] ?? 0);
    divisor = next;
  }
  const rest = new Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let index = 0; index < count; index += 1)
      rest[index] = (rest[index] ?? 0) ^ product(factor, divisor[index + 1] ?? 0);
  }
  return rest;
}

/** Rows and columns of a word's eight modules, the highest bit first, from the place of its lowest bit. */
const USUAL_SHAPE = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
] as const;

type Place = readonly [row: number, column: number];

/** The four ways in which a word lies around the corners of a square with `n` rows. */
const cornerShapes = (n: number): readonly (readonly Place[])[] => [
  [
    [n - 1, 0],
    [n - 1, 1],
    [n - 1, 2],
    [0, n - 2],
    [0, n - 1],
    [1, n - 1],
    [2, n - 1],
    [3, n - 1],
  ],
  [
    [n - 3, 0],
    [n - 2, 0],
    [n - 1, 0],
    [0, n - 4],
    [0, n - 3],
    [0, n - 2],
    [0, n - 1],
    [1, n - 1],
  ],
  [
    [n - 3, 0],
    [n - 2, 0],
    [n - 1, 0],
    [0, n - 2],
    [0, n - 1],
    [1, n - 1],
    [2, n - 1],
    [3, n - 1],
  ],
  [
    [n - 1, 0],
    [n - 1, n - 1],
    [0, n - 3],
    [0, n - 2],
    [0, n - 1],
    [1, n - 3],
    [1, n - 2],
    [1, n - 1],
  ],
];

/** Which corner's shape comes next when the path is at this place; null: none. */
function cornerAt(n: number, row: number, column: number): number | null {
  if (row === n && column === 0) return 0;
  if (row === n - 2 && column === 0) {
    if (n % 4 !== 0) return 1;
    return n % 8 === 4 ? 2 : null;
  }
  return row === n + 4 && column === 2 && n % 8 === 0 ? 3 : null;
}

/** Puts the words' bits on a square of `n` rows, along the standard's path of diagonals. True is dark. */
function placed(words: readonly number[], n: number): boolean[][] {
  const modules = Array.from({ length: n }, () => new Array<boolean | undefined>(n).fill(undefined));
  let next = 0;
  const put = (places: readonly Place[]): void => {
    const word = words[next] ?? 0;
    next += 1;
    for (const [bit, [row, column]] of places.entries()) {
      const line = modules[row];
      if (line) line[column] = (word & (0x80 >> bit)) !== 0;
    }
  };
  /** What lies beyond an edge goes on at the opposite one, shifted. */
  const around = (row: number, column: number): Place => {
    const [down, across] = row < 0 ? [row + n, column + 4 - ((n + 4) % 8)] : [row, column];
    return across < 0 ? [down + 4 - ((n + 4) % 8), across + n] : [down, across];
  };
  const putUsual = (row: number, column: number): void => {
    if (row < 0 || column < 0 || row >= n || column >= n || modules[row]?.[column] !== undefined) return;
    put(USUAL_SHAPE.map(([down, across]) => around(row + down, column + across)));
  };
  const corners = cornerShapes(n);
  let [row, column] = [4, 0];
  do {
    const corner = cornerAt(n, row, column);
    if (corner !== null) put(corners[corner] ?? []);
    do {
      putUsual(row, column);
      row -= 2;
      column += 2;
    } while (row >= 0 && column < n);
    row += 1;
    column += 3;
    do {
      putUsual(row, column);
      row += 2;
      column -= 2;
    } while (row < n && column >= 0);
    row += 3;
    column += 1;
  } while (row < n || column < n);
  // Some squares have four modules more than their words fill; two of these are dark.
  return modules.map((line, down) => line.map((dark, across) => dark ?? down === across));
}

/**
 * The modules of a text, row by row with its frame of solid and broken lines and without its quiet zone; true is dark. Null for a
 * text that {@link dataMatrixModules} refuses.
 */
export function dataMatrix(text: string): boolean[][] | null {
  const square = isCode128Text(text) ? squareFor(text) : null;
  if (!square) return null;
  const data = padded(dataWords(text), square.data);
  const inner = placed([...data, ...checkWords(data, square.check)], square.side - 2);
  const last = square.side - 1;
  return Array.from({ length: square.side }, (_row, y) =>
    Array.from({ length: square.side }, (_column, x) => {
      if (x === 0 || y === last) return true;
      if (y === 0) return x % 2 === 0;
      return x === last ? y % 2 === 1 : (inner[y - 1]?.[x - 1] ?? false);
    }),
  );
}
