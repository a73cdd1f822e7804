// What a person decides about one print job, in the caller's transaction: the same whether it is decided alone or with others.
import { AppException, conflict, notFound } from '../../domain/app-error.ts';
import { findPrintJob, type PrintJob } from '../store/desk/print-jobs.ts';
import type { CommandContext } from './handler.ts';
import { requireMayAlso } from './role-rules.ts';
import { allPrinters } from './site-printers.ts';

interface Decision {
  readonly kind:
    'print-job-sent-again' | 'print-job-moved' | 'print-job-found-printed' | 'print-job-cancelled';
  readonly reason?: string;
}

function decideJob(
  context: CommandContext,
  decision: Decision & { readonly jobId: string },
  act: (job: PrintJob) => void,
): void {
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
}

/** Of one that never reached its printer no paper can have come, however often it was tried. */
function requireAsSeen({ perhapsPrinted, attempts }: PrintJob, seenAttempts: number): void {
  if (perhapsPrinted && seenAttempts !== attempts) {
    throw new AppException(conflict('changed', 'The print job was sent since it was shown.'));
  }
}

/** The job is sent again. Throws `conflict` (`changed`) when it was tried since it was seen, and as `PrintQueue.retry`. */
export function sendAgain(
  context: CommandContext,
  { jobId, seenAttempts }: { readonly jobId: string; readonly seenAttempts: number },
): void {
  decideJob(context, { jobId, kind: 'print-job-sent-again' }, (job) => {
    const { madeFor, perhapsPrinted, visitId } = job;
    requireAsSeen(job, seenAttempts);
    // A label of which something was sent may lie there: then this is a second one with the same code.
    if (madeFor !== null && perhapsPrinted && visitId !== null) context.relax('reprint', visitId);
    context.printQueue.retry(jobId);
  });
}

/** The job is printed on another printer. Throws as `PrintQueue.move`. */
export function moveJob(context: CommandContext, jobId: string, printerId: string): void {
  const printer = allPrinters(context).find(({ id }) => id === printerId);
  decideJob(context, { jobId, kind: 'print-job-moved', reason: printer?.name ?? printerId }, () =>
    context.printQueue.move(jobId, printerId),
  );
}

/** A person has found it at the printer. Throws as `PrintQueue.markPrinted`. */
export function foundPrinted(context: CommandContext, jobId: string): void {
  decideJob(context, { jobId, kind: 'print-job-found-printed' }, () => context.printQueue.markPrinted(jobId));
}

/**
 * The job is given up. Throws `conflict` (`changed`) when it was sent since it was seen, and as `PrintQueue.cancel`. `seenAttempts`: null
 * where that is not said.
 */
export function cancelJob(
  context: CommandContext,
  of: { readonly jobId: string; readonly reason: string; readonly seenAttempts: number | null },
): void {
  const { jobId, reason, seenAttempts } = of;
  decideJob(context, { jobId, kind: 'print-job-cancelled', reason }, (job) => {
    // A printer that is not reached is tried again every few seconds. One that such a try left waiting was not sent by it.
    const isWaiting = job.state === 'attention' || job.state === 'failed';
    if (seenAttempts !== null && !isWaiting) requireAsSeen(job, seenAttempts);
    context.printQueue.cancel(jobId, reason);
  });
}
