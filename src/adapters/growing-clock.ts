// A clock that never goes back and also counts the time while the machine sleeps. Node's own monotonic clock stands
// still during sleep on most systems, so after a break the desk would take the afternoon for the morning.
import { uptime } from 'node:os';

export interface GrowingClockParts {
  /** Milliseconds; on most systems this clock stands still while the machine sleeps. */
  readonly awakeMs: () => number;
  /** Milliseconds since the machine was started, including sleep. May be rounded, for example to seconds. */
  readonly uptimeMs: () => number;
}

/** The uptime is read at most this often, because reading it is a system call. */
const LOOK_EVERY_MS = 250;
/** A smaller difference between the two clocks is a rounding error, not sleep. */
const SHORTEST_SLEEP_MS = 2_000;

/** Makes the clock: a function that returns milliseconds since an arbitrary start. */
export function createGrowingClock({ awakeMs, uptimeMs }: GrowingClockParts): () => number {
  const aheadAtStartMs = uptimeMs() - awakeMs();
  let sleptMs = 0;
  let lookedAtMs = awakeMs();
  return () => {
    const nowMs = awakeMs();
    // After sleep the first call reads the uptime at once, because more than this time has passed.
    if (nowMs - lookedAtMs >= LOOK_EVERY_MS) {
      lookedAtMs = nowMs;
      const aheadMs = uptimeMs() - nowMs - aheadAtStartMs;
      if (aheadMs - sleptMs >= SHORTEST_SLEEP_MS) sleptMs = aheadMs;
    }
    return nowMs + sleptMs;
  };
}

/** The clock of this machine. */
export const growingClock = createGrowingClock({
  awakeMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
});
