// Which slot of a day the Tab key comes to; the arrow keys lead on from there. Pure.
import { standingOf, type Slot } from './slots-by-hour.ts';

/**
 * The id of a free slot: the one that had the focus last, else the one that is chosen, else the first of the day. Null where no slot
 * is free. `lastOn`: the id of the slot that had the focus last; `chosenMs`: the start of the chosen one.
 */
export function tabStop(
  slots: readonly Slot[],
  at: { readonly nowMs: number; readonly lastOn: string | null; readonly chosenMs: number | null },
): string | null {
  const free = slots.filter((slot) => standingOf(slot, at.nowMs) === 'free');
  const stop =
    free.find(({ id }) => id === at.lastOn) ??
    free.find(({ startsAtMs }) => startsAtMs === at.chosenMs) ??
    free[0];
  return stop?.id ?? null;
}
