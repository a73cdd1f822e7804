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

/**
 * True while the element scrolls, and a moment longer; only then may elements show other rows. False as soon as a key or the mouse is
 * pressed, so that what is pressed is where it should be, and for as long as something in the list has the focus, which
 * must never find itself in another row.
 *
 * @example const placed = keys.of(ids, useInMotion(scroller));
 */
export function useInMotion(scroller: RefObject<HTMLElement | null>): boolean {
  const [isInMotion, setInMotion] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let isMoving = false;
    let movedAtMs = 0;
    let timer: number | undefined;
    const rest = (): void => {
      if (!isMoving) return;
      isMoving = false;
      window.clearTimeout(timer);
      setInMotion(false);
    };
    const look = (): void => {
      const stillMs = performance.now() - movedAtMs;
      // Put in order without hurry: nobody waits for it, and the next movement goes before.
      if (stillMs >= STILL_MS) startTransition(rest);
      else timer = window.setTimeout(look, STILL_MS - stillMs);
    };
    const move = (): void => {
      movedAtMs = performance.now();
      if (isMoving || element.contains(document.activeElement)) return;
      isMoving = true;
      timer = window.setTimeout(look, STILL_MS);
      setInMotion(true);
    };
    element.addEventListener('scroll', move, { passive: true });
    element.addEventListener('focusin', rest);
    element.addEventListener('pointerdown', rest, true);
    document.addEventListener('keydown', rest, true);
    return () => {
      element.removeEventListener('scroll', move);
      element.removeEventListener('focusin', rest);
      element.removeEventListener('pointerdown', rest, true);
      document.removeEventListener('keydown', rest, true);
      window.clearTimeout(timer);
    };
  }, [scroller]);
  return isInMotion;
}
