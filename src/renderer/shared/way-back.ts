// Where somebody was on each screen that they left: the row that had the focus, and how far was scrolled. By this a list is gone
// back to as it was left.

/** A link that had the focus, by where it leads; `nth`: which of the links that lead there, from 0. */
export interface LinkMark {
  readonly href: string;
  readonly nth: number;
}

/** How far an element was scrolled; `key` says what it is, `nth` which of its kind, from 0. */
export interface ScrollMark {
  readonly key: string;
  readonly nth: number;
  readonly topPx: number;
}

export interface Place {
  /** The path within the app, with the filter of a list: `/registrations/by/patient=none`. */
  readonly path: string;
  readonly focused: LinkMark | null;
  readonly scrolled: readonly ScrollMark[];
}

const PLACES_KEPT = 100;

/** By the entry of the browser's history, the one that was left last at the end. Gone with the window: nothing of it is stored. */
const places = new Map<string, Place>();

/** Keeps the place that is left. @example leavePlace(entry, { path: '/orders', focused, scrolled }) */
export function leavePlace(entry: string, place: Place): void {
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > PLACES_KEPT && oldest !== undefined) places.delete(oldest);
}

/** Where somebody was at an entry of the history; null for one that was not left yet, or long ago. */
const placeOf = (entry: string): Place | null => places.get(entry) ?? null;

/** Whether a path is that of a list, whole or narrowed. @example isOfList('/orders', '/orders/by/x=1') // true */
const isOfList = (list: string, path: string): boolean => path === list || path.startsWith(`${list}/by/`);

/** How a list was left last; null while it was not. @example placeOfList(links.registrations)?.path */
export function placeOfList(list: string): Place | null {
  return [...places.values()].findLast(({ path }) => isOfList(list, path)) ?? null;
}

let returning: Place | null = null;
let shown: Place | null = null;

/** What is gone to next is gone back to: it is shown as it was left. */
export function returnTo(place: Place): void {
  returning = place;
}

/**
 * A path is gone to, at this entry of the history; `isKnown`: the entry was there before, so somebody goes back or forward. Returns
 * the place as it was left; null where it is gone to anew.
 */
export function arrive(path: string, entry: string, isKnown: boolean): Place | null {
  shown = returning?.path === path ? returning : isKnown ? placeOf(entry) : null;
  returning = null;
  return shown;
}

/** Whether the screen at this path is shown because somebody went back to it. */
export const isGoneBackTo = (path: string): boolean => shown?.path === path;
