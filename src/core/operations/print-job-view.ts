// A print job as the screens show it.
import type { PrintJobView } from '../../contract/views.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import type { Context } from './handler.ts';
import { findPrintJob, type PrintJob } from '../store/desk/print-jobs.ts';

/** @throws AppException `not-found` */
export function jobView(context: Context, jobId: string): PrintJobView {
  const job = findPrintJob(context.db, jobId);
  if (!job) throw new AppException(notFound('There is no such print job.'));
  return toPrintJobView(context, job);
}

export function toPrintJobView({ site, printQueue }: Context, job: PrintJob): PrintJobView {
  const printers = [...site.printers, ...site.officePrinters];
  const office = site.officePrinters.find((printer) => printer.id === job.printerId);
  return {
    id: job.id,
    printerId: job.printerId,
    printerName: printers.find((printer) => printer.id === job.printerId)?.name ?? job.printerId,
    title: job.title,
    visitId: job.visitId,
    pages: job.document && {
      kind: job.document.kind,
      count: job.document.pages,
      goesTo: office?.address.kind ?? null,
    },
    deviceReport: job.deviceReport,
    ticket: job.ticketFor !== null,
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
