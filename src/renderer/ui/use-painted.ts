// What can wait until a screen has been painted for the first time.
import { startTransition, useEffect, useState } from 'react';

/**
 * False until the first frame that shows the component has been painted.
 * @example const rows = usePainted() ? all : all.slice(0, 12);
 */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

/** Calls `then` once the next frame is on the screen, unless the returned function was called before. */
export function afterPaint(then: () => void): () => void {
  let after: number | undefined;
  let frame = requestAnimationFrame(() => {
    // Drawn when this turn has ended, but not yet shown: what began now would take the processor from those who show it.
    frame = requestAnimationFrame(() => {
      after = window.setTimeout(then);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(after);
  };
}

/** A window that nobody sees is not painted. */
const LONGEST_PAINT_MS = 100;

/** Resolves once what was drawn just now has been painted, or after {@link LONGEST_PAINT_MS}. */
export function whenPainted(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, LONGEST_PAINT_MS);
    afterPaint(() => {
      clearTimeout(timer);
      done();
    });
  });
}
