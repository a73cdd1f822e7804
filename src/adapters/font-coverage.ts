// Tells which characters a TrueType font has, by reading the font's own table. A canvas cannot tell: for a missing
// character it draws a box, or takes the letter from another font of the machine.

const WINDOWS_PLATFORM = 3;
const FULL_UNICODE = 10;
const BASIC_PLANE = 1;

function tableAt(font: DataView, wanted: string): number {
  const tables = font.getUint16(4);
  for (let index = 0; index < tables; index += 1) {
    const record = 12 + 16 * index;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCharCode(font.getUint8(record + byte))).join('');
    if (tag === wanted) return font.getUint32(record + 8);
  }
  throw new Error(`The font has no table ${wanted}.`);
}

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
 * @throws Error when the bytes are not a TrueType font with a Unicode table
 * @example readFontCoverage(bytes)(0x1ec5) // whether the font has ễ
 */
export function readFontCoverage(bytes: Uint8Array): (codePoint: number) => boolean {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = tableAt(font, 'cmap');
  const covered = new Set<number>();
  const add = (from: number, to: number): void => {
    for (let point = from; point <= to; point += 1) covered.add(point);
  };
  let read = false;
  for (let index = 0; index < font.getUint16(table + 2); index += 1) {
    const record = table + 4 + 8 * index;
    const encoding = font.getUint16(record + 2);
    if (font.getUint16(record) !== WINDOWS_PLATFORM || ![FULL_UNICODE, BASIC_PLANE].includes(encoding))
      continue;
    const at = table + font.getUint32(record + 4);
    const format = font.getUint16(at);
    if (format === 4) readSegments(font, at, add);
    else if (format === 12) readGroups(font, at, add);
    else continue;
    read = true;
  }
  if (!read) throw new Error('The font has no table of its Unicode characters.');
  return (codePoint) => covered.has(codePoint);
}
