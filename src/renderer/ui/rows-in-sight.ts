// The rows of a plain list in the order in which they are needed: those in sight at once, the others after the first frame.
import { startTransition, useEffect, useState } from 'react';
import { roomForRows } from './room-for-rows.ts';
import { useTextSize, zoomOf } from './text-size.ts';
import { afterPaint } from './use-painted.ts';

/**
 * All rows, but only as many as there is room for in the window until those have been painted. `about` says what is listed:
 * another answer about the same is shown whole at once, so that a list that somebody has scrolled never becomes short. `abovePx`: what
 * is above the list at least, in a window higher than short ones; `leastRowPx`: the least height of a row.
 *
 * @example const rows = useRowsInSight(list.items, { about: 'orders', abovePx: 300, leastRowPx: 60 });
 */
export function useRowsInSight<Row>(
  rows: readonly Row[],
  {
    about,
    abovePx,
    leastRowPx,
  }: { readonly about: string; readonly abovePx: number; readonly leastRowPx: number },
): readonly Row[] {
  const [whole, setWhole] = useState<string | null>(null);
  const zoom = zoomOf(useTextSize.getState().size);
  const inSight = roomForRows(window.innerHeight, { abovePx, leastRowPx, zoom });
  const isWhole = whole === about || rows.length <= inSight;
  const isThere = rows.length > 0;
  useEffect(() => {
    if (!isThere) return;
    return afterPaint(() => startTransition(() => setWhole(about)));
  }, [about, isThere]);
  return isWhole ? rows : rows.slice(0, inSight);
}
