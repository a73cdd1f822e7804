// Printers that acknowledge a label only after the next one has begun: the label counts as taken then, if it is still that paper.
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { PrintJob } from '../../store/desk/print-jobs.ts';
import type { PrinterLineParts } from './printer-line.ts';
import { recordOutcome } from './record-outcome.ts';

export interface LateAcknowledgements {
  /** Waits for the printer to acknowledge a job that is `sent-unacknowledged`, which makes it `sent`. */
  listen(job: PrintJob, later: Promise<'acknowledged' | 'silent'>): void;
  /** True while one may still come. */
  mayStillCome(jobId: string): boolean;
}

/** Of one printer. */
export function createLateAcknowledgements(
  parts: Pick<PrinterLineParts, 'jobs' | 'log' | 'nowMs' | 'record' | 'onChange' | 'onStoreTrouble'>,
  of: {
    /** The printer's name. */
    readonly printer: string;
    /** Nothing is stored any more. */
    readonly isClosed: () => boolean;
    readonly onAcknowledged: () => void;
  },
): LateAcknowledgements {
  const { jobs, nowMs } = parts;
  /** By job: at which of its attempts an acknowledgement may still come. */
  const listenedTo = new Map<string, number>();

  const acknowledge = (job: PrintJob, attempt: number): void => {
    // A person may have decided about the job meanwhile. If it was sent again, the answer is none to that.
    const now = jobs.find(job.id);
    const stands = now?.state === 'sent-unacknowledged' && now.attempts === attempt;
    if (!stands) return;
    of.onAcknowledged();
    jobs.together(() => {
      jobs.change(job.id, { state: 'sent', detail: null, nextAttemptAtMs: null, finishedAtMs: nowMs() });
      recordOutcome(parts, { job, printer: of.printer, outcome: 'sent', reason: null });
    });
  };

  return {
    listen(job, later) {
      const attempt = jobs.find(job.id)?.attempts ?? 0;
      listenedTo.set(job.id, attempt);
      void later.then((answer) => {
        if (listenedTo.get(job.id) === attempt) listenedTo.delete(job.id);
        if (of.isClosed()) return;
        try {
          if (answer === 'acknowledged') acknowledge(job, attempt);
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
  };
}
