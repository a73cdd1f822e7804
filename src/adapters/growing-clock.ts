// A clock that only grows, and goes on while the machine sleeps: the clock that Node measures with stands still then, and
// whoever opens the lid would find the morning's time in the afternoon.
import { uptime } from 'node:os';

export interface GrowingClockParts {
  /** Milliseconds, standing still while the machine sleeps on most systems. */
  readonly awakeMs: () => number;
  /** Milliseconds since the machine was started, sleep included; may be coarse. */
  readonly uptimeMs: () => number;
}

/** Looking at the uptime costs a call of the system. */
const LOOK_EVERY_MS = 250;
/** Below this a difference is the coarseness of the two clocks. */
const SHORTEST_SLEEP_MS = 2_000;

export function createGrowingClock({ awakeMs, uptimeMs }: GrowingClockParts): () => number {
  const aheadAtStartMs = uptimeMs() - awakeMs();
  let sleptMs = 0;
  let lookedAtMs = awakeMs();
  return () => {
    const nowMs = awakeMs();
    // Whoever wakes is asked for the time at once; nobody looks more often than matters.
    if (nowMs - lookedAtMs >= LOOK_EVERY_MS) {
      lookedAtMs = nowMs;
      const aheadMs = uptimeMs() - nowMs - aheadAtStartMs;
      if (aheadMs - sleptMs >= SHORTEST_SLEEP_MS) sleptMs = aheadMs;
    }
    return nowMs + sleptMs;
  };
}

export const growingClock = createGrowingClock({
  awakeMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
});
