// How much a wait should be noticed, and how long there is left. All pure.

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
