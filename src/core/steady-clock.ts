// A clock whose timers never throw. Nothing could catch it there, and the process would end.
import { faultInLog } from '../domain/fault-in-log.ts';
import type { Clock, Log } from './ports/machine.ts';
import { isDiskFailure } from './store/db/connect.ts';

const AGAIN_AFTER_MS = 15_000;

/**
 * Wraps a clock. What a timer's callback throws is written to the log. When the reason was the disk, the callback runs
 * again every 15 s until it succeeds, so that work done by the clock goes on once there is room.
 */
export function steadyClock(clock: Clock, log: Log): Clock {
  const after = (delayMs: number, callback: () => void): (() => void) => {
    let cancel = clock.after(delayMs, function run() {
      try {
        callback();
      } catch (thrown) {
        log.error('a timer failed', faultInLog(thrown));
        if (isDiskFailure(thrown)) cancel = clock.after(AGAIN_AFTER_MS, run);
      }
    });
    return () => cancel();
  };
  return { nowMs: () => clock.nowMs(), monotonicMs: () => clock.monotonicMs(), after };
}
