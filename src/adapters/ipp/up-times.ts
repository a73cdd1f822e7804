// Tells whether a printer was started again since it had a job, by the seconds for which it says that it has been running.
import { numberOf, type IppGroup } from './message.ts';

export const UP_TIME = 'printer-up-time';
/** More jobs than any desk asks about at once; the oldest are let go. */
const MOST_JOBS = 500;

export interface UpTimes {
  /** The printer says this of itself while it has the job. */
  note(url: string, printerJob: string, printer: IppGroup | undefined): void;
  /** True while it is known how long the printer had been running when it had the job. */
  isNoted(url: string, printerJob: string): boolean;
  /** Whether it began to count anew since. False where it does not tell. */
  wasStartedAgain(url: string, printerJob: string, printer: IppGroup | undefined): boolean;
}

export function createUpTimes(): UpTimes {
  const seconds = new Map<string, number>();
  const keyOf = (url: string, printerJob: string): string => `${printerJob} ${url}`;
  return {
    note(url, printerJob, printer) {
      const upTime = numberOf(printer, UP_TIME);
      if (upTime === null) return;
      const key = keyOf(url, printerJob);
      seconds.delete(key);
      seconds.set(key, upTime);
      const [oldest] = seconds.keys();
      if (seconds.size > MOST_JOBS && oldest !== undefined) seconds.delete(oldest);
    },
    isNoted: (url, printerJob) => seconds.has(keyOf(url, printerJob)),
    wasStartedAgain(url, printerJob, printer) {
      const before = seconds.get(keyOf(url, printerJob));
      const now = numberOf(printer, UP_TIME);
      return before !== undefined && now !== null && now < before;
    },
  };
}
