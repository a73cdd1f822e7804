// Printing a visit's labels: released by the identity check, made out once, printed again only with a reason.
import type { labelOperations } from '../../contract/labels.ts';
import type { PersonView } from '../../contract/views.ts';
import { AppException, conflict, notFound, printerUnavailable, rejected } from '../../domain/app-error.ts';
import { formatName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import type { LabelPrinter } from '../engine-parts.ts';
import { clearLabelVerification, ensureLabel, fixLabelCode } from '../store/desk/labels.ts';
import { findPrintJob } from '../store/desk/print-jobs.ts';
import type { RegistrationRecord } from '../store/mirror/records.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import { toPrintJobView } from './print-job-view.ts';
import { assembleVisit, labelListOf, visitDetail } from './visit/view.ts';
import type { AssembledVisit } from './visit/view.ts';

type LabelView = ReturnType<typeof labelListOf>[number];

function labelPrinterOf(context: CommandContext): LabelPrinter {
  const printer = context.site.printers[0];
  if (!printer) throw new AppException(printerUnavailable('', 'This desk has no label printer.'));
  return printer;
}

/** Which labels a command asks for: one again, or all that no paper exists for yet. */
function wantedLabels(
  labels: readonly LabelView[],
  input: { readonly labelId: string | null; readonly reprintReason: string | null },
): LabelView[] {
  if (input.labelId !== null) {
    const label = labels.find((candidate) => candidate.id === input.labelId);
    if (!label) throw new AppException(notFound('There is no such label.'));
    if (label.state === 'queued')
      throw new AppException(conflict('state', 'This label is on its way to the printer.'));
    if (label.state !== 'not-printed' && input.reprintReason === null) {
      throw new AppException(rejected('A reprint takes a reason.', { reprintReason: 'missing' }));
    }
    return [label];
  }
  const fresh = labels.filter((label) => label.state === 'not-printed');
  if (fresh.length === 0) {
    throw new AppException(conflict('state', 'Every label of this visit was printed or is on its way.'));
  }
  return fresh;
}

interface LabelRequest {
  readonly assembled: AssembledVisit;
  readonly person: PersonView;
  readonly label: LabelView;
  readonly reprintReason: string | null;
}

/** Makes one label out and puts it in the printer's queue, in the caller's transaction. Returns the job's id. */
function queueLabel(context: CommandContext, request: LabelRequest): string {
  const { assembled, person, label } = request;
  const registration = assembled.registrations.find(
    ({ id }) => id === label.registrationId,
  ) as RegistrationRecord;
  const code = label.code;
  if (code === null) {
    throw new AppException(
      rejected('The service has not given this registration its code yet.', { code: 'not-known-yet' }),
    );
  }
  const reprintReason = label.state === 'not-printed' ? null : request.reprintReason;
  const printer = labelPrinterOf(context);
  const visitId = assembled.visit.id;
  ensureLabel(context.db, {
    id: label.id,
    visitId,
    registrationId: label.registrationId,
    ordinal: label.ordinal,
  });
  fixLabelCode(context.db, label.id, code);
  if (reprintReason !== null) clearLabelVerification(context.db, label.id);
  const jobId = context.printQueue.enqueueLabel({
    printerId: printer.id,
    title: `${formatName(person)} ${code}`,
    visitId,
    labelId: label.id,
    madeFor: {
      patientId: person.id,
      registrationId: registration.id,
      firstName: person.firstName,
      lastName: person.lastName,
      dateOfBirth: person.dateOfBirth as string,
      code,
    },
    content: {
      firstName: person.firstName,
      lastName: person.lastName,
      dateOfBirth: person.dateOfBirth as string,
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
  context.record(reprintReason === null ? 'label-printed' : 'label-reprinted', {
    visitId,
    code,
    codeFrom: registration.labelCode?.source ?? null,
    printer: printer.name,
    reason: reprintReason,
  });
  return jobId;
}

export const labelHandlers: Handlers<typeof labelOperations> = {
  'labels.print': {
    transaction: (context, input) => {
      const assembled = assembleVisit(context, input.visitId);
      const { visit, patient } = assembled;
      if (visit.identity === null || patient === null) {
        throw new AppException(
          conflict('state', 'Labels are released once the identity has been confirmed.'),
        );
      }
      if (patient.dateOfBirth === null) {
        throw new AppException(rejected('A label needs the date of birth.', { dateOfBirth: 'missing' }));
      }
      const foreign = assembled.registrations.find((registration) => registration.patientId !== patient.id);
      if (foreign) {
        throw new AppException(conflict('state', 'A registration of this visit belongs to somebody else.'));
      }
      const labels = wantedLabels(labelListOf(assembled, context.site.labelsPerRegistration), input);
      const jobIds = labels.map((label) =>
        queueLabel(context, { assembled, person: patient, label, reprintReason: input.reprintReason }),
      );
      context.changed('print-jobs', 'connection');
      context.afterCommit(() => context.printQueue.wake());
      return {
        jobs: jobIds.flatMap((id) => {
          const job = findPrintJob(context.db, id);
          return job ? [toPrintJobView(context.site, job)] : [];
        }),
        visit: visitDetail(context, visit.id),
      };
    },
  },
};
