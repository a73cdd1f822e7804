// Sample labels: what is printed can be read by machine and by eye, or nothing is printed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppException } from '../../../../../src/domain/app-error.ts';
import { code128Modules, isCode128Text } from '../../../../../src/core/printing/layout/code128.ts';
import { layOutLabel, type LabelContent } from '../../../../../src/core/printing/layout/label-layout.ts';
import {
  DEFAULT_LABEL_STOCK,
  planBars,
  type LabelStock,
} from '../../../../../src/core/printing/layout/label-preflight.ts';
import { labelToZpl } from '../../../../../src/core/printing/languages/zpl/zpl.ts';
import { drawZpl, rasterOf, readCodes } from '../../../../support/label-eyes.ts';

const oliver: LabelContent = {
  firstName: 'James',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'male',
  code: 'DRW-7K2M9Q',
  trfCode: 'DRW-7K2M9Q',
  product: 'IRON-4',
  printedAt: { date: '2026-03-12', time: '09:41' },
  siteName: 'Leeds',
  reprint: false,
  training: false,
};
const FINE: LabelStock = { ...DEFAULT_LABEL_STOCK, dotsPerMm: 12 };
const STOCKS = [DEFAULT_LABEL_STOCK, FINE];

const zplOf = (content: Partial<LabelContent>, stock = DEFAULT_LABEL_STOCK): string =>
  new TextDecoder().decode(labelToZpl(layOutLabel({ ...oliver, ...content }, stock)));

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
      const zpl = labelToZpl(layOutLabel({ ...oliver, code }, stock));
      expect(await readCodes(await drawZpl(zpl, stock))).toEqual([code]);
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
          const png = await drawZpl(labelToZpl(layOutLabel(content, stock)), stock);
          expect(await readCodes(png)).toEqual([code]);
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  it.each(STOCKS)(
    'has its quiet zones, its height and bars as reckoned at $dotsPerMm dots/mm',
    async (stock) => {
      for (const code of ['DRW-7K2M9Q', '20260312004711', 'S12345678A', '1234567']) {
        const layout = layOutLabel({ ...oliver, code }, stock);
        const bars = layout.fields.find((field) => field.kind === 'bars');
        if (bars?.kind !== 'bars') throw new Error('no bars');
        const raster = await rasterOf(await drawZpl(labelToZpl(layout), stock));
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
    expect(planBars('123456', DEFAULT_LABEL_STOCK).barDots).toBe(4);
    expect(planBars('DRW-7K2M9Q', DEFAULT_LABEL_STOCK).barDots).toBe(2);
    expect(planBars('DRW-7K2M9Q', FINE).barDots).toBe(3);
  });

  it('packs digits in pairs where that is shorter', () => {
    expect(code128Modules('20260312004711')).toBe(112);
    expect(code128Modules('DRW-7K2M9Q')).toBe(145);
    expect(code128Modules('S12345678A')).toBe(123);
    expect(code128Modules('1234567')).toBe(90);
  });

  it('refuses a code too long for the label, by name', () => {
    expect(refusedFields(() => zplOf({ code: 'DRW-7K2M9QAB' }))).toEqual(['code']);
    expect(refusedFields(() => zplOf({ code: 'DRW-7K2M9QAB' }, { ...FINE, widthMm: 60 }))).toEqual([]);
  });

  it.each(['', ' A1', 'A1 ', 'É123', 'A^1', 'A~1', 'A>1', 'A\n1', '١٢٣', 'A–1'])(
    'refuses %j, which the bars cannot carry',
    (code) => {
      expect(isCode128Text(code)).toBe(false);
      expect(refusedFields(() => zplOf({ code, trfCode: null }))).toEqual(['code']);
    },
  );

  it('refuses a label too low for bars of ten millimetres', () => {
    expect(refusedFields(() => zplOf({}, { ...DEFAULT_LABEL_STOCK, heightMm: 25 }))).toEqual(['stock']);
  });
});

describe('the words', () => {
  it('say who, born when, what and where', () => {
    expect(textsOf({})).toEqual([
      'OLIVER, James',
      '15-Mar-1984  Male',
      'DRW-7K2M9Q',
      'IRON-4',
      'Printed 12-Mar-2026 09:41  Leeds',
      'Taken',
    ]);
  });

  it('show the TRF code where the bars carry another', () => {
    expect(textsOf({ code: '20260312004711' })).toContain('DRW-7K2M9Q  IRON-4');
  });

  it('mark a reprint and a training label, and nothing else', () => {
    expect(textsOf({})).not.toContain('REPRINT');
    expect(textsOf({})).not.toContain('TRAINING');
    expect(textsOf({ reprint: true })).toContain('REPRINT');
    expect(textsOf({ training: true })).toContain('TRAINING');
  });

  it('cut the first name before the surname, and mark the cut', () => {
    expect(
      textsOf({ lastName: 'Featherstonehaugh-Cholmondeley', firstName: 'Wilhelmina Alexandrina' })[0],
    ).toMatch(/^FEATHERSTONEHAUGH-CHOLMONDELEY, W[a-z]*\.$/);
    const endless = textsOf({ lastName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2) })[0];
    expect(endless).toMatch(/^WOLFESCHLEGELSTEINHAUSEN[A-Z]*\.$/);
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

  it('stay on the label, whatever they are', () => {
    const anything = fc.string({ unit: fc.constantFrom(...'AMWmwil É-.ß'), maxLength: 60 });
    fc.assert(
      fc.property(anything, anything, anything, fc.constantFrom(...STOCKS), (first, last, product, stock) => {
        const content = { ...oliver, firstName: first, lastName: `A${last}`, product, gender: product };
        const layout = layOutLabel({ ...content, training: true, reprint: true }, stock);
        for (const field of layout.fields) {
          if (field.kind !== 'line' && field.kind !== 'mark') continue;
          expect(field.x).toBeGreaterThanOrEqual(0);
          expect(field.x + field.line.widthDots).toBeLessThanOrEqual(layout.widthDots);
          expect(field.y + field.line.heightDots).toBeLessThanOrEqual(layout.heightDots);
        }
      }),
    );
  });

  it('leave the quiet zones and each other alone when drawn', async () => {
    const content = {
      ...oliver,
      lastName: 'Mwmwmwmw',
      firstName: 'Wilhelmina',
      training: true,
      reprint: true,
    };
    const layout = layOutLabel({ ...content, gender: 'female', code: '20260312004711' }, DEFAULT_LABEL_STOCK);
    const raster = await rasterOf(await drawZpl(labelToZpl(layout), DEFAULT_LABEL_STOCK));
    // A line drawn wider than reckoned would blacken the margin at the right or the gap before the ruled space.
    for (let y = 0; y < raster.height; y += 1) {
      expect(raster.isBlack(raster.width - 3, y)).toBe(false);
      if (y > 144) expect(raster.isBlack(Math.round(raster.width * 0.56) - 2, y)).toBe(false);
    }
  });
});

describe('the printer language', () => {
  it('asks for one label, one copy, in UTF-8, of the stock’s size', () => {
    for (const [stock, size] of [
      [DEFAULT_LABEL_STOCK, '^PW406^LL203'],
      [FINE, '^PW609^LL304'],
    ] as const) {
      const zpl = zplOf({}, stock);
      expect(zpl.match(/\^XA/g)).toHaveLength(1);
      expect(zpl.match(/\^XZ/g)).toHaveLength(1);
      expect(zpl.match(/\^PQ\d+/g)).toEqual(['^PQ1']);
      expect(zpl.indexOf('^CI28')).toBeLessThan(zpl.indexOf('^FD'));
      expect(zpl).toContain(size);
    }
  });

  it('lets no text act as a command', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'^~>_\\XZAJQ5,\u0010\n '), maxLength: 24 }),
        (text) => {
          const zpl = zplOf({ firstName: text, product: text, siteName: text, gender: text });
          // The commands are those of a plain label; only data differs.
          const commands = (label: string): string =>
            label.replace(/\^FD.*?\^FS/g, '^FD^FS').replace(/\d+/g, '#');
          const plainLabel = zplOf({ product: 'x', gender: null });
          const withoutDetail = zplOf({ product: '', gender: null });
          expect([commands(plainLabel), commands(withoutDetail)]).toContain(commands(zpl));
          for (const [, data] of zpl.matchAll(/\^FD(.*?)\^FS/g)) expect(data).not.toMatch(/[\^~>\\\p{Cc}]/u);
        },
      ),
    );
  });

  it('prints the characters that it escapes', async () => {
    const texts = textsOf({ lastName: 'O^Neill_5E~JA>' });
    expect(texts[0]).toBe('O^NEILL_5E~JA>, James');
    expect(zplOf({ lastName: 'O^Neill_5E~JA>' })).toContain('^FDO_5ENEILL_5F5E_7EJA_3E, James^FS');
  });
});
