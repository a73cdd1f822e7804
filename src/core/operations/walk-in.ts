// Somebody without an appointment: a slot held, confirmed, registered. Every step is saved here first and sent after.
import type { walkInOperations } from '../../contract/walk-in.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { insertVisit, linkRegistration } from '../store/desk/visits.ts';
import { listProducts } from '../store/mirror/products.ts';
import { readPatients } from '../store/mirror/records.ts';
import { enqueue } from '../store/outbox/outbox.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { locationNeeded } from './location.ts';
import { startsHeldHere } from './slots.ts';
import { changeVisit, record, seenVisit } from './visit/rules.ts';
import { visitDetail } from './visit/view.ts';

/** How far from the present a time outside the timetable may lie; further is a slip. */
const NOW_TOLERANCE_MS = 10 * 60_000;

function origin(context: CommandContext, visitId: string) {
  return { visitId, actor: context.actor, commandId: context.commandId, nowMs: context.nowMs };
}

function announce(context: CommandContext): void {
  context.changed('board', 'outbox', 'connection', 'slots', 'activity');
  context.afterCommit(() => context.sync.wake());
}

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
      enqueue(context.db, {
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
        subjectId: appointmentId,
        ...origin(context, visitId),
      });
      record(context, visitId, 'slot-held', {
        startsAtMs: input.startsAtMs,
        outsideTimetable: input.slotId === null,
      });
      announce(context);
      return visitDetail(context, visitId);
    },
  },

  'walkIn.release': {
    transaction: (context, input) => {
      const { visit, appointment, registrations } = seenVisit(context, input);
      if (registrations.length > 0 || visit.deskState !== 'expected' || !appointment) {
        throw new AppException(conflict('state', 'Only a slot that is merely held can be given back.'));
      }
      enqueue(context.db, {
        kind: 'appointment.release',
        payload: { appointmentId: appointment.id },
        subjectId: appointment.id,
        ...origin(context, visit.id),
      });
      changeVisit(context, visit, { deskState: 'cancelled' });
      record(context, visit.id, 'slot-released');
      announce(context);
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

      enqueue(context.db, {
        kind: 'appointment.confirm',
        payload: { appointmentId: appointment.id, patientId: input.patientId },
        subjectId: appointment.id,
        ...origin(context, visit.id),
      });
      const registrationId = context.random.uuid();
      const scenario = context.training?.takeNextScenario() ?? null;
      enqueue(context.db, {
        kind: 'registration.create',
        payload: {
          registrationId,
          foreignId: scenario === null ? `desk-${registrationId}` : `test:${scenario}:desk-${registrationId}`,
          patientId: input.patientId,
          appointmentId: appointment.id,
          productIds: input.productIds,
        },
        subjectId: registrationId,
        ...origin(context, visit.id),
      });
      linkRegistration(context.db, visit.id, registrationId);
      changeVisit(context, visit, { patientId: input.patientId });
      record(context, visit.id, 'walk-in-confirmed', {
        patientId: input.patientId,
        products: input.productIds.length,
      });
      announce(context);
      context.changed('training');
      return visitDetail(context, visit.id);
    },
  },
};
