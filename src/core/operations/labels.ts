// Prints labels, of one visit or of several people at once. They are printed once the identity is confirmed; each is printed
// once, and again only with a reason.
import type { labelOperations } from '../../contract/labels.ts';
import type { LabelView, PrintJobView } from '../../contract/views.ts';
import {
  AppException,
  conflict,
  notFound,
  printerUnavailable,
  rejected,
  type AppError,
} from '../../domain/app-error.ts';
import { isPossibleBirth } from '../../domain/date-of-birth.ts';
import { isLabelCodeOfDesk } from '../../domain/desk-code.ts';
import { shownOf } from '../../domain/identity.ts';
import type { LabelSubject } from '../../domain/label-subject.ts';
import { namedOf } from '../../domain/person.ts';
import { formatName, hasSomeName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { mayHaveLabelsWaiting } from '../../domain/visit.ts';
import { isInDoubt, UNFINISHED } from '../printing/queue/job-rules.ts';
import type { LabelContent } from '../printing/layout/label-layout.ts';
import type { LabelPrinter } from '../printing/queue/desk-printers.ts';
import { forgetLabelMade, keepDeskLabelCode, makeLabel, subjectsOfPapers } from '../store/desk/labels.ts';
import { labelBatchesOf, noteLabelBatch } from '../store/desk/label-batches.ts';
import { markPaperDestroyed } from '../store/desk/papers-to-destroy.ts';
import { findPrintJob } from '../store/desk/print-jobs.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { transaction } from '../store/open.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { refusalOf } from './refusal-of.ts';
import { currentLocation } from './location.ts';
import { labelPrinterOf } from './printer-for.ts';
import { toPrintJobView } from './print-job-view.ts';
import { allPrinters } from './site-printers.ts';
import { visitsOnBoard } from './visit/on-board.ts';
import { assembleVisit, assembleVisits, withLabelsReadAgain } from './visit/read.ts';
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
import { labelListOf, toVisitDetail, toVisitRow, wrongLabelsOf } from './visit/view.ts';

function requireLabelPrinter(context: Context): LabelPrinter {
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

/** What is asked for: those of a visit that were never printed, or one label once more. */
interface Asked {
  readonly labelId: string | null;
  /** The label's newest print job as it was shown. */
  readonly seenJobId: string | null;
  readonly reprintReason: string | null;
  readonly formCodeReason: string | null;
}

/** The labels that a command asks for: one again, or all those that are not printed yet. */
function wantedLabels(labels: readonly LabelView[], input: Asked): LabelView[] {
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
    // Somebody else has printed it again since: a third paper of one label is nobody's wish.
    if (label.jobId !== input.seenJobId) {
      throw new AppException(conflict('changed', 'This label was printed since it was shown.'));
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
  context: Context,
  assembled: AssembledVisit,
  of: {
    readonly registration: RegistrationRecord;
    readonly label: LabelView;
    readonly formCodeReason: string | null;
  },
): string {
  const { registration, label, formCodeReason } = of;
  // Once the service has made the registration, the desk's code is not printed again: a better one is there, or on its way.
  const isOver = label.code !== null && isLabelCodeOfDesk(label.code) && registration.labelCode !== null;
  const shown = printableCode(context, registration)?.code ?? (isOver ? null : label.code);
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
function queueLabel(
  context: CommandContext,
  request: LabelRequest,
): { readonly jobId: string; readonly lettersReplaced: readonly string[] } {
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
  // Whoever has one said to be destroyed in hand all the same can tell it from this one by the mark.
  const isReprint =
    reprintReason !== null ||
    subjectsOfPapers(context.db, label.id).some(({ patientId }) =>
      assembled.isSamePatient(patientId, person.id),
    );
  const printer = requireLabelPrinter(context);
  const visitId = assembled.visit.id;
  if (reprintReason !== null) context.relax('reprint', visitId);
  const madeFor: LabelSubject = {
    ...shownOf(person),
    registrationId: registration.id,
    dateOfBirth,
    code,
    trfCode: registration.trfCode,
  };
  makeLabel(context.db, { id: label.id, visitId, ordinal: label.ordinal, madeFor });
  const isOfDesk = isLabelCodeOfDesk(code);
  if (isOfDesk) keepDeskLabelCode(context.db, code, registration.id);
  const content: LabelContent = {
    ...namedOf(person),
    dateOfBirth,
    gender: person.gender,
    code,
    trfCode: registration.trfCode,
    product: registration.productSkus.join(' ') || registration.productNames.join(' '),
    printedAt: wallClockAt(context.nowMs, context.site.timeZone),
    siteName: currentLocation(context)?.name ?? null,
    reprint: isReprint,
    training: context.site.mode === 'training',
  };
  const jobId = context.printQueue.enqueueLabel({
    printerId: printer.id,
    title: `${formatName(person)} ${code}`,
    visitId,
    labelId: label.id,
    madeFor,
    content,
    reprintReason,
    actor: context.actor,
    nowMs: context.nowMs,
  });
  const lettersReplaced = context.printQueue.lettersReplaced({ printerId: printer.id, content });
  recordAtVisit(context, assembled, reprintReason === null ? 'label-queued' : 'label-reprint-queued', {
    code,
    codeFrom: isOfDesk ? 'desk' : (registration.labelCode?.source ?? null),
    printer: printer.name,
    reason: reprintReason,
    formCodeReason: doesCodeStandIn(registration) ? request.formCodeReason : null,
    ...(lettersReplaced.length > 0 ? { lettersReplaced: lettersReplaced.join(' ') } : {}),
  });
  return { jobId, lettersReplaced };
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

const NEVER_PRINTED: Asked = { labelId: null, seenJobId: null, reprintReason: null, formCodeReason: null };

/** The labels that can be printed now, and for whom. @throws AppException saying why none can be */
function readyLabels(
  context: Context,
  assembled: AssembledVisit,
  asked: Asked,
): { readonly person: PatientRecord; readonly dateOfBirth: string; readonly labels: readonly LabelView[] } {
  requireHere(assembled);
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
    throw new AppException(rejected('A registration of this visit has no patient.', { patient: 'missing' }));
  }
  return { person, dateOfBirth, labels: wantedLabels(labelListOf(context, assembled), asked) };
}

/** Prints labels of a visit, in the caller's transaction. Returns its print jobs, and the visit as it was before. */
function printLabels(
  context: CommandContext,
  visitId: string,
  asked: Asked,
): {
  readonly jobs: PrintJobView[];
  readonly assembled: AssembledVisit;
  readonly code: string;
  readonly lettersReplaced: string[];
} {
  const assembled = assembleVisit(context, visitId);
  const { person, dateOfBirth, labels } = readyLabels(context, assembled, asked);
  const { reprintReason, formCodeReason } = asked;
  const queued = labels.map((label) =>
    queueLabel(context, { assembled, person, dateOfBirth, label, reprintReason, formCodeReason }),
  );
  context.changed('print-jobs', 'connection');
  context.afterCommit(() => context.printQueue.wake());
  const jobs = queued.flatMap(({ jobId }) => {
    const job = findPrintJob(context.db, jobId);
    return job ? [toPrintJobView(context, job)] : [];
  });
  const lettersReplaced = [...new Set(queued.flatMap((one) => one.lettersReplaced))];
  return { jobs, assembled, code: labels[0]?.code ?? '', lettersReplaced };
}

/** Why the labels of a visit that were never printed cannot be printed now; null when they can. */
function whyNotNow(context: Context, assembled: AssembledVisit): AppError | null {
  return refusalOf(() => {
    requireLabelPrinter(context);
    for (const label of readyLabels(context, assembled, NEVER_PRINTED).labels) {
      const registration = assembled.registrations.find(({ id }) => id === label.registrationId);
      if (registration) codeFor(context, assembled, { registration, label, formCodeReason: null });
    }
  });
}

export const labelHandlers: Handlers<typeof labelOperations> = {
  'labels.print': {
    transaction: (context, { visitId, ...asked }) => {
      const { jobs, assembled, code, lettersReplaced } = printLabels(context, visitId, asked);
      const now = reopened(context, assembled, code);
      return { jobs, lettersReplaced, visit: toVisitDetail(context, withLabelsReadAgain(context, now)) };
    },
  },

  'labels.toPrint': (context) => {
    const locationId = currentLocation(context)?.id ?? null;
    const visits = locationId === null ? [] : visitsOnBoard(context, locationId, context.today);
    const people = assembleVisits(context, visits).flatMap((assembled) => {
      if (!mayHaveLabelsWaiting(assembled.visit.deskState)) return [];
      const labels = labelListOf(context, assembled).filter(({ state }) => state === 'not-printed').length;
      if (labels === 0) return [];
      const row = toVisitRow(context, assembled);
      return [{ row, labels, refused: whyNotNow(context, assembled) }];
    });
    people.sort((a, b) => (a.row.arrivedAtMs ?? Infinity) - (b.row.arrivedAtMs ?? Infinity));
    return { today: context.today, people };
  },

  'labels.printFor': {
    transaction: (context, { visitIds }) => {
      const items = [...new Set(visitIds)].map((visitId) => {
        let jobs: PrintJobView[] = [];
        // Each in a transaction within this one: what a refused visit had begun to write is undone.
        const refused = refusalOf(() => {
          jobs = transaction(context.db, () => printLabels(context, visitId, NEVER_PRINTED).jobs);
        });
        return { visitId, jobs, refused };
      });
      const batchId = context.commandId;
      noteLabelBatch(
        context.db,
        { id: batchId, deskId: context.desk?.id ?? null },
        items.flatMap(({ jobs }) => jobs.map(({ id }) => id)),
      );
      return { batchId, items };
    },
  },

  'labels.batches': (context) => {
    const all = allPrinters(context);
    return {
      batches: labelBatchesOf(context.db, context.desk?.id ?? null).map(({ id, jobs }) => ({
        id,
        jobs: jobs.map((job) => toPrintJobView(context, job, all)),
        running: jobs.some(({ state }) => UNFINISHED.has(state)),
      })),
    };
  },

  'labels.confirmTubesChecked': {
    transaction: (context, { visitId, codes }) => {
      const assembled = assembleVisit(context, visitId);
      const unanswered = wrongLabelsOf(context, assembled);
      // None: answered at another window meanwhile. One that the screen had not named: nobody has looked for that one.
      if (unanswered.every(({ code }) => codes.includes(code))) {
        for (const { code } of unanswered) recordAtVisit(context, assembled, 'tubes-checked', { code });
      }
      return toVisitDetail(context, assembled);
    },
  },

  'labels.confirmDestroyed': {
    transaction: (context, { visitId, jobId }) => {
      const assembled = assembleVisit(context, visitId);
      const paper = assembled.papers.find((candidate) => candidate.jobId === jobId);
      if (!paper) throw new AppException(notFound('No such label of this visit is to be destroyed.'));
      // Nobody has it in hand yet. What comes of it would be asked about later, and the paper lie somewhere with nobody looking for it.
      if (paper.isBeingSent) {
        throw new AppException(
          rejected('The label is on its way to the printer.', { label: 'being-printed' }),
        );
      }
      markPaperDestroyed(context.db, jobId, { atMs: context.nowMs, actor: context.actor });
      // Only while no paper of it is destroyed could the service's having its registration again make it good.
      if (paper.why === 'registration-gone') forgetLabelMade(context.db, paper.labelId, visitId);
      // With that it is answered whether it came out.
      const job = findPrintJob(context.db, jobId);
      if (job && isInDoubt(job)) {
        context.printQueue.cancel(jobId, 'its label was destroyed');
        context.changed('print-jobs', 'connection');
      }
      recordAtVisit(context, assembled, 'label-destroyed', { code: paper.code });
      return toVisitDetail(context, withLabelsReadAgain(context, assembled));
    },
  },
};
