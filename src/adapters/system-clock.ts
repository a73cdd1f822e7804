// The port `Clock` on this machine's clock and timers.
import type { Clock } from '../core/ports/machine.ts';
import { growingClock } from './growing-clock.ts';

/** Node runs a timer with a longer delay at once, so longer delays are divided into steps. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** This machine's clock and timers; see the port `Clock` in `core/ports/machine.ts`. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: growingClock,
  after(delayMs, callback) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const stepMs = Math.min(Math.max(0, leftMs), LONGEST_TIMER_MS);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : callback()), stepMs);
      timer.unref();
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};
