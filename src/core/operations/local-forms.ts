// Local forms: made only while the service's own form cannot be had, and only for a person who is certain.
import type { localFormOperations } from '../../contract/local-forms.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { isPossibleBirth } from '../../domain/date-of-birth.ts';
import { deskCodeFrom } from '../../domain/desk-code.ts';
import { shownOf } from '../../domain/identity.ts';
import { namePlainly, hasSomeName } from '../../domain/person-name.ts';
import { shownClockAt } from '../../domain/site-time.ts';
import type { MadePages } from '../ports/pictures.ts';
import type { TicketPrinter } from '../printing/queue/desk-printers.ts';
import { localFormPlan, type LocalFormContent } from '../printing/pages/local-form.ts';
import { UNFINISHED } from '../printing/queue/job-rules.ts';
import { findLocalForm, makeLocalForm, type LocalForm } from '../store/desk/local-forms.ts';
import { findPrintJob, type PrintJob } from '../store/desk/print-jobs.ts';
import { findVisit, visitIdOfRegistration } from '../store/desk/visits.ts';
import { readPatient, type PatientRecord } from '../store/mirror/patient-records.ts';
import { readRegistration, type RegistrationRecord } from '../store/mirror/registration-records.ts';
import { transaction } from '../store/open.ts';
import { fetchDocument } from './documents.ts';
import { connectionIsUp } from './handler.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { localFormView, settle } from './local-form-state.ts';
import { currentLocation } from './location.ts';
import { jobView, toPrintJobView } from './print-job-view.ts';
import { putIntoQueue, putOnRoll, requireStanding, untilStopped, type ReadyPages } from './print-pages.ts';
import { formPrinterOf, ticketPrinterOf } from './printer-for.ts';
import { ownerOfResults } from './results-owner.ts';

function registrationOf(context: Context, registrationId: string): RegistrationRecord {
  const registration = readRegistration(context.db, registrationId);
  if (!registration) throw new AppException(notFound('There is no such registration.'));
  return registration;
}

/** @throws AppException `rejected`, naming `form`, when the service's form can be had: that one is printed then */
async function requireNoForm(context: Context, registration: RegistrationRecord): Promise<void> {
  const { serverId } = registration;
  let isThere = registration.trfStored;
  if (!isThere && serverId !== null && connectionIsUp(context)) {
    isThere = await fetchDocument(context, { ...registration, serverId }, 'trf').then(
      () => true,
      // Whatever the service says in its place: the person stands here, and the sample needs a paper.
      () => false,
    );
  }
  if (isThere) throw new AppException(rejected('The laboratory’s form can be had.', { form: 'there' }));
}

interface CertainPerson {
  readonly person: PatientRecord;
  readonly dateOfBirth: string;
}

/** @throws AppException `rejected` while it is not certain whom the form would name */
function personFor(context: Context, registration: RegistrationRecord): CertainPerson {
  const { owner } = ownerOfResults(context, registration);
  const person = registration.patientId === null ? null : readPatient(context.db, registration.patientId);
  if (person === null || owner.kind === 'nobody') {
    throw new AppException(rejected('A form needs its patient.', { patient: 'missing' }));
  }
  if (owner.kind === 'in-doubt') {
    throw new AppException(
      rejected('It is not certain whose registration this is.', { patient: 'in-doubt' }),
    );
  }
  const { dateOfBirth } = person;
  if (dateOfBirth === null) {
    throw new AppException(rejected('A form needs the date of birth.', { dateOfBirth: 'missing' }));
  }
  if (!isPossibleBirth(dateOfBirth, context.today)) {
    throw new AppException(rejected('Nobody was born then.', { dateOfBirth: 'not-plausible' }));
  }
  if (!hasSomeName(person)) throw new AppException(rejected('A form needs a name.', { name: 'missing' }));
  return { person, dateOfBirth };
}

interface FormToMake extends CertainPerson {
  readonly content: LocalFormContent;
}

/** What the form says. @throws AppException as {@link personFor} */
function contentOf(context: Context, registration: RegistrationRecord, code: string): FormToMake {
  const { person, dateOfBirth } = personFor(context, registration);
  const visitId = visitIdOfRegistration(context.db, registration.id);
  const visit = visitId === null ? null : findVisit(context.db, visitId);
  const site = currentLocation(context);
  const clock = (atMs: number) => shownClockAt(atMs, context.site.timeZone);
  const content: LocalFormContent = {
    name: namePlainly(person),
    dateOfBirth,
    sex: person.gender,
    products: registration.productNames,
    code,
    trfCode: registration.trfCode,
    collectedAt: visit?.collectedAtMs == null ? null : clock(visit.collectedAtMs),
    siteName: site?.name ?? null,
    siteAddress: site?.address ?? null,
    printedAt: clock(context.nowMs),
    nowMs: context.nowMs,
    training: context.site.mode === 'training',
  };
  return { person, dateOfBirth, content };
}

/** The page. @throws AppException `rejected`, naming `name`, when letters of the name cannot be printed */
async function pageOf(
  context: Context,
  registration: RegistrationRecord,
  code: string,
  signal?: AbortSignal,
): Promise<MadePages & FormToMake> {
  const form = contentOf(context, registration, code);
  const made = await context.makePages(localFormPlan(form.content), signal);
  const missing = made.lacking.filter((letter) => form.content.name.normalize('NFC').includes(letter));
  if (missing.length > 0) {
    throw new AppException(
      rejected('Letters of the name cannot be printed.', { name: `cannot be printed: ${missing.join(' ')}` }),
    );
  }
  return { ...made, ...form };
}

interface AskedForm {
  readonly registrationId: string;
  /** The newest job of the form that the screen knew of. */
  readonly seenJobId: string | null;
  /** Once it is aborted, no form is made. */
  readonly signal: AbortSignal;
}

/**
 * The job that prints the form already, unknown to the window that asks now or still waiting; null where there is none, or where the form
 * has to be made anew because it names somebody else or was done with.
 */
function jobAskedFor(
  context: Context,
  registration: RegistrationRecord,
  seenJobId: string | null,
): PrintJob | null {
  const form = localFormView(context, registration, findLocalForm(context.db, registration.id) ?? undefined);
  if (form?.jobId == null || form.replaceBecause === 'person-changed') return null;
  const job = findPrintJob(context.db, form.jobId);
  if (!job || job.state === 'cancelled') return null;
  return job.id !== seenJobId || UNFINISHED.has(job.state) ? job : null;
}

const answerOf = (context: CommandContext, code: string, job: PrintJob) => ({
  code,
  job: toPrintJobView(context, job),
  // An answer that was lost is asked for again by the same command: that one has made the job itself.
  alreadyAsked: job.id !== context.commandId,
});

/** Makes the form, and gives it to the printer of forms; where there is none to the ticket printer, as wide as its roll. */
async function printForm(context: CommandContext, asked: AskedForm) {
  const { signal } = asked;
  const registration = registrationOf(context, asked.registrationId);
  const present = (): PrintJob | null => jobAskedFor(context, registration, asked.seenJobId);
  await requireNoForm(context, registration);
  signal.throwIfAborted();
  const newCode = deskCodeFrom('L0', context.random.uuid());
  const codeNow = (): string => findLocalForm(context.db, registration.id)?.code ?? newCode;
  const waiting = present();
  if (waiting !== null) return answerOf(context, codeNow(), waiting);
  const roll = formPrinterOf(context) === null ? ticketPrinterOf(context) : null;
  if (roll !== null) return printOnRoll(context, { registration, code: codeNow(), printer: roll });
  let code: string;
  let page: Awaited<ReturnType<typeof pageOf>>;
  // A registration has one code, and its form is printed once from however many windows: another may have made it while the page was
  // drawn. Nothing is awaited between these comparisons and the transaction.
  do {
    code = codeNow();
    page = await pageOf(context, registration, code, signal);
    signal.throwIfAborted();
    const made = present();
    if (made !== null) return answerOf(context, codeNow(), made);
  } while (code !== codeNow());
  const printer = formPrinterOf(context);
  transaction(context.db, () => {
    const ready = noteForm(context, { registration, code, person: page.person, pages: page.pages });
    if (printer !== null) {
      putIntoQueue(context, { ...ready, printer, pdf: page.pdf, localForm: page.content });
    }
  });
  context.changed('board', 'print-jobs');
  return { code, job: printer === null ? null : jobView(context, context.commandId), alreadyAsked: false };
}

/** Nothing is awaited here, so no other window can have made the form with another code. */
function printOnRoll(
  context: CommandContext,
  of: {
    readonly registration: RegistrationRecord;
    readonly code: string;
    readonly printer: TicketPrinter;
  },
) {
  const { registration, code, printer } = of;
  const { person, content } = contentOf(context, registration, code);
  transaction(context.db, () => {
    const ready = noteForm(context, { registration, code, person, pages: 1 });
    putOnRoll(context, { ...ready, printer, localForm: content });
  });
  context.changed('board', 'print-jobs');
  return { code, job: jobView(context, context.commandId), alreadyAsked: false };
}

/** Writes down that the form was made, in the caller's transaction. Returns what the print queue knows it by. */
function noteForm(
  context: CommandContext,
  of: {
    readonly registration: RegistrationRecord;
    readonly code: string;
    readonly person: PatientRecord;
    readonly pages: number;
  },
): Pick<ReadyPages, 'title' | 'visitId' | 'document'> {
  const { registration, code, pages } = of;
  const madeFor = shownOf(of.person);
  const visitId = visitIdOfRegistration(context.db, registration.id);
  makeLocalForm(context.db, { registrationId: registration.id, code, madeFor, madeAtMs: context.nowMs });
  context.record('local-form-made', { visitId, patientId: madeFor.patientId, code });
  const { id: registrationId, patientId } = registration;
  return {
    title: `Local form ${code}`,
    visitId,
    document: { kind: 'local-form', registrationId, patientId, madeFor, pages },
  };
}

function madeForm(context: Context, registrationId: string): LocalForm {
  const form = findLocalForm(context.db, registrationId);
  if (!form) throw new AppException(notFound('No local form was made for this registration.'));
  return form;
}

export const localFormHandlers: Handlers<typeof localFormOperations> = {
  'localForms.print': {
    effect: (context, { asking, ...asked }) =>
      untilStopped(context, asking, (signal) => printForm(context, { ...asked, signal })),
  },
  'localForms.get': async (context, input) => {
    const registration = registrationOf(context, input.registrationId);
    const { code } = madeForm(context, registration.id);
    const { pdf } = await pageOf(context, registration, code);
    // Drawing takes a while. The window prints it at once, so it is asked here what a print queue asks before the first byte.
    const { madeFor } = madeForm(context, registration.id);
    const { id: registrationId, patientId } = registration;
    requireStanding(context, { kind: 'local-form', registrationId, patientId, madeFor, pages: 1 });
    return { code, base64: Buffer.from(pdf).toString('base64') };
  },
  'localForms.settle': {
    transaction: (context, { registrationId, as }) => {
      const registration = registrationOf(context, registrationId);
      const form = madeForm(context, registration.id);
      settle(context, registration, form, as);
      return { code: form.code };
    },
  },
};
