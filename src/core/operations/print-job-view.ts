// A print job as the screens show it.
import type { PrintJobView } from '../../contract/views.ts';
import type { Context } from './handler.ts';
import type { PrintJob } from '../store/desk/print-jobs.ts';

export function toPrintJobView({ site, printQueue }: Context, job: PrintJob): PrintJobView {
  return {
    id: job.id,
    printerId: job.printerId,
    printerName: site.printers.find((printer) => printer.id === job.printerId)?.name ?? job.printerId,
    title: job.title,
    visitId: job.visitId,
    state: job.state,
    needsPerson: printQueue.needsPerson(job),
    proven: job.proven,
    detail: job.detail,
    attempts: job.attempts,
    createdAtMs: job.createdAtMs,
    finishedAtMs: job.finishedAtMs,
    actor: job.actor,
    reprintReason: job.reprintReason,
  };
}
