// How many slots of a day are free, in words. Pure.
import { standingOf, type Slot } from './slots-by-hour.ts';

/**
 * `7 free slots`; where none is, whether the day is booked out, has no slot to come any more, or has none at all. `asOfMs` null:
 * the day was never read.
 * @example freeWords(slots, nowMs, asOfMs) // 'No more times today: all of them are past'
 */
export function freeWords(slots: readonly Slot[], nowMs: number, asOfMs: number | null): string {
  if (slots.length === 0)
    return asOfMs === null ? 'Not known: never read' : 'Closed: there are no slots on this day';
  const standings = slots.map((slot) => standingOf(slot, nowMs));
  const free = standings.filter((standing) => standing === 'free').length;
  if (free > 0) return free === 1 ? '1 free slot' : `${free} free slots`;
  return standings.every((standing) => standing === 'past')
    ? 'No more times today: all of them are past'
    : 'Full: no slot is free';
}
