// Sample labels: what is printed can be read by machine and by eye, or nothing is printed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppException } from '../../../../../src/domain/app-error.ts';
import { code128Bars, code128Modules } from '../../../../../src/core/printing/layout/code128.ts';
import { code128 } from '../../../../../src/sandbox/documents/bar-code.ts';
import {
  layOutLabel as layOut,
  type LabelContent,
  type LabelLayout,
} from '../../../../../src/core/printing/layout/label-layout.ts';
import {
  DEFAULT_LABEL_STOCK,
  labelSizeDots,
  planBars,
  type LabelStock,
} from '../../../../../src/core/printing/layout/label-stock.ts';
import { stockProblem } from '../../../../../src/core/printing/layout/stock-problem.ts';
import { zpl } from '../../../../../src/core/printing/languages/zpl/zpl.ts';
import { createDrawText } from '../../../../../src/adapters/draw-text.ts';
import { drawZpl, rasterOf, readCodes } from '../../../../support/label-eyes.ts';
import { FINE_STOCK, LARGE_STOCK, sampleContent } from '../../../../support/sample-label.ts';

const oliver = sampleContent({ trfCode: 'DRW-7K2M9Q' });
const STOCKS = [DEFAULT_LABEL_STOCK, FINE_STOCK];

const layOutLabel = (content: LabelContent, stock: LabelStock): LabelLayout =>
  layOut(content, stock, { language: zpl, draw: null });

const zplOf = (content: Partial<LabelContent>, stock = DEFAULT_LABEL_STOCK): string =>
  new TextDecoder().decode(zpl.encode(layOutLabel({ ...oliver, ...content }, stock)));

/** The texts on the label, escapes undone. */
function textsOf(content: Partial<LabelContent>, stock = DEFAULT_LABEL_STOCK): string[] {
  return layOutLabel({ ...oliver, ...content }, stock).fields.flatMap((field) =>
    field.kind === 'line' || field.kind === 'mark' ? [field.line.text] : [],
  );
}

function refusedFields(act: () => unknown): string[] {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof AppException && thrown.error.kind === 'rejected') {
      return Object.keys(thrown.error.fields);
    }
    throw thrown;
  }
  return [];
}

describe('letters that no font has', () => {
  it('are a question mark in the test, the location and the sex, so that the label is printed', () => {
    const texts = textsOf({ product: 'IRON-王', siteName: 'L한', gender: 'ж' });
    expect(texts.find((text) => text.includes('IRON'))).toMatch(/IRON-\?$/);
    expect(texts.find((text) => text.startsWith('Printed'))).toMatch(/L\?$/);
    expect(texts.find((text) => text.startsWith('DOB'))).toMatch(/\?$/);
    expect(texts.join(' ')).not.toMatch(/[王한ж]/);
  });

  it('are one also where they are written with a sign for how they are drawn', () => {
    // U+FE0F asks for a picture in colour, which no label has: fonts are asked for the letter without it.
    const nurse = '\u{1f469}\u200d\u2695\ufe0f';
    const draw = createDrawText();
    const { fields } = layOut({ ...oliver, siteName: `L${nurse}` }, DEFAULT_LABEL_STOCK, {
      language: zpl,
      draw,
    });
    const texts = fields.flatMap((field) => (field.kind === 'line' ? [field.line.text] : []));
    expect(texts.find((text) => text.startsWith('Printed'))).toMatch(/L\?$/);
  });

  it.each(['firstName', 'lastName'])('refuse the label in the %s', (field) => {
    expect(refusedFields(() => textsOf({ [field]: '王' }))).toContain(field);
  });
});

describe('on a head of 300 dpi', () => {
  /** Heads that are sold as such have 11.81 dots in a millimetre, or 12. */
  const FEWEST = 300 / 25.4;
  const MOST = 12;

  it('a label is not wider or higher than its paper, whichever head it is', () => {
    expect(labelSizeDots(FINE_STOCK)).toEqual({ width: 600, height: 300 });
    for (let tenths = 200; tenths <= 1_200; tenths += 1) {
      const { width } = labelSizeDots({ widthMm: tenths / 10, heightMm: 25.4, dotsPerMm: 12 });
      expect(width / FEWEST).toBeLessThanOrEqual(tenths / 10 + 1e-9);
      expect(width / FEWEST).toBeGreaterThan(tenths / 10 - 0.1);
    }
  });

  it('bars and quiet zones are at least as large as they have to be, whichever head it is', () => {
    for (const code of ['DRW-7K2M9Q', 'ABCDEFGHIJK', '1234567890123456789012']) {
      const { barDots, leftDots } = planBars(code, FINE_STOCK, zpl);
      expect(barDots / MOST).toBeGreaterThanOrEqual(0.25);
      expect(leftDots / MOST).toBeGreaterThanOrEqual(5);
    }
    const bars = layOutLabel(oliver, FINE_STOCK).fields.find(({ kind }) => kind === 'bars');
    expect(bars?.kind === 'bars' && bars.heightDots / MOST).toBeGreaterThanOrEqual(10);
  });

  it('a code that is too long is told the millimetres that it really takes', () => {
    // 13 characters: 178 modules of three dots, and twice 60 dots, at 11.81 dots a millimetre.
    expect(() => planBars('ABCDEFGHIJKLM', FINE_STOCK, zpl)).toThrow('needs 55.4 mm');
  });
});

describe('the bar code', () => {
  it.each(STOCKS)('is read back from the drawn label at $dotsPerMm dots/mm', async (stock) => {
    for (const code of [
      'DRW-7K2M9Q',
      '20260312004711',
      '2026031200471',
      'S12345678A',
      'a.b/c_d+e',
      'DRW-7K2M9Q8',
    ]) {
      const bytes = zpl.encode(layOutLabel({ ...oliver, code }, stock));
      expect(await readCodes(await drawZpl(bytes, stock))).toEqual([code]);
    }
  });

  it('is read back whatever the code, the name and the product are', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'OÉß ’\'-^~>_\\"{}|aeiouXZFS·'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Z0-9][A-Z0-9._/+_-]{2,8}[A-Z0-9]$/),
        letters,
        letters,
        fc.constantFrom(...STOCKS),
        async (code, lastName, product, stock) => {
          const content = {
            ...oliver,
            code,
            lastName: `O${lastName}`,
            product,
            training: true,
            reprint: true,
          };
          const png = await drawZpl(zpl.encode(layOutLabel(content, stock)), stock);
          expect(await readCodes(png)).toEqual([code]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each(STOCKS)(
    'has the quiet zones, height and bars that were worked out at $dotsPerMm dots/mm',
    async (stock) => {
      for (const code of ['DRW-7K2M9Q', '20260312004711', 'S12345678A', '1234567']) {
        const layout = layOutLabel({ ...oliver, code }, stock);
        const bars = layout.fields.find((field) => field.kind === 'bars');
        if (bars?.kind !== 'bars') throw new Error('no bars');
        const raster = await rasterOf(await drawZpl(zpl.encode(layout), stock));
        const middle = bars.y + Math.round(bars.heightDots / 2);
        const black = Array.from({ length: raster.width }, (_, x) => x).filter((x) =>
          raster.isBlack(x, middle),
        );
        const first = black[0] ?? 0;
        const last = black.at(-1) ?? 0;

        expect(last - first + 1).toBe(bars.plan.widthDots);
        expect(first).toBeGreaterThanOrEqual(5 * stock.dotsPerMm);
        expect(raster.width - 1 - last).toBeGreaterThanOrEqual(5 * stock.dotsPerMm - 1);
        expect(first).toBeGreaterThanOrEqual(10 * bars.plan.barDots);
        for (const y of [bars.y + 1, bars.y + 10 * stock.dotsPerMm - 2]) {
          expect(Array.from({ length: raster.width }, (_, x) => raster.isBlack(x, y))).toEqual(
            Array.from({ length: raster.width }, (_, x) => raster.isBlack(x, middle)),
          );
        }
      }
    },
  );

  it('takes the widest bars that leave the quiet zones', () => {
    expect(planBars('123456', DEFAULT_LABEL_STOCK, zpl).barDots).toBe(4);
    expect(planBars('DRW-7K2M9Q', DEFAULT_LABEL_STOCK, zpl).barDots).toBe(2);
    expect(planBars('DRW-7K2M9Q', FINE_STOCK, zpl).barDots).toBe(3);
  });

  it('packs digits in pairs where that is shorter', () => {
    expect(code128Modules('20260312004711')).toBe(112);
    expect(code128Modules('DRW-7K2M9Q')).toBe(145);
    expect(code128Modules('S12345678A')).toBe(123);
    expect(code128Modules('1234567')).toBe(90);
  });

  it('draws the bars that another maker of bar codes draws, as narrow or narrower', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{1,14}$/), (text) => {
        const { widths } = code128(text);
        const own = code128Bars(text);
        const sum = (all: readonly number[]): number => all.reduce((total, width) => total + width, 0);
        expect(sum(own)).toBe(code128Modules(text));
        expect(sum(own)).toBeLessThanOrEqual(sum(widths));
        // The same text may be written in several ways of one length; without digits there is one.
        if (!/\d/.test(text)) expect(own).toEqual(widths);
      }),
    );
    for (const text of ['DRW-7K2M9Q', '20260312004711', '1234567', '12AB']) {
      expect(code128Bars(text)).toEqual(code128(text).widths);
    }
  });

  it('refuses a code too long for the label, and names the code', () => {
    expect(refusedFields(() => zplOf({ code: 'DRW-7K2M9QAB' }))).toEqual(['code']);
    expect(refusedFields(() => zplOf({ code: 'DRW-7K2M9QAB' }, { ...FINE_STOCK, widthMm: 60 }))).toEqual([]);
  });

  it.each(['', ' A1', 'A1 ', 'É123', 'A^1', 'A~1', 'A>1', 'A\n1', '١٢٣', 'A–1'])(
    'refuses %j, which the bars cannot carry',
    (code) => {
      expect(refusedFields(() => zplOf({ code, trfCode: null }))).toEqual(['code']);
    },
  );

  it('refuses a label too low for bars of ten millimetres', () => {
    expect(refusedFields(() => zplOf({}, { ...DEFAULT_LABEL_STOCK, heightMm: 21.5 }))).toEqual(['stock']);
  });
});

describe('the words', () => {
  it('show name, date of birth, form code, product and location, with a space for the collector’s handwriting', () => {
    expect(textsOf({})).toEqual([
      'OLIVER, James',
      'DOB 15-Mar-1984  Male',
      'TRF DRW-7K2M9Q',
      'IRON-4',
      'Printed 12-Mar-2026 09:41  Leeds',
      'Initials',
      'Taken: date, time',
    ]);
    const { fields } = layOutLabel(oliver, DEFAULT_LABEL_STOCK);
    expect(fields.filter(({ kind }) => kind === 'rule')).toHaveLength(2);
  });

  it('always show the form’s code with a caption when the bars carry another one', () => {
    expect(textsOf({ code: '20260312004711' })).toContain('TRF DRW-7K2M9Q  IRON-4');
    expect(textsOf({ code: '20260312004711' })).toContain('20260312004711');
  });

  it('mark a reprint and a training label, and nothing else', () => {
    expect(textsOf({})).not.toContain('REPRINT');
    expect(textsOf({})).not.toContain('TRAINING');
    expect(textsOf({ reprint: true })).toContain('REPRINT');
    expect(textsOf({ training: true })).toContain('TRAINING');
  });

  it('set a long name on two lines rather than cut it', () => {
    const long = { lastName: 'Featherstonehaugh-Cholmondeley', firstName: 'Wilhelmina Alexandrina' };
    for (const stock of STOCKS) {
      expect(textsOf(long, stock).slice(0, 2)).toEqual([
        'FEATHERSTONEHAUGH-CHOLMONDELEY,',
        'Wilhelmina Alexandrina',
      ]);
    }
    const longer = { ...long, lastName: `${long.lastName}-Marjoribanks` };
    expect(textsOf(longer).slice(0, 2).join('')).toBe(
      'FEATHERSTONEHAUGH-CHOLMONDELEY-MARJORIBANKS, Wilhelmina Alexandrina',
    );
    expect(textsOf(longer)).not.toContain('NAME CUT');
  });

  it('keep the first names of twins apart under any surname', () => {
    const surname = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
    const [anna, annika] = ['Anna', 'Annika'].map((firstName) => textsOf({ lastName: surname, firstName }));
    expect(anna?.[1]).toBe('Anna');
    expect(annika?.[1]).toBe('Annika');
  });

  it('keep the start and the end of a name that must be cut, and mark it as cut', () => {
    const texts = textsOf({
      lastName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
      firstName: 'Wolfgang Amadeus Theophilus Sebastian Maximilian Josef Karl',
    });
    expect(texts[0]).toMatch(/^WOLFESCHLEGEL[A-Z]*\.\.\.[A-Z]*DORFF,$/);
    expect(texts[1]).toMatch(/^Wolfgang Amadeus[\w ]*\.\.\.[\w ]*Karl$/);
    expect(texts[2]).toBe('NAME CUT');
    expect(textsOf({})).not.toContain('NAME CUT');
  });

  it('grow with the label', () => {
    const nameHeight = (stock: LabelStock): number => {
      const [name] = layOutLabel(oliver, stock).fields;
      return name?.kind === 'line' ? name.line.heightDots : 0;
    };
    expect(nameHeight(LARGE_STOCK)).toBeGreaterThan(1.9 * nameHeight(DEFAULT_LABEL_STOCK));
    // As many millimetres: 300 dots of a head of 300 dpi are an inch, as 203 are of the other.
    expect(nameHeight(FINE_STOCK) / 300).toBeCloseTo(nameHeight(DEFAULT_LABEL_STOCK) / 203.2, 2);
    expect(nameHeight({ ...DEFAULT_LABEL_STOCK, widthMm: 80 })).toBe(nameHeight(DEFAULT_LABEL_STOCK));
  });

  it('are left out in order: the gender’s word, then its letter; never the date of birth or the marks', () => {
    const marks = { training: true, reprint: true };
    expect(textsOf({ ...marks, gender: 'female' })[1]).toBe('DOB 15-Mar-1984  F');
    expect(textsOf({ ...marks, gender: 'other' })).toEqual(expect.arrayContaining(['TRAINING', 'REPRINT']));
  });

  it('never cut an identifier: a TRF code without room refuses the label', () => {
    const trfCode = 'ABCDEFGHIJ-ABCDEFGHIJKLMNOPQRST';
    expect(refusedFields(() => zplOf({ trfCode, code: '123456' }))).toEqual(['trfCode']);
  });

  it('refuse a label without a date of birth or a name', () => {
    expect(refusedFields(() => zplOf({ dateOfBirth: '' }))).toEqual(['dateOfBirth']);
    expect(refusedFields(() => zplOf({ dateOfBirth: '1984-02-30' }))).toEqual(['dateOfBirth']);
    expect(refusedFields(() => zplOf({ firstName: ' ', lastName: '\u0000' }))).toEqual(['lastName']);
  });

  it('never run over the edge of the label, whatever they are', () => {
    const anything = fc.string({ unit: fc.constantFrom(...'AMWmwil É-.ß'), maxLength: 60 });
    fc.assert(
      fc.property(
        anything,
        anything,
        anything,
        fc.constantFrom(...STOCKS, LARGE_STOCK),
        (first, last, product, stock) => {
          const content = { ...oliver, firstName: first, lastName: `A${last}`, product, gender: product };
          const layout = layOutLabel({ ...content, training: true, reprint: true }, stock);
          for (const field of layout.fields) {
            if (field.kind !== 'line' && field.kind !== 'mark') continue;
            expect(field.x).toBeGreaterThanOrEqual(0);
            expect(field.x + field.line.widthDots).toBeLessThanOrEqual(layout.widthDots);
            const rise = field.kind === 'line' ? field.line.riseDots : 0;
            expect(field.y - rise).toBeGreaterThanOrEqual(0);
            expect(field.y + field.line.heightDots).toBeLessThanOrEqual(layout.heightDots);
          }
        },
      ),
    );
  });

  it('cover neither the quiet zones nor each other when drawn', async () => {
    const content = {
      ...oliver,
      lastName: 'Mwmwmwmw',
      firstName: 'Wilhelmina',
      training: true,
      reprint: true,
    };
    const layout = layOutLabel({ ...content, gender: 'female', code: '20260312004711' }, DEFAULT_LABEL_STOCK);
    const raster = await rasterOf(await drawZpl(zpl.encode(layout), DEFAULT_LABEL_STOCK));
    // A line drawn wider than reckoned would blacken the margin at the right or the gap before the ruled space.
    for (let y = 0; y < raster.height; y += 1) {
      expect(raster.isBlack(raster.width - 3, y)).toBe(false);
      if (y > 147) expect(raster.isBlack(Math.round(raster.width * 0.56) - 2, y)).toBe(false);
    }
  });
});

it('stock on which no label can ever be printed is refused, with the side that is too short and the length it needs', () => {
  const problem = (change: Partial<LabelStock>) => stockProblem({ ...DEFAULT_LABEL_STOCK, ...change }, zpl);
  expect(problem({ widthMm: 40 })).toEqual({
    side: 'widthMm',
    why: expect.stringContaining('needs 46.3 mm with its quiet zones, the label is 40 mm wide') as string,
  });
  expect(problem({ widthMm: 20 })).toMatchObject({ side: 'widthMm' });
  expect(problem({ heightMm: 20 })).toEqual({
    side: 'heightMm',
    why: expect.stringContaining('20 mm leaves no room for bars 10 mm high') as string,
  });
  for (const stock of [...STOCKS, LARGE_STOCK]) expect(problem(stock)).toBeNull();
});
