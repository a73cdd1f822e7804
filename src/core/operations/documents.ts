// The service's documents: from the service while it answers, else from the store.
import type { documentOperations } from '../../contract/documents.ts';
import type { Topic } from '../../contract/events.ts';
import { AppException, conflict, notFound, offline, rejected, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { DocumentKind } from '../../domain/document-kind.ts';
import { readLabReport } from '../pull/lab-report.ts';
import { askWhose } from '../pull/registration-asked.ts';
import { noteWhose, whoseIs } from '../pull/whose-document.ts';
import { documentKeptAtMs, findDocument, forgetDocument, saveDocument } from '../store/mirror/documents.ts';
import type { StoredDocument } from '../store/mirror/documents.ts';
import { readTestedRegistration, resultsChangedAtMs } from '../store/mirror/lab-results.ts';
import { visitIdOfRegistration } from '../store/desk/visits.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { askWhileUp, NOT_ASKED } from './asked-or-kept.ts';
import type { Context, Handlers } from './handler.ts';
import { labReportParts } from './lab-report-parts.ts';
import { jobView } from './print-job-view.ts';
import { isSaidNotReadySince, queuePages, servicePagePrinterOf, untilStopped } from './print-pages.ts';
import { ownerOfResults } from './results-owner.ts';

const refused = (why: string, detail: string): AppException =>
  new AppException(rejected(detail, { document: why }));

/** What is wrong when the service has no such document; it makes label and results only for a patient. */
function whyMissing(kind: DocumentKind, { patientId }: RegistrationRecord): AppException {
  if (patientId === null && kind !== 'trf') return refused('no-patient', 'No patient is assigned.');
  return kind === 'results'
    ? refused('no-results', 'The service has no document of results.')
    : refused('not-there', 'The service has no such document.');
}

const ofSomebodyElse = (): AppException =>
  refused('of-somebody-else', 'The service sent a document of somebody else.');

const somebodyElses = (): AppException =>
  new AppException(conflict('changed', 'Another person was put on the registration.'));

/** A report of results names nobody that this desk could compare, so the service is asked whose the registration is. */
async function requireSamePerson(
  context: Context,
  serverId: string,
  isStillTheirs: () => boolean,
): Promise<void> {
  const { db, service } = context;
  const onChange = (topics: Topic[]): void => context.learned(...topics);
  const { kind } = await askWhose({ db, call: service.call, onChange }, serverId, isStillTheirs);
  if (kind === 'as-known') return;
  // The list may know by now whose it is.
  if (kind === 'another') context.sync.pullNow();
  throw somebodyElses();
}

/**
 * Reads the results of a registration (service's id) before their document is asked for: what a later reading brings is compared with them, and
 * so it is known of a report on paper that the laboratory has changed what is in it. Those that were read before are read again: a correction
 * that only a later reading brought would be taken for one made since, and the paper that has it for out of date. Where they cannot be read,
 * the document is shown all the same.
 */
async function readWhatIsInIt(context: Context, serverId: string): Promise<void> {
  const own = readTestedRegistration(context.db, serverId);
  if (!own) return;
  try {
    // Whose the registration is was asked just now.
    await readLabReport({ ...labReportParts(context), asksBefore: false }, own);
  } catch (thrown) {
    context.log.debug('the results in a document could not be read; it is shown without', {
      error: toAppError(thrown, 'documents.get').kind,
    });
  }
}

/** `notRead`: it could not be read whose it is, and it is not kept. */
export interface FetchedDocument extends StoredDocument {
  readonly notRead: boolean;
}

/**
 * Fetches a document from the service and keeps it. It counts as fetched when it was asked for.
 *
 * @throws AppException of the service; `rejected` where the document names somebody else, could not be read or there is none; `conflict` where the
 * registration became somebody else's meanwhile
 */
export async function fetchDocument(
  context: Context,
  registration: RegistrationRecord & { readonly serverId: string },
  kind: DocumentKind,
  { areResultsJustRead = false, evenNotRead = false } = {},
): Promise<FetchedDocument> {
  const { serverId } = registration;
  const isStillTheirs = noteWhose(context.db, serverId);
  if (kind === 'results') {
    await requireSamePerson(context, serverId, isStillTheirs);
    if (!areResultsJustRead) await readWhatIsInIt(context, serverId);
  }
  // Of what the laboratory changes while it is on its way it has nothing, however late it comes.
  const fetchedAtMs = context.sync.serverNowMs();
  const changedAtMs = resultsChangedAtMs(context.db, serverId);
  const { trf, label, resultsPdf } = context.service.registrations;
  const fetched = await { trf, label, results: resultsPdf }[kind](serverId).catch((thrown: unknown) => {
    const isMissing = thrown instanceof AppException && thrown.error.kind === 'not-found';
    if (isMissing && kind === 'results') forgetDocument(context.db, serverId, kind);
    throw isMissing ? whyMissing(kind, registration) : thrown;
  });
  // Somebody else may have been put on it since the first answer: the report would be theirs.
  if (kind === 'results') await requireSamePerson(context, serverId, isStillTheirs);
  const reading = await context.documentReader.read(fetched.bytes, 'now');
  // Nobody can look at it either, so it is not offered to whoever wants to see it all the same.
  if (reading.isLocked === true) throw refused('opens-with-password', 'It opens with a password only.');
  const whose = whoseIs(context.db, serverId, reading);
  // A document that has no text is used; one that could not be read may well say that it is another's.
  const notRead = whose === 'not-known';
  if (notRead && !(evenNotRead && kind !== 'label'))
    throw refused('not-read', 'It could not be read whose document it is.');
  if (whose === 'somebody-elses') throw ofSomebodyElse();
  if (!isStillTheirs()) throw somebodyElses();
  // The results were read with a change meanwhile: this is the document of before. The two times of changes are compared, and not the time
  // of the fetch with one of them: where the service's clock went back since, it would be asked until its time has come again.
  if (kind === 'results' && resultsChangedAtMs(context.db, serverId) !== changedAtMs)
    return fetchDocument(context, registration, kind, { evenNotRead });
  const document = { ...fetched, fetchedAtMs, notRead };
  if (notRead) return document;
  const isFirst = documentKeptAtMs(context.db, serverId, kind) === null;
  saveDocument(context.db, { registrationId: serverId, kind, ...document });
  // The visit and the registration say whether the form is kept here: it can be opened without the line, and a local one is replaced.
  if (isFirst) context.learned('board');
  return document;
}

/**
 * The document that is kept here; null when there is none. Earlier versions kept what they had not read, and whom a document names may be
 * known only since then, so it is read once more.
 *
 * @throws AppException `rejected` for somebody else's, which is not kept any longer
 */
async function keptDocument(
  context: Context,
  registration: RegistrationRecord,
  kind: DocumentKind,
): Promise<StoredDocument | null> {
  const kept = findDocument(context.db, registration.id, kind);
  const { serverId } = registration;
  if (kept === null || serverId === null) return kept;
  const reading = await context.documentReader.read(kept.bytes, 'now');
  // Where the registration became somebody else's meanwhile, there is none any more.
  const isStillKept = documentKeptAtMs(context.db, serverId, kind) === kept.fetchedAtMs;
  if (!isStillKept) return keptDocument(context, registration, kind);
  // What could be read once and cannot now, on a busy machine, is still the same document.
  if (whoseIs(context.db, serverId, reading) !== 'somebody-elses') return kept;
  forgetDocument(context.db, serverId, kind);
  context.learned('board');
  throw ofSomebodyElse();
}

/** The document and whether it was kept here before. */
async function documentOf(
  context: Context,
  registration: RegistrationRecord,
  kind: DocumentKind,
  { evenNotRead = false } = {},
): Promise<{
  readonly document: FetchedDocument;
  readonly stored: boolean;
  readonly problem: AppError | null;
}> {
  const { serverId } = registration;
  const asked =
    serverId === null
      ? NOT_ASKED
      : await askWhileUp(context, () =>
          fetchDocument(context, { ...registration, serverId }, kind, { evenNotRead }),
        );
  if (asked.live) return { document: asked.value, stored: false, problem: null };
  const { problem } = asked;
  // When the service does not give it, the stored document is shown with the reason. It is looked for only now: where the registration became
  // somebody else's meanwhile, there is none any more.
  const kept = problem && isSaidToBeMissing(problem) ? null : await keptDocument(context, registration, kind);
  if (kept) return { document: { ...kept, notRead: false }, stored: true, problem };
  throw new AppException(
    problem ??
      offline('connection-lost', 'not-sent', 'The document was not fetched before the connection went down.'),
  );
}

/** Why a document that came is not used. It says nothing of one that was kept before. */
const NOT_USED: readonly (string | undefined)[] = ['of-somebody-else', 'not-read', 'opens-with-password'];

/** The service itself has said that there is no such document: then one that is kept is out of date too. */
const isSaidToBeMissing = (error: AppError): boolean =>
  error.kind === 'rejected' && !NOT_USED.includes(error.fields['document']);

/** The registration and whose results it has. Results are refused while that is in doubt. */
function ownedRegistration(context: Context, registrationId: string, kind: DocumentKind) {
  const registration = readRegistration(context.db, registrationId);
  if (!registration) throw new AppException(notFound('There is no such registration.'));
  const { owner } = ownerOfResults(context, registration);
  // Results are shown as nobody's while it is not certain whose they are; a form helps to find that out.
  if (kind === 'results' && owner.kind === 'in-doubt') {
    throw refused('person-in-doubt', 'It is not certain whose results these are.');
  }
  return { registration, owner };
}

const isSaidNotReady = (
  context: Context,
  registration: RegistrationRecord,
  kind: DocumentKind,
  fetchedAtMs: number | null,
): boolean =>
  kind === 'results' && fetchedAtMs !== null && isSaidNotReadySince(context, registration, fetchedAtMs);

/**
 * Why a document that the service gave at an instant is not put on paper; null where it may be. A form names whom the service has on the
 * registration; it is not printed for another whom this desk has on it. A report that may have been taken back is shown with a warning,
 * which paper would not carry. `fetchedAtMs` is null where there is none.
 */
function whyNotPrinted(
  context: Context,
  registration: RegistrationRecord,
  kind: DocumentKind,
  fetchedAtMs: number | null,
): AppError | null {
  if (registration.contested) {
    return rejected('The service and this desk do not agree whose registration it is.', {
      patient: 'contested',
    });
  }
  return isSaidNotReady(context, registration, kind, fetchedAtMs)
    ? rejected('The registration has said since that it has no results.', { document: 'said-not-ready' })
    : null;
}

/** The same as {@link ownedRegistration} for paper. */
function printableRegistration(
  context: Context,
  registrationId: string,
  kind: DocumentKind,
  fetchedAtMs: number | null,
) {
  const owned = ownedRegistration(context, registrationId, kind);
  const refusal = whyNotPrinted(context, owned.registration, kind, fetchedAtMs);
  if (refusal !== null) throw new AppException(refusal);
  return owned;
}

const subjectOf = (
  context: Context,
  { registration, owner }: ReturnType<typeof ownedRegistration>,
  kind: DocumentKind,
  fetchedAtMs: number | null,
) => ({
  trfCode: registration.trfCode,
  person: owner.kind === 'person' ? owner.person : null,
  notPrinted: whyNotPrinted(context, registration, kind, fetchedAtMs),
});

export const documentHandlers: Handlers<typeof documentOperations> = {
  'documents.get': async (context, { registrationId, kind, evenNotRead }) => {
    const { document, stored, problem } = await documentOf(
      context,
      ownedRegistration(context, registrationId, kind).registration,
      kind,
      { evenNotRead },
    );
    const owned = ownedRegistration(context, registrationId, kind);
    return {
      contentType: document.contentType,
      base64: Buffer.from(document.bytes).toString('base64'),
      fetchedAtMs: document.fetchedAtMs,
      stored,
      notRead: document.notRead,
      problem,
      ...subjectOf(context, owned, kind, document.fetchedAtMs),
      saidNotReady: isSaidNotReady(context, owned.registration, kind, document.fetchedAtMs),
    };
  },
  'documents.seeNotRead': {
    transaction: (context, { registrationId, kind }) => {
      const { trfCode, patientId } = ownedRegistration(context, registrationId, kind).registration;
      context.record('document-seen-not-read', {
        visitId: visitIdOfRegistration(context.db, registrationId),
        patientId,
        document: kind,
        code: trfCode,
      });
      return {};
    },
  },
  'documents.standing': (context, { registrationId, kind }) => {
    try {
      const owned = ownedRegistration(context, registrationId, kind);
      const { serverId } = owned.registration;
      const keptAtMs = serverId === null ? null : documentKeptAtMs(context.db, serverId, kind);
      return { ...subjectOf(context, owned, kind, keptAtMs), refusal: null, isKept: keptAtMs !== null };
    } catch (thrown) {
      if (!(thrown instanceof AppException)) throw thrown;
      return { trfCode: null, person: null, notPrinted: null, refusal: thrown.error, isKept: false };
    }
  },
  'documents.print': {
    effect: (context, { registrationId, kind, asking }) =>
      untilStopped(context, asking, async (signal) => {
        servicePagePrinterOf(context, kind);
        const asked = printableRegistration(context, registrationId, kind, null).registration;
        const { document } = await documentOf(context, asked, kind);
        const { registration, owner } = printableRegistration(
          context,
          registrationId,
          kind,
          document.fetchedAtMs,
        );
        if (kind === 'results' && owner.kind !== 'person') {
          throw refused('no-patient', 'No patient is assigned.');
        }
        const jobId = await queuePages(context, { kind, registration, document, signal });
        return { job: jobView(context, jobId) };
      }),
  },
};
