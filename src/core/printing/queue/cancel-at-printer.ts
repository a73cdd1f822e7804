// Has a printer of whole pages cancel a job that it has taken, and stores what is known then: no more than it said.
import { AppException, conflict, notFound } from '../../../domain/app-error.ts';
import type { CancelAnswer, PageTransport } from '../../ports/printers.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { mayCancelAtPrinter } from './job-rules.ts';
import { loseTrack, notCancelledWords } from './lost-at-printer.ts';
import type { OfficePrinter } from './page-printer.ts';
import { recordDocument, type RecordPrinting } from './record-outcome.ts';

/** What came of it. */
export interface CancelledAtPrinter {
  readonly outcome: Exclude<CancelAnswer['outcome'], 'another'>;
  /** What the printer said, in words; null where the outcome says all. */
  readonly detail: string | null;
  /** Stores it, in the caller's transaction. A job that has ended meanwhile stays as it is. */
  note(reason: string): void;
}

const CANCELLED = 'the printer took the cancellation; pages that were out before stay out';
const WAS_OVER = 'it had ended at the printer before it could be cancelled';

interface CancelParts {
  readonly jobs: PrintJobStore;
  readonly pages: PageTransport;
  readonly nowMs: () => number;
  readonly record: RecordPrinting;
}

function requireAtPrinter(parts: CancelParts, jobId: string): PrintJob & { readonly printerJob: string } {
  const job = parts.jobs.find(jobId);
  if (!job) throw new AppException(notFound('There is no such print job.'));
  if (job.printerJob === null || !mayCancelAtPrinter(job, parts.nowMs())) {
    throw new AppException(conflict('state', `The print job is ${job.state}.`));
  }
  return { ...job, printerJob: job.printerJob };
}

/**
 * Asks the printer. `printerOf` gives a printer as it is set up now.
 *
 * @throws AppException `not-found`; `conflict` when there is nothing at the printer that could be cancelled
 */
export async function cancelAtPrinter(
  parts: CancelParts,
  jobId: string,
  printerOf: (printerId: string) => OfficePrinter | undefined,
): Promise<CancelledAtPrinter> {
  const asked = requireAtPrinter(parts, jobId);
  const printer = printerOf(asked.printerId);
  if (!printer) throw new AppException(conflict('state', 'Its printer is not set up any more.'));
  const answer = await parts.pages.cancel(printer.address, asked.printerJob, asked.givenAs);

  const end = (state: 'cancelled' | 'sent', detail: string | null, reason: string | null): void => {
    const { jobs, nowMs } = parts;
    jobs.change(jobId, { state, detail, nextAttemptAtMs: null, finishedAtMs: nowMs() });
    const outcome = state === 'sent' ? 'reported-done' : 'cancelled';
    recordDocument(parts, { job: asked, printer: printer.name, outcome, reason });
  };
  return {
    ...(answer.outcome === 'another'
      ? { outcome: 'refused', detail: notCancelledWords(parts.jobs.find(jobId) ?? asked) }
      : { outcome: answer.outcome, detail: 'detail' in answer ? answer.detail : null }),
    note(reason) {
      const { jobs } = parts;
      const now = jobs.find(jobId);
      if (!now) return;
      const isCancelled =
        answer.outcome === 'cancelled' || (answer.outcome === 'over' && answer.report?.state === 'cancelled');
      // The printer was asked what becomes of the job between taking the cancellation and this: nobody cancelled it there.
      if (now.state === 'cancelled' && isCancelled) {
        const { finishedAtMs } = now;
        jobs.change(jobId, { state: 'cancelled', detail: CANCELLED, nextAttemptAtMs: null, finishedAtMs });
      }
      if (!mayCancelAtPrinter(now, parts.nowMs())) return;
      if (answer.outcome === 'another') loseTrack(parts, now, printer.name);
      else if (isCancelled) end('cancelled', CANCELLED, reason);
      else if (answer.outcome === 'over' && answer.report?.state === 'done') {
        jobs.noteAtPrinter(jobId, { printerJob: now.printerJob, deviceReport: 'done' });
        end('sent', WAS_OVER, null);
      }
    },
  };
}
