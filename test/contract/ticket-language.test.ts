// What a visit ticket must be on every roll: the number, the name as far as it can be printed, bars that a scanner reads, and no
// text that commands the printer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../src/adapters/draw-text.ts';
import {
  afterHalfTicket,
  encodeTicket,
  escposFont,
} from '../../src/core/printing/languages/escpos/escpos.ts';
import type { LocalFormContent } from '../../src/core/printing/pages/local-form.ts';
import { layOutRollForm } from '../../src/core/printing/pages/roll-form.ts';
import { escposStatus } from '../../src/core/printing/languages/escpos/status.ts';
import { jobBytes } from '../../src/core/printing/languages/job-bytes.ts';
import {
  layOutTicket,
  MOST_DRAWN_DOTS,
  type TicketContent,
} from '../../src/core/printing/layout/ticket-layout.ts';
import { nameOnTicket, ticketCodeFrom } from '../../src/domain/ticket.ts';
import { readTicket, type ReadTicket } from '../support/escpos-job.ts';
import { piecesOf } from '../support/escpos-roll.ts';
import { readCodes } from '../support/label-eyes.ts';

const draw = createDrawText();
const content: TicketContent = {
  number: 17,
  name: 'OLIVER, James',
  code: 'V07K2M9QXA4',
  locationName: 'Bloomsbury Walk-in Clinic',
  printedAt: { date: '2026-11-22', time: '09:41' },
  reprint: false,
  training: false,
};
const ticket = (change: Partial<TicketContent>, widthDots: number): ReadTicket =>
  readTicket(
    encodeTicket(layOutTicket({ ...content, ...change }, { widthDots, font: escposFont, draw })),
    widthDots,
  );
const linesOf = (read: ReadTicket): string[] => read.texts.map(({ text }) => text);

describe.each([576, 384])('a ticket on a roll of %i dots', (widthDots) => {
  it('has the place, the number large, the name, bars that read as the code, the code in letters, and the time', async () => {
    const read = ticket({}, widthDots);
    expect(linesOf(read)).toEqual([
      'Bloomsbury Walk-in Clinic',
      '17',
      'OLIVER, James',
      'V07K2M9QXA4',
      '22-Nov-2026 09:41',
    ]);
    expect(read.texts[1]?.scale).toBe(6);
    expect(read.codes.map(({ code }) => code)).toEqual(['V07K2M9QXA4']);
    expect(await Promise.all(read.bars.map(readCodes))).toEqual([['V07K2M9QXA4']]);
    expect(read.pictures).toEqual([]);
  });

  it('marks training and a reprint white on black', () => {
    const marked = ticket({ training: true, reprint: true }, widthDots).texts.filter(
      ({ inverse }) => inverse,
    );
    expect(marked.map(({ text }) => text.trim())).toEqual(['TRAINING', 'REPRINT']);
  });

  it('prints a name of Western Europe with the printer’s font, and draws others', () => {
    expect(linesOf(ticket({ name: 'BJØRNSSON, Søren' }, widthDots))).toContain('BJØRNSSON, Søren');
    for (const name of [
      'ŁUKASIEWICZ, Żaneta',
      'Нгуен, Ольга',
      'NGUYỄN, Thị Hồng',
      'ბერიძე, ნინო',
      '王, 小明',
      'क्षत्रिय, प्रज्ञा',
    ]) {
      const read = ticket({ name }, widthDots);
      expect(read.pictures.length, name).toBeGreaterThan(0);
      expect(Math.min(...read.pictures.map(({ black }) => black))).toBeGreaterThan(100);
      expect(linesOf(read)).toHaveLength(4);
    }
  });

  it('leaves out a name that can neither be printed nor drawn, and says what it holds', () => {
    const laid = layOutTicket(
      { ...content, name: '\u{12345}, \u{13000}' },
      { widthDots, font: escposFont, draw },
    );
    expect(laid.nameLeftOut).toBe('\u{12345} \u{13000}');
    const read = readTicket(encodeTicket(laid), widthDots);
    expect(read.pictures).toEqual([]);
    expect(linesOf(read)).toContain('17');
  });

  it('holds the whole of a long name, in lines of the roll', () => {
    const name = 'FEATHERSTONEHAUGH-CHOLMONDELEY, Wilhelmina Alexandrina Maria';
    const joined = linesOf(ticket({ name }, widthDots)).join(' ').replaceAll(' ', '');
    expect(joined).toContain(name.replaceAll(' ', ''));
  });

  it('lets no text act as a command, whatever a name or a place holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: fc.constantFrom(...'\u001b\u001d@!Vk\u0010\u0004\n {B'), maxLength: 20 }),
        (name, locationName) => {
          const read = ticket({ name, locationName }, widthDots);
          expect([read.cuts, read.codes.map(({ code }) => code)]).toEqual([1, ['V07K2M9QXA4']]);
          expect(linesOf(read)).toContain('17');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe.each([576, 384])('a local form on a roll of %i dots', (widthDots) => {
  const form: LocalFormContent = {
    name: 'OLIVER, James',
    dateOfBirth: '1984-03-15',
    sex: 'male',
    products: ['Iron check', 'Vitamin D'],
    code: 'L07K2M9QXA4',
    trfCode: null,
    collectedAt: null,
    siteName: 'Bloomsbury Walk-in Clinic',
    siteAddress: '12 Example Street, London',
    printedAt: { date: '2026-11-22', time: '09:41' },
    nowMs: 0,
    training: false,
  };
  const read = (change: Partial<LocalFormContent>): ReadTicket =>
    readTicket(
      encodeTicket(layOutRollForm({ ...form, ...change }, { widthDots, font: escposFont, draw })),
      widthDots,
    );
  /** As it reads, whatever lines it was divided into. */
  const textOf = (one: ReadTicket): string =>
    linesOf(one)
      .map((line) => line.trim())
      .join(' ');

  it('says that it is local before anything else, whom it is for, and holds bars that read as its code', async () => {
    const one = read({ collectedAt: { date: '2026-11-22', time: '09:35' }, trfCode: 'DRW-7K2M9Q' });
    expect(one.texts[0]).toEqual({ text: 'LOCAL FORM', scale: 2, inverse: true });
    for (const part of [
      'because the laboratory',
      'Name: OLIVER, James Date of birth: 15-Mar-1984',
      'Tests: Iron check, Vitamin D',
      'code: DRW-7K2M9Q',
      'Bloomsbury Walk-in Clinic',
      'Collected at: 09:35 on 22-Nov-2026',
      'Collected by (name and signature)',
      'printed at 22-Nov-2026 09:41.',
    ])
      expect(textOf(one)).toContain(part);
    expect(one.codes.map(({ code }) => code)).toEqual([form.code]);
    expect(await Promise.all(one.bars.map(readCodes))).toEqual([[form.code]]);
    expect(textOf(read({ training: true }))).toContain('TRAINING: not a real person');
    expect(textOf(read({}))).toContain('none yet: the laboratory has not made one');
  });

  it('draws a name that the printer’s font lacks, and is refused for one that nothing can draw', () => {
    expect(read({ name: '王, 小明' }).pictures.length).toBeGreaterThan(0);
    expect(() => read({ name: '\u{12345}, \u{13000}' })).toThrow('cannot be printed');
  });

  it('holds the whole of what is long, and lets no text act as a command', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'\u001b\u001d@!Vk\u0010\u0004\n {B王é'), maxLength: 60 }),
        (text) => {
          const one = read({ siteName: text, siteAddress: text, products: [text] });
          expect([one.cuts, one.codes.map(({ code }) => code)]).toEqual([1, [form.code]]);
        },
      ),
      { numRuns: 100 },
    );
    const name = 'FEATHERSTONEHAUGH-CHOLMONDELEY, Wilhelmina Alexandrina Maria';
    expect(textOf(read({ name })).replaceAll(' ', '')).toContain(name.replaceAll(' ', ''));
  });
});

it('the bars of every code that a ticket can get are read by a scanner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uuid({ version: 4 }), async (uuid) => {
      const code = ticketCodeFrom(uuid);
      expect(code).toMatch(/^V0[0-9A-HJKMNP-TV-Z]{9}$/);
      for (const width of [576, 384]) {
        expect(await readCodes(ticket({ code }, width).bars[0] as Uint8Array)).toEqual([code]);
      }
    }),
    { numRuns: 60 },
  );
});

it('a name is shown as the site wants it', () => {
  const person = { firstName: ' élodie', lastName: 'O’Neill' };
  expect(nameOnTicket(person, 'full')).toBe('O’NEILL, élodie');
  expect(nameOnTicket(person, 'initials')).toBe('é. O.');
  expect(nameOnTicket({ firstName: '', lastName: '-' }, 'initials')).toBeNull();
  expect(nameOnTicket(person, 'none')).toBeNull();
});

describe('what a receipt printer says of itself', () => {
  const answer = (...bytes: number[]) => escposStatus.read(Uint8Array.from(bytes));

  it('is asked for in four questions', () => {
    expect([...escposStatus.bytes]).toEqual([16, 4, 1, 16, 4, 2, 16, 4, 3, 16, 4, 4]);
  });

  it.each([
    ['ready', [0x12, 0x12, 0x12, 0x12], null],
    ['paper nearly out', [0x12, 0x12, 0x12, 0x1e], null],
    ['paper out', [0x1a, 0x32, 0x12, 0x7e], /out of paper: put in a new roll/],
    ['cover open', [0x1a, 0x16, 0x12, 0x12], /cover is open: close it/],
    ['cover open and paper out', [0x1a, 0x36, 0x12, 0x72], /cover is open/],
    ['knife stuck', [0x1a, 0x52, 0x1a, 0x12], /knife is stuck/],
    ['an error that stays', [0x1a, 0x52, 0x32, 0x12], /switch it off and on/],
    ['an error', [0x1a, 0x52, 0x12, 0x12], /look at its lights/],
    ['off line', [0x1a, 0x12, 0x12, 0x12], /off line/],
  ] as const)('%s', (_name, bytes, words) => {
    const read = answer(...bytes);
    if (!read.complete) throw new Error('not complete');
    if (words === null) expect(read.problem).toBeNull();
    else expect(read.problem).toMatch(words);
  });

  it('is not complete before all four answers, and what it reports unasked is passed over', () => {
    expect(answer()).toEqual({ complete: false });
    expect(answer(0x12, 0x12, 0x12)).toEqual({ complete: false });
    // An automatic status of four bytes between two answers: cover open, and then closed again.
    expect(answer(0x12, 0x30, 0x00, 0x00, 0x0f, 0x12, 0x12, 0x12)).toEqual({ complete: true, problem: null });
  });
});

describe.each([576, 384])('the next ticket on a roll of %i dots', (widthDots) => {
  const bytesOf = (change: Partial<TicketContent>): Uint8Array =>
    encodeTicket(layOutTicket({ ...content, ...change }, { widthDots, font: escposFont, draw }));
  const leftOver = afterHalfTicket(Math.ceil(widthDots / 8) * MOST_DRAWN_DOTS);
  const next = bytesOf({ number: 18, name: 'MILES, Bea', code: 'V07K2M9QXB5', training: true });

  it.each([['OLIVER, James'], ['NGUYỄN, Thị Hồng']])(
    'comes out whole and on paper of its own after that of %s, whichever byte it broke off at',
    (name) => {
      const first = bytesOf({ name });
      const [alone] = piecesOf(next);
      expect(alone?.join()).toContain('MILES');
      const others: number[] = [];
      for (let cut = 0; cut <= first.length; cut += 1) {
        const pieces = piecesOf(jobBytes(first.subarray(0, cut), leftOver, next));
        const isAlone = JSON.stringify(pieces.at(-1)) === JSON.stringify(alone);
        if (!isAlone || JSON.stringify(pieces.slice(0, -1)).includes('MILES')) others.push(cut);
      }
      expect(others).toEqual([]);
    },
  );
});

it('no line that is drawn is higher than is reckoned with after half a ticket', () => {
  for (const name of ['Ấ̂̃̈', 'ཨོཾ་མ་ཎི', 'नि॑र्ॠ॒ति', 'بِسْمِ ٱللَّٰهِ', 'ျမန္မာ', 'Ǻ́ Ṩ̌', 'ไม้ปิ๊ง', 'ᚠ 龘 ﷽']) {
    for (const { kind, ...part } of layOutTicket(
      { ...content, name },
      { widthDots: 576, font: escposFont, draw },
    ).parts)
      if (kind === 'picture' && 'picture' in part)
        expect(part.picture.heightDots, name).toBeLessThanOrEqual(MOST_DRAWN_DOTS);
  }
});
