// PWG raster (PWG 5102.4): pages as compressed dots, for printers over IPP that take no PDF. Written for the printer and read back
// from its bytes, so that what is checked is what is sent.

/** What a dot is. `srgb_8`: three bytes; `sgray_8`: one byte, 0 is black; `black_1`: one bit, 1 is black. */
export const PWG_TYPES = ['srgb_8', 'sgray_8', 'black_1'] as const;
/** As printers name them; see {@link PWG_TYPES}. */
export type PwgType = (typeof PWG_TYPES)[number];

export interface PwgPage {
  readonly type: PwgType;
  /** Dots per inch, across and down. */
  readonly dpi: number;
  readonly widthDots: number;
  readonly heightDots: number;
  /** Of the whole document. */
  readonly pageCount: number;
  /** Of the paper, in points, and its name: `iso_a4_210x297mm`. */
  readonly paper: { readonly widthPt: number; readonly heightPt: number; readonly name: string };
}

/** The bytes are no whole PWG raster. */
class PwgFormatError extends Error {
  override readonly name = 'PwgFormatError';
}

const SYNC = Uint8Array.from([0x52, 0x61, 0x53, 0x32]);
const HEADER_BYTES = 1796;
const MOST_RUN = 128;
const MOST_SAME_ROWS = 256;
/** The colour space's number, the bits of a colour and of a dot, and the number of colours. */
const KINDS: Readonly<
  Record<
    PwgType,
    { readonly space: number; readonly bits: number; readonly perDot: number; readonly colours: number }
  >
> = {
  srgb_8: { space: 19, bits: 8, perDot: 24, colours: 3 },
  sgray_8: { space: 18, bits: 8, perDot: 8, colours: 1 },
  black_1: { space: 3, bits: 1, perDot: 1, colours: 1 },
};
/** Where the numbers of a page's header stand. */
const AT = {
  dpiAcross: 276,
  dpiDown: 280,
  copies: 340,
  paperWidthPt: 352,
  paperHeightPt: 356,
  width: 372,
  height: 376,
  bitsPerColour: 384,
  bitsPerDot: 388,
  bytesPerRow: 392,
  space: 400,
  colours: 420,
  pageCount: 452,
  crossFeed: 456,
  feed: 460,
  boxRight: 472,
  boxBottom: 476,
  alternatePrimary: 480,
} as const;
const NAME_AT = 0;
const PAPER_NAME_AT = 1732;
const PAPER_NAME_BYTES = 64;
const WHITE = 0xff_ff_ff;

/** A row of dots, padded to whole bytes. */
export const pwgRowBytes = (type: PwgType, widthDots: number): number =>
  Math.ceil((widthDots * KINDS[type].perDot) / 8);

/** Runs are counted in these: a dot, or eight of them where a dot is a bit. */
const unitBytes = (type: PwgType): number => Math.max(1, KINDS[type].perDot / 8);

/** What a document begins with. */
export const pwgBegin = (): Uint8Array => SYNC.slice();

/** Whether it begins as such a document. */
export const isPwg = (document: Uint8Array): boolean => SYNC.every((byte, at) => document[at] === byte);

/** What a page begins with; its rows follow, see {@link pwgRows}. */
export function pwgPageHeader(page: PwgPage): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const kind = KINDS[page.type];
  const numbers: readonly (readonly [at: number, value: number])[] = [
    [AT.dpiAcross, page.dpi],
    [AT.dpiDown, page.dpi],
    [AT.copies, 1],
    [AT.paperWidthPt, page.paper.widthPt],
    [AT.paperHeightPt, page.paper.heightPt],
    [AT.width, page.widthDots],
    [AT.height, page.heightDots],
    [AT.bitsPerColour, kind.bits],
    [AT.bitsPerDot, kind.perDot],
    [AT.bytesPerRow, pwgRowBytes(page.type, page.widthDots)],
    [AT.space, kind.space],
    [AT.colours, kind.colours],
    [AT.pageCount, page.pageCount],
    [AT.crossFeed, 1],
    [AT.feed, 1],
    [AT.boxRight, page.widthDots],
    [AT.boxBottom, page.heightDots],
    [AT.alternatePrimary, WHITE],
  ];
  bytes.write('PwgRaster', NAME_AT, 'latin1');
  for (const [at, value] of numbers) bytes.writeUInt32BE(value, at);
  bytes.write(page.paper.name.slice(0, PAPER_NAME_BYTES - 1), PAPER_NAME_AT, 'latin1');
  return bytes;
}

/** Puts the runs of a row behind what is in `out` and returns where they end. */
function putRow(row: Uint8Array, unit: number, out: Uint8Array, from: number): number {
  const units = row.length / unit;
  const same = (one: number, other: number): boolean => {
    for (let byte = 0; byte < unit; byte += 1) {
      if (row[one * unit + byte] !== row[other * unit + byte]) return false;
    }
    return true;
  };
  let at = from;
  let first = 0;
  while (first < units) {
    let next = first + 1;
    while (next < units && next - first < MOST_RUN && same(next, first)) next += 1;
    if (next - first === 1) {
      // Different ones, up to where two are the same again.
      while (next < units && next - first < MOST_RUN && !(next + 1 < units && same(next, next + 1)))
        next += 1;
    }
    const count = next - first;
    const isRun = count === 1 || same(first, first + 1);
    out[at] = isRun ? count - 1 : 257 - count;
    const data = row.subarray(first * unit, (isRun ? first + 1 : next) * unit);
    out.set(data, at + 1);
    at += 1 + data.length;
    first = next;
  }
  return at;
}

/**
 * Rows of a page from the top, compressed. A page can be written in several parts, each of whole rows.
 *
 *     Buffer.concat([pwgBegin(), pwgPageHeader(page), pwgRows(page, upper), pwgRows(page, lower)])
 *
 * @throws RangeError where `rows` are not whole rows of the page
 */
export function pwgRows(page: Pick<PwgPage, 'type' | 'widthDots'>, rows: Uint8Array): Uint8Array {
  const rowBytes = pwgRowBytes(page.type, page.widthDots);
  const unit = unitBytes(page.type);
  const count = rows.length / rowBytes;
  if (!Number.isInteger(count)) throw new RangeError('a row of the page is not whole');
  const rowAt = (index: number): Buffer =>
    Buffer.from(rows.buffer, rows.byteOffset + index * rowBytes, rowBytes);
  // At worst each dot has a byte that counts it, and each row one.
  const out = new Uint8Array(count * (rowBytes + rowBytes / unit + 1));
  let at = 0;
  for (let index = 0; index < count;) {
    const row = rowAt(index);
    let same = 1;
    while (index + same < count && same < MOST_SAME_ROWS && row.equals(rowAt(index + same))) same += 1;
    out[at] = same - 1;
    at = putRow(row, unit, out, at + 1);
    index += same;
  }
  return out.slice(0, at);
}

/** A page with its rows of dots, not compressed. */
export interface ReadPwgPage {
  readonly page: PwgPage;
  readonly rows: Uint8Array;
}

function readHeader(bytes: Buffer): PwgPage {
  const number = (at: number): number => bytes.readUInt32BE(at);
  const text = (at: number, length: number): string =>
    bytes.toString('latin1', at, at + length).replace(/\0[^]*$/, '');
  if (text(NAME_AT, 64) !== 'PwgRaster') throw new PwgFormatError('a page has no header');
  const type = PWG_TYPES.find((one) => KINDS[one].space === number(AT.space));
  const kind = type && KINDS[type];
  const widthDots = number(AT.width);
  if (
    !kind ||
    number(AT.bitsPerDot) !== kind.perDot ||
    number(AT.bytesPerRow) !== pwgRowBytes(type, widthDots)
  )
    throw new PwgFormatError('a page is of another kind');
  return {
    type,
    dpi: number(AT.dpiAcross),
    widthDots,
    heightDots: number(AT.height),
    pageCount: number(AT.pageCount),
    paper: {
      widthPt: number(AT.paperWidthPt),
      heightPt: number(AT.paperHeightPt),
      name: text(PAPER_NAME_AT, PAPER_NAME_BYTES),
    },
  };
}

/** Reads a page's runs into rows, and returns where they end. */
function readRows(bytes: Buffer, from: number, page: PwgPage, rows: Buffer): number {
  const rowBytes = pwgRowBytes(page.type, page.widthDots);
  const unit = unitBytes(page.type);
  let at = from;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new PwgFormatError('the last page is cut off');
    at += 1;
    return byte;
  };
  for (let row = 0; row < page.heightDots;) {
    const same = next() + 1;
    const begin = row * rowBytes;
    if (row + same > page.heightDots) throw new PwgFormatError('a page has too many rows');
    for (let done = 0; done < rowBytes;) {
      const code = next();
      if (code === MOST_RUN) throw new PwgFormatError('a run has no meaning');
      const isRun = code < MOST_RUN;
      const units = isRun ? code + 1 : 257 - code;
      const data = bytes.subarray(at, at + (isRun ? unit : units * unit));
      if (done + units * unit > rowBytes) throw new PwgFormatError('a row is too long');
      if (data.length < (isRun ? unit : units * unit)) throw new PwgFormatError('the last page is cut off');
      at += data.length;
      if (isRun) rows.fill(data, begin + done, begin + done + units * unit);
      else rows.set(data, begin + done);
      done += units * unit;
    }
    for (let again = 1; again < same; again += 1) {
      rows.copyWithin(begin + again * rowBytes, begin, begin + rowBytes);
    }
    row += same;
  }
  return at;
}

/**
 * The first pages of a document, from its bytes. With fewer than `most` pages the document must end with the last one.
 *
 * @throws PwgFormatError where the bytes are no whole PWG raster, or one larger than `mostBytes` a page
 */
export function readPwg(document: Uint8Array, most: number, mostBytes: number): ReadPwgPage[] {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  if (!bytes.subarray(0, SYNC.length).equals(SYNC)) throw new PwgFormatError('it is no PWG raster');
  const pages: ReadPwgPage[] = [];
  for (let at = SYNC.length; at < bytes.length && pages.length < most;) {
    if (at + HEADER_BYTES > bytes.length) throw new PwgFormatError('the last page is cut off');
    const page = readHeader(bytes.subarray(at, at + HEADER_BYTES));
    const size = pwgRowBytes(page.type, page.widthDots) * page.heightDots;
    if (size > mostBytes) throw new PwgFormatError('a page is too large');
    const rows = Buffer.alloc(size);
    at = readRows(bytes, at + HEADER_BYTES, page, rows);
    pages.push({ page, rows });
  }
  if (pages.length === 0) throw new PwgFormatError('it has no page');
  return pages;
}
