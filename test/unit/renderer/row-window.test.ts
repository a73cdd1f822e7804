// Which rows of a long list are in the page.
import { expect, it } from 'vitest';
import { rowsAt } from '../../../src/renderer/ui/row-window.ts';

const LIST = { count: 100_000, rowHeightPx: 62, ahead: 0 };

it('are those in sight, also where only a part of one is', () => {
  expect(rowsAt({ topPx: 0, heightPx: 496 }, LIST)).toEqual({ first: 0, last: 7, lastInSight: 7 });
  expect(rowsAt({ topPx: 31, heightPx: 496 }, LIST)).toEqual({ first: 0, last: 8, lastInSight: 8 });
  expect(rowsAt({ topPx: 62, heightPx: 496 }, LIST)).toEqual({ first: 1, last: 8, lastInSight: 8 });
});

it('has some before and behind them', () => {
  expect(rowsAt({ topPx: 6_200, heightPx: 496 }, { ...LIST, ahead: 8 })).toEqual({
    first: 92,
    last: 115,
    lastInSight: 107,
  });
});

it('has none beyond the ends of the list', () => {
  expect(rowsAt({ topPx: 0, heightPx: 496 }, { ...LIST, ahead: 8 }).first).toBe(0);
  expect(rowsAt({ topPx: 6_199_600, heightPx: 496 }, { ...LIST, ahead: 8 }).last).toBe(99_999);
  expect(rowsAt({ topPx: 0, heightPx: 496 }, { ...LIST, count: 3 })).toMatchObject({ first: 0, last: 2 });
  // Pulled beyond its end, as touch screens do.
  expect(rowsAt({ topPx: -40, heightPx: 496 }, LIST).first).toBe(0);
});

it('shows what there is when the list has become shorter than where it was scrolled to', () => {
  expect(rowsAt({ topPx: 60_000, heightPx: 496 }, { ...LIST, count: 5 })).toMatchObject({
    first: 4,
    last: 4,
  });
});

it('has no row in a list without rows', () => {
  const { first, last } = rowsAt({ topPx: 0, heightPx: 496 }, { ...LIST, count: 0 });
  expect(last).toBeLessThan(first);
});
