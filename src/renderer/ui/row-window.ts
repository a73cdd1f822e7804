// Which rows of a long list are in the page, where all rows have one height: those in sight, and some before and behind them.
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { createRowKeys, useMotion, type PlacedRow } from './row-keys.ts';
import { usePainted } from './use-painted.ts';

export interface RowWindow {
  /** For the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The first and the last row in the page, from 0. `last` is before `first` in a list without rows. */
  readonly first: number;
  readonly last: number;
  /** The last row in sight. */
  readonly lastInSight: number;
  /** The list was scrolled towards its beginning when it was last scrolled. */
  readonly isBackward: boolean;
  /** The rows in the page, by their numbers, in the order of their elements. */
  readonly placed: readonly PlacedRow<number>[];
  /** Scrolls to the first row. */
  toBeginning(): void;
}

interface Place {
  readonly topPx: number;
  readonly heightPx: number;
}

/** Header, heading and filters are about this high; a list is not higher than what is left of the window. */
const ABOVE_LISTS_PX = 260;
/** Rows come into the page in so many at once: what a frame costs before its first row is paid half as often. */
const ROWS_AT_ONCE = 2;

/**
 * The rows of `place`, and `ahead` more on each side.
 *
 * @example rowsAt({ topPx: 620, heightPx: 500 }, { count: 100, rowHeightPx: 62, ahead: 2 }) // { first: 8, last: 20, lastInSight: 18 }
 */
export function rowsAt(
  place: Place,
  list: { readonly count: number; readonly rowHeightPx: number; readonly ahead: number },
): { first: number; last: number; lastInSight: number } {
  const { count, rowHeightPx, ahead } = list;
  const within = (row: number): number => Math.min(Math.max(row, 0), count - 1);
  const inSight = Math.max(1, Math.ceil((place.topPx + place.heightPx) / rowHeightPx));
  const first = within(Math.floor(place.topPx / rowHeightPx) - ahead);
  return {
    first: Math.max(0, first),
    last: within(inSight - 1 + ahead),
    lastInSight: within(inSight - 1),
  };
}

/**
 * Follows an element that scrolls. Nothing is kept for rows that are not in the page, and no layout is waited for: a list of a
 * hundred thousand rows costs as much as one of a hundred. The rows beyond those in sight come after the first frame, so
 * that the ones in sight are not kept waiting.
 *
 * @example const { scroller, first, last } = useRowWindow({ count: list.total, rowHeightPx: 62, rowsAhead: 8 });
 */
export function useRowWindow(list: {
  readonly count: number;
  readonly rowHeightPx: number;
  readonly rowsAhead: number;
}): RowWindow {
  const { count, rowHeightPx, rowsAhead } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledPx = useRef(0);
  const [shown, setShown] = useState(() => ({
    topPx: 0,
    heightPx: Math.max(rowHeightPx, window.innerHeight - ABOVE_LISTS_PX),
    isBackward: false,
  }));
  const latest = useRef(shown);
  const isPainted = usePainted();
  const [keys] = useState(createRowKeys<number>);
  const motion = useMotion(scroller);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const stepPx = rowHeightPx * ROWS_AT_ONCE;
    const take = (): void => {
      const topPx = element.scrollTop;
      const heightPx = element.clientHeight;
      scrolledPx.current = topPx;
      const before = latest.current;
      const isSameStep = Math.floor(before.topPx / stepPx) === Math.floor(topPx / stepPx);
      // A move within the same rows changes nothing that is shown.
      if (isSameStep && before.heightPx === heightPx) return;
      const isBackward = isSameStep ? before.isBackward : topPx < before.topPx;
      latest.current = { topPx, heightPx, isBackward };
      setShown(latest.current);
    };
    element.addEventListener('scroll', take, { passive: true });
    // Tells the height once it is laid out, and each time that it changes; asking for it here would lay out everything twice.
    const size = new ResizeObserver(take);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', take);
      size.disconnect();
    };
  }, [rowHeightPx]);

  const toBeginning = useCallback(() => {
    // To scroll waits for the layout, which most often there is no need for.
    if (scrolledPx.current > 0) scroller.current?.scrollTo({ top: 0 });
  }, []);

  const rows = rowsAt(shown, { count, rowHeightPx, ahead: isPainted ? rowsAhead : 0 });
  const numbers = Array.from({ length: Math.max(0, rows.last - rows.first + 1) }, (_, at) => rows.first + at);
  // Now there is room for one row more and now for one less: its element waits in the page for the next row.
  const placed = keys.of(numbers, motion, (index) => index < count);
  return { scroller, ...rows, placed, isBackward: shown.isBackward, toBeginning };
}
