// Jobs whose end could not be stored, because the disk failed just then. They become `unsure` as soon as it works again, also when
// their printer was changed or removed meanwhile: otherwise they would be shown as being sent until the next start.
import type { Topic } from '../../../contract/events.ts';
import type { Clock } from '../../ports/machine.ts';
import type { PrintJobStore } from '../../store/desk/print-jobs.ts';

export interface EndsNotStored {
  /** The end of this job's delivery could not be stored. A job that has another state than `sending` stays as it is. */
  note(jobId: string): void;
  /** Puts these jobs in doubt now; to be called before anything else is sent. Throws while nothing can be written. */
  settle(): void;
  /** Tries no more by itself. The next start finds what is left. */
  close(): void;
}

const TRY_AGAIN_MS = 5_000;

/** Of all printers of a queue, whose lines come and go. */
export function createEndsNotStored(parts: {
  readonly jobs: Pick<PrintJobStore, 'doubtLeaving'>;
  readonly clock: Clock;
  /** The time for records, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly onChange: (...topics: Topic[]) => void;
}): EndsNotStored {
  const jobIds = new Set<string>();
  let cancelTry: (() => void) | null = null;
  let closed = false;

  const settle = (): void => {
    if (jobIds.size === 0) return;
    for (const jobId of jobIds) {
      parts.jobs.doubtLeaving('the end of its delivery could not be stored', { nowMs: parts.nowMs(), jobId });
      jobIds.delete(jobId);
    }
    cancelTry?.();
    cancelTry = null;
    parts.onChange('print-jobs', 'board', 'connection');
  };

  const tryLater = (): void => {
    if (closed || cancelTry !== null) return;
    cancelTry = parts.clock.after(TRY_AGAIN_MS, () => {
      cancelTry = null;
      try {
        settle();
      } catch {
        // Whoever writes next tells the trouble.
        tryLater();
      }
    });
  };

  return {
    note(jobId) {
      jobIds.add(jobId);
      tryLater();
    },
    settle,
    close() {
      closed = true;
      cancelTry?.();
    },
  };
}
