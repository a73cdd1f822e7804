// How long jobs have waited at a printer in vain. After ten minutes nothing is printed by itself any more.
import type { Clock } from '../../ports/machine.ts';

/** After this a label is not printed by itself any more, because nobody would be waiting at the printer. */
export const SENDS_ITSELF_FOR_MS = 10 * 60_000;

/** The reason of a job that has none of its own. */
export const WAITED_TOO_LONG =
  'it could not be printed for ten minutes, so it is not printed by itself any more';

export interface WaitingTime {
  /** A person wants the job printed now. */
  expect(jobId: string): void;
  /** A job is done with, and the next one's turn has come. What waits in a long line has not waited in vain. */
  comeOn(): void;
  /** Nothing waits any more. */
  forget(): void;
  /** False: no job is overdue, so that none needs to be looked at. */
  standsStill(): boolean;
  isOverdue(jobId: string): boolean;
}

/** The time is that of the clock that also counts while the machine sleeps: a job of the evening is overdue in the morning. */
export function createWaitingTime({ monotonicMs }: Pick<Clock, 'monotonicMs'>): WaitingTime {
  const wantedAtMs = new Map<string, number>();
  let cameOnAtMs = monotonicMs();
  const isLongAgo = (atMs: number): boolean => monotonicMs() - atMs > SENDS_ITSELF_FOR_MS;
  return {
    expect: (jobId) => void wantedAtMs.set(jobId, monotonicMs()),
    comeOn() {
      cameOnAtMs = monotonicMs();
    },
    forget: () => wantedAtMs.clear(),
    standsStill: () => isLongAgo(cameOnAtMs),
    isOverdue: (jobId) => isLongAgo(Math.max(wantedAtMs.get(jobId) ?? cameOnAtMs, cameOnAtMs)),
  };
}
