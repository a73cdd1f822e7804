// Reads print jobs of the languages in which a label goes as one picture, as strictly as a printer: whatever is not
// understood, or not of the right length, is an error.
import { headDots } from './label-eyes.ts';
import { createCanvas } from '@napi-rs/canvas';
import type { LabelSize } from './label-eyes.ts';

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

/** What a language's jobs are made of, besides the picture of the whole label. */
interface Grammar {
  /** Every command that a job may hold. */
  readonly commands: RegExp;
  /** The command after which the picture stands, how the picture begins, and how many numbers it begins with. */
  readonly before: string;
  readonly picture: string;
  readonly numbers: number;
  /** Width and height in dots, as far as this command tells them. */
  sizeIn(command: string): { readonly width?: number; readonly height?: number };
  readonly print: string;
}

/** Throws for anything but the commands of one label with its whole picture at the label's corner. */
function readJob(job: Uint8Array, grammar: Grammar): PictureJob {
  const reader = readerOf(job);
  const commands: string[] = [];
  const copies: number[] = [];
  let size = { width: 0, height: 0 };
  let rows: Uint8Array | null = null;
  while (!reader.atEnd) {
    const command = reader.text('\r\n');
    if (command === '') continue;
    if (!grammar.commands.test(command)) throw new Error(`no command: ${command}`);
    commands.push(asKind(command));
    size = { ...size, ...grammar.sizeIn(command) };
    if (command.startsWith(grammar.print)) copies.push(...numbersIn(command).slice(0, 1));
    if (command !== grammar.before) continue;
    if (reader.text(grammar.picture) !== '') throw new Error('something stands before the picture');
    const [x, y, bytesPerRow, rowCount, mode = 0] = Array.from({ length: grammar.numbers }, () =>
      Number(reader.text(',')),
    );
    if (x !== 0 || y !== 0 || mode !== 0 || bytesPerRow === undefined || rowCount !== size.height) {
      throw new Error('the picture is not the whole label');
    }
    rows = reader.bytes(bytesPerRow * rowCount);
    commands.push(grammar.picture.trim());
  }
  if (!rows) throw new Error('there is no picture');
  return { commands, copies, widthDots: size.width, heightDots: size.height, rows };
}

/** Reads a job of EPL2. Throws for anything but the commands of one label. */
export function readEpl2(job: Uint8Array): PictureJob {
  return readJob(job, {
    commands: /^(?:q\d+|Q\d+,\d+|R0,0|ZT|N|P\d+,\d+)$/,
    before: 'N',
    picture: 'GW',
    numbers: 4,
    sizeIn(command) {
      const [first = 0] = numbersIn(command);
      if (command.startsWith('q')) return { width: first };
      return command.startsWith('Q') ? { height: first } : {};
    },
    print: 'P',
  });
}

/** Reads a job of TSPL for a printer of this resolution. Throws for anything but the commands of one label. */
export function readTspl(job: Uint8Array, dotsPerMm: number): PictureJob {
  return readJob(job, {
    commands:
      /^(?:SIZE [\d.]+ mm,[\d.]+ mm|GAP \d+ mm,0 mm|DIRECTION 0,0|REFERENCE 0,0|OFFSET 0 mm|SHIFT 0|CLS|PRINT \d+,\d+)$/,
    before: 'CLS',
    picture: 'BITMAP ',
    numbers: 5,
    sizeIn(command) {
      if (!command.startsWith('SIZE ')) return {};
      const [width = 0, height = 0] = numbersIn(command).map((mm) => headDots(mm, dotsPerMm));
      return { width, height };
    },
    print: 'PRINT',
  });
}

/** Reads a label that is a picture and nothing else (PBM, P4). Throws for anything beside the one picture and its size. */
export function readPbm(job: Uint8Array): PictureJob & LabelSize {
  const reader = readerOf(job);
  if (reader.text('\n') !== 'P4') throw new Error('no portable bitmap');
  const remark = /^# ([\d.]+) x ([\d.]+) mm at (203|300) dpi$/.exec(reader.text('\n'));
  if (!remark) throw new Error('it does not say how large the label is');
  const [widthMm = 0, heightMm = 0, dpi = 0] = remark.slice(1).map(Number);
  const [widthDots = 0, heightDots = 0] = numbersIn(reader.text('\n'));
  // There a dot is black whose bit is 1.
  const rows = Uint8Array.from(reader.bytes(Math.ceil(widthDots / 8) * heightDots), (byte) => ~byte & 0xff);
  if (!reader.atEnd) throw new Error('something stands behind the picture');
  const size = { widthMm, heightMm, dotsPerMm: dpi === 300 ? 12 : 8 };
  return { commands: ['P4'], copies: [1], widthDots, heightDots, rows, ...size };
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
