// How long to wait before the service is tried again while it cannot be reached.

const FIRST_PAUSE_MS = 1_000;
const QUICK_PROBING_MS = 60_000;
const QUICK_PROBE_MS = 5_000;
const SLOW_PROBE_MS = 30_000;

/**
 * The pause before the next test of a connection that is down, in milliseconds. It is short in the first minute, so
 * that a connection that comes back is noticed at once.
 *
 * @param probes how many tests were made since it went down
 * @param downForMs for how long it has been down
 * @param fraction a random number from 0 to 1
 */
export function probePauseMs(probes: number, downForMs: number, fraction: number): number {
  const longest = downForMs < QUICK_PROBING_MS ? QUICK_PROBE_MS : SLOW_PROBE_MS;
  const pause = Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(probes, 10));
  // At least half of the pause, so that a random number near 0 does not make test follow test without a pause.
  return Math.floor(pause * (0.5 + fraction / 2));
}
