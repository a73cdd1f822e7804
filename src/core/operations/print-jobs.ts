// The print jobs, and what a person decides about them.
import type { printJobOperations } from '../../contract/print-jobs.ts';
import type { PrintJobView } from '../../contract/views.ts';
import { AppException, conflict, notFound } from '../../domain/app-error.ts';
import { findPrintJob, listPrintJobs } from '../store/desk/print-jobs.ts';
import type { PrintJob } from '../store/desk/print-jobs.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { jobView, toPrintJobView } from './print-job-view.ts';
import { printerViews } from './printer-view.ts';
import { requireMayAlso } from './role-rules.ts';
import { allPrinters } from './site-printers.ts';

const JOBS_SHOWN = 200;

interface Decision {
  readonly kind:
    'print-job-sent-again' | 'print-job-moved' | 'print-job-found-printed' | 'print-job-cancelled';
  readonly reason?: string;
}

function decideJob(
  context: CommandContext,
  decision: Decision & { readonly jobId: string },
  act: (job: PrintJob) => void,
): PrintJobView {
  const before = findPrintJob(context.db, decision.jobId);
  if (!before) throw new AppException(notFound('There is no such print job.'));
  // Whoever prints no labels does not print one again either, nor says that it came out; to withdraw it does no harm.
  if (before.madeFor !== null && decision.kind !== 'print-job-cancelled') {
    requireMayAlso(context, 'labels.print');
  }
  act(before);
  context.record(decision.kind, {
    visitId: before.visitId,
    jobId: before.id,
    code: before.madeFor?.code ?? null,
    reason: decision.reason ?? null,
  });
  context.changed('print-jobs', 'connection', 'board');
  context.afterCommit(() => context.printQueue.wake());
  return jobView(context, decision.jobId);
}

export const printJobHandlers: Handlers<typeof printJobOperations> = {
  'printJobs.list': (context) => {
    const all = allPrinters(context);
    return {
      items: listPrintJobs(context.db, JOBS_SHOWN).map((job) => toPrintJobView(context, job, all)),
      printers: printerViews(context),
    };
  },
  'printJobs.retry': {
    transaction: (context, { jobId, seenAttempts }) =>
      decideJob(context, { jobId, kind: 'print-job-sent-again' }, (job) => {
        const { madeFor, perhapsPrinted, visitId } = job;
        // Of one that never reached its printer no second paper can come, however often it was tried.
        if (perhapsPrinted && seenAttempts !== job.attempts) {
          throw new AppException(conflict('changed', 'The print job was sent again since it was shown.'));
        }
        // A label of which something was sent may lie there: then this is a second one with the same code.
        if (madeFor !== null && perhapsPrinted && visitId !== null) context.relax('reprint', visitId);
        context.printQueue.retry(jobId);
      }),
  },
  'printJobs.move': {
    transaction: (context, { jobId, printerId }) => {
      const printer = allPrinters(context).find(({ id }) => id === printerId);
      return decideJob(context, { jobId, kind: 'print-job-moved', reason: printer?.name ?? printerId }, () =>
        context.printQueue.move(jobId, printerId),
      );
    },
  },
  'printJobs.markPrinted': {
    transaction: (context, { jobId }) =>
      decideJob(context, { jobId, kind: 'print-job-found-printed' }, () =>
        context.printQueue.markPrinted(jobId),
      ),
  },
  'printJobs.cancelAtPrinter': {
    prepared: async (context, { jobId, reason }) => {
      const answer = await context.printQueue.cancelAtPrinter(jobId);
      return () => {
        const { outcome, detail } = answer;
        answer.note(reason);
        const job = jobView(context, jobId);
        if (job.state === 'cancelled') {
          context.record('print-job-cancelled', { visitId: job.visitId, jobId, code: null, reason });
        }
        context.changed('print-jobs', 'connection');
        return { job, outcome, detail };
      };
    },
  },
  'printJobs.cancel': {
    transaction: (context, { jobId, reason }) =>
      decideJob(context, { jobId, kind: 'print-job-cancelled', reason }, () =>
        context.printQueue.cancel(jobId, reason),
      ),
  },
};
