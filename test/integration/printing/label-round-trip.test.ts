// Thousands of generated people and codes, from the bytes of a label back to its picture: every text whole, at its place and inside
// the label, the bars and their quiet zones exact, nothing printed between. And mistakes that were put into the picture are found.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import { inCapitals } from '../../../src/domain/person-name.ts';
import { readCodes } from '../../support/label-eyes.ts';
import { drawPictureJob, readEpl2, readTspl, type PictureJob } from '../../support/picture-jobs.ts';
import { FINE_STOCK, LARGE_STOCK, sampleContent } from '../../support/sample-label.ts';

const PEOPLE = 2_000;
const DECODED = 150;
const STOCKS: readonly LabelStock[] = [
  DEFAULT_LABEL_STOCK,
  FINE_STOCK,
  LARGE_STOCK,
  { ...LARGE_STOCK, dotsPerMm: 12 },
  { widthMm: 60, heightMm: 24, dotsPerMm: 8 },
];
const PARTS = [
  ['O', 'li', 'ver', 'Mc', 'Ö', 'berg', 'É', 'ï', 'ß', 'Å', 'sa', '’'],
  ['Nguy', 'ễn', 'Ł', 'uk', 'Ș', 'ğı', 'Ž', 'Ків', 'ба', 'Πα', 'ბე'],
  ['王', '小明', '蕭', 'さく', '김', 'क्ष', 'प्र', 'น้ำ', 'সম', 'ਸਿੰ', 'கௌ', 'አበ'],
];
const nameOf = fc
  .constantFrom(...PARTS)
  .chain((parts) =>
    fc.array(
      fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map((some) => some.join('')),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map((words) => words.join(' '));
const people = fc.record({
  firstName: nameOf,
  lastName: nameOf,
  code: fc.stringMatching(/^[A-Z0-9]{3}-[A-Z0-9]{6}$/),
  dateOfBirth: fc
    .date({ min: new Date('1920-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  reprint: fc.boolean(),
});
type Person = typeof people extends fc.Arbitrary<infer Value> ? Value : never;

const draw = createDrawText();
const layOut = (person: Person, stock: LabelStock): LabelLayout =>
  layOutLabel(sampleContent({ ...person, training: true }), stock, { language: LABEL_LANGUAGES.tspl, draw });

/** The dots of a label, row by row: 1 is black. */
interface Dots {
  readonly width: number;
  readonly height: number;
  readonly black: Uint8Array;
}

function dotsOf({ widthDots: width, heightDots: height, rows }: PictureJob): Dots {
  const bytesPerRow = rows.length / height;
  const black = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      black[y * width + x] = ((rows[y * bytesPerRow + (x >> 3)] ?? 0xff) & (0x80 >> (x & 7))) === 0 ? 1 : 0;
  }
  return { width, height, black };
}

const printed = (language: 'epl2' | 'tspl', layout: LabelLayout): PictureJob => {
  const bytes = LABEL_LANGUAGES[language].encode(layout);
  return language === 'epl2' ? readEpl2(bytes) : readTspl(bytes, layout.stock.dotsPerMm);
};

const wholeName = ({ firstName, lastName }: Person): string =>
  `${inCapitals(lastName.replaceAll('’', "'").normalize('NFC'))}, ${firstName.replaceAll('’', "'").normalize('NFC')}`;

/** What is wrong with the dots of a person's label; empty when nothing is. */
function faults({ width, height, black }: Dots, layout: LabelLayout, person: Person): string[] {
  const found: string[] = [];
  const expected = new Uint8Array(width * height);
  const put = (x: number, y: number, value: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) found.push('something lies outside the label');
    else expected[y * width + x] = value;
  };
  const fill = (x: number, y: number, across: number, down: number): void => {
    for (let row = y; row < y + down; row += 1)
      for (let column = x; column < x + across; column += 1) put(column, row, 1);
  };
  for (const field of layout.fields) {
    if (field.kind === 'rule') fill(field.x, field.y, field.widthDots, field.thicknessDots);
    if (field.kind === 'line' || field.kind === 'mark') {
      const { picture } = field.line;
      if (!picture) throw new Error('a text is no picture');
      const isMark = field.kind === 'mark';
      const padding = isMark ? field.paddingDots : 0;
      if (isMark) fill(field.x, field.y, field.line.widthDots + 2 * padding, field.line.heightDots + padding);
      const top = field.y + (isMark ? Math.round(padding * 0.75) : 0) - field.line.riseDots;
      const bytesPerRow = picture.rows.length / picture.heightDots;
      for (let y = 0; y < picture.heightDots; y += 1) {
        for (let x = 0; x < picture.widthDots; x += 1) {
          const ink = ((picture.rows[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
          if (ink) put(field.x + padding + x, top + y, isMark ? 0 : 1);
        }
      }
    }
    if (field.kind === 'bars') {
      const { barDots, leftDots, widthDots } = field.plan;
      const row = black.subarray(field.y * width, (field.y + 1) * width);
      for (let y = field.y; y < field.y + field.heightDots; y += 1) {
        for (let x = 0; x < width; x += 1) {
          if (black[y * width + x] !== row[x]) found.push('the bars are not the same on each row');
          // Copied: whether they say the code is for the decoder, and their widths are measured below.
          expected[y * width + x] = row[x] ?? 0;
        }
      }
      const quiet = 10 * barDots;
      const isEmpty = (from: number, to: number): boolean => row.subarray(from, to).every((dot) => dot === 0);
      if (
        !isEmpty(leftDots - quiet, leftDots) ||
        !isEmpty(leftDots + widthDots, leftDots + widthDots + quiet)
      )
        found.push('a quiet zone is not empty');
      for (let x = leftDots; x < leftDots + widthDots; x += barDots) {
        if (row.subarray(x, x + barDots).some((dot) => dot !== row[x])) found.push('a bar is not whole');
      }
    }
  }
  if (!expected.every((dot, index) => dot === black[index]))
    found.push('a text is not whole, or another one');
  if (!layout.name.isCut) {
    const shown = layout.name.lines.join(' ').replaceAll(/\s+/g, ' ');
    if (shown !== wholeName(person)) found.push('the name is not whole');
  }
  return [...new Set(found)];
}

describe('the label of anybody', () => {
  it.each(['epl2', 'tspl'] as const)(
    `comes out of the bytes of %s as it was laid out, ${PEOPLE} people`,
    (language) => {
      fc.assert(
        fc.property(people, fc.constantFrom(...STOCKS), (person, stock) => {
          const layout = layOut(person, stock);
          expect(faults(dotsOf(printed(language, layout)), layout, person)).toEqual([]);
        }),
        { numRuns: PEOPLE / 2 },
      );
    },
    300_000,
  );

  it(`has a code that an independent decoder reads, ${DECODED} people`, async () => {
    await fc.assert(
      fc.asyncProperty(
        people,
        fc.constantFrom(...STOCKS),
        fc.constantFrom('epl2', 'tspl'),
        async (person, stock, language) => {
          const png = drawPictureJob(printed(language, layOut(person, stock)));
          expect(await readCodes(png)).toEqual([person.code]);
        },
      ),
      { numRuns: DECODED },
    );
  }, 300_000);
});

describe('a mistake in the picture', () => {
  const oliver: Person = {
    firstName: 'James',
    lastName: 'Oliver',
    code: 'DRW-7K2M9Q',
    dateOfBirth: '1984-03-15',
    reprint: false,
  };
  const layout = layOut(oliver, DEFAULT_LABEL_STOCK);
  const right = dotsOf(printed('tspl', layout));
  const bars = layout.fields.find((field) => field.kind === 'bars');
  const [name] = layout.fields;
  if (!bars || name?.kind !== 'line') throw new Error('no label');
  const { plan } = bars;
  const changed = (change: (black: Uint8Array) => void): string[] => {
    const black = right.black.slice();
    change(black);
    return faults({ ...right, black }, layout, oliver);
  };
  const column = (black: Uint8Array, x: number, value: number): void => {
    for (let y = bars.y; y < bars.y + bars.heightDots; y += 1) black[y * right.width + x] = value;
  };

  it('is not there in the right one', () => expect(changed(() => undefined)).toEqual([]));

  it('is found: one bar a dot off, wherever it is', () => {
    for (let x = plan.leftDots; x < plan.leftDots + plan.widthDots; x += 1) {
      const was = right.black[(bars.y + 1) * right.width + x] ?? 0;
      expect(changed((black) => column(black, x, 1 - was))).toContain('a bar is not whole');
    }
  });

  it('is found: a quiet zone that is cut, on either side', () => {
    for (const x of [plan.leftDots - 3, plan.leftDots + plan.widthDots + 4])
      expect(changed((black) => column(black, x, 1))).toContain('a quiet zone is not empty');
  });

  it('is found: a name that goes on beyond its place, or beyond the label', () => {
    const y = name.y + 10;
    for (const x of [name.x + name.line.widthDots + 3, right.width - 1])
      expect(changed((black) => void (black[y * right.width + x] = 1))).toEqual([
        'a text is not whole, or another one',
      ]);
    const wide = { ...name, x: right.width - 20 };
    expect(faults(right, { ...layout, fields: [wide, ...layout.fields.slice(1)] }, oliver)).toContain(
      'something lies outside the label',
    );
  });

  it('is found: the texts of two people on one label, line by line', () => {
    const other: Person = { ...oliver, firstName: 'Maria', lastName: 'Okafor', dateOfBirth: '1991-07-02' };
    const otherDots = dotsOf(printed('tspl', layOut(other, DEFAULT_LABEL_STOCK)));
    const lines = layout.fields.filter((field) => field.kind === 'line').slice(0, 2);
    for (const line of lines) {
      const from = (line.y - line.line.riseDots) * right.width;
      const to = (line.y + line.line.heightDots) * right.width;
      expect(changed((black) => black.set(otherDots.black.subarray(from, to), from))).toContain(
        'a text is not whole, or another one',
      );
    }
    // The whole of another's label is the wrong one as well, although its texts are whole.
    expect(faults(otherDots, layout, oliver)).not.toEqual([]);
    expect(faults(otherDots, layOut(other, DEFAULT_LABEL_STOCK), oliver)).toEqual(['the name is not whole']);
  });
});
