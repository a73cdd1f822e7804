// How long to wait before trying again.

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** How long after its sending a request may still be carried out. A repeat without a unique key must wait for this. */
export const LATE_WRITE_MS = 120_000;
/** How long the service keeps a slot that was held and not confirmed. */
export const HOLD_MS = 10 * 60_000;
/** On top of a hold's end, for clocks that differ. */
export const HOLD_MARGIN_MS = 60_000;
/** So many answers in a row that cannot be understood, or are not the service's own, and a person is asked. */
export const HOPELESS_LIMIT = 5;

/** Full jitter over a pause that doubles: somewhere between nothing and 1 s, 2 s, 4 s … 5 min. */
export function pauseMs(attempts: number, fraction: number): number {
  return Math.floor(fraction * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20)));
}

/** A machine's clock that was set back must not put a row to sleep: no wait on disk is longer than this. */
export const LONGEST_WAIT_ON_DISK_MS = HOLD_MS + HOLD_MARGIN_MS + LATE_WRITE_MS;
