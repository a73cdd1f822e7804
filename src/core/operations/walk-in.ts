// Somebody without an appointment: a slot held, confirmed, registered. Every step is saved here first and sent after.
import type { walkInOperations } from '../../contract/walk-in.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { insertVisit, linkRegistration } from '../store/desk/visits.ts';
import { listProducts } from '../store/mirror/products.ts';
import { readPatients } from '../store/mirror/records.ts';
import type { Handlers } from './handler.ts';
import { locationNeeded } from './location.ts';
import { startsHeldHere } from './slots.ts';
import { changeVisit, seenVisit } from './visit/rules.ts';
import { visitDetail } from './visit/view.ts';

/** How far from the present a time outside the timetable may lie; further is a slip. */
const NOW_TOLERANCE_MS = 10 * 60_000;

export const walkInHandlers: Handlers<typeof walkInOperations> = {
  'walkIn.hold': {
    transaction: (context, input) => {
      const location = locationNeeded(context);
      if (input.slotId === null && Math.abs(input.startsAtMs - context.nowMs) > NOW_TOLERANCE_MS) {
        throw new AppException(
          rejected('A time outside the timetable is the present one.', { startsAtMs: 'not-now' }),
        );
      }
      const { date } = wallClockAt(input.startsAtMs, context.site.timeZone);
      if (
        input.slotId !== null &&
        startsHeldHere(context, { locationId: location.id, date }).has(input.startsAtMs)
      ) {
        throw new AppException(conflict('taken', 'This slot is held at this desk already.'));
      }
      const visitId = context.random.uuid();
      const appointmentId = context.random.uuid();
      insertVisit(context.db, {
        id: visitId,
        locationId: location.id,
        date,
        origin: 'walk-in',
        appointmentId,
        nowMs: context.nowMs,
      });
      context.enqueue({
        kind: 'appointment.hold',
        payload: {
          appointmentId,
          locationId: location.id,
          slotId: input.slotId,
          startsAtMs: input.startsAtMs,
          overrideAvailability: input.slotId === null,
          personIsHere: true,
          patientId: null,
        },
        visitId,
      });
      context.record('slot-held', {
        visitId,
        startsAtMs: input.startsAtMs,
        outsideTimetable: input.slotId === null,
      });
      return visitDetail(context, visitId);
    },
  },

  'walkIn.release': {
    transaction: (context, input) => {
      const { visit, appointment, registrations } = seenVisit(context, input);
      if (registrations.length > 0 || visit.deskState !== 'expected' || !appointment) {
        throw new AppException(conflict('state', 'Only a slot that is merely held can be given back.'));
      }
      context.enqueue({
        kind: 'appointment.release',
        payload: { appointmentId: appointment.id },
        visitId: visit.id,
      });
      changeVisit(context, visit, { deskState: 'cancelled' });
      context.record('slot-released', { visitId: visit.id, startsAtMs: appointment.startsAtMs });
      return { visitId: visit.id };
    },
  },

  'walkIn.confirm': {
    transaction: (context, input) => {
      const { visit, appointment, registrations } = seenVisit(context, input);
      if (registrations.length > 0 || !appointment || visit.deskState !== 'expected') {
        throw new AppException(conflict('state', 'This visit is confirmed already, or was given up.'));
      }
      if (appointment.state === 'released' || appointment.state === 'taken') {
        throw new AppException(conflict('taken', 'The slot is not held any more.'));
      }
      if (!readPatients(context.db, [input.patientId]).has(input.patientId)) {
        throw new AppException(notFound('There is no such person.'));
      }
      const known = new Set(listProducts(context.db).map((product) => product.id));
      if (!input.productIds.every((id) => known.has(id)))
        throw new AppException(notFound('There is no such product.'));

      context.enqueue({
        kind: 'appointment.confirm',
        payload: { appointmentId: appointment.id, patientId: input.patientId },
        visitId: visit.id,
      });
      const registrationId = context.random.uuid();
      const scenario = context.training?.takeNextScenario() ?? null;
      context.enqueue({
        kind: 'registration.create',
        payload: {
          registrationId,
          foreignId: scenario === null ? `desk-${registrationId}` : `test:${scenario}:desk-${registrationId}`,
          patientId: input.patientId,
          appointmentId: appointment.id,
          productIds: input.productIds,
        },
        visitId: visit.id,
      });
      linkRegistration(context.db, visit.id, registrationId);
      changeVisit(context, visit, { patientId: input.patientId });
      context.record('walk-in-confirmed', {
        visitId: visit.id,
        patientId: input.patientId,
        products: input.productIds.length,
      });
      context.changed('training');
      return visitDetail(context, visit.id);
    },
  },
};
