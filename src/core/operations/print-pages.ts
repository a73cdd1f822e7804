// Puts whole pages into the print queue, and says just before they are sent whether they are still about the same person.
import { AppException, conflict, rejected } from '../../domain/app-error.ts';
import { changesOfPerson, shownOf, type PersonShown } from '../../domain/identity.ts';
import type { PrintedPages, ServicePageKind } from '../../domain/printed-pages.ts';
import type { PdfInspection } from '../ports/pictures.ts';
import type { JobStanding } from '../printing/queue/job-rules.ts';
import type { LocalFormContent } from '../printing/pages/local-form.ts';
import type { OfficePrinter } from '../printing/queue/page-printer.ts';
import type { LabelPrinter, TicketPrinter } from '../printing/queue/desk-printers.ts';
import { findLocalForm } from '../store/desk/local-forms.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import type { StoredDocument } from '../store/mirror/documents.ts';
import {
  readTestedRegistration,
  resultsChangedAtMs,
  saysNotReadySince,
} from '../store/mirror/lab-results.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { readPatient } from '../store/mirror/patient-records.ts';
import { isSameRecord } from '../store/outbox/id-map.ts';
import { transaction } from '../store/open.ts';
import type { CommandContext, Context } from './handler.ts';
import { replaceLocalForm } from './local-form-state.ts';
import { formPrinterOf, pagePrinterOf, reportPrinterOf } from './printer-for.ts';
import { ownerOfResults } from './results-owner.ts';

const notGood = (reason: string): JobStanding => ({ good: false, reason });

/** Asked just before pages are sent to their printer. The reason is shown in the print queue. */
export function mayStillPrintPages(context: Context, document: PrintedPages): JobStanding {
  // A list of a day or a test page is about nobody in particular.
  if (document.registrationId === null) return { good: true };
  const registration = readRegistration(context.db, document.registrationId);
  if (!registration) return notGood('its registration is not known any more');
  if (!isSameRecord(context.db, 'patient', registration.patientId, document.patientId)) {
    return notGood('the registration is not the same person’s any more');
  }
  if (document.kind === 'results' && ownerOfResults(context, registration).owner.kind !== 'person') {
    return notGood('it is not certain any more whose results these are');
  }
  if (document.kind === 'results' && hasChangedSince(context, registration, document.fetchedAtMs)) {
    return notGood('the laboratory has changed or taken back these results since');
  }
  if (
    document.kind === 'results' &&
    document.fetchedAtMs !== undefined &&
    isSaidNotReadySince(context, registration, document.fetchedAtMs)
  ) {
    return notGood('the registration has said since that it has no results');
  }
  // One that a person keeps stays good: what waits is the paper that they keep.
  if (
    document.kind === 'local-form' &&
    findLocalForm(context.db, registration.id)?.settledAs === 'replaced'
  ) {
    return notGood('it was replaced by the laboratory’s form');
  }
  if (document.madeFor) return stillNames(context, registration, document.madeFor);
  return { good: true };
}

/** Whether a report of results that the service gave at an instant is not what a later reading of the results brought. */
function hasChangedSince(
  { db }: Context,
  { serverId }: RegistrationRecord,
  fetchedAtMs: number | undefined,
): boolean {
  if (serverId === null || fetchedAtMs === undefined) return false;
  const changedAtMs = resultsChangedAtMs(db, serverId);
  return changedAtMs !== null && changedAtMs > fetchedAtMs;
}

/** Whether the registration was read later than an instant (by the service's clock), and had no results then. */
export function isSaidNotReadySince(
  { db }: Context,
  { serverId }: RegistrationRecord,
  sinceMs: number,
): boolean {
  return serverId !== null && saysNotReadySince(readTestedRegistration(db, serverId), sinceMs);
}

/** Whether a page still names the person of the registration as they are known now. */
function stillNames(context: Context, registration: RegistrationRecord, madeFor: PersonShown): JobStanding {
  const { owner } = ownerOfResults(context, registration);
  if (owner.kind !== 'person') return notGood('it is not certain any more whose registration this is');
  const isSame = (one: string, other: string): boolean => isSameRecord(context.db, 'patient', one, other);
  const patient = readPatient(context.db, madeFor.patientId);
  const changed = patient === null || changesOfPerson(madeFor, shownOf(patient), isSame).length > 0;
  return changed ? notGood('the person is not the one on the page any more') : { good: true };
}

/** The printer for whole pages. @throws AppException `rejected`, naming `printer`, where the desk has none */
export function officePrinterOf(context: Context): OfficePrinter {
  return pagePrinterOf(context) ?? refuseNoPrinter();
}

/** The printer for a document of the service. @throws AppException as {@link officePrinterOf} */
export function servicePagePrinterOf(context: Context, kind: ServicePageKind): PagePrinter {
  return (kind === 'trf' ? formPrinterOf(context) : reportPrinterOf(context)) ?? refuseNoPrinter();
}

function refuseNoPrinter(): never {
  throw new AppException(rejected('This desk has no office printer.', { printer: 'no-office' }));
}

/** The number of pages. @throws AppException `rejected`, naming what is wrong with the document */
function pagesOf(inspection: PdfInspection): number {
  if ('pages' in inspection) return inspection.pages;
  throw new AppException(
    rejected('The document cannot be printed as it is.', { document: inspection.problem }),
  );
}

/**
 * Makes pages ready for paper; whoever waits for them may stop it by the name in `asking`, and is answered at once. `make` looks at its
 * signal before anything goes into the print queue.
 *
 * @throws AppException `conflict` once it was stopped
 */
export function untilStopped<Made>(
  context: Context,
  asking: string | undefined,
  make: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  return context.printQueue.askings.run(asking ?? null, (signal) => {
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () =>
        reject(new AppException(conflict('state', 'It was stopped before it was printed.'))),
      );
    });
    return Promise.race([stopped, make(signal)]);
  });
}

const TITLES: Readonly<Record<ServicePageKind, string>> = { trf: 'Form', results: 'Results' };

/**
 * Opens the document, and puts it into the print queue in a transaction of its own. Calling it again with the same command
 * puts it there once. Resolves with the id of the print job.
 *
 * @throws AppException `rejected` where the document is damaged; `conflict` where it became somebody else's meanwhile
 */
export async function queuePages(
  context: CommandContext,
  of: {
    readonly kind: ServicePageKind;
    readonly registration: RegistrationRecord;
    readonly document: StoredDocument;
    /** Once it is aborted nothing goes into the queue. */
    readonly signal: AbortSignal;
  },
): Promise<string> {
  const { kind, registration, signal } = of;
  const { bytes: pdf, fetchedAtMs } = of.document;
  signal.throwIfAborted();
  const printer = servicePagePrinterOf(context, kind);
  const pages = pagesOf(await context.inspectPdf(pdf, signal));
  signal.throwIfAborted();
  const jobId = context.commandId;
  const { id: registrationId, patientId } = registration;
  const { owner } = ownerOfResults(context, registration);
  const document: PrintedPages = {
    ...{ kind, registrationId, patientId, pages, fetchedAtMs },
    ...(owner.kind === 'person' ? { madeFor: shownOf(owner.person) } : {}),
  };
  const visitId = visitIdOfRegistration(context.db, registration.id);
  const title = `${TITLES[kind]} ${registration.trfCode ?? ''}`.trim();
  transaction(context.db, () => {
    putIntoQueue(context, { printer, title, visitId, document, pdf });
    if (kind === 'trf') replaceLocalForm(context, registration);
  });
  return jobId;
}

/** One that takes whole pages. */
type PagePrinter = OfficePrinter | LabelPrinter;

/** Pages that are whole, and whom they are for. */
export interface ReadyPages {
  readonly printer: PagePrinter;
  readonly title: string;
  readonly visitId: string | null;
  readonly document: PrintedPages;
  readonly pdf: Uint8Array;
  /** What a local form says; left out for other pages. */
  readonly localForm?: LocalFormContent;
}

/**
 * Puts whole pages into the print queue, in the caller's transaction, as the job of its command.
 *
 * @throws AppException `conflict` where they became somebody else's meanwhile
 */
export function putIntoQueue(context: CommandContext, ready: ReadyPages): void {
  const { printer, ...order } = ready;
  requireStanding(context, ready.document);
  context.printQueue.enqueuePages({ ...order, ...jobOf(context, printer) });
  noteQueued(context, ready);
}

/**
 * The same for a local form on the roll of a receipt printer.
 *
 * @throws AppException also `rejected`, naming what cannot be printed
 */
export function putOnRoll(
  context: CommandContext,
  ready: Omit<ReadyPages, 'printer' | 'pdf'> & {
    readonly printer: TicketPrinter;
    readonly localForm: LocalFormContent;
  },
): void {
  const { printer, ...order } = ready;
  requireStanding(context, ready.document);
  context.printQueue.enqueueRollForm({ ...order, ...jobOf(context, printer) });
  noteQueued(context, ready);
}

/**
 * Whether pages may be put on paper now, by whatever printer.
 *
 * @throws AppException `conflict` where they are not right any more
 */
export function requireStanding(context: Context, document: PrintedPages): void {
  const standing = mayStillPrintPages(context, document);
  if (!standing.good) throw new AppException(conflict('changed', standing.reason));
}

const jobOf = (context: CommandContext, { id: printerId }: { readonly id: string }) => ({
  id: context.commandId,
  printerId,
  actor: context.actor,
  nowMs: context.nowMs,
});

function noteQueued(
  context: CommandContext,
  ready: Pick<ReadyPages, 'visitId' | 'document'> & { readonly printer: { readonly name: string } },
): void {
  const { document, visitId, printer } = ready;
  context.record('document-queued', {
    visitId,
    ...(document.patientId === null ? {} : { patientId: document.patientId }),
    jobId: context.commandId,
    document: document.kind,
    pages: document.pages,
    printer: printer.name,
  });
  context.changed('print-jobs', 'connection');
  context.afterCommit(() => context.printQueue.wake());
}
