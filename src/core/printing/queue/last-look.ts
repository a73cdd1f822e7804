// What is looked at once more just before the first byte of a job leaves: whether it is still here, not too late, made for this printer, and right.
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import type { Log } from '../../ports/machine.ts';
import type { JobStanding } from './job-rules.ts';
import type { Outcome } from './record-outcome.ts';
import { WAITED_TOO_LONG, type WaitingTime } from './waiting-time.ts';

export interface LastLookParts {
  readonly jobs: PrintJobStore;
  readonly log: Log;
  /** The time for records, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly stillGood: (job: PrintJob) => JobStanding;
  readonly waiting: WaitingTime;
  /** From now on the job waits for a person. */
  readonly park: (job: PrintJob, detail: string) => void;
  readonly record: (job: PrintJob, outcome: Outcome, reason: string | null) => void;
}

interface LookingPrinter {
  readonly id: string;
  takes(job: PrintJob): boolean;
  nameOf(job: PrintJob): string | null;
}

const CANNOT_CHECK = 'it could not be checked whether the label is still right';
const OTHER_SETTINGS =
  'it was made for other settings of its printer, so nothing was sent: send it again, and it is made out for these';

/** Gives the bytes to send now, once the job is `sending` on disk; null when it must not be sent, which is then stored with its reason. */
export function createLastLook(
  printer: LookingPrinter,
  { jobs, log, nowMs, stillGood, waiting, park, record }: LastLookParts,
): (jobId: string) => Uint8Array | null {
  const standingOf = (job: PrintJob): JobStanding | null => {
    try {
      return stillGood(job);
    } catch (thrown) {
      log.error('it could not be checked whether a label is still right, so it is not printed', {
        job: job.id,
        ...faultInLog(thrown),
      });
      return null;
    }
  };

  /** Why a job is left to a person; null: it is not. */
  const obstacle = (job: PrintJob): string | null => {
    if (waiting.isOverdue(job.id)) return job.detail ?? WAITED_TOO_LONG;
    return printer.takes(job) ? null : OTHER_SETTINGS;
  };

  return (jobId) => {
    const job = jobs.find(jobId);
    // It was cancelled, or moved to another printer, while the connection to this one was made.
    if (job?.printerId !== printer.id) return null;
    if (job.state !== 'queued' && job.state !== 'attention') return null;
    const inTheWay = obstacle(job);
    if (inTheWay !== null) {
      park(job, inTheWay);
      return null;
    }
    const standing = standingOf(job);
    if (standing?.good === false) {
      jobs.together(() => {
        jobs.change(job.id, {
          state: 'cancelled',
          detail: standing.reason,
          nextAttemptAtMs: null,
          finishedAtMs: nowMs(),
        });
        record(job, 'held-back', standing.reason);
      });
    }
    if (!standing) park(job, CANNOT_CHECK);
    if (!standing?.good) return null;
    // `sending` is on disk before the first byte is sent. If the desk stops now, the job is unsure and not sent twice.
    return jobs.beginSending(job.id, printer.nameOf(job));
  };
}
