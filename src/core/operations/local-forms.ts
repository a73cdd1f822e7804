// Local forms: made only while the service's own form cannot be had, and only for a person who is certain.
import type { localFormOperations } from '../../contract/local-forms.ts';
import { AppException, notFound, rejected } from '../../domain/app-error.ts';
import { isPossibleBirth } from '../../domain/date-of-birth.ts';
import { deskCodeFrom } from '../../domain/desk-code.ts';
import { shownOf } from '../../domain/identity.ts';
import { namePlainly, hasSomeName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import type { MadePages } from '../ports.ts';
import { localFormPlan } from '../printing/pages/local-form.ts';
import { findLocalForm, makeLocalForm, type LocalForm } from '../store/desk/local-forms.ts';
import { findVisit, visitIdOfRegistration } from '../store/desk/visits.ts';
import { readPatient, type PatientRecord } from '../store/mirror/patient-records.ts';
import { readRegistration, type RegistrationRecord } from '../store/mirror/registration-records.ts';
import { transaction } from '../store/open.ts';
import { fetchDocument } from './documents.ts';
import { connectionIsUp } from './handler.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { settle } from './local-form-state.ts';
import { currentLocation } from './location.ts';
import { jobView } from './print-job-view.ts';
import { putIntoQueue } from './print-pages.ts';
import { pagePrinterOf } from './printer-for.ts';
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

/** The page. @throws AppException `rejected`, naming `name`, when letters of the name cannot be printed */
async function pageOf(
  context: Context,
  registration: RegistrationRecord,
  code: string,
): Promise<MadePages & CertainPerson> {
  const certain = personFor(context, registration);
  const { person, dateOfBirth } = certain;
  const visitId = visitIdOfRegistration(context.db, registration.id);
  const visit = visitId === null ? null : findVisit(context.db, visitId);
  const site = currentLocation(context);
  const clock = (atMs: number) => wallClockAt(atMs, context.site.timeZone);
  const name = namePlainly(person);
  const made = await context.makePages(
    localFormPlan({
      name,
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
    }),
  );
  const missing = made.lacking.filter((letter) => name.normalize('NFC').includes(letter));
  if (missing.length > 0) {
    throw new AppException(
      rejected('Letters of the name cannot be printed.', { name: `cannot be printed: ${missing.join(' ')}` }),
    );
  }
  return { ...made, ...certain };
}

/** Makes the form, and gives it to the office printer where there is one. */
async function printForm(context: CommandContext, registrationId: string) {
  const registration = registrationOf(context, registrationId);
  await requireNoForm(context, registration);
  const newCode = deskCodeFrom('L0', context.random.uuid());
  const codeNow = (): string => findLocalForm(context.db, registration.id)?.code ?? newCode;
  let code: string;
  let page: Awaited<ReturnType<typeof pageOf>>;
  // A registration has one code: the paper with another would lead nowhere. Where another window has made the form while the page
  // was drawn, it is drawn anew. Nothing is awaited between this comparison and the transaction.
  do {
    code = codeNow();
    page = await pageOf(context, registration, code);
  } while (code !== codeNow());
  const madeFor = shownOf(page.person);
  const visitId = visitIdOfRegistration(context.db, registration.id);
  const printer = pagePrinterOf(context);
  transaction(context.db, () => {
    makeLocalForm(context.db, { registrationId: registration.id, code, madeFor, madeAtMs: context.nowMs });
    context.record('local-form-made', { visitId, patientId: madeFor.patientId, code });
    if (printer === null) return;
    putIntoQueue(context, {
      printer,
      title: `Local form ${code}`,
      visitId,
      document: {
        kind: 'local-form',
        registrationId: registration.id,
        patientId: registration.patientId,
        madeFor,
        pages: page.pages,
      },
      pdf: page.pdf,
    });
  });
  context.changed('board', 'print-jobs');
  return { code, job: printer === null ? null : jobView(context, context.commandId) };
}

function madeForm(context: Context, registrationId: string): LocalForm {
  const form = findLocalForm(context.db, registrationId);
  if (!form) throw new AppException(notFound('No local form was made for this registration.'));
  return form;
}

export const localFormHandlers: Handlers<typeof localFormOperations> = {
  'localForms.print': { effect: (context, { registrationId }) => printForm(context, registrationId) },
  'localForms.get': async (context, { registrationId }) => {
    const registration = registrationOf(context, registrationId);
    const { code } = madeForm(context, registration.id);
    const { pdf } = await pageOf(context, registration, code);
    return { code, base64: Buffer.from(pdf).toString('base64') };
  },
  'localForms.settle': {
    transaction: (context, { registrationId, as }) => {
      const form = madeForm(context, registrationOf(context, registrationId).id);
      settle(context, form, as);
      return { code: form.code };
    },
  },
};
