// Tells which characters a font (TrueType or WOFF2) has, by reading the font's own table. A canvas cannot tell: for a missing
// character it draws a box, or takes the letter from another font of the machine.
import { brotliDecompressSync } from 'node:zlib';

const WINDOWS_PLATFORM = 3;
const FULL_UNICODE = 10;
const BASIC_PLANE = 1;

const NO_TABLE = 'The font has no table of its characters.';

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const tagAt = (font: DataView, at: number): string =>
  [0, 1, 2, 3].map((byte) => String.fromCharCode(font.getUint8(at + byte))).join('');

/** The table of characters (`cmap`) of a TrueType font. */
function tableOfTrueType(bytes: Uint8Array): DataView {
  const font = viewOf(bytes);
  for (let index = 0; index < font.getUint16(4); index += 1) {
    const record = 12 + 16 * index;
    if (tagAt(font, record) === 'cmap') return viewOf(bytes.subarray(font.getUint32(record + 8)));
  }
  throw new Error(NO_TABLE);
}

/** Numbers of a WOFF2 directory: seven bits a byte, the highest first; the last byte has its top bit clear. */
function readLength(font: DataView, at: number): { readonly length: number; readonly next: number } {
  let length = 0;
  let next = at;
  for (;;) {
    const byte = font.getUint8(next);
    next += 1;
    length = length * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { length, next };
  }
}

const WOFF2_HEADER_BYTES = 48;
/** The numbers by which a WOFF2 directory names these tables; 63 stands before a name in letters. */
const WOFF2_CMAP = 0;
const WOFF2_GLYF = 10;
const WOFF2_LOCA = 11;
const WOFF2_NAMED = 63;

/** The table of characters (`cmap`) of a WOFF2 font: one compressed stream of all tables, in the directory's order. */
function tableOfWoff2(bytes: Uint8Array): DataView {
  const font = viewOf(bytes);
  const tables = font.getUint16(12);
  const compressed = font.getUint32(20);
  let at = WOFF2_HEADER_BYTES;
  let offset = 0;
  let cmap: { readonly from: number; readonly to: number } | null = null;
  for (let index = 0; index < tables; index += 1) {
    const flags = font.getUint8(at);
    const known = flags & 0x3f;
    const isCmap = known === WOFF2_NAMED ? tagAt(font, at + 1) === 'cmap' : known === WOFF2_CMAP;
    const original = readLength(font, at + (known === WOFF2_NAMED ? 5 : 1));
    // The outlines are changed before they are compressed unless version 3 says otherwise; other tables the other way round.
    const version = flags >> 6;
    const isOutlines = known === WOFF2_GLYF || known === WOFF2_LOCA;
    const isChanged = isOutlines ? version !== 3 : version !== 0;
    const stored = isChanged ? readLength(font, original.next) : original;
    if (isCmap) cmap = { from: offset, to: offset + stored.length };
    offset += stored.length;
    at = stored.next;
  }
  if (!cmap) throw new Error(NO_TABLE);
  return viewOf(brotliDecompressSync(bytes.subarray(at, at + compressed)).subarray(cmap.from, cmap.to));
}

const isWoff2 = (bytes: Uint8Array): boolean => tagAt(viewOf(bytes), 0) === 'wOF2';

/** Reads a subtable of format 4 (characters up to U+FFFF, in segments). Calls `add` for each character with a glyph. */
function readSegments(font: DataView, at: number, add: (from: number, to: number) => void): void {
  const count = font.getUint16(at + 6) / 2;
  const ends = at + 14;
  const starts = ends + 2 * count + 2;
  const deltas = starts + 2 * count;
  const offsets = deltas + 2 * count;
  for (let segment = 0; segment < count; segment += 1) {
    const start = font.getUint16(starts + 2 * segment);
    const end = font.getUint16(ends + 2 * segment);
    const delta = font.getUint16(deltas + 2 * segment);
    const offset = font.getUint16(offsets + 2 * segment);
    for (let point = start; point <= end && point < 0xffff; point += 1) {
      const glyph =
        offset === 0
          ? (point + delta) & 0xffff
          : font.getUint16(offsets + 2 * segment + offset + 2 * (point - start));
      if (glyph !== 0) add(point, point);
    }
  }
}

/** Reads a subtable of format 12 (all of Unicode, in groups). Calls `add` for each group of characters. */
function readGroups(font: DataView, at: number, add: (from: number, to: number) => void): void {
  const count = font.getUint32(at + 12);
  for (let group = 0; group < count; group += 1) {
    const record = at + 16 + 12 * group;
    add(font.getUint32(record), font.getUint32(record + 4));
  }
}

/**
 * Reads which characters a font has. Returns a function that tells of a code point whether the font has a glyph for it.
 *
 * @throws Error when the bytes are no font (TrueType or WOFF2) with a Unicode table
 * @example readFontCoverage(bytes)(0x1ec5) // whether the font has ễ
 */
export function readFontCoverage(bytes: Uint8Array): (codePoint: number) => boolean {
  const table = isWoff2(bytes) ? tableOfWoff2(bytes) : tableOfTrueType(bytes);
  const covered = new Set<number>();
  const add = (from: number, to: number): void => {
    for (let point = from; point <= to; point += 1) covered.add(point);
  };
  let read = false;
  for (let index = 0; index < table.getUint16(2); index += 1) {
    const record = 4 + 8 * index;
    const encoding = table.getUint16(record + 2);
    if (table.getUint16(record) !== WINDOWS_PLATFORM || ![FULL_UNICODE, BASIC_PLANE].includes(encoding))
      continue;
    const at = table.getUint32(record + 4);
    const format = table.getUint16(at);
    if (format === 4) readSegments(table, at, add);
    else if (format === 12) readGroups(table, at, add);
    else continue;
    read = true;
  }
  if (!read) throw new Error('The font has no table of its Unicode characters.');
  return (codePoint) => covered.has(codePoint);
}
