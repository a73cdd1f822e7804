// A visit as screens show it.
import type { LabelView, RegistrationView, VisitDetail, VisitRow } from '../../../contract/views.ts';
import { findVisitTicket } from '../../store/desk/visit-tickets.ts';
import { ACTIVITY_DETAILS } from '../../../domain/activity.ts';
import { isChangeKind } from '../../../domain/change.ts';
import { sampleStateOf } from '../../../domain/sample.ts';
import { isWaiting, worstTag } from '../../../domain/visit.ts';
import type { SyncTag } from '../../../domain/visit.ts';
import { activityViews } from '../activity-view.ts';
import type { Context } from '../handler.ts';
import { localFormView } from '../local-form-state.ts';
import { toPersonView } from '../person-view.ts';
import { allPrinters, isAtQueue } from '../site-printers.ts';
import { listActivity, unansweredRefusals } from '../../store/desk/activity.ts';
import type { Label } from '../../store/desk/labels.ts';
import { localFormsOf, type LocalForm } from '../../store/desk/local-forms.ts';
import { registrationsMovedFrom } from '../../store/desk/moved-registrations.ts';
import { findPrintJob } from '../../store/desk/print-jobs.ts';
import { areOnePatient } from '../../store/desk/visit-patient.ts';
import { findVisit } from '../../store/desk/visits.ts';
import { listOpenRowsOfVisit } from '../../store/outbox/outbox.ts';
import { readRegistrations } from '../../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { differenceOf } from '../outbox-difference.ts';
import { moveOf } from '../outbox-move.ts';
import { standingOf } from '../registration/known-gone.ts';
import { isOfAnother, lacksPatient } from './appointment-owner.ts';
import { isItsDay } from './its-day.ts';
import { assembleVisit } from './read.ts';
import { slotLost } from './slot-lost.ts';
import type { AssembledVisit } from './read.ts';
import {
  codeThatOvertook,
  doesCodeStandIn,
  formCodesOf,
  formCodeThatChanged,
  isIdentityConfirmed,
  printableCode,
  troublesOf,
} from './rules.ts';
import { appointmentElsewhere, isAppointmentGone, registrationsLost } from './service-standing.ts';

const VISIT_ACTIVITY_SHOWN = 50;

function labelState(label: Label): LabelView['state'] {
  if (label.verifiedAtMs !== null) return 'verified';
  switch (label.jobState) {
    case null:
    case 'cancelled':
      return label.perhapsPrinted ? 'may-exist' : 'not-printed';
    case 'queued':
    case 'sending':
      return 'queued';
    case 'sent':
    case 'printed':
      return 'printed';
    case 'sent-unacknowledged':
      return 'unacknowledged';
    case 'attention':
    case 'failed':
    case 'unsure':
      return 'problem';
  }
}

function standing(of: {
  readonly made: Label | undefined;
  readonly isStale: boolean;
  readonly isNotTaken: boolean;
}): LabelView['state'] {
  if (of.isStale) return 'must-be-destroyed';
  if (of.isNotTaken) return 'not-taken';
  return of.made ? labelState(of.made) : 'not-printed';
}

/** The states in which a paper of the label exists, or may exist. */
const HAS_PAPER: ReadonlySet<LabelView['state']> = new Set([
  'unacknowledged',
  'printed',
  'problem',
  'may-exist',
  'verified',
]);

/** The labels of a visit: those that were made, and those that are still to be made. */
export function labelListOf(context: Context, assembled: AssembledVisit): LabelView[] {
  const { registrations, papers } = assembled;
  return registrations.flatMap((registration) =>
    Array.from({ length: context.site.labelsPerRegistration }, (_, index): LabelView => {
      const ordinal = index + 1;
      const made = assembled.labels.find(
        (label) => label.registrationId === registration.id && label.ordinal === ordinal,
      );
      const isStale = made !== undefined && papers.some((paper) => paper.labelId === made.id);
      const id = made?.id ?? labelIdOf(registration.id, ordinal);
      const notTaken = assembled.notTaken.get(id);
      const state = standing({ made, isStale, isNotTaken: notTaken !== undefined });
      const printable = printableCode(context, registration)?.code ?? null;
      const code = state === 'not-printed' ? (printable ?? made?.code ?? null) : (made?.code ?? printable);
      return {
        id,
        registrationId: registration.id,
        ordinal,
        code,
        codeStandsIn: doesCodeStandIn(registration),
        oldFormCode:
          made?.madeFor && HAS_PAPER.has(state) ? formCodeThatChanged(made.madeFor, registration) : null,
        overtakenBy:
          code === null || !HAS_PAPER.has(state) ? null : codeThatOvertook(context, code, registration),
        state,
        waitsForPrinter: state === 'problem' && made?.waitsForPrinter === true,
        cancelledMayExist: HAS_PAPER.has(state) && made?.cancelledMayExist === true,
        jobId: made?.jobId ?? null,
        verifiedAtMs: made?.verifiedAtMs ?? null,
        provenBy: made?.verifiedAtMs == null ? null : (made.proof?.how ?? 'scanned'),
        notTaken: notTaken ? { reason: notTaken.reason, note: notTaken.note } : null,
      };
    }),
  );
}

/** The id of a label is made from its registration and number, so that making it twice makes one label. */
function labelIdOf(registrationId: string, ordinal: number): string {
  return `${registrationId}.${ordinal}`;
}

/** A visit as a line of the board or of a list. */
export function toVisitRow(context: Context, assembled: AssembledVisit): VisitRow {
  return rowWith(context, assembled, labelListOf(context, assembled));
}

function rowWith(context: Context, assembled: AssembledVisit, labels: readonly LabelView[]): VisitRow {
  const { visit, appointment, person, registrations } = assembled;
  const notTaken = labels.filter((label) => label.notTaken !== null).length;
  const tags: SyncTag[] = registrations.map((registration) => registration.sync);
  if (appointment) tags.push(appointment.sync);
  if (person) tags.push(person.sync);
  return {
    id: visit.id,
    version: visit.version,
    date: visit.date,
    origin: visit.bookedAhead ? 'booked-here' : visit.origin,
    locationId: visit.locationId,
    locationName: assembled.locationName,
    troubles: troublesOf(context, assembled),
    appointment: appointment && {
      id: appointment.id,
      state: appointment.state,
      startsAtMs: appointment.startsAtMs,
      endsAtMs: appointment.endsAtMs,
      movedFrom: appointment.movedFrom && {
        startsAtMs: appointment.movedFrom.startsAtMs,
        locationName: assembled.movedFromName,
      },
      gone: isAppointmentGone(assembled),
      elsewhere: appointmentElsewhere(context, assembled),
      holdExpiresAtMs: appointment.holdExpiresAtMs,
      overridesAvailability: appointment.overridesAvailability,
      bookedOver: appointment.bookedOver,
    },
    person: person && toPersonView(person),
    products: registrations.flatMap((registration) => registration.productNames),
    trfCodes: registrations.flatMap((registration) => registration.trfCode ?? []),
    deskState: visit.deskState,
    // A person whose samples were taken, and who has to be asked again, is not waiting for a phlebotomist.
    waitingSinceMs:
      isWaiting(visit.deskState) && visit.withdrawn?.fromState !== 'collected' ? visit.arrivedAtMs : null,
    arrivedAtMs: visit.arrivedAtMs,
    collectedAtMs: visit.collectedAtMs,
    merelyHeld:
      visit.origin === 'walk-in' &&
      visit.deskState === 'expected' &&
      visit.patientId === null &&
      registrations.length === 0,
    checkInOpen: isItsDay(context, assembled),
    finishedAtService:
      registrations.length > 0 && registrations.every((registration) => registration.completedAt !== null),
    registrationsLost: registrationsLost(assembled),
    patientMissing: registrations.some((registration) => registration.patientId === null),
    // Of an appointment that the service does not find there is nothing to read.
    unread: assembled.unread.filter((kind) => kind !== 'appointment' || !isAppointmentGone(assembled)),
    labels: {
      needed: labels.length - notTaken,
      printed: labels.filter(({ state }) => ['printed', 'unacknowledged', 'verified'].includes(state)).length,
      verified: labels.filter((label) => label.state === 'verified').length,
      toReprint: labels.filter((label) => label.overtakenBy !== null || label.oldFormCode !== null).length,
    },
    sample: sampleStateOf({
      collected: visit.collectedAtMs !== null,
      over: visit.deskState === 'left',
      notTaken,
    }),
    sync: worstTag(tags),
  };
}

function toRegistrationView(
  context: Context,
  registration: RegistrationRecord,
  localForm: LocalForm | undefined,
): RegistrationView {
  return {
    id: registration.id,
    trfCode: registration.trfCode,
    ...standingOf(context.db, registration),
    foreignId: registration.foreignId,
    productIds: [...registration.productIds],
    productNames: [...registration.productNames],
    productSkus: [...registration.productSkus],
    hasPatient: registration.patientId !== null,
    resultsReady: registration.resultsReady,
    labelCode: printableCode(context, registration),
    trfStored: registration.trfStored,
    localForm: localFormView(context, registration, localForm),
    sync: registration.sync,
  };
}

function appointmentDiffers(assembled: AssembledVisit): VisitDetail['appointmentDiffers'] {
  const { appointment, appointmentPerson, registrations, isSamePatient } = assembled;
  const differs =
    lacksPatient(appointment, registrations) || isOfAnother(appointment, registrations, isSamePatient);
  if (appointment === null || !differs) return null;
  return {
    patientId: appointment.patientId,
    person: appointmentPerson && toPersonView(appointmentPerson),
  };
}

/**
 * A visit with all details; assembles it first.
 *
 * @throws AppException `not-found`
 */
export function visitDetail(context: Context, visitId: string): VisitDetail {
  return toVisitDetail(context, assembleVisit(context, visitId));
}

function ticketViewOf(context: Context, visitId: string): VisitDetail['ticket'] {
  const ticket = findVisitTicket(context.db, visitId);
  if (!ticket) return null;
  const { number, code, jobId, jobState, perhapsPrinted } = ticket;
  const job = jobId === null ? null : findPrintJob(context.db, jobId);
  const byQueue = isAtQueue(allPrinters(context).find(({ id }) => id === job?.printerId));
  return { number, code, jobId, state: jobState, byQueue, perhapsPrinted };
}

/** The wrong labels of a visit that is collecting, until somebody has looked at the tubes. */
export function wrongLabelsOf(context: Context, { visit }: AssembledVisit): VisitDetail['wrongLabels'] {
  if (visit.deskState !== 'collecting') return [];
  return unansweredRefusals(context.db, visit.id).map((refusal) => {
    const { code, why, otherVisitId } = ACTIVITY_DETAILS['label-refused'].parse(refusal);
    const belongsTo = otherVisitId !== null && findVisit(context.db, otherVisitId) !== null;
    return {
      code,
      why,
      belongsTo: belongsTo ? toVisitRow(context, assembleVisit(context, otherVisitId)) : null,
    };
  });
}

/**
 * An assembled visit with all details. After a write, pass it with what was changed. `wrongLabels`: where the caller knows them
 * already.
 */
export function toVisitDetail(
  context: Context,
  assembled: AssembledVisit,
  wrongLabels = wrongLabelsOf(context, assembled),
): VisitDetail {
  const { visit } = assembled;
  const { identity } = visit;
  const labelList = labelListOf(context, assembled);
  const openRows = listOpenRowsOfVisit(context.db, visit.id);
  const localForms = localFormsOf(
    context.db,
    assembled.registrations.map(({ id }) => id),
  );
  return {
    ...rowWith(context, assembled, labelList),
    identity:
      identity && isIdentityConfirmed(assembled)
        ? {
            ...identity,
            identifiers: [...identity.identifiers],
            person: identity.person ?? null,
            decidedAgainst: (assembled.doubt?.namings ?? []).filter(
              (naming) => naming !== assembled.doubt?.settledAs,
            ),
          }
        : null,
    appointmentDiffers: appointmentDiffers(assembled),
    formCodes: formCodesOf(assembled),
    registrations: assembled.registrations.map((registration) =>
      toRegistrationView(context, registration, localForms.get(registration.id)),
    ),
    labelList,
    ticket: ticketViewOf(context, visit.id),
    activity: activityViews(
      context,
      listActivity(context.db, { visitId: visit.id, limit: VISIT_ACTIVITY_SHOWN }),
    ),
    wrongLabels,
    registrationsMovedTo: visitsWithRegistrationsOf(context, assembled).map((visitId) => {
      const { visit: other, appointment, locationName, registrations } = assembleVisit(context, visitId);
      const patientIds = registrations.map((registration) => registration.patientId);
      return {
        visitId,
        date: other.date,
        startsAtMs: appointment?.startsAtMs ?? null,
        locationName,
        isForAnother: !areOnePatient(context.db, [assembled.patientId, ...patientIds]),
      };
    }),
    slotLost: slotLost(visit, openRows)?.why ?? null,
    pendingChanges: openRows.map((row) => ({
      id: row.id,
      kind: isChangeKind(row.kind) ? row.kind : 'unknown',
      state: row.state,
      difference: differenceOf(context, row.row),
      move: moveOf(context, row.row),
    })),
  };
}

/**
 * The visits (ids, each once) that have registrations now which were on this one. None of somebody else's, which the service had put here by
 * mistake: whoever reads the notice has this visit's person before them.
 */
function visitsWithRegistrationsOf({ db }: Context, { visit, patientId }: AssembledVisit): string[] {
  const moved = registrationsMovedFrom(db, visit.id);
  const registrations = readRegistrations(
    db,
    moved.map(({ registrationId }) => registrationId),
  );
  const ofSamePatient = moved.filter(({ registrationId }) =>
    areOnePatient(db, [patientId, registrations.get(registrationId)?.patientId]),
  );
  return [...new Set(ofSamePatient.map(({ visitId }) => visitId))];
}
