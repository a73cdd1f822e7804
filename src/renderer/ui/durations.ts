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

/** How much a wait should be noticed: it is too long from the alert on, and long from half of it. */
export function waitingLevel(durationMs: number, alertMs: number): WaitingLevel {
  if (durationMs >= alertMs) return 'too-long';
  return durationMs >= alertMs / 2 ? 'long' : 'short';
}

/** `9:05` left until a deadline, never below `0:00`. Rounded down: never more than there is. */
export function countdownWords(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
