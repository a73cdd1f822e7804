// Which element of a long list shows which row.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRowKeys, watchMotion } from '../../../src/renderer/ui/row-keys.ts';

/** The rows in the order of their elements, and the element of each. */
function shown(keys: ReturnType<typeof createRowKeys<number>>, ids: readonly number[], mayReuse: boolean) {
  const placed = keys.of(ids, mayReuse ? 'moving' : 'still', () => false);
  return { order: placed.map(({ id }) => id), elementOf: new Map(placed.map(({ id, key }) => [id, key])) };
}

it('keeps the element of each row that stays, and gives those of rows that left to the ones that come', () => {
  const keys = createRowKeys<number>();
  const before = shown(keys, [0, 1, 2, 3, 4], false);
  const after = shown(keys, [2, 3, 4, 5, 6], true);
  for (const id of [2, 3, 4]) expect(after.elementOf.get(id)).toBe(before.elementOf.get(id));
  expect(after.elementOf.get(5)).toBe(before.elementOf.get(0));
  expect(after.elementOf.get(6)).toBe(before.elementOf.get(1));
});

it('moves no element while they are used again, and puts them in the order of the rows afterwards', () => {
  const keys = createRowKeys<number>();
  keys.of([0, 1, 2, 3, 4], 'still', () => false);
  const moving = shown(keys, [2, 3, 4, 5, 6], true);
  expect(moving.order).toEqual([5, 6, 2, 3, 4]);
  const atRest = shown(keys, [2, 3, 4, 5, 6], false);
  expect(atRest.order).toEqual([2, 3, 4, 5, 6]);
  expect(atRest.elementOf).toEqual(moving.elementOf);
});

it('gives no element of another row away where that is not allowed', () => {
  const keys = createRowKeys<number>();
  const before = shown(keys, [0, 1, 2], false);
  const after = shown(keys, [1, 2, 3], false);
  expect([...before.elementOf.values()]).not.toContain(after.elementOf.get(3));
  expect(after.order).toEqual([1, 2, 3]);
});

it('moves no element of a row that stays and gives none to another row while one is held, until all are in order again', () => {
  const keys = createRowKeys<number>();
  keys.of([0, 1, 2, 3], 'still', () => false);
  const moving = keys.of([2, 3, 4, 5], 'moving', () => true);
  expect(moving.map(({ id }) => id)).toEqual([4, 5, 2, 3]);
  expect(keys.of([2, 3, 4, 5], 'held', () => true)).toEqual(moving);
  const further = keys.of([3, 4, 5, 6], 'held', () => true);
  expect(further.map(({ id }) => id)).toEqual([4, 5, 3, 6]);
  expect(moving.map(({ key }) => key)).not.toContain(further.at(-1)?.key);
  expect(keys.of([3, 4, 5, 6], 'still', () => false).map(({ id }) => id)).toEqual([3, 4, 5, 6]);
});

it('has one element for each row, wherever the list is scrolled to and however many rows there are', () => {
  const keys = createRowKeys<number>();
  const places = [0, 3, 9, 40, 38, 2, 0, 700, 701, 690];
  for (const [turn, from] of places.entries()) {
    const ids = Array.from({ length: 5 + (turn % 4) }, (_, at) => from + at);
    const { order, elementOf } = shown(keys, ids, turn % 5 !== 4);
    expect(order.toSorted((a, b) => a - b)).toEqual(ids);
    expect(new Set(elementOf.values()).size).toBe(ids.length);
  }
});

it('keeps an element for which there is no row now for the next one, unless its row must not be shown any more', () => {
  const keys = createRowKeys<number>();
  const before = keys.of([0, 1, 2, 3], 'still', () => false);
  const fewer = keys.of([2, 3, 4], 'moving', () => true);
  expect(fewer.map(({ id }) => id)).toEqual([4, 1, 2, 3]);
  const more = keys.of([2, 3, 4, 5], 'moving', () => true);
  expect(more.find(({ id }) => id === 5)?.key).toBe(before[1]?.key);
  // The list has become shorter than where a row of it stood.
  expect(keys.of([2, 3], 'moving', (id) => id < 5).map(({ id }) => id)).toEqual([4, 2, 3]);
});

describe('a list in motion', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** A list that is told what happens to it, and what it said of that. */
  function list() {
    const ownerDocument = Object.assign(new EventTarget(), { activeElement: null as Element | null });
    const scroller = Object.assign(new EventTarget(), {
      ownerDocument,
      contains: (node: Node | null) => node !== null,
    });
    const said: string[] = [];
    const stop = watchMotion(scroller, {
      moves: () => said.push('moves'),
      holds: () => said.push('holds'),
      rests: () => said.push('rests'),
      isStill: () => said.push('is still'),
    });
    return {
      said,
      stop,
      ownerDocument,
      scroll: () => scroller.dispatchEvent(new Event('scroll')),
      focus: () => scroller.dispatchEvent(new Event('focusin')),
      release: (how: 'pointerup' | 'pointercancel') => ownerDocument.dispatchEvent(new Event(how)),
      press(on: 'row' | 'bar') {
        const event = new Event('pointerdown');
        // A row's event comes by the scroller; its target is the row.
        if (on === 'row') Object.defineProperty(event, 'target', { value: new EventTarget() });
        scroller.dispatchEvent(event);
      },
    };
  }

  it('is still a moment after the last movement', () => {
    const { said, scroll } = list();
    scroll();
    vi.advanceTimersByTime(100);
    scroll();
    vi.advanceTimersByTime(100);
    expect(said).toEqual(['moves']);
    vi.advanceTimersByTime(100);
    expect(said).toEqual(['moves', 'is still']);
  });

  it.each(['pointerup', 'pointercancel'] as const)(
    'gives no element to another row while one is held pressed, until %s',
    (how) => {
      const { said, scroll, press, release } = list();
      scroll();
      press('row');
      scroll();
      vi.advanceTimersByTime(1000);
      scroll();
      expect(said).toEqual(['moves', 'holds']);
      release(how);
      scroll();
      expect(said).toEqual(['moves', 'holds', 'moves']);
    },
  );

  it('keeps its rows where they are from the press, whose focus comes with it, until after the click', () => {
    const { said, scroll, press, focus, release } = list();
    scroll();
    press('row');
    focus();
    vi.advanceTimersByTime(1000);
    release('pointerup');
    expect(said).toEqual(['moves', 'holds']);
    vi.advanceTimersByTime(1000);
    expect(said).toEqual(['moves', 'holds', 'is still']);
    focus();
    expect(said).toEqual(['moves', 'holds', 'is still', 'rests']);
  });

  it('is not told anything by what is pressed elsewhere', () => {
    const { said, release } = list();
    release('pointerup');
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([]);
  });

  it('moves while its bar is dragged', () => {
    const { said, scroll, press } = list();
    press('bar');
    scroll();
    expect(said).toEqual(['rests', 'moves']);
  });

  it('is held when it is pressed while its rows are still to be put in order', () => {
    const { said, scroll, press } = list();
    scroll();
    vi.advanceTimersByTime(200);
    press('row');
    expect(said).toEqual(['moves', 'is still', 'holds']);
  });

  it('does not move while something in it has the focus', () => {
    const { said, scroll, ownerDocument } = list();
    ownerDocument.activeElement = {} as Element;
    scroll();
    expect(said).toEqual([]);
  });

  it('says nothing after it was left', () => {
    const { said, scroll, stop } = list();
    scroll();
    stop();
    vi.advanceTimersByTime(1000);
    scroll();
    expect(said).toEqual(['moves']);
  });
});
