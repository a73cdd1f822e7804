// Reads tickets in ESC/POS as strictly as nothing else does: every byte belongs to a command that a ticket may hold, in an order
// that prints it, and the whole is drawn without the project's own code of bars.
import { createCanvas } from '@napi-rs/canvas';
import bwip from 'bwip-js/node';

export interface ReadTicket {
  /** Lines of text from the top, with the size and whether white on black. */
  readonly texts: readonly { readonly text: string; readonly scale: number; readonly inverse: boolean }[];
  readonly codes: readonly {
    readonly code: string;
    readonly moduleDots: number;
    readonly widthDots: number;
  }[];
  readonly pictures: readonly {
    readonly widthDots: number;
    readonly heightDots: number;
    readonly black: number;
  }[];
  /** Each bar code as a picture (PNG), with its quiet zones. */
  readonly bars: readonly Uint8Array[];
  readonly cuts: number;
}

const LARGEST_SCALE = 8;

/** Bars of set B, one symbol a character. */
function modulesOf(code: string): readonly number[] {
  const values = [104, ...Array.from(code, (letter) => letter.charCodeAt(0) - 0x20)];
  const text = values.map((value) => `^${String(value).padStart(3, '0')}`).join('');
  return (
    bwip.raw({ bcid: 'code128', text, raw: true } as { bcid: string; text: string }) as { sbs?: number[] }[]
  )[0]?.sbs as number[];
}

function drawBars(code: string, moduleDots: number, heightDots: number, paperDots: number): Uint8Array {
  const widths = modulesOf(code);
  const width = widths.reduce((sum, one) => sum + one, 0) * moduleDots;
  const canvas = createCanvas(paperDots, heightDots + 20);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, paperDots, heightDots + 20);
  context.fillStyle = 'black';
  let x = Math.floor((paperDots - width) / 2);
  for (const [index, modules] of widths.entries()) {
    if (index % 2 === 0) context.fillRect(x, 10, modules * moduleDots, heightDots);
    x += modules * moduleDots;
  }
  return canvas.toBuffer('image/png');
}

/**
 * Reads one ticket. Throws for a byte that is not of a known command, text wider than the roll, bars that do not fit with their
 * quiet zones, and a ticket that does not begin with a reset or end with its cut.
 */
export function readTicket(job: Uint8Array, paperDots: number): ReadTicket {
  const bytes = Buffer.from(job);
  const texts: ReadTicket['texts'][number][] = [];
  const codes: ReadTicket['codes'][number][] = [];
  const pictures: ReadTicket['pictures'][number][] = [];
  const bars: Uint8Array[] = [];
  let at = 0;
  let cuts = 0;
  let scale = 1;
  let inverse = false;
  let height = 0;
  let moduleDots = 0;
  let line = '';
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new Error('the ticket ends in the middle of a command');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const number = (): number => take(1)[0] ?? 0;
  const expected = (what: string, holds: boolean): void => {
    if (!holds) throw new Error(`${what} at byte ${at}`);
  };

  expected('no reset, code page and middle', take(8).equals(Buffer.from('1b401b74101b6101', 'hex')));
  while (at < bytes.length) {
    expected('something after the cut', cuts === 0);
    const first = number();
    if (first === 0x0a) {
      if (line !== '') texts.push({ text: line, scale, inverse });
      expected('text wider than the roll', line.length * 12 * scale <= paperDots);
      line = '';
    } else if (first === 0x1d) {
      expected('a command within a line', line === '');
      const command = number();
      if (command === 0x21) {
        const size = number();
        scale = (size & 0x0f) + 1;
        expected('letters out of proportion', size >> 4 === scale - 1 && scale <= LARGEST_SCALE);
      } else if (command === 0x42) {
        inverse = number() === 1;
      } else if (command === 0x48) {
        expected('the printer’s own line under the bars', number() === 0);
      } else if (command === 0x66) {
        expected('letters for that line that not every printer has', number() <= 1);
      } else if (command === 0x68) height = number();
      else if (command === 0x77) moduleDots = number();
      else if (command === 0x6b) {
        expected('no Code 128', number() === 73);
        const data = take(number()).toString('latin1');
        expected('no set B', data.startsWith('{B') && !/\{(?!\{)/.test(data.slice(2).replaceAll('{{', '')));
        const code = data.slice(2).replaceAll('{{', '{');
        const widthDots = modulesOf(code).reduce((sum, one) => sum + one, 0) * moduleDots;
        expected('bars without their quiet zones', widthDots + 20 * moduleDots <= paperDots);
        expected('bars too thin or too low', moduleDots >= 2 && moduleDots <= 6 && height >= 80);
        codes.push({ code, moduleDots, widthDots });
        bars.push(drawBars(code, moduleDots, height, paperDots));
      } else if (command === 0x76) {
        expected('no picture', take(2).equals(Buffer.from([0x30, 0])));
        const bytesPerRow = take(2).readUInt16LE();
        const rowCount = take(2).readUInt16LE();
        expected('a picture wider than the roll', bytesPerRow * 8 <= paperDots + 7 && rowCount > 0);
        let black = 0;
        for (const byte of take(bytesPerRow * rowCount)) black += byte.toString(2).replaceAll('0', '').length;
        pictures.push({ widthDots: bytesPerRow * 8, heightDots: rowCount, black });
      } else if (command === 0x56) {
        expected('no cut with a feed', number() === 66);
        expected('the knife is in the text', number() >= 40);
        cuts += 1;
      } else throw new Error(`no command of a ticket: GS ${command} at byte ${at}`);
    } else if (first >= 0x20 && first !== 0x7f && !(first >= 0x80 && first < 0xa0)) {
      line += String.fromCharCode(first);
    } else throw new Error(`no command of a ticket: ${first} at byte ${at}`);
  }
  expected('no cut', cuts === 1 && line === '');
  return { texts, codes, pictures, bars, cuts };
}
