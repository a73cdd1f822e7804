// Printers that acknowledge a label only after the next one has begun: the label counts as taken then, if it is still that paper.
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { Topic } from '../../../contract/events.ts';
import type { Log } from '../../ports/machine.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { recordOutcome, type RecordPrinting } from './record-outcome.ts';

export interface LateAcknowledgements {
  /** Waits for the printer to acknowledge a job that is `sent-unacknowledged`, which makes it `sent`. */
  listen(
    job: PrintJob,
    later: Promise<'acknowledged' | 'silent'>,
    /** The printer's name when it was sent. */
    by: { readonly printer: string; readonly onAcknowledged: () => void },
  ): void;
  /** True while one may still come. */
  mayStillCome(jobId: string): boolean;
  /** Nothing is stored any more. */
  close(): void;
}

/** Of all printers of a queue: one whose settings were changed, or that was removed, says what became of its last job all the same. */
export function createLateAcknowledgements(parts: {
  readonly jobs: PrintJobStore;
  readonly log: Log;
  /** The time for records, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly record: RecordPrinting;
  readonly onChange: (...topics: Topic[]) => void;
  readonly onStoreTrouble: (thrown: unknown) => void;
}): LateAcknowledgements {
  const { jobs, nowMs } = parts;
  let closed = false;
  /** By job: at which of its attempts an acknowledgement may still come. */
  const listenedTo = new Map<string, number>();

  type By = Parameters<LateAcknowledgements['listen']>[2];
  const acknowledge = (job: PrintJob, attempt: number, by: By): void => {
    // A person may have decided about the job meanwhile. If it was sent again, the answer is none to that.
    const now = jobs.find(job.id);
    const stands = now?.state === 'sent-unacknowledged' && now.attempts === attempt;
    if (!stands) return;
    by.onAcknowledged();
    jobs.together(() => {
      jobs.change(job.id, { state: 'sent', detail: null, nextAttemptAtMs: null, finishedAtMs: nowMs() });
      recordOutcome(parts, { job, printer: by.printer, outcome: 'sent', reason: null });
    });
  };

  return {
    listen(job, later, by) {
      const attempt = jobs.find(job.id)?.attempts ?? 0;
      listenedTo.set(job.id, attempt);
      void later.then((answer) => {
        if (listenedTo.get(job.id) === attempt) listenedTo.delete(job.id);
        if (closed) return;
        try {
          if (answer === 'acknowledged') acknowledge(job, attempt, by);
        } catch (thrown) {
          // The job stays `sent-unacknowledged`, so a person still looks for its label.
          parts.log.error('a late acknowledgement could not be stored, so the job stays unacknowledged', {
            job: job.id,
            ...faultInLog(thrown),
          });
          parts.onStoreTrouble(thrown);
        }
        parts.onChange('print-jobs', 'board', 'connection', 'activity');
      });
    },
    mayStillCome: (jobId) => listenedTo.has(jobId),
    close() {
      closed = true;
    },
  };
}
