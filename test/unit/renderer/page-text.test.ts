// Where the words of a page stand over its picture.
import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../src/renderer/shared/documents/page-text.ts';

type Viewport = Parameters<typeof lineOf>[1];
const run = { text: 'OLIVER', endsLine: false, x: 100, y: 700, width: 60, height: 10 };

/** A page of 600 x 800 points, twice as large on the screen; upright, or turned a quarter to the right. */
const upright = {
  scale: 2,
  convertToViewportPoint: (x: number, y: number) => [x * 2, (800 - y) * 2],
} as unknown as Viewport;
const turned = {
  scale: 2,
  convertToViewportPoint: (x: number, y: number) => [y * 2, x * 2],
} as unknown as Viewport;

describe('a line of the text layer', () => {
  it('begins where the run begins, in its size, and is stretched to its width', () => {
    // 60 points are 120 pixels; in the layer's font the text would have 3 times 20 pixels.
    expect(lineOf(run, upright, 3)).toEqual({
      left: 200,
      top: 200,
      fontSize: 20,
      transform: 'rotate(0deg) scaleX(2) translateY(-80%)',
    });
  });

  it('is turned with the page', () => {
    expect(lineOf(run, turned, 3)).toMatchObject({
      left: 1_400,
      top: 200,
      transform: 'rotate(90deg) scaleX(2) translateY(-80%)',
    });
  });

  it('of a run without width or height is still a line', () => {
    const { fontSize, transform } = lineOf({ ...run, width: 0, height: 0 }, upright, 0);
    expect(fontSize).toBe(1);
    expect(transform).toContain('scaleX(1)');
  });
});
