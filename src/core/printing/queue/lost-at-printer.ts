// A printer that began to count its jobs anew has another job under the number of ours: what is known of ours is put right.
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { recordDocument, type RecordPrinting } from './record-outcome.ts';

const ANOTHER_JOB = 'the printer has another job under its number by now, so look whether the pages came out';
const OTHER_NAME = 'the printer calls the job by another name, so it was not cancelled: cancel it there';

/** A printer that has never said anything of the job under its name may give every job a name of its own. */
const mayNameItself = ({ deviceReport }: Pick<PrintJob, 'deviceReport'>): boolean => deviceReport === null;

/** Why no cancellation was sent to a printer that tells another name under the job's number, in words. */
export const notCancelledWords = (job: Pick<PrintJob, 'deviceReport'>): string =>
  mayNameItself(job) ? OTHER_NAME : ANOTHER_JOB;

/**
 * Puts the job in doubt, in a transaction. True when it did. At a printer that may name its jobs itself the job stays what it was:
 * taken, and nothing more is known of it.
 */
export function loseTrack(
  parts: {
    readonly jobs: Pick<PrintJobStore, 'change' | 'together'>;
    readonly nowMs: () => number;
    readonly record: RecordPrinting;
  },
  job: PrintJob,
  printer: string,
): boolean {
  if (mayNameItself(job)) return false;
  parts.jobs.together(() => {
    parts.jobs.change(job.id, {
      state: 'unsure',
      detail: ANOTHER_JOB,
      nextAttemptAtMs: null,
      finishedAtMs: parts.nowMs(),
    });
    recordDocument(parts, { job, printer, outcome: 'unsure', reason: ANOTHER_JOB });
  });
  return true;
}
