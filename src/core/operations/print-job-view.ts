// A print job as the screens show it.
import type { PrintJobView } from '../../contract/views.ts';
import { AppException, notFound } from '../../domain/app-error.ts';
import type { Context } from './handler.ts';
import type { PrintedDocument } from '../../domain/printed-document.ts';
import { whyNeverSent } from './never-sent.ts';
import { standInFor } from './printer-for.ts';
import { allPrinters, canPrint, documentOf, isAtQueue, type AnyPrinter } from './site-printers.ts';
import { goesOutByItself, mayCancelAtPrinter, mayMove } from '../printing/queue/job-rules.ts';
import { REMOVED_PRINTER } from '../printing/queue/lost-at-printer.ts';
import { findPrintJob, type PrintJob } from '../store/desk/print-jobs.ts';

/** Which printers may take a job over from its own, by what they print; the first ones before the others. */
function documentsFor(job: PrintJob, printer: AnyPrinter | undefined): PrintedDocument[] {
  if (job.document?.kind === 'local-form') {
    // On a page it can be made out for a roll, and not the other way round.
    const on = printer && documentOf(printer);
    return on === undefined ? [] : on === 'ticket' ? ['ticket'] : ['form', 'ticket'];
  }
  if (job.document?.kind === 'trf') return ['form'];
  if (job.document?.kind === 'results') return ['report'];
  if (job.document) return ['pages'];
  if (job.ticketFor) return ['ticket'];
  // Test labels are for their own printer.
  return job.labelId === null ? [] : ['label'];
}

const deskIdOf = (printer: AnyPrinter): string | undefined =>
  'address' in printer ? printer.address.at : printer.at;

/**
 * Where a job that waits could be printed instead: on another printer of the same papers, if possible one that is in no trouble.
 * Null when there is none.
 */
function otherPrinterOf(
  context: Context,
  job: PrintJob,
  { printer, all }: { readonly printer: AnyPrinter | undefined; readonly all: AnyPrinter[] },
): PrintJobView['otherPrinter'] {
  const documents = documentsFor(job, printer);
  const [document] = documents;
  if (document === undefined) return null;
  const states = context.printQueue.printerStates();
  const isWell = ({ id }: AnyPrinter): boolean => {
    const state = states.get(id)?.state;
    return state === 'ready' || state === 'unknown';
  };
  // Nothing comes of what is given to one there.
  const isOut = (other: AnyPrinter): boolean => {
    const at = deskIdOf(other);
    return at !== undefined && context.deskPrinting.standing(at).state === 'shut-out';
  };
  const able = documents.flatMap((wanted) =>
    all.filter((other) => other.id !== printer?.id && canPrint(other, wanted) && !isOut(other)),
  );
  // The one that people chose comes first, unless it is in trouble itself and another is not.
  const standIn = standInFor(context, document, all);
  const inOrder = [...able.filter(({ id }) => id === standIn?.id), ...able];
  const other = inOrder.find(isWell) ?? inOrder[0];
  return other ? { id: other.id, name: other.name } : null;
}

/** @throws AppException `not-found` */
export function jobView(context: Context, jobId: string): PrintJobView {
  const job = findPrintJob(context.db, jobId);
  if (!job) throw new AppException(notFound('There is no such print job.'));
  return toPrintJobView(context, job);
}

/** `all`: the desk's printers, where the caller has many jobs. */
export function toPrintJobView(
  context: Context,
  job: PrintJob,
  all: AnyPrinter[] = allPrinters(context),
): PrintJobView {
  const { printQueue } = context;
  const printer = all.find(({ id }) => id === job.printerId);
  const office = printer && !('language' in printer) ? printer : undefined;
  const deskId = printer && deskIdOf(printer);
  const neverSent = whyNeverSent(context, job);
  const desk = deskId === undefined ? null : context.deskPrinting.standing(deskId);
  return {
    id: job.id,
    printerId: job.printerId,
    printerName: printer?.name ?? REMOVED_PRINTER,
    printerRemoved: printer === undefined,
    printerDesk: desk?.name ?? null,
    printerDeskState: desk?.state ?? null,
    title: job.title,
    visitId: job.visitId,
    pages: job.document && {
      kind: job.document.kind,
      count: job.document.pages,
      goesTo: office?.address.kind ?? null,
    },
    neverSent,
    otherPrinter: mayMove(job) && neverSent === null ? otherPrinterOf(context, job, { printer, all }) : null,
    // In a folder the pages are a file already: nobody could cancel them there.
    atPrinter:
      mayCancelAtPrinter(job, context.nowMs) && office !== undefined && office.address.kind !== 'folder',
    deviceReport: job.deviceReport,
    ticket: job.ticketFor !== null,
    byQueue: isAtQueue(printer),
    state: job.state,
    needsPerson: printQueue.needsPerson(job),
    goesOutByItself: goesOutByItself(job),
    stoppedSinceMs: job.state === 'sending' ? printQueue.stoppedSinceMs(job) : null,
    proven: job.proven,
    perhapsPrinted: job.perhapsPrinted,
    detail: job.detail,
    attempts: job.attempts,
    createdAtMs: job.createdAtMs,
    finishedAtMs: job.finishedAtMs,
    actor: job.actor,
    reprintReason: job.reprintReason,
  };
}
