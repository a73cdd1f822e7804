// Times in a page: from a person's key or click until what it leads to is painted, and the frames of scrolling.
import type { CDPSession, Page } from '@playwright/test';

interface Watch {
  /** Time of the first key, click or choice, by the browser's own clock of the page; null until there is one. */
  at: number | null;
  painted: Promise<number>;
}

declare global {
  interface Window {
    bench: Watch;
  }
}

/** A window whose times can be taken. */
export interface TimedWindow {
  readonly page: Page;
  /** `rate` 4: the page's script runs at a quarter of the machine's speed; 1: as it is. */
  slowDown(rate: number): Promise<void>;
  /**
   * Does `act`, a key, a click or a choice, and resolves with the milliseconds from it to the end of the first frame for which
   * `isThere` is true in the page. `isThere` gets `told` and must stand alone, as it is sent to the page.
   */
  untilPainted<Told>(act: () => Promise<void>, isThere: (told: Told) => boolean, told: Told): Promise<number>;
  /** Milliseconds from frame to frame while the element scrolls by a wheel through `distancePx`. */
  framesOfScrolling(selector: string, distancePx: number): Promise<number[]>;
  /** Milliseconds from frame to frame while nobody does anything. */
  framesOfIdling(count: number): Promise<number[]>;
}

const SCROLL_PX_PER_S = 4_000;
/** What is asked for takes a tenth of a second; whatever takes this long never comes. */
const GIVE_UP_MS = 60_000;

export async function timedWindow(page: Page): Promise<TimedWindow> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    window.bench = { at: null, painted: Promise.resolve(Number.NaN) };
    const note = (event: Event): void => {
      window.bench.at ??= event.timeStamp;
    };
    for (const name of ['keydown', 'click', 'change']) addEventListener(name, note, { capture: true });
  });
  return {
    page,
    slowDown: async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
    async untilPainted(act, isThere, told) {
      await page.evaluate(
        ({ source, given, giveUpMs }) => {
          const condition = new Function(`return (${source})`)() as (told: unknown) => boolean;
          window.bench.at = null;
          window.bench.painted = new Promise((done, failed) => {
            const begunAt = performance.now();
            const look = (): void => {
              if (performance.now() - begunAt > giveUpMs) return failed(new Error(`never there: ${source}`));
              const { at } = window.bench;
              if (at === null || !condition(given)) return void requestAnimationFrame(look);
              // The task runs when this frame has been painted.
              const after = new MessageChannel();
              after.port1.onmessage = () => done(performance.now() - at);
              after.port2.postMessage(null);
            };
            requestAnimationFrame(look);
          });
          // Who waits comes after the act; until then a failure is nobody's.
          window.bench.painted.catch(() => undefined);
        },
        { source: isThere.toString(), given: told, giveUpMs: GIVE_UP_MS },
      );
      await act();
      return page.evaluate(() => window.bench.painted);
    },
    async framesOfScrolling(selector, distancePx) {
      const box = await page.locator(selector).boundingBox();
      if (!box) throw new Error(`Nothing to scroll at ${selector}.`);
      const taken = page.evaluate(
        ({ scrolled, distance }) =>
          new Promise<number[]>((done) => {
            const element = document.querySelector(scrolled) as Element;
            const from = element.scrollTop;
            const frames: number[] = [];
            let before: number | null = null;
            let stillFor = 0;
            let place = from;
            const next = (now: number): void => {
              if (element.scrollTop === from) return void requestAnimationFrame(next);
              stillFor = element.scrollTop === place ? stillFor + 1 : 0;
              place = element.scrollTop;
              if (before !== null) frames.push(now - before);
              before = now;
              const isOver = stillFor > 20 || Math.abs(place - from) >= distance - 1;
              if (isOver) done(frames.slice(0, frames.length - stillFor));
              else requestAnimationFrame(next);
            };
            requestAnimationFrame(next);
          }),
        { scrolled: selector, distance: distancePx },
      );
      await session.send('Input.synthesizeScrollGesture', {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        yDistance: -distancePx,
        speed: SCROLL_PX_PER_S,
        gestureSourceType: 'mouse',
      });
      return taken;
    },
    framesOfIdling: (count) =>
      page.evaluate(
        (wanted) =>
          new Promise<number[]>((done) => {
            const frames: number[] = [];
            let before: number | null = null;
            const next = (now: number): void => {
              if (before !== null) frames.push(now - before);
              before = now;
              if (frames.length < wanted) requestAnimationFrame(next);
              else done(frames);
            };
            requestAnimationFrame(next);
          }),
        count,
      ),
  };
}
