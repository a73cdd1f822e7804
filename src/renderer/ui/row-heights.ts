// How high the rows of a long list are, as the browser tells it after the layout. To ask for a height while somebody scrolls would lay out
// everything twice.
import { useEffect, useLayoutEffect, useState } from 'react';

export interface RowHeights {
  /**
   * Tells the height of the row that an element shows from now on, and each time that it changes, until the returned function is called.
   * For an element that shows another row it is called again: that row is told too where it is as high as the one before.
   */
  watch(element: HTMLElement): () => void;
  /** Tells the heights of all rows that are watched now, without waiting for the browser to do so. */
  tellNow(): void;
  stop(): void;
}

/**
 * `tell` gets the element of a row and its height in whole px, all of one layout in one go.
 *
 * @example const heights = watchHeights((element, heightPx) => list.resizeItem(Number(element.dataset.index), heightPx));
 */
export function watchHeights(tell: (element: HTMLElement, heightPx: number) => void): RowHeights {
  const watched = new Set<HTMLElement>();
  const observer = new ResizeObserver((sizes) => {
    for (const { target, borderBoxSize } of sizes) {
      const [box] = borderBoxSize;
      // A row that has left the page has no height, which says nothing about it.
      if (box && target.isConnected) tell(target as HTMLElement, Math.round(box.blockSize));
    }
  });
  return {
    watch(element) {
      // An element that is watched already is told anew only after it was let go.
      observer.unobserve(element);
      observer.observe(element, { box: 'border-box' });
      watched.add(element);
      return () => {
        observer.unobserve(element);
        watched.delete(element);
      };
    },
    tellNow() {
      for (const element of watched) if (element.isConnected) tell(element, element.offsetHeight);
    },
    stop: () => observer.disconnect(),
  };
}

/**
 * {@link watchHeights} for as long as a list is shown. `tell` is the one of the first drawing, whose heights are asked for: told after the
 * layout, the rows below a higher one would first stand where they would if all were alike, and then move under the hand.
 */
export function useRowHeights(tell: (element: HTMLElement, heightPx: number) => void): RowHeights['watch'] {
  const [heights] = useState(() => watchHeights(tell));
  useLayoutEffect(() => heights.tellNow(), [heights]);
  useEffect(() => () => heights.stop(), [heights]);
  return heights.watch;
}
