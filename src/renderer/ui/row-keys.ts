// Which element of a long list shows which row. While the list is scrolled, the element of a row that leaves the page shows the next
// one that comes into it: on a slow machine that costs half as much as to remove the one and make the other.
import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';

/** A row and React's key of it: rows that follow each other under one key are shown by one element. */
export interface PlacedRow<Id> {
  readonly id: Id;
  readonly key: number;
}

/**
 * `moving`: the list is scrolled. `held`: a row is pressed before the rows are in order again; what is pressed must stay where it is in the
 * page until it is let go, or the browser sends no click. `still`: neither.
 */
export type Motion = 'still' | 'moving' | 'held';

export interface RowKeys<Id> {
  /**
   * The rows with these ids, in the order of their elements in the page. While the list moves, elements whose rows are gone show others;
   * `mayStay`: whether a row that is not wanted any more may stay until its element is needed for another. No element is moved then, nor
   * while a row is held, so their order is not that of the rows. Of a list that is still, and of one that is held, each new row has a new
   * element; when it is still, all are in the order of the rows, as keys and screen readers go through them.
   */
  of(ids: readonly Id[], motion: Motion, mayStay: (id: Id) => boolean): readonly PlacedRow<Id>[];
}

/** @example const placed = keys.of([20, 21, 22], 'still', () => false); */
export function createRowKeys<Id>(): RowKeys<Id> {
  let placed: readonly PlacedRow<Id>[] = [];
  let lastKey = -1;
  return {
    of(ids, motion, mayStay) {
      const keyOf = new Map(placed.map(({ id, key }) => [id, key]));
      if (motion === 'still') {
        placed = ids.map((id) => ({ id, key: keyOf.get(id) ?? ++lastKey }));
        return placed;
      }
      const wanted = new Set(ids);
      const coming = ids.filter((id) => !keyOf.has(id)).values();
      const stayed = placed.flatMap((row) => {
        if (wanted.has(row.id)) return [row];
        if (motion === 'held') return [];
        const { value: id, done } = coming.next();
        if (done !== true) return [{ id, key: row.key }];
        return mayStay(row.id) ? [row] : [];
      });
      placed = [...stayed, ...Array.from(coming, (id) => ({ id, key: ++lastKey }))];
      return placed;
    },
  };
}

/** A list that has not moved for so long is at rest. */
const STILL_MS = 150;

/** The element that scrolls. */
type Scroller = EventTarget &
  Pick<HTMLElement, 'contains'> & {
    readonly ownerDocument: EventTarget & Pick<Document, 'activeElement'>;
  };

interface MotionTold {
  moves(): void;
  /** A row is pressed: until it is let go no element may show another row, and none may be moved. */
  holds(): void;
  /** A key is pressed, or something has got the focus: the rows are to be in order at once. */
  rests(): void;
  /** Nothing has moved for a while: the rows can be put in order when there is time for it. */
  isStill(): void;
}

/**
 * Tells when a list begins to move and when it is at rest.
 *
 * @example const stop = watchMotion(element, { moves, rests, isStill });
 */
export function watchMotion(scroller: Scroller, tell: MotionTold): () => void {
  let isMoving = false;
  let isPressed = false;
  let movedAtMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    isMoving = false;
    clearTimeout(timer);
  };
  const rest = (): void => {
    stop();
    // Also where it is known to be still: the order without hurry may not be there yet.
    tell.rests();
  };
  const look = (): void => {
    const stillMs = performance.now() - movedAtMs;
    if (stillMs < STILL_MS) {
      timer = setTimeout(look, STILL_MS - stillMs);
      return;
    }
    stop();
    tell.isStill();
  };
  const move = (): void => {
    movedAtMs = performance.now();
    // What was pressed on one row must not be let go on another one in the same element.
    if (isMoving || isPressed || scroller.contains(scroller.ownerDocument.activeElement)) return;
    isMoving = true;
    clearTimeout(timer);
    timer = setTimeout(look, STILL_MS);
    tell.moves();
  };
  const press = (event: Event): void => {
    // The bar at the side belongs to the scroller itself: who drags it moves the list.
    if (event.target === scroller) return rest();
    isPressed = true;
    stop();
    tell.holds();
  };
  const release = (): void => {
    if (!isPressed) return;
    isPressed = false;
    // Its click is still to come.
    movedAtMs = performance.now();
    timer = setTimeout(look, STILL_MS);
  };
  const focus = (): void => {
    // What is pressed gets the focus between its press and its click.
    if (!isPressed) rest();
  };
  const { ownerDocument } = scroller;
  scroller.addEventListener('scroll', move, { passive: true });
  scroller.addEventListener('focusin', focus);
  scroller.addEventListener('pointerdown', press, true);
  ownerDocument.addEventListener('pointerup', release, true);
  ownerDocument.addEventListener('pointercancel', release, true);
  ownerDocument.addEventListener('keydown', rest, true);
  return () => {
    scroller.removeEventListener('scroll', move);
    scroller.removeEventListener('focusin', focus);
    scroller.removeEventListener('pointerdown', press, true);
    ownerDocument.removeEventListener('pointerup', release, true);
    ownerDocument.removeEventListener('pointercancel', release, true);
    ownerDocument.removeEventListener('keydown', rest, true);
    clearTimeout(timer);
  };
}

/**
 * How the list in an element moves: by it elements may show other rows only while it scrolls, and a moment longer. Nothing moves as long
 * as something in the list has the focus, which must never find itself in another row.
 *
 * @example const placed = keys.of(ids, useMotion(scroller), () => false);
 */
export function useMotion(scroller: RefObject<HTMLElement | null>): Motion {
  const [motion, setMotion] = useState<Motion>('still');
  const shown = useRef(motion);
  useEffect(() => {
    shown.current = motion;
  }, [motion]);
  useEffect(() => {
    if (!scroller.current) return undefined;
    const rests = (): void => setMotion('still');
    return watchMotion(scroller.current, {
      moves: () => setMotion('moving'),
      // Rows that are in order stay so; those that are still to be put in order wait until it is let go.
      holds: () => {
        if (shown.current !== 'still') setMotion('held');
      },
      rests,
      // Nobody waits for it, and the next movement goes before.
      isStill: () => startTransition(rests),
    });
  }, [scroller]);
  return motion;
}
