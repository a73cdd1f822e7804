// How long to wait before the service is tried again while it cannot be reached.

const FIRST_PAUSE_MS = 1_000;
const QUICK_PROBING_MS = 60_000;
const QUICK_PROBE_MS = 5_000;
const SLOW_PROBE_MS = 30_000;

/** Pause before the next probe of a line that is down: short in the first minute, so that "back" is noticed at once. */
export function probePauseMs(probes: number, downForMs: number, fraction: number): number {
  const longest = downForMs < QUICK_PROBING_MS ? QUICK_PROBE_MS : SLOW_PROBE_MS;
  const pause = Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(probes, 10));
  // At least half, so that a dead line is not asked in a hot loop.
  return Math.floor(pause * (0.5 + fraction / 2));
}
