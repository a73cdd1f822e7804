// The Data Matrix of labels, compared module by module with another implementation, and how large it is printed.
import bwip from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataMatrix, dataMatrixModules } from '../../../../../src/core/printing/layout/data-matrix.ts';
import { layOutLabel } from '../../../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../../../src/core/printing/layout/label-stock.ts';
import { matrixPlans } from '../../../../../src/core/printing/layout/matrix-plan.ts';
import { stockProblem } from '../../../../../src/core/printing/layout/stock-problem.ts';
import { zpl } from '../../../../../src/core/printing/languages/zpl/zpl.ts';
import { MATRIX_STOCKS } from '../../../../support/generated-labels.ts';
import { sampleContent } from '../../../../support/sample-label.ts';

/** The same code words, put into a square by bwip-js, which on its own would choose shorter ones for some texts. */
function byAnother(text: string): boolean[][] {
  const words = Array.from(text.matchAll(/\d\d|./gs), ([piece]) =>
    piece.length === 2 ? 130 + Number(piece) : piece.charCodeAt(0) + 1,
  );
  const raw = words.map((word) => `^${String(word).padStart(3, '0')}`).join('');
  const options = { bcid: 'datamatrix', text: raw, raw: true };
  const [drawn] = bwip.raw(options) as { pixs?: number[]; pixx?: number; pixy?: number }[];
  const { pixs = [], pixx = 0, pixy = 0 } = drawn ?? {};
  return Array.from({ length: pixy }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx).map((module) => module === 1),
  );
}

describe('the modules of a code', () => {
  it('are those of another implementation, in each size', () => {
    const sides = new Set<number | null>();
    for (let length = 1; length <= 44; length += 1) {
      const text = 'DRW-kq{~!Z'.repeat(5).slice(0, length);
      expect(dataMatrix(text), text).toEqual(byAnother(text));
      sides.add(dataMatrixModules(text));
    }
    expect([...sides]).toEqual([10, 12, 14, 16, 18, 20, 22, 24, 26]);
    const text = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);
    fc.assert(
      fc.property(text, (any) => {
        expect(dataMatrix(any)).toEqual(byAnother(any));
        expect(dataMatrixModules(any)).toBe(dataMatrix(any)?.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are none for a text that is too long or has other characters', () => {
    for (const text of ['', ' A', 'é', 'A\u0000', 'A'.repeat(45), '1'.repeat(89)]) {
      expect([text, dataMatrix(text), dataMatrixModules(text)]).toEqual([text, null, null]);
    }
    expect(dataMatrixModules('1'.repeat(88))).toBe(26);
  });
});

describe('the size of the square', () => {
  it('is whole dots a module, at least a third of a millimetre each and five millimetres in all', () => {
    for (const dotsPerMm of [8, 12] as const) {
      for (const code of ['A', 'ABCDE', 'DRW-7K2M9Q', 'DRW-7K2M9Q-00000000001']) {
        const plans = matrixPlans(code, { dotsPerMm });
        for (const { moduleDots, sideDots, modules } of plans) {
          expect(sideDots).toBe(modules * moduleDots);
          expect(moduleDots).toBeGreaterThanOrEqual(dotsPerMm === 8 ? 3 : 4);
          expect(sideDots).toBeGreaterThanOrEqual(5 * dotsPerMm);
        }
        expect(plans.map(({ moduleDots }) => moduleDots)).toEqual(
          plans.map((_, index) => (plans[0]?.moduleDots ?? 0) - index),
        );
      }
    }
    expect(matrixPlans('DRW-7K2M9Q', { dotsPerMm: 8 }).map(({ moduleDots }) => moduleDots)).toEqual([
      5, 4, 3,
    ]);
    expect(() => matrixPlans('A'.repeat(45), { dotsPerMm: 8 })).toThrow(/code: is too long/);
  });

  it('gives way to what must stand on the label', () => {
    const moduleOn = (stock: LabelStock): number | undefined =>
      layOutLabel(sampleContent({ trfCode: 'DRW-TRF001', reprint: true }), stock, {
        language: zpl,
        draw: null,
        symbol: 'data-matrix',
      }).fields.find((field) => field.kind === 'matrix')?.plan.moduleDots;
    expect(moduleOn(DEFAULT_LABEL_STOCK)).toBe(5);
    expect(moduleOn({ widthMm: 25.4, heightMm: 25.4, dotsPerMm: 8 })).toBeLessThan(5);
  });
});

it('stock on which no label with a Data Matrix can be printed is refused, with the side that is too short', () => {
  const problem = (change: Partial<LabelStock>) =>
    stockProblem({ ...DEFAULT_LABEL_STOCK, ...change }, zpl, 'data-matrix');
  const square = { widthMm: 25.4, heightMm: 25.4, dotsPerMm: 8 } as const;
  for (const stock of [...MATRIX_STOCKS, square]) expect(stockProblem(stock, zpl, 'data-matrix')).toBeNull();
  // Bars would need 46 mm.
  expect(problem({ widthMm: 30 })).toBeNull();
  expect(problem({ widthMm: 20 })).toMatchObject({ side: 'widthMm' });
  expect(problem({ heightMm: 12 })).toEqual({
    side: 'heightMm',
    why: expect.stringContaining('the label is too low for its Data Matrix') as string,
  });
});
