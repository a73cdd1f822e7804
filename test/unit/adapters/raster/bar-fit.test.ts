// How large a page is drawn on a label, so that the bars of its code are whole dots wide.
import { describe, expect, it } from 'vitest';
import type { ReadResult } from '../../../../src/adapters/bar-code-decoder.ts';
import { barsOf, scaleForBars } from '../../../../src/adapters/raster/bar-fit.ts';
import { code128Bars } from '../../../../src/core/printing/layout/code128.ts';

const CODE = 'DRW-7K2M9Q';
const WIDTH = 1_000;

/** One row of dots with the bars of the code, whose edges may lie within a dot. */
function drawn(left: number, module: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(WIDTH * 4).fill(255);
  let from = left;
  for (const [at, modules] of code128Bars(CODE).entries()) {
    const to = from + modules * module;
    for (let x = Math.floor(from); at % 2 === 0 && x < to; x += 1) {
      const covered = Math.min(x + 1, to) - Math.max(x, from);
      const grey = (data[x * 4] ?? 255) - Math.round(covered * 255);
      data.fill(grey, x * 4, x * 4 + 3);
    }
    from = to;
  }
  return data;
}
const end = (left: number, module: number): number =>
  left + code128Bars(CODE).reduce((sum, modules) => sum + modules, 0) * module;

function found(left: number, right: number, change: Partial<ReadResult> = {}): ReadResult {
  const at = (x: number) => ({ x: Math.round(x), y: 0 });
  const position = { topLeft: at(left), topRight: at(right), bottomLeft: at(left), bottomRight: at(right) };
  return { format: 'Code128', position, ...change } as unknown as ReadResult;
}

describe('the bars of a page', () => {
  it.each([
    [100, 4],
    [97.3, 3.9],
    [210.62, 3.543],
  ])('that begin at %s with modules of %s dots are measured to a fraction of a dot', (left, module) => {
    const page = { data: drawn(left, module), width: WIDTH, pageLeft: 0, dotsInPoint: 1 };
    const bars = barsOf(found(left, end(left, module)), page);
    expect(bars?.left).toBeCloseTo(left, 1);
    expect(bars?.module).toBeCloseTo(module, 2);
    // In points of the page, wherever it lies on the paper.
    const inPoints = barsOf(found(left, end(left, module)), { ...page, pageLeft: 10, dotsInPoint: 4 });
    expect(inPoints?.left).toBeCloseTo((left - 10) / 4, 1);
    expect(inPoints?.module).toBeCloseTo(module / 4, 2);
  });

  it('are not guessed for another kind of code, one that stands on its side, or what are no such bars', () => {
    const page = { data: drawn(100, 4), width: WIDTH, pageLeft: 0, dotsInPoint: 1 };
    const right = end(100, 4);
    expect(barsOf(found(100, right, { format: 'QRCode' }), page)).toBeNull();
    const { position } = found(100, right);
    const turned = { ...position, topRight: { x: 100, y: 300 } };
    expect(barsOf(found(100, right, { position: turned }), page)).toBeNull();
    expect(barsOf(found(100, 400), page)).toBeNull();
  });
});

describe('the scale of a page', () => {
  const bars = { left: 0, module: 1 };

  it.each([
    ['a little more than two dots', 2.08, 2.08, { across: 2, down: 2 }],
    ['two dots', 2, 2, { across: 2, down: 2 }],
    ['a little more than three', 3.1, 3.1, { across: 3, down: 3 }],
    ['a little less than two, with room across', 1.91, 2.1, { across: 2, down: 1.91 }],
    ['a little less than two, without room', 1.97, 1.97, null],
    ['half-way between two and three', 2.5, 2.9, null],
    ['less than two by far', 1.5, 2.1, null],
    ['about one', 1.02, 1.05, null],
  ] as const)('at which a bar has %s', (_dots, scale, most, wanted) => {
    expect(scaleForBars(bars, { scale, most })).toEqual(wanted);
  });
});
