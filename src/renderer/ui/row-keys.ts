// Which element of a long list shows which row. While the list is scrolled, the element of a row that leaves the page shows the next
// one that comes into it: on a slow machine that costs half as much as to remove the one and make the other.
import { startTransition, useEffect, useState, type RefObject } from 'react';

/** A row and React's key of it: rows that follow each other under one key are shown by one element. */
export interface PlacedRow<Id> {
  readonly id: Id;
  readonly key: number;
}

/** While a list is scrolled. `mayStay`: whether a row that is not wanted any more may stay until its element is needed for another. */
interface InMotion<Id> {
  mayStay(id: Id): boolean;
}

export interface RowKeys<Id> {
  /**
   * The rows with these ids, in the order of their elements in the page. In motion elements whose rows are gone show others, and no
   * element is moved, so their order is not that of the rows. Otherwise, with null, each new row has a new element, and all are in
   * the order of the rows, as keys and screen readers go through them.
   */
  of(ids: readonly Id[], inMotion: InMotion<Id> | null): readonly PlacedRow<Id>[];
}

/** @example const placed = keys.of([20, 21, 22], null); */
export function createRowKeys<Id>(): RowKeys<Id> {
  let placed: readonly PlacedRow<Id>[] = [];
  let lastKey = -1;
  return {
    of(ids, inMotion) {
      const keyOf = new Map(placed.map(({ id, key }) => [id, key]));
      if (inMotion) {
        const wanted = new Set(ids);
        const coming = ids.filter((id) => !keyOf.has(id)).values();
        const stayed = placed.flatMap((row) => {
          if (wanted.has(row.id)) return [row];
          const { value: id, done } = coming.next();
          if (done !== true) return [{ id, key: row.key }];
          return inMotion.mayStay(row.id) ? [row] : [];
        });
        placed = [...stayed, ...Array.from(coming, (id) => ({ id, key: ++lastKey }))];
      } else {
        placed = ids.map((id) => ({ id, key: keyOf.get(id) ?? ++lastKey }));
      }
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
  /** Something is pressed or has the focus: from now on no element may show another row. */
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
    timer = setTimeout(look, STILL_MS);
    tell.moves();
  };
  const press = (event: Event): void => {
    // The bar at the side belongs to the scroller itself: who drags it moves the list.
    isPressed = event.target !== scroller;
    rest();
  };
  const release = (): void => {
    isPressed = false;
  };
  const { ownerDocument } = scroller;
  scroller.addEventListener('scroll', move, { passive: true });
  scroller.addEventListener('focusin', rest);
  scroller.addEventListener('pointerdown', press, true);
  ownerDocument.addEventListener('pointerup', release, true);
  ownerDocument.addEventListener('pointercancel', release, true);
  ownerDocument.addEventListener('keydown', rest, true);
  return () => {
    scroller.removeEventListener('scroll', move);
    scroller.removeEventListener('focusin', rest);
    scroller.removeEventListener('pointerdown', press, true);
    ownerDocument.removeEventListener('pointerup', release, true);
    ownerDocument.removeEventListener('pointercancel', release, true);
    ownerDocument.removeEventListener('keydown', rest, true);
    clearTimeout(timer);
  };
}

/**
 * True while the element scrolls, and a moment longer; only then may elements show other rows. False as soon as a key or the mouse is
 * pressed, so that what is pressed is where it should be, for as long as a row is held pressed, and for as long as something in the
 * list has the focus, which must never find itself in another row.
 *
 * @example const placed = keys.of(ids, useInMotion(scroller));
 */
export function useInMotion(scroller: RefObject<HTMLElement | null>): boolean {
  const [isInMotion, setInMotion] = useState(false);
  useEffect(() => {
    if (!scroller.current) return undefined;
    const rests = (): void => setInMotion(false);
    return watchMotion(scroller.current, {
      moves: () => setInMotion(true),
      rests,
      // Nobody waits for it, and the next movement goes before.
      isStill: () => startTransition(rests),
    });
  }, [scroller]);
  return isInMotion;
}
