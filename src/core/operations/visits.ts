// The steps of a visit, from check-in to collected. A step is refused when the visit has changed since the screen
// showed it.
import type { visitOperations } from '../../contract/visits.ts';
import { AppException, conflict, rejected } from '../../domain/app-error.ts';
import { possibleBirth } from '../../domain/date-of-birth.ts';
import { shownOf } from '../../domain/identity.ts';
import type { PersonChange } from '../../domain/identity.ts';
import { namedOf } from '../../domain/person.ts';
import { differencesAmong, namesAlike } from '../../domain/person-doubt.ts';
import type { PersonNaming } from '../../domain/person-doubt.ts';
import { compareStated, isOnRecord } from '../../domain/stated-identity.ts';
import type { PersonOnRecord } from '../../domain/stated-identity.ts';
import { canCheckIn, canMove, IDENTIFIERS_NEEDED, mayHaveLabelsWaiting } from '../../domain/visit.ts';
import type { DeskState, IdentifierKind } from '../../domain/visit.ts';
import { forgetSamplesNotTakenOf } from '../store/desk/samples-not-taken.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import type { CommandContext, Handlers, ParsedInput } from './handler.ts';
import { requireMayAlso } from './role-rules.ts';
import { placeAwaited } from './visit/awaited-place.ts';
import { cancelAppointment, requireAppointmentStands } from './visit/cancel.ts';
import { companyAt } from './visit/company.ts';
import { timesFor } from './visit/desk-state.ts';
import { requireItsDay } from './visit/its-day.ts';
import { moveAppointment } from './visit/move-appointment.ts';
import { settledDoubtOf } from './visit/person-doubt.ts';
import { assembleVisit, withLabelsReadAgain } from './visit/read.ts';
import type { AssembledVisit } from './visit/read.ts';
import { recordAtVisit } from './visit/record.ts';
import { requireChosenPerson, requireShownPerson, requireShownRegistrations } from './visit/as-shown.ts';
import {
  changeVisit,
  formCodesOf,
  isIdentityConfirmed,
  openDoubtOf,
  requireOnePerson,
  requireReadyForLabels,
  seenVisit,
} from './visit/rules.ts';
import { requireRegistration } from './visit/service-standing.ts';
import { requireNothingTaken, sampledRegistrations, sampleNotTaken, sampleToTake } from './visit/samples.ts';
import { queueTicketAtCheckIn } from './tickets.ts';
import { labelListOf, toVisitDetail, visitDetail } from './visit/view.ts';
import { withdrawWhatNoLongerFits } from './visit/withdraw.ts';

/** A time of collection may be so far after the service's time; a later one is taken for a typing mistake. */
const COLLECTION_CLOCK_TOLERANCE_MS = 120_000;

interface StatedAs {
  readonly kind: IdentifierKind;
  readonly stated: string | null;
}

/** Compares what was said with the record, whatever the screen made of it. The error names each field that is wrong. */
function requireAgreement(record: PersonOnRecord, identifiers: readonly StatedAs[]): void {
  const fields: Record<string, string> = {};
  identifiers.forEach(({ kind, stated }, index) => {
    if (!isOnRecord(kind, record)) fields[`identifiers.${index}`] = 'not-on-record';
    if (stated === null) return;
    const agreement = compareStated(kind, stated, record);
    if (agreement !== 'agrees') fields[`identifiers.${index}`] = agreement;
  });
  if (Object.keys(fields).length > 0) {
    throw new AppException(rejected('What was stated does not agree with the record.', fields));
  }
}

/** The identifier in which namings differ must have been asked for; anything else says nothing about which is right. */
const ASKED_ABOUT: Readonly<Record<PersonChange, IdentifierKind | null>> = {
  person: null,
  'first-name': 'name',
  'last-name': 'name',
  'date-of-birth': 'date-of-birth',
};

/**
 * Which naming of the person is confirmed; null where nothing contradicts anything.
 *
 * @throws AppException when it is not said, is not one of those on the screen, or was not asked about
 */
function settledNaming(
  assembled: AssembledVisit,
  input: Pick<ParsedInput<'visits.checkIn'>, 'confirmedAs' | 'identifiers'>,
): PersonNaming | null {
  const { confirmedAs } = input;
  const doubt = openDoubtOf(assembled);
  if (!doubt) {
    if (confirmedAs === null || (assembled.person && namesAlike(confirmedAs, assembled.person))) return null;
    throw new AppException(conflict('changed', 'The person has changed since they were shown.'));
  }
  if (confirmedAs === null) {
    throw new AppException(
      rejected('The service’s records do not agree about the person.', { confirmedAs: 'missing' }),
    );
  }
  const naming = doubt.namings.find((one) => namesAlike(one, confirmedAs));
  if (!naming) {
    throw new AppException(conflict('changed', 'The service says something else about the person by now.'));
  }
  const asked = new Set(input.identifiers.map(({ kind }) => kind));
  const lacking = [...differencesAmong(doubt.namings)].some((difference) => {
    const kind = ASKED_ABOUT[difference];
    return kind !== null && !asked.has(kind);
  });
  if (lacking) {
    throw new AppException(
      rejected('What the records differ in has to be asked for.', { identifiers: 'differing-part' }),
    );
  }
  return naming;
}

/** Without a confirmed identity nobody is `collecting` or `collected`. */
function needsIdentity(to: DeskState): boolean {
  return to === 'collecting' || to === 'collected';
}

/**
 * Cancels the labels of a person who is not here, as far as they have not left for the printer. Returns whether there
 * were any.
 */
function withdrawWaitingLabels(context: CommandContext, assembled: AssembledVisit, to: DeskState): boolean {
  const withdrawn = context.printQueue.withdraw({ visitId: assembled.visit.id }, `the visit is ${to}`);
  if (withdrawn.length === 0) return false;
  // Their tickets too wait no more.
  context.changed('print-jobs', 'connection');
  const labels = withdrawn.filter(({ ticketFor }) => ticketFor === null).length;
  if (labels > 0) recordAtVisit(context, assembled, 'labels-not-printed', { labels, reason: to });
  return true;
}

export const visitHandlers: Handlers<typeof visitOperations> = {
  'visits.company': (context, input) => ({ items: companyAt(context, input) }),

  'visits.get': (context, { visitId }) => visitDetail(context, visitId),

  'visits.checkIn': {
    transaction: (context, input) => {
      const assembled = seenVisit(context, input);
      const { visit, person } = assembled;
      const asksAgain = visit.deskState === 'arrived' && !isIdentityConfirmed(assembled);
      if (!canCheckIn(visit.deskState) && !asksAgain) {
        throw new AppException(conflict('state', `Somebody ${visit.deskState} cannot be checked in.`));
      }
      // Somebody who is here already is asked again whatever the date.
      if (!asksAgain) requireItsDay(context, assembled);
      if (
        person === null ||
        assembled.registrations.some((registration) => registration.patientId === null)
      ) {
        throw new AppException(rejected('The patient is missing.', { patient: 'missing' }));
      }
      requireOnePerson(assembled);
      requireShownPerson(assembled, input.shownPerson);
      const settled = settledNaming(assembled, input);
      const confirmed: PatientRecord = settled ? { ...person, ...namedOf(settled) } : person;
      const onRecord = { ...confirmed, dateOfBirth: possibleBirth(confirmed.dateOfBirth, context.today) };
      requireAgreement({ ...onRecord, formCodes: formCodesOf(assembled) }, input.identifiers);
      const kinds = new Set(input.identifiers.map((identifier) => identifier.kind));
      if (kinds.size < IDENTIFIERS_NEEDED && input.relaxedReason === null) {
        throw new AppException(rejected('Two different identifiers are needed.', { identifiers: 'too-few' }));
      }
      if (kinds.size < IDENTIFIERS_NEEDED) context.relax('identity', visit.id);
      const arrived = changeVisit(context, visit, {
        deskState: 'arrived',
        // Whoever has come is here today, even if the service refuses a move to today that still waits.
        date: visit.date,
        locationId: visit.locationId,
        // A person whose identity is asked for again has been waiting since they came.
        arrivedAtMs: asksAgain ? (visit.arrivedAtMs ?? context.nowMs) : context.nowMs,
        identity: {
          identifiers: input.identifiers,
          confirmedAtMs: context.nowMs,
          confirmedBy: context.actor,
          relaxedReason: kinds.size < IDENTIFIERS_NEEDED ? input.relaxedReason : null,
          person: shownOf(confirmed),
          ...(settled && assembled.doubt ? { settled: settledDoubtOf(assembled.doubt) } : {}),
        },
        withdrawn: null,
      });
      recordAtVisit(context, assembled, 'checked-in', {
        identifiers: [...kinds].join(', '),
        relaxedReason: kinds.size < IDENTIFIERS_NEEDED ? input.relaxedReason : null,
      });
      const unasked = assembled.registrations.filter(({ labelCodeAsked }) => !labelCodeAsked);
      context.afterCommit(() => context.sync.labelsNeeded(unasked.map(({ id }) => id)));
      // Whoever is only asked again has a ticket already, or was not to have one.
      if (!asksAgain) queueTicketAtCheckIn(context, { ...assembled, visit: arrived });
      if (!settled || !assembled.doubt) return toVisitDetail(context, { ...assembled, visit: arrived });
      recordAtVisit(context, assembled, 'person-settled', {
        from: settled.from,
        differs: [...differencesAmong(assembled.doubt.namings)].join(', '),
      });
      // Labels that were made before may carry the naming that was decided against.
      context.changed(...withdrawWhatNoLongerFits(context, assembleVisit(context, visit.id)));
      return visitDetail(context, visit.id);
    },
  },

  'visits.assignPatient': {
    transaction: (context, input) => {
      const assembled = seenVisit(context, input);
      const { visit, registrations, appointment } = assembled;
      const lacking = registrations.filter((registration) => registration.patientId === null);
      if (lacking.length === 0) {
        throw new AppException(conflict('state', 'Every registration of this visit has its patient.'));
      }
      requireShownRegistrations(lacking, input.shownIds);
      const chosen = requireChosenPerson(context, input);
      const other = registrations.find(
        (registration) => registration.patientId !== null && registration.patientId !== input.patientId,
      );
      if (other) {
        throw new AppException(
          conflict('state', 'Another registration of this visit belongs to somebody else.'),
        );
      }
      const appointed = appointment?.patientId ?? null;
      const isAppointed =
        appointed === chosen.id ||
        (chosen.serverId !== null && chosen.serverId === assembled.appointmentPerson?.serverId);
      if (appointed !== null && !isAppointed) {
        throw new AppException(
          rejected('The appointment is for another patient.', { patientId: 'appointment-of-another' }),
        );
      }
      for (const registration of lacking) {
        context.enqueue({
          kind: 'registration.assign',
          payload: { registrationId: registration.id, patientId: input.patientId, expectedPatientId: null },
          visitId: visit.id,
        });
      }
      if (appointment && appointment.patientId === null) {
        context.enqueue({
          kind: 'appointment.assign',
          payload: {
            appointmentId: appointment.id,
            patientId: input.patientId,
            expectedPatientId: null,
            ...(lacking[0] && { withRegistrationId: lacking[0].id }),
          },
          visitId: visit.id,
        });
      }
      changeVisit(context, visit, { patientId: input.patientId });
      context.record('patient-assigned', {
        visitId: visit.id,
        patientId: input.patientId,
        registrations: lacking.length,
      });
      // The changes that were just written change the registrations and the appointment, so the visit is assembled
      // again.
      return visitDetail(context, visit.id);
    },
  },

  'visits.cancelAppointment': { transaction: cancelAppointment },
  'visits.moveAppointment': { transaction: moveAppointment },

  'visits.move': {
    transaction: (context, input) => {
      const assembled = seenVisit(context, input);
      const { visit } = assembled;
      if (!canMove(visit.deskState, input.to)) {
        throw new AppException(
          conflict('state', `A visit cannot go from ${visit.deskState} to ${input.to}.`),
        );
      }
      requireAppointmentStands(assembled, input.to);
      if (input.to === 'collecting') requireMayAlso(context, 'visits.collect');
      if (input.to === 'collecting' && visit.deskState === 'arrived') requireRegistration(assembled);
      if (input.to === 'collected' && visit.collectedAtMs === null) {
        throw new AppException(conflict('state', 'This visit was never collected.'));
      }
      if (visit.deskState === 'collecting' && input.to === 'left') requireNothingTaken(context, assembled);
      if (needsIdentity(input.to) && !isIdentityConfirmed(assembled)) {
        throw new AppException(
          rejected('The identity has to be confirmed first.', { identity: 'not-confirmed' }),
        );
      }
      const isAwaited = input.to === 'expected';
      const moved = changeVisit(context, visit, {
        deskState: input.to,
        ...timesFor(assembled, input.to, context.nowMs),
        ...(isAwaited && placeAwaited(context, assembled)),
      });
      recordAtVisit(context, assembled, 'moved', { from: visit.deskState, to: input.to });
      if (isAwaited) forgetSamplesNotTakenOf(context.db, visit.id);
      const withdrawn =
        !mayHaveLabelsWaiting(input.to) && withdrawWaitingLabels(context, assembled, input.to);
      // It may be at another location now, whose name is not read yet.
      if (isAwaited) return visitDetail(context, visit.id);
      const now = { ...assembled, visit: moved };
      return toVisitDetail(context, withdrawn ? withLabelsReadAgain(context, now) : now);
    },
  },

  'visits.collect': {
    transaction: (context, input) => {
      const assembled = seenVisit(context, input);
      const { visit } = assembled;
      if (visit.deskState !== 'collecting') {
        throw new AppException(conflict('state', `A visit that is ${visit.deskState} cannot be collected.`));
      }
      requireReadyForLabels(assembled);
      const labels = labelListOf(context, assembled);
      const needed = labels.filter((label) => label.notTaken === null);
      if (labels.length > 0 && needed.length === 0) {
        throw new AppException(rejected('No sample of this visit was taken.', { labels: 'none-taken' }));
      }
      const unverified = needed.filter((label) => label.state !== 'verified').length;
      if ((labels.length === 0 || unverified > 0) && input.relaxedReason === null) {
        throw new AppException(rejected('Each label is scanned back first.', { labels: 'not-verified' }));
      }
      if (input.collectedAtMs > context.nowMs + COLLECTION_CLOCK_TOLERANCE_MS) {
        throw new AppException(
          rejected('The time of collection lies ahead.', { collectedAtMs: 'in-the-future' }),
        );
      }
      // An arrival that was written while a clock ran ahead bounds nothing: no time would be allowed at all.
      const arrivedAtMs = Math.min(visit.arrivedAtMs ?? -Infinity, context.nowMs);
      if (input.collectedAtMs < arrivedAtMs - COLLECTION_CLOCK_TOLERANCE_MS) {
        throw new AppException(
          rejected('The time of collection is before the arrival.', { collectedAtMs: 'before-arrival' }),
        );
      }
      const isRelaxed = labels.length === 0 || unverified > 0;
      if (isRelaxed) context.relax('typed-label', visit.id);
      const collected = changeVisit(context, visit, {
        deskState: 'collected',
        collectedAtMs: input.collectedAtMs,
      });
      recordAtVisit(context, assembled, 'collected', {
        collectedAtMs: input.collectedAtMs,
        labels: needed.length,
        notTaken: labels.length - needed.length,
        relaxedReason: isRelaxed ? input.relaxedReason : null,
      });
      const taken = sampledRegistrations(assembled, labels);
      context.afterCommit(() => context.training?.samplesTaken(taken));
      return toVisitDetail(context, { ...assembled, visit: collected });
    },
  },

  'visits.sampleNotTaken': { transaction: sampleNotTaken },
  'visits.sampleToTake': { transaction: sampleToTake },
};
