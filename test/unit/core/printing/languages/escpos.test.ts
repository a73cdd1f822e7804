// The library that encodes tickets: loaded with the first of them, never connected to anything, and given only texts that it writes
// as they are.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { encodeTicket, escposFont } from '../../../../../src/core/printing/languages/escpos/escpos.ts';
import { createTicketEncoder } from '../../../../../src/core/printing/languages/escpos/thermal-printer.ts';
import type { TicketPart } from '../../../../../src/core/printing/layout/ticket-layout.ts';
import { readTicket, type ReadTicket } from '../../../../support/escpos-job.ts';

const PAPER_DOTS = 576;
const text = (given: string): TicketPart => ({ kind: 'text', text: given, scale: 1, marked: false });
const bars = (code: string): TicketPart => ({ kind: 'bars', code, barDots: 2, heightDots: 96 });
const bytesOf = (...parts: TicketPart[]): Uint8Array => encodeTicket({ parts, nameLeftOut: null });
const read = (...parts: TicketPart[]): ReadTicket => readTicket(bytesOf(...parts), PAPER_DOTS);

/** The files of the library that Node has loaded. */
const loadedOf = (folder: string): string[] =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes(folder));

const EVERY_LETTER = Array.from({ length: 0x10000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((letter) => escposFont.has(letter));

it('is loaded with the first ticket, without its connections', () => {
  expect(loadedOf('node-thermal-printer')).toEqual([]);
  bytesOf(text('17'));
  expect(loadedOf('node-thermal-printer/lib/core').length).toBe(1);
  expect(loadedOf('node-thermal-printer/lib/interfaces')).toEqual([]);
});

it('refuses to send', async () => {
  const encoder = createTicketEncoder() as unknown as { execute(): Promise<unknown> };
  await expect(encoder.execute()).rejects.toThrow('No interface');
});

it('each letter of the font is one byte of the table that the ticket begins with', () => {
  expect(EVERY_LETTER).toHaveLength(95 + 94);
  const letters = read(...EVERY_LETTER.map((letter) => text(`x${letter}x`)));
  expect(letters.texts.map((line) => line.text)).toEqual(EVERY_LETTER.map((letter) => `x${letter}x`));
});

describe('what the library would write as something else is refused', () => {
  it.each([
    ['a command', 'OLIVER\u001b@'],
    ['the end of a line', 'OLIVER\nJames'],
    ['a letter for which it would change the table', 'ŁUKASIEWICZ'],
    ['a letter of Windows-1252 that Unicode has elsewhere', '€ 20'],
    ['a letter beyond the first plane', '\u{1f600}'],
    ['a byte that is no letter in the table', 'a\u0081b'],
  ])('%s in a text', (_what, given) => {
    expect(() => bytesOf(text(given))).toThrow('not in the printer’s font');
  });

  it.each([
    ['a letter of two bytes', 'V0É'],
    ['a command', 'V0\u001d'],
    ['nothing', ''],
  ])('%s in a code', (_what, code) => {
    expect(() => bytesOf(bars(code))).toThrow('Code 128');
  });
});

it('a brace in a code is a brace in its bars', () => {
  expect(read(bars('{C1{{2')).codes.map(({ code }) => code)).toEqual(['{C1{{2']);
});

it('a picture goes dot by dot, whatever its width', () => {
  for (const widthDots of [1, 8, 9, 571, 576]) {
    const rows = new Uint8Array(Math.ceil(widthDots / 8) * 3).map((_, at) => (at * 37) & 0xff);
    const bytes = Buffer.from(bytesOf({ kind: 'picture', picture: { widthDots, heightDots: 3, rows } }));
    expect(
      bytes.includes(
        Buffer.concat([
          Buffer.from([0x1d, 0x76, 0x30, 0]),
          Buffer.from([Math.ceil(widthDots / 8), 0, 3, 0]),
          rows,
        ]),
      ),
    ).toBe(true);
  }
});

it('nothing of one ticket is in the next one', () => {
  const first = bytesOf(text('17'), bars('V07K2M9QXA4'));
  bytesOf(text('BJØRNSSON'));
  expect(bytesOf(text('17'), bars('V07K2M9QXA4'))).toEqual(first);
});
