// How long a change waits before it is tried again, and how often.

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * For how long after it was sent the service may still carry out a request. A change without a unique key may only be
 * repeated after this time, or it could be carried out twice.
 */
export const LATE_WRITE_MS = 120_000;
/** How long the service keeps a slot that was held and not confirmed. */
const HOLD_MS = 10 * 60_000;
/** Added to the end of a hold, because the service's clock may differ from ours. */
const HOLD_MARGIN_MS = 60_000;
/**
 * How long after it was sent a hold whose answer was lost can still block its slot, in milliseconds: it may have been carried out late,
 * and lasts its time from then on.
 *
 * @param lateWriteMs within which a request can still be carried out
 */
export const holdBlocksForMs = (lateWriteMs: number): number => HOLD_MS + HOLD_MARGIN_MS + lateWriteMs;
/** A service may show what it has taken only some seconds later: what it does not show yet is looked for once more after this. */
export const SHOWN_WITHIN_MS = 30_000;
/** After so many answers in a row that cannot be understood a person has to decide. */
export const HOPELESS_LIMIT = 5;
/**
 * For how long a change meets server errors, or pages of something on the way, before a person has to decide. A service that is worked on
 * can only be read for some time, and nobody can do anything about that: it is waited for longer. Where it carries out other changes
 * meanwhile, it is this one.
 */
export const SERVER_ERRORS_WAITED_OUT_MS = { whileItReads: 60 * 60_000, whileItChanges: 10 * 60_000 };

/**
 * The pause before the next try, in milliseconds: between 0 and a limit that doubles with each attempt (1 s, 2 s, 4 s …
 * 5 min). It is random, so that several desks do not all try at the same moment.
 *
 * @param fraction a random number from 0 to 1
 */
export function pauseMs(attempts: number, fraction: number): number {
  return Math.floor(fraction * longestPauseMs(attempts));
}

/** What {@link pauseMs} never exceeds after so many attempts, in milliseconds. */
export function longestPauseMs(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
}

/** No pause that is stored is longer than this. A longer one means that the machine's clock was set back. */
export const LONGEST_WAIT_ON_DISK_MS = holdBlocksForMs(LATE_WRITE_MS);
