// How long something has lasted or will last, in the words the desk uses. All pure.

/**
 * `just now`, `24 min`, `1 h 05`: a waiting time in milliseconds, by whole minutes.
 * @example waitingWords(3_900_000) // '1 h 05'
 */
export function waitingWords(durationMs: number): string {
  const minutes = Math.max(0, Math.floor(durationMs / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

export type WaitingLevel = 'short' | 'long' | 'too-long';
const LONG_WAIT_MS = 15 * 60_000;
const TOO_LONG_WAIT_MS = 30 * 60_000;

/** When a wait should be noticed: from 15 minutes on, and again from 30. */
export function waitingLevel(durationMs: number): WaitingLevel {
  if (durationMs >= TOO_LONG_WAIT_MS) return 'too-long';
  return durationMs >= LONG_WAIT_MS ? 'long' : 'short';
}

/** `9:05` left until a deadline, never below `0:00`. Rounded down: never more than there is. */
export function countdownWords(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
