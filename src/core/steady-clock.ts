// A clock whose timers never throw: nobody stands behind a timer to catch anything, and the process would end.
import type { Clock, Log } from './ports.ts';
import { isDiskFailure } from './store/db/connect.ts';

const AGAIN_AFTER_MS = 15_000;

/**
 * Wraps a clock. What a timer's callback throws is logged; where the disk was the reason, the callback runs again after
 * 15 s until it ends well, so that what it does by the clock goes on once there is room.
 */
export function steadyClock(clock: Clock, log: Log): Clock {
  const after = (delayMs: number, callback: () => void): (() => void) => {
    let cancel = clock.after(delayMs, function run() {
      try {
        callback();
      } catch (thrown) {
        log.error('a timer failed', { error: String(thrown) });
        if (isDiskFailure(thrown)) cancel = clock.after(AGAIN_AFTER_MS, run);
      }
    });
    return () => cancel();
  };
  return { nowMs: () => clock.nowMs(), monotonicMs: () => clock.monotonicMs(), after };
}
