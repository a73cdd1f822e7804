// Reads print jobs of the languages in which a label goes as one picture, as strictly as a printer: whatever is not
// understood, or not of the right length, is an error.
import { createCanvas } from '@napi-rs/canvas';

export interface PictureJob {
  /** The commands in their order, with every number replaced by `#`. */
  readonly commands: readonly string[];
  readonly copies: number[];
  readonly widthDots: number;
  readonly heightDots: number;
  /** Rows from the top, the leftmost dot in the highest bit, 1 is white; whole bytes a row. */
  readonly rows: Uint8Array;
}

interface Reader {
  /** The text up to and without `until`, which is skipped. */
  text(until: string): string;
  bytes(count: number): Uint8Array;
  readonly atEnd: boolean;
}

function readerOf(job: Uint8Array): Reader {
  const buffer = Buffer.from(job);
  let at = 0;
  return {
    text(until) {
      const end = buffer.indexOf(until, at, 'latin1');
      if (end < 0) throw new Error(`the job ends where ${JSON.stringify(until)} is expected`);
      const text = buffer.toString('latin1', at, end);
      if (/[^\x20-\x7e]/.test(text)) throw new Error(`no command: ${JSON.stringify(text)}`);
      at = end + until.length;
      return text;
    },
    bytes(count) {
      if (at + count > buffer.length) throw new Error('the picture is shorter than it says');
      at += count;
      return buffer.subarray(at - count, at);
    },
    get atEnd() {
      return at === buffer.length;
    },
  };
}

const numbersIn = (text: string): number[] =>
  Array.from(text.matchAll(/\d+(?:\.\d+)?/g), ([digits]) => Number(digits));
const asKind = (text: string): string => text.replace(/\d+(?:\.\d+)?/g, '#');

/** Reads a job of EPL2. Throws for anything but the commands of one label. */
export function readEpl2(job: Uint8Array): PictureJob {
  const reader = readerOf(job);
  const commands: string[] = [];
  const copies: number[] = [];
  let size = { width: 0, height: 0 };
  let rows: Uint8Array | null = null;
  while (!reader.atEnd) {
    const head = reader.text('\r\n');
    if (head === '') continue;
    if (!/^(?:q\d+|Q\d+,\d+|R0,0|ZT|N|P\d+,\d+)$/.test(head)) throw new Error(`no command: ${head}`);
    commands.push(asKind(head));
    const [first = 0] = numbersIn(head);
    if (head.startsWith('q')) size = { ...size, width: first };
    if (head.startsWith('Q')) size = { ...size, height: first };
    if (head.startsWith('P')) copies.push(first);
    if (head !== 'N') continue;
    if (reader.text('GW') !== '') throw new Error('something stands before the picture');
    const [x, y, bytesPerRow, rowCount] = Array.from({ length: 4 }, () => Number(reader.text(',')));
    if (x !== 0 || y !== 0 || bytesPerRow === undefined || rowCount !== size.height) {
      throw new Error('the picture is not the whole label');
    }
    rows = reader.bytes(bytesPerRow * rowCount);
    commands.push('GW');
  }
  if (!rows) throw new Error('there is no picture');
  return { commands, copies, widthDots: size.width, heightDots: size.height, rows };
}

const TSPL_BEFORE =
  /^(?:SIZE [\d.]+ mm,[\d.]+ mm|GAP \d+ mm,0 mm|DIRECTION 0,0|REFERENCE 0,0|OFFSET 0 mm|SHIFT 0)$/;

/** Reads a job of TSPL for a printer of this resolution. Throws for anything but the commands of one label. */
export function readTspl(job: Uint8Array, dotsPerMm: number): PictureJob {
  const reader = readerOf(job);
  const commands: string[] = [];
  const copies: number[] = [];
  let size = { width: 0, height: 0 };
  let rows: Uint8Array | null = null;
  while (!reader.atEnd) {
    const head = reader.text('\r\n');
    if (head === '') continue;
    commands.push(asKind(head));
    if (head.startsWith('SIZE ')) {
      const [width = 0, height = 0] = numbersIn(head).map((mm) => Math.floor(mm * dotsPerMm));
      size = { width, height };
    }
    if (head.startsWith('PRINT ')) {
      copies.push(...numbersIn(head).slice(0, 1));
      continue;
    }
    if (head !== 'CLS') {
      if (!TSPL_BEFORE.test(head)) throw new Error(`no command: ${head}`);
      continue;
    }
    if (reader.text('BITMAP ') !== '') throw new Error('something stands before the picture');
    const [x, y, bytesPerRow, rowCount, mode] = Array.from({ length: 5 }, () => Number(reader.text(',')));
    if (x !== 0 || y !== 0 || mode !== 0 || bytesPerRow === undefined || rowCount !== size.height) {
      throw new Error('the picture is not the whole label');
    }
    rows = reader.bytes(bytesPerRow * rowCount);
    commands.push('BITMAP');
  }
  if (!rows) throw new Error('there is no picture');
  return { commands, copies, widthDots: size.width, heightDots: size.height, rows };
}

/** The label as a PNG. What the rows hold to the right of the label is not printed. */
export function drawPictureJob({ widthDots, heightDots, rows }: PictureJob): Uint8Array {
  const bytesPerRow = rows.length / heightDots;
  const canvas = createCanvas(widthDots, heightDots);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, widthDots, heightDots);
  context.fillStyle = 'black';
  for (let y = 0; y < heightDots; y += 1) {
    for (let x = 0; x < widthDots; x += 1) {
      if (((rows[y * bytesPerRow + (x >> 3)] ?? 0xff) & (0x80 >> (x & 7))) === 0)
        context.fillRect(x, y, 1, 1);
    }
  }
  return canvas.toBuffer('image/png');
}
