// Thousands of generated people and codes, from the bytes of a label back to its picture: every text whole, at its place and inside
// the label, the bars and their quiet zones exact, nothing printed between. And mistakes that were put into the picture are found.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import type { LabelSymbol } from '../../../src/domain/label-symbol.ts';
import { readCodes } from '../../support/label-eyes.ts';
import { drawPictureJob, readEpl2, readTspl, type PictureJob } from '../../support/picture-jobs.ts';
import {
  faults,
  MATRIX_STOCKS,
  people,
  STOCKS,
  type Dots,
  type LabelOf,
  type Person,
} from '../../support/generated-labels.ts';
import { sampleContent } from '../../support/sample-label.ts';

const PEOPLE = 2_000;
const DECODED = 150;
const draw = createDrawText();
const layOut = (person: Person, stock: LabelStock, symbol?: LabelSymbol): LabelLayout =>
  layOutLabel(sampleContent({ ...person, training: true }), stock, {
    language: LABEL_LANGUAGES.tspl,
    draw,
    symbol,
  });
/** Each stock with bars and with a Data Matrix, which fits on smaller ones too. */
const designs = fc.oneof(
  fc.record({ symbol: fc.constant('bars' as const), stock: fc.constantFrom(...STOCKS) }),
  fc.record({ symbol: fc.constant('data-matrix' as const), stock: fc.constantFrom(...MATRIX_STOCKS) }),
);

/** Every text of these languages is drawn by the desk. */
const labelOf = (layout: LabelLayout, person: Person): LabelOf => ({
  layout,
  person,
  pictureOf: () => null,
});

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

describe('the label of anybody', () => {
  it.each(['epl2', 'tspl'] as const)(
    `comes out of the bytes of %s as it was laid out, ${PEOPLE} people`,
    (language) => {
      fc.assert(
        fc.property(people, designs, (person, { stock, symbol }) => {
          const layout = layOut(person, stock, symbol);
          expect(faults(dotsOf(printed(language, layout)), labelOf(layout, person))).toEqual([]);
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
        designs,
        fc.constantFrom('epl2', 'tspl'),
        async (person, { stock, symbol }, language) => {
          const png = drawPictureJob(printed(language, layOut(person, stock, symbol)));
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
    return faults({ ...right, black }, labelOf(layout, oliver));
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
    expect(
      faults(right, labelOf({ ...layout, fields: [wide, ...layout.fields.slice(1)] }, oliver)),
    ).toContain('something lies outside the label');
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
    expect(faults(otherDots, labelOf(layout, oliver))).not.toEqual([]);
    expect(faults(otherDots, labelOf(layOut(other, DEFAULT_LABEL_STOCK), oliver))).toEqual([
      'an identifier is not whole',
      'the name is not whole',
    ]);
  });
});

describe('a mistake in the picture of a label with a Data Matrix', () => {
  const maria: Person = {
    firstName: 'Maria',
    lastName: 'Okafor',
    code: 'DRW-7K2M9Q',
    dateOfBirth: '1991-07-02',
    reprint: true,
  };
  const stock = MATRIX_STOCKS.find(({ widthMm, dotsPerMm }) => widthMm === 38 && dotsPerMm === 8);
  if (!stock) throw new Error('no stock');
  const layout = layOut(maria, stock, 'data-matrix');
  const right = dotsOf(printed('epl2', layout));
  const square = layout.fields.find((field) => field.kind === 'matrix');
  if (!square) throw new Error('no square');
  const { x, y, plan } = square;
  const turned = (column: number, row: number): string[] => {
    const black = right.black.slice();
    black[row * right.width + column] = 1 - (black[row * right.width + column] ?? 0);
    return faults({ ...right, black }, labelOf(layout, maria));
  };

  it('is not there in the right one', () => expect(faults(right, labelOf(layout, maria))).toEqual([]));

  it('is found: one dot of a module, wherever it is', () => {
    for (let row = 0; row < plan.sideDots; row += 3)
      for (let column = row % 4; column < plan.sideDots; column += 4)
        expect(turned(x + column, y + row)).toContain('a module is not whole');
  });

  it('is found: a quiet zone that is cut, on each side', () => {
    const beyond = plan.sideDots + 1;
    for (const [column, row] of [
      [x - 2, y + 9],
      [x + beyond, y + 9],
      [x + 9, y - 2],
      [x + 9, y + beyond],
    ] as const)
      expect(turned(column, row)).toContain('a quiet zone is not empty');
  });

  it('is found: the square of another person', async () => {
    const other = layOut({ ...maria, code: 'DRW-XYZ234' }, stock, 'data-matrix');
    const png = drawPictureJob(
      printed('epl2', {
        ...layout,
        fields: layout.fields.map((field) =>
          field.kind === 'matrix' ? (other.fields.find(({ kind }) => kind === 'matrix') ?? field) : field,
        ),
      }),
    );
    expect(await readCodes(png)).toEqual(['DRW-XYZ234']);
  });
});
