// The rows of a plain list in the order in which they are needed: those in sight at once, the others after the first frame.
import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './use-painted.ts';

/** What is above such a list at least: the header and the heading. */
const ABOVE_LISTS_PX = 150;

/**
 * All rows, but only as many as there is room for in the window until those have been painted. `about` says what is listed:
 * another answer about the same is shown whole at once, so that a list that somebody has scrolled never becomes short.
 *
 * @example const rows = useRowsInSight(list.items, { about: 'orders', leastRowPx: 44 });
 */
export function useRowsInSight<Row>(
  rows: readonly Row[],
  { about, leastRowPx }: { readonly about: string; readonly leastRowPx: number },
): readonly Row[] {
  const [whole, setWhole] = useState<string | null>(null);
  const inSight = Math.max(1, Math.ceil((window.innerHeight - ABOVE_LISTS_PX) / leastRowPx));
  const isWhole = whole === about || rows.length <= inSight;
  const isThere = rows.length > 0;
  useEffect(() => {
    if (!isThere) return;
    return afterPaint(() => startTransition(() => setWhole(about)));
  }, [about, isThere]);
  return isWhole ? rows : rows.slice(0, inSight);
}
