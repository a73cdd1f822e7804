// Prints a visit's labels. Labels are printed once the identity is confirmed; each is printed once, and again only with
// a reason.
import type { labelOperations } from '../../contract/labels.ts';
import type { LabelView } from '../../contract/views.ts';
import { AppException, conflict, notFound, printerUnavailable, rejected } from '../../domain/app-error.ts';
import { isPossibleBirth } from '../../domain/date-of-birth.ts';
import { shownOf } from '../../domain/identity.ts';
import type { LabelSubject } from '../../domain/label-subject.ts';
import { namedOf } from '../../domain/person.ts';
import { formatName, hasSomeName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import type { LabelPrinter } from '../printing/queue/print-queue.ts';
import { makeLabel } from '../store/desk/labels.ts';
import { markPaperDestroyed } from '../store/desk/papers-to-destroy.ts';
import { findPrintJob } from '../store/desk/print-jobs.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import { labelPrinterOf } from './printer-for.ts';
import { toPrintJobView } from './print-job-view.ts';
import { assembleVisit, withLabelsReadAgain } from './visit/read.ts';
import type { AssembledVisit } from './visit/read.ts';
import { recordAtVisit } from './visit/record.ts';
import {
  changeVisit,
  doesCodeStandIn,
  printableCode,
  requireHere,
  requireOwnCode,
  requirePresent,
  requireReadyForLabels,
} from './visit/rules.ts';
import { labelListOf, toVisitDetail } from './visit/view.ts';

function requireLabelPrinter(context: CommandContext): LabelPrinter {
  const printer = labelPrinterOf(context);
  if (!printer) throw new AppException(printerUnavailable('', 'This desk has no label printer.'));
  return printer;
}

/** Why nothing can be printed without saying which label, the reason first that a person has to do something about. */
function whyNoneIsLeft(labels: readonly LabelView[]): string {
  const states = new Set(labels.map(({ state }) => state));
  if (states.size === 0) return 'none-needed';
  if (states.has('problem')) return 'printing-problem';
  if (states.has('may-exist')) return 'may-exist';
  return states.size === 1 && states.has('not-taken') ? 'none-taken' : 'printed-already';
}

/** The labels that a command asks for: one again, or all those that are not printed yet. */
function wantedLabels(
  labels: readonly LabelView[],
  input: { readonly labelId: string | null; readonly reprintReason: string | null },
): LabelView[] {
  if (input.labelId !== null) {
    const label = labels.find((candidate) => candidate.id === input.labelId);
    if (!label) throw new AppException(notFound('There is no such label.'));
    if (label.state === 'queued')
      throw new AppException(conflict('state', 'This label is on its way to the printer.'));
    if (label.notTaken !== null) {
      throw new AppException(rejected('No sample is taken for this label.', { labels: 'not-taken' }));
    }
    if (label.state !== 'not-printed' && input.reprintReason === null) {
      throw new AppException(rejected('A reprint takes a reason.', { reprintReason: 'missing' }));
    }
    return [label];
  }
  const fresh = labels.filter((label) => label.state === 'not-printed');
  if (fresh.length === 0)
    throw new AppException(rejected('No label is left to print.', { labels: whyNoneIsLeft(labels) }));
  return fresh;
}

/**
 * The code to print: the one that labels carry now, else the one that this label carried. The form's code, where the
 * laboratory may have another one, needs a reason.
 */
function codeFor(
  context: CommandContext,
  assembled: AssembledVisit,
  of: {
    readonly registration: RegistrationRecord;
    readonly label: LabelView;
    readonly formCodeReason: string | null;
  },
): string {
  const { registration, label, formCodeReason } = of;
  const shown = printableCode(context, registration)?.code ?? label.code;
  const code = shown ?? registration.labelCode?.code ?? null;
  const lacksReason = doesCodeStandIn(registration) && formCodeReason === null;
  if (code === null || (shown === null && lacksReason)) {
    throw new AppException(
      rejected('The service has not given this registration its code yet.', { code: 'not-known-yet' }),
    );
  }
  if (lacksReason) {
    throw new AppException(
      rejected('The laboratory’s code could not be read yet; the form’s code takes a reason.', {
        formCodeReason: 'missing',
      }),
    );
  }
  requireOwnCode(assembled, code);
  return code;
}

interface LabelRequest {
  readonly assembled: AssembledVisit;
  readonly person: PatientRecord;
  readonly dateOfBirth: string;
  readonly label: LabelView;
  readonly reprintReason: string | null;
  readonly formCodeReason: string | null;
}

/** Makes one label and puts it into the print queue, in the caller's transaction. Returns the id of the print job. */
function queueLabel(context: CommandContext, request: LabelRequest): string {
  const { assembled, person, dateOfBirth, label } = request;
  const registration = assembled.registrations.find(
    ({ id }) => id === label.registrationId,
  ) as RegistrationRecord;
  const code = codeFor(context, assembled, {
    registration,
    label,
    formCodeReason: request.formCodeReason,
  });
  const reprintReason = label.state === 'not-printed' ? null : request.reprintReason;
  const printer = requireLabelPrinter(context);
  const visitId = assembled.visit.id;
  const madeFor: LabelSubject = {
    ...shownOf(person),
    registrationId: registration.id,
    dateOfBirth,
    code,
    trfCode: registration.trfCode,
  };
  makeLabel(context.db, { id: label.id, visitId, ordinal: label.ordinal, madeFor });
  const jobId = context.printQueue.enqueueLabel({
    printerId: printer.id,
    title: `${formatName(person)} ${code}`,
    visitId,
    labelId: label.id,
    madeFor,
    content: {
      ...namedOf(person),
      dateOfBirth,
      gender: person.gender,
      code,
      trfCode: registration.trfCode,
      product: registration.productSkus.join(' ') || registration.productNames.join(' '),
      printedAt: wallClockAt(context.nowMs, context.site.timeZone),
      siteName: currentLocation(context)?.name ?? null,
      reprint: reprintReason !== null,
      training: context.site.mode === 'training',
    },
    reprintReason,
    actor: context.actor,
    nowMs: context.nowMs,
  });
  recordAtVisit(context, assembled, reprintReason === null ? 'label-queued' : 'label-reprint-queued', {
    code,
    codeFrom: registration.labelCode?.source ?? null,
    printer: printer.name,
    reason: reprintReason,
    formCodeReason: doesCodeStandIn(registration) ? request.formCodeReason : null,
  });
  return jobId;
}

/**
 * A visit is `collected` only while each of its labels is proven, and a label that is printed again is not. So the
 * visit goes back to `collecting`; the time of collection is kept.
 */
function reopened(context: CommandContext, assembled: AssembledVisit, code: string): AssembledVisit {
  const { visit } = assembled;
  if (visit.deskState !== 'collected') return assembled;
  recordAtVisit(context, assembled, 'collection-reopened', { code, collectedAtMs: visit.collectedAtMs });
  return { ...assembled, visit: changeVisit(context, visit, { deskState: 'collecting' }) };
}

export const labelHandlers: Handlers<typeof labelOperations> = {
  'labels.print': {
    transaction: (context, input) => {
      const assembled = assembleVisit(context, input.visitId);
      requireHere(context, assembled);
      requireReadyForLabels(assembled);
      requirePresent(assembled);
      const { person } = assembled;
      const dateOfBirth = person?.dateOfBirth ?? null;
      if (person === null || dateOfBirth === null) {
        throw new AppException(rejected('A label needs the date of birth.', { dateOfBirth: 'missing' }));
      }
      if (!isPossibleBirth(dateOfBirth, context.today)) {
        throw new AppException(rejected('Nobody was born then.', { dateOfBirth: 'not-plausible' }));
      }
      if (!hasSomeName(person)) {
        throw new AppException(rejected('A label needs a name.', { name: 'missing' }));
      }
      const foreign = assembled.registrations.find((registration) => registration.patientId !== person.id);
      if (foreign) {
        throw new AppException(
          rejected('A registration of this visit has no patient.', { patient: 'missing' }),
        );
      }
      const labels = wantedLabels(labelListOf(context, assembled), input);
      const jobIds = labels.map((label) =>
        queueLabel(context, {
          assembled,
          person,
          dateOfBirth,
          label,
          reprintReason: input.reprintReason,
          formCodeReason: input.formCodeReason,
        }),
      );
      const now = reopened(context, assembled, labels[0]?.code ?? '');
      context.changed('print-jobs', 'connection');
      context.afterCommit(() => context.printQueue.wake());
      return {
        jobs: jobIds.flatMap((id) => {
          const job = findPrintJob(context.db, id);
          return job ? [toPrintJobView(context, job)] : [];
        }),
        visit: toVisitDetail(context, withLabelsReadAgain(context, now)),
      };
    },
  },

  'labels.confirmDestroyed': {
    transaction: (context, { visitId, jobId }) => {
      const assembled = assembleVisit(context, visitId);
      const paper = assembled.papers.find((candidate) => candidate.jobId === jobId);
      if (!paper) throw new AppException(notFound('No such label of this visit is to be destroyed.'));
      markPaperDestroyed(context.db, jobId, { atMs: context.nowMs, actor: context.actor });
      recordAtVisit(context, assembled, 'label-destroyed', { code: paper.code });
      return toVisitDetail(context, withLabelsReadAgain(context, assembled));
    },
  },
};
