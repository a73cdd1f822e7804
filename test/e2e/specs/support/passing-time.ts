// Loaded into a spec's desk before its own code (`--import`): at SIGUSR2 two and a half minutes have passed for it at once, so that a
// spec of what the desk finds out after its longest doubt need not sit there as long. Waits of less than a minute are left alone:
// others have to answer within them, and for these no time has passed.
import { isMainThread } from 'node:worker_threads';

const PASSING_MS = 150_000;
const SHORTEST_WAIT_MS = 60_000;

type Timer = ReturnType<typeof setTimeout>;
interface Wait {
  readonly callback: () => void;
  readonly dueMs: number;
}

if (isMainThread) {
  const { performance, setTimeout, clearTimeout } = globalThis;
  const { now } = Date;
  /** Long waits that have not ended, by what their caller holds. */
  const waits = new Map<Timer, Wait>();
  /** What a wait became when time had passed, by what its caller holds. */
  const shortened = new Map<Timer, Timer>();
  let passedMs = 0;
  const nowMs = (): number => performance.now() + passedMs;

  const wait = (callback: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]): Timer => {
    if (delayMs < SHORTEST_WAIT_MS) return setTimeout(callback, delayMs, ...given);
    const ended = (): void => {
      waits.delete(timer);
      shortened.delete(timer);
      callback(...given);
    };
    const timer = setTimeout(ended, delayMs);
    waits.set(timer, { callback: ended, dueMs: nowMs() + delayMs });
    return timer;
  };
  const clear = (timer?: Timer): void => {
    if (timer === undefined) return;
    clearTimeout(shortened.get(timer) ?? timer);
    waits.delete(timer);
    shortened.delete(timer);
  };
  Object.assign(globalThis, {
    setTimeout: Object.assign(wait, setTimeout),
    clearTimeout: clear,
  });
  Object.defineProperty(globalThis, 'performance', {
    value: new Proxy(performance, {
      get: (target, name) => {
        if (name === 'now') return nowMs;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  });
  Date.now = () => now() + passedMs;

  process.on('SIGUSR2', () => {
    passedMs += PASSING_MS;
    for (const [timer, { callback, dueMs }] of waits) {
      clearTimeout(shortened.get(timer) ?? timer);
      const next = setTimeout(callback, Math.max(0, dueMs - nowMs()));
      if (!timer.hasRef()) next.unref();
      shortened.set(timer, next);
    }
  });
}
