// Puts whole pages into the print queue, and says just before they are sent whether they are still about the same person.
import { AppException, conflict, rejected } from '../../domain/app-error.ts';
import type { PrintedPages, PageKind } from '../../domain/printed-pages.ts';
import type { PdfInspection } from '../ports.ts';
import type { JobStanding } from '../printing/queue/job-rules.ts';
import type { OfficePrinter } from '../printing/queue/page-printer.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { transaction } from '../store/open.ts';
import type { CommandContext, Context } from './handler.ts';
import { ownerOfResults } from './results-owner.ts';

const notGood = (reason: string): JobStanding => ({ good: false, reason });

/** Asked just before pages are sent to their printer. The reason is shown in the print queue. */
export function mayStillPrintPages(context: Context, document: PrintedPages): JobStanding {
  const registration = readRegistration(context.db, document.registrationId);
  if (!registration) return notGood('its registration is not known any more');
  if (registration.patientId !== document.patientId) {
    return notGood('the registration is not the same person’s any more');
  }
  if (document.kind === 'results' && ownerOfResults(context, registration).owner.kind !== 'person') {
    return notGood('it is not certain any more whose results these are');
  }
  return { good: true };
}

/** The printer for whole pages. @throws AppException `rejected`, naming `printer`, where the desk has none */
export function officePrinterOf(context: Context): OfficePrinter {
  const printer = context.site.officePrinters[0];
  if (!printer)
    throw new AppException(rejected('This desk has no office printer.', { printer: 'no-office' }));
  return printer;
}

/** The number of pages. @throws AppException `rejected`, naming what is wrong with the document */
function pagesOf(inspection: PdfInspection): number {
  if ('pages' in inspection) return inspection.pages;
  throw new AppException(
    rejected('The document cannot be printed as it is.', { document: inspection.problem }),
  );
}

const TITLES: Readonly<Record<PageKind, string>> = { trf: 'Form', results: 'Results' };

/**
 * Opens the document, and puts it into the print queue in a transaction of its own. Calling it again with the same command
 * puts it there once. Resolves with the id of the print job.
 *
 * @throws AppException `rejected` where the document is damaged; `conflict` where it became somebody else's meanwhile
 */
export async function queuePages(
  context: CommandContext,
  of: {
    readonly kind: PageKind;
    readonly registration: RegistrationRecord;
    readonly pdf: Uint8Array;
  },
): Promise<string> {
  const { kind, registration, pdf } = of;
  const printer = officePrinterOf(context);
  const pages = pagesOf(await context.inspectPdf(pdf));
  const jobId = context.commandId;
  const document = { kind, registrationId: registration.id, patientId: registration.patientId, pages };
  const visitId = visitIdOfRegistration(context.db, registration.id);
  transaction(context.db, () => {
    const standing = mayStillPrintPages(context, document);
    if (!standing.good) throw new AppException(conflict('changed', standing.reason));
    context.printQueue.enqueuePages({
      id: jobId,
      printerId: printer.id,
      title: `${TITLES[kind]} ${registration.trfCode ?? ''}`.trim(),
      visitId,
      document,
      pdf,
      actor: context.actor,
      nowMs: context.nowMs,
    });
    context.record('document-queued', {
      visitId,
      patientId: registration.patientId,
      jobId,
      document: kind,
      pages,
      printer: printer.name,
    });
  });
  context.changed('print-jobs', 'connection');
  context.afterCommit(() => context.printQueue.wake());
  return jobId;
}
