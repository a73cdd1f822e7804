// Dragging an appointment in the calendar, by mouse, pen or finger. A mouse takes it up by moving, a finger by resting on
// it, so that a finger that moves still scrolls. Everything else is the same for both.
import type { PointerEvent as ReactPointerEvent } from 'react';
import { create } from 'zustand';

/** Where an appointment can be dropped. `startsAtMs`: milliseconds since the epoch; `date`: `YYYY-MM-DD`. */
export type DropTarget =
  | { readonly kind: 'slot'; readonly startsAtMs: number }
  | { readonly kind: 'day'; readonly date: string }
  | { readonly kind: 'place'; readonly locationId: string };

export interface Held {
  readonly visitId: string;
  /** Whom and when, as it is shown at the pointer. */
  readonly words: string;
  readonly isTouch: boolean;
  /** Where the pointer is, in CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** The key of the target below the pointer; null where there is none. */
  readonly over: string | null;
  readonly putBack: () => void;
}

/** What is held; null while nothing is. */
export const useHeld = create<{ readonly held: Held | null }>(() => ({ held: null }));

/** Shorter than the browser's own long press, which would open a menu. */
const LONG_PRESS_MS = 400;
const MOUSE_SLOP_PX = 5;
/** A resting finger trembles by less, and a scrolling one has moved further long before it has rested. */
const TOUCH_SLOP_PX = 10;
const SCROLL_EDGE_PX = 28;
const SCROLL_STEP_PX = 8;

const keyOf = (target: DropTarget): string => JSON.stringify(target);

/** What `over` of {@link Held} means. */
export const targetOf = (key: string): DropTarget => JSON.parse(key) as DropTarget;

/**
 * Makes an element take what is dropped on it, while something is held.
 * @example <button {...dropOn(held, { kind: 'day', date })}>
 */
export function dropOn(held: Pick<Held, 'over'> | null, target: DropTarget) {
  if (held === null) return {};
  const key = keyOf(target);
  return { 'data-drop': key, 'data-over': held.over === key ? '' : undefined };
}

/** {@link dropOn} for an element of which there are many: it is drawn again only when it is its turn. */
export function useDropOn(target: DropTarget) {
  const key = keyOf(target);
  const standing = useHeld(({ held }) => (held === null ? null : held.over === key ? 'over' : 'near'));
  return standing === null ? {} : { 'data-drop': key, 'data-over': standing === 'over' ? '' : undefined };
}

/** A ref for the element in which appointments are taken up: while one is held, a finger does not scroll. */
export function keepStill(element: HTMLElement | null) {
  if (element === null) return undefined;
  const listening = new AbortController();
  element.addEventListener(
    'touchmove',
    (event) => {
      if (useHeld.getState().held !== null) event.preventDefault();
    },
    { passive: false, signal: listening.signal },
  );
  return () => listening.abort();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function targetAt({ x, y }: Point): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')?.dataset['drop'] ?? null;
}

const isOutside = ({ x, y }: Point): boolean =>
  x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight;

/**
 * For `onPointerDown` of an appointment. `onDrop` is called when it is dropped on a target. It is put back by Escape, by a
 * second finger or button of the mouse, by leaving the window, when the browser takes the pointer away, and when it is
 * dropped elsewhere.
 */
export function takeUp(
  down: ReactPointerEvent,
  subject: Pick<Held, 'visitId' | 'words'>,
  onDrop: (visitId: string, target: DropTarget) => void,
): void {
  // What can be pressed in it is pressed.
  if (down.button !== 0 || !down.isPrimary || (down.target as Element).closest('button')) return;
  const { pointerId } = down;
  const isTouch = down.pointerType !== 'mouse';
  const from: Point = { x: down.clientX, y: down.clientY };
  let at = from;
  let frame = 0;
  const ending = new AbortController();
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    heard: (event: WindowEventMap[Name]) => void,
  ): void => window.addEventListener(name, heard, { capture: true, signal: ending.signal });
  const isHeld = (): boolean => useHeld.getState().held !== null;
  const waiting = isTouch ? window.setTimeout(hold, LONG_PRESS_MS) : 0;

  function hold(): void {
    const isNew = !isHeld();
    useHeld.setState({
      held: { ...subject, isTouch, ...at, over: isNew ? null : targetAt(at), putBack: end },
    });
    if (isNew) frame = requestAnimationFrame(scrollOn);
  }

  /** Puts back what is held. Returns whether something was. */
  function end(): boolean {
    const wasHeld = isHeld();
    ending.abort();
    window.clearTimeout(waiting);
    cancelAnimationFrame(frame);
    useHeld.setState({ held: null });
    if (wasHeld) swallowClick();
    return wasHeld;
  }

  /**
   * Near the upper and lower edge of what scrolls, it scrolls, so that every target can be reached. What is below a pointer
   * that rests can change: by this, and because the targets appear when something is taken up.
   */
  function scrollOn(): void {
    if (scrollAt(at) || useHeld.getState().held?.over !== targetAt(at)) hold();
    frame = requestAnimationFrame(scrollOn);
  }

  listen('pointermove', (move) => {
    if (move.pointerId !== pointerId) return;
    // Another button is pressed, or the one that held it was let go outside the window.
    if (!isTouch && move.buttons !== 1) return void end();
    at = { x: move.clientX, y: move.clientY };
    const distance = Math.hypot(at.x - from.x, at.y - from.y);
    if (isHeld()) {
      if (isOutside(at)) end();
      else hold();
    } else if (isTouch && distance > TOUCH_SLOP_PX) end();
    else if (!isTouch && distance > MOUSE_SLOP_PX) hold();
  });
  listen('pointerup', (up) => {
    if (up.pointerId !== pointerId) return;
    const key = targetAt({ x: up.clientX, y: up.clientY });
    if (end() && key !== null) onDrop(subject.visitId, targetOf(key));
  });
  listen('pointerdown', end);
  listen('pointercancel', end);
  listen('blur', (event) => {
    if (event.target === window) end();
  });
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !isHeld()) return;
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  // A finger that rests on a link would open the browser's menu.
  if (isTouch) listen('contextmenu', (event) => event.preventDefault());
}

/** Nothing is pressed by letting go: the click that may follow is not passed on. */
function swallowClick(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      over.abort();
    },
    options,
  );
  // Whatever is pressed next is meant.
  window.addEventListener('pointerdown', () => over.abort(), options);
  window.addEventListener('keydown', () => over.abort(), options);
}

function scrollAt({ x, y }: Point): boolean {
  for (let box = document.elementFromPoint(x, y); box !== null; box = box.parentElement) {
    if (!['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) continue;
    const { top, bottom } = box.getBoundingClientRect();
    const before = box.scrollTop;
    if (y < Math.max(top, 0) + SCROLL_EDGE_PX) box.scrollTop -= SCROLL_STEP_PX;
    else if (y > Math.min(bottom, window.innerHeight) - SCROLL_EDGE_PX) box.scrollTop += SCROLL_STEP_PX;
    if (box.scrollTop !== before) return true;
  }
  return false;
}
