// Notices that this machine has slept: a lid was closed, a virtual machine stood still. Timers stand still with it.
import type { Clock } from '../ports/machine.ts';

/** Longer than anything that is waited for here: the pause between two tries, a connection and an answer. */
const LONGEST_QUIET_MS = 90_000;

export interface SleepWatch {
  /** Call it at each step of the work; the first call begins the watch. True after so long a time that the machine must have slept. */
  sleptUntilNow(): boolean;
}

/** The time is that of the clock that also counts while the machine sleeps. */
export function watchSleep({ monotonicMs }: Pick<Clock, 'monotonicMs'>): SleepWatch {
  let lastMs: number | null = null;
  return {
    sleptUntilNow() {
      const nowMs = monotonicMs();
      const slept = lastMs !== null && nowMs - lastMs > LONGEST_QUIET_MS;
      lastMs = nowMs;
      return slept;
    },
  };
}
