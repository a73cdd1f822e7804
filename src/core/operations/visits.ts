// A visit from check-in to collected. Each step refuses a version other than the one that was seen.
import type { visitOperations } from '../../contract/visits.ts';
import type { VisitDetail } from '../../contract/views.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { canCheckIn, canMove, IDENTIFIERS_NEEDED } from '../../domain/visit.ts';
import type { DeskState } from '../../domain/visit.ts';
import { readPatients } from '../store/mirror/records.ts';
import type { Visit, VisitChange } from '../store/desk/visits.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { changeVisit, seenVisit } from './visit/rules.ts';
import { labelListOf, visitDetail } from './visit/view.ts';

/** How far a collection may lie ahead of the service's clock before it is called a slip of the keyboard. */
const COLLECTION_CLOCK_TOLERANCE_MS = 120_000;

/** The times that belong to a desk state; going back forgets those of later states. */
function timesFor(visit: Visit, to: DeskState, nowMs: number): VisitChange {
  const none = { arrivedAtMs: null, collectingAtMs: null, collectedAtMs: null, leftAtMs: null };
  const { arrivedAtMs, collectingAtMs, collectedAtMs } = visit;
  switch (to) {
    case 'expected':
      return { ...none, identity: null };
    case 'no-show':
    case 'cancelled':
      return none;
    case 'arrived':
      return { ...none, arrivedAtMs: arrivedAtMs ?? nowMs };
    case 'collecting':
      return { ...none, arrivedAtMs, collectingAtMs: collectingAtMs ?? nowMs };
    case 'collected':
      return { leftAtMs: null };
    case 'left':
      return { arrivedAtMs, collectingAtMs, collectedAtMs, leftAtMs: nowMs };
  }
}

function detailOf(context: CommandContext, visitId: string): VisitDetail {
  return visitDetail(context, visitId);
}

export const visitHandlers: Handlers<typeof visitOperations> = {
  'visits.get': (context, { visitId }) => visitDetail(context, visitId),

  'visits.checkIn': {
    transaction: (context, input) => {
      const assembled = seenVisit(context, input);
      const { visit } = assembled;
      if (!canCheckIn(visit.deskState)) {
        throw new AppException(conflict('state', `Somebody ${visit.deskState} cannot be checked in.`));
      }
      if (
        assembled.patient === null ||
        assembled.registrations.some((registration) => registration.patientId === null)
      ) {
        throw new AppException(rejected('The patient is missing.', { patient: 'missing' }));
      }
      const kinds = new Set(input.identifiers.map((identifier) => identifier.kind));
      if (kinds.size < IDENTIFIERS_NEEDED && input.relaxedReason === null) {
        throw new AppException(rejected('Two different identifiers are needed.', { identifiers: 'too-few' }));
      }
      changeVisit(context, visit, {
        deskState: 'arrived',
        arrivedAtMs: context.nowMs,
        identity: {
          identifiers: input.identifiers,
          confirmedAtMs: context.nowMs,
          confirmedBy: context.actor,
          relaxedReason: kinds.size < IDENTIFIERS_NEEDED ? input.relaxedReason : null,
        },
      });
      context.record('checked-in', {
        visitId: visit.id,
        identifiers: [...kinds].join(', '),
        relaxedReason: kinds.size < IDENTIFIERS_NEEDED ? input.relaxedReason : null,
      });
      return detailOf(context, visit.id);
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
      if (!readPatients(context.db, [input.patientId]).has(input.patientId)) {
        throw new AppException(notFound('There is no such person.'));
      }
      const other = registrations.find(
        (registration) => registration.patientId !== null && registration.patientId !== input.patientId,
      );
      if (other) {
        throw new AppException(
          conflict('state', 'Another registration of this visit belongs to somebody else.'),
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
          payload: { appointmentId: appointment.id, patientId: input.patientId },
          visitId: visit.id,
        });
      }
      changeVisit(context, visit, { patientId: input.patientId });
      context.record('patient-assigned', {
        visitId: visit.id,
        patientId: input.patientId,
        registrations: lacking.length,
      });
      return detailOf(context, visit.id);
    },
  },

  'visits.move': {
    transaction: (context, input) => {
      const { visit } = seenVisit(context, input);
      if (!canMove(visit.deskState, input.to)) {
        throw new AppException(
          conflict('state', `A visit cannot go from ${visit.deskState} to ${input.to}.`),
        );
      }
      if (input.to === 'collected' && visit.collectedAtMs === null) {
        throw new AppException(conflict('state', 'This visit was never collected.'));
      }
      changeVisit(context, visit, { deskState: input.to, ...timesFor(visit, input.to, context.nowMs) });
      context.record('moved', { visitId: visit.id, from: visit.deskState, to: input.to });
      return detailOf(context, visit.id);
    },
  },

  'visits.collect': {
    transaction: (context, input) => {
      const assembled = seenVisit(context, input);
      const { visit } = assembled;
      if (visit.deskState !== 'collecting') {
        throw new AppException(conflict('state', `A visit that is ${visit.deskState} cannot be collected.`));
      }
      const labels = labelListOf(assembled, context.site.labelsPerRegistration);
      const unverified = labels.filter((label) => label.state !== 'verified').length;
      if ((labels.length === 0 || unverified > 0) && input.relaxedReason === null) {
        throw new AppException(rejected('Each label is scanned back first.', { labels: 'not-verified' }));
      }
      if (input.collectedAtMs > context.nowMs + COLLECTION_CLOCK_TOLERANCE_MS) {
        throw new AppException(
          rejected('The time of collection lies ahead.', { collectedAtMs: 'in-the-future' }),
        );
      }
      if (
        visit.arrivedAtMs !== null &&
        input.collectedAtMs < visit.arrivedAtMs - COLLECTION_CLOCK_TOLERANCE_MS
      ) {
        throw new AppException(
          rejected('The time of collection is before the arrival.', { collectedAtMs: 'before-arrival' }),
        );
      }
      changeVisit(context, visit, { deskState: 'collected', collectedAtMs: input.collectedAtMs });
      context.record('collected', {
        visitId: visit.id,
        collectedAtMs: input.collectedAtMs,
        labels: labels.length,
        relaxedReason: unverified > 0 ? input.relaxedReason : null,
      });
      return detailOf(context, visit.id);
    },
  },
};
