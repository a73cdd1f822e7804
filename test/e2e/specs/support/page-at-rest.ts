// When the page has stood still for so long that whoever looks has seen where everything is.
import type { Page } from '@playwright/test';

/** Longer than a press on what has just moved is ignored. */
const SEEN_AFTER_MS = 500;

/** To be awaited before a finger or a key comes down on what has just come or moved, as a person looks first. */
export const seePageAtRest = (page: Page): Promise<void> =>
  page.evaluate(
    (seenAfterMs) =>
      new Promise<void>((resolve) => {
        const rested = (): void => {
          movements.disconnect();
          resolve();
        };
        let waiting = setTimeout(rested, seenAfterMs);
        const movements = new PerformanceObserver(() => {
          clearTimeout(waiting);
          waiting = setTimeout(rested, seenAfterMs);
        });
        movements.observe({ type: 'layout-shift' });
      }),
    SEEN_AFTER_MS,
  );
