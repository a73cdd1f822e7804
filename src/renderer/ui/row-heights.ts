// How high the rows of a long list are, as the browser tells it after the layout. To ask for a height would lay out everything twice.
import { useEffect, useState } from 'react';

export interface RowHeights {
  /**
   * Tells the height of the row that an element shows from now on, and each time that it changes, until the returned function is called.
   * For an element that shows another row it is called again: that row is told too where it is as high as the one before.
   */
  watch(element: HTMLElement): () => void;
  stop(): void;
}

/**
 * `tell` gets the element of a row and its height in whole px, all of one layout in one go.
 *
 * @example const heights = watchHeights((element, heightPx) => list.resizeItem(Number(element.dataset.index), heightPx));
 */
export function watchHeights(tell: (element: HTMLElement, heightPx: number) => void): RowHeights {
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
      return () => observer.unobserve(element);
    },
    stop: () => observer.disconnect(),
  };
}

/** {@link watchHeights} for as long as a list is shown. `tell` is the one of the first drawing. */
export function useRowHeights(tell: (element: HTMLElement, heightPx: number) => void): RowHeights['watch'] {
  const [heights] = useState(() => watchHeights(tell));
  useEffect(() => () => heights.stop(), [heights]);
  return heights.watch;
}
