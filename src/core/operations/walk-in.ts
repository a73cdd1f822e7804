// Somebody without an appointment: a slot held, confirmed, registered. Every step is saved here first and sent after.
import type { walkInOperations } from '../../contract/walk-in.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { listProducts, readSlots, upsertSlots } from '../store/mirror.ts';
import type { SlotsRecord } from '../store/mirror.ts';
import { enqueue } from '../store/outbox.ts';
import { listOpenHoldStarts, readPatients } from '../store/records.ts';
import { insertVisit, linkRegistration } from '../store/visits.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import type { DeskLocation } from './location.ts';
import { visitDetail } from './visit-view.ts';
import { changeVisit, record, seenVisit } from './visit-change.ts';

/** How far from the present a time outside the timetable may lie; further is a slip. */
const NOW_TOLERANCE_MS = 10 * 60_000;

function locationNeeded(context: Context): DeskLocation {
  const location = currentLocation(context);
  if (!location) throw new AppException(notFound('The location of this desk is not known yet.'));
  return location;
}

/** The day's slots from the service while it answers, else those read last. */
async function slotsOf(
  context: Context,
  locationId: string,
  date: string,
): Promise<{ slots: SlotsRecord | null; live: boolean }> {
  if (context.sync.connection().state === 'online') {
    try {
      const items = await context.service.locations.slots({ locationId, date });
      const record = { locationId, date, slots: items, fetchedAtMs: context.nowMs };
      upsertSlots(context.db, record);
      return { slots: record, live: true };
    } catch {
      // The badge says how the line stands; the list goes on from what was read last and says its age.
    }
  }
  return { slots: readSlots(context.db, locationId, date), live: false };
}

function origin(context: CommandContext, visitId: string) {
  return { visitId, actor: context.actor, commandId: context.commandId, nowMs: context.nowMs };
}

function announce(context: CommandContext): void {
  context.changed('board', 'outbox', 'connection', 'slots', 'activity');
  context.afterCommit(() => context.sync.wake());
}

export const walkInHandlers: Handlers<typeof walkInOperations> = {
  'products.list': (context) => {
    const products = listProducts(context.db);
    return {
      asOfMs: products.reduce<number | null>(
        (oldest, product) => Math.min(oldest ?? Infinity, product.fetchedAtMs),
        null,
      ),
      items: products.map(({ id, sku, name, price, appointmentOnly }) => ({
        id,
        sku,
        name,
        price,
        appointmentOnly,
      })),
    };
  },

  'slots.list': async (context, { date }) => {
    const location = locationNeeded(context);
    const { slots, live } = await slotsOf(context, location.id, date);
    const heldHere = new Set(listOpenHoldStarts(context.db, location.id));
    return {
      date,
      live,
      asOfMs: slots?.fetchedAtMs ?? null,
      slots: (slots?.slots ?? []).map((slot) => ({
        id: slot.id,
        startsAtMs: slot.startsAtMs,
        available: slot.available && !heldHere.has(slot.startsAtMs),
        past: slot.startsAtMs < context.nowMs,
      })),
    };
  },

  'walkIn.hold': {
    transaction: (context, input) => {
      const location = locationNeeded(context);
      if (input.slotId === null && Math.abs(input.startsAtMs - context.nowMs) > NOW_TOLERANCE_MS) {
        throw new AppException(
          rejected('A time outside the timetable is the present one.', { startsAtMs: 'not-now' }),
        );
      }
      const heldHere = listOpenHoldStarts(context.db, location.id);
      if (input.slotId !== null && heldHere.includes(input.startsAtMs)) {
        throw new AppException(conflict('taken', 'This slot is held at this desk already.'));
      }
      const visitId = context.random.uuid();
      const appointmentId = context.random.uuid();
      insertVisit(context.db, {
        id: visitId,
        locationId: location.id,
        date: wallClockAt(input.startsAtMs, context.site.timeZone).date,
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
      return visitDetail(context.db, visitId, context.site);
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
      return visitDetail(context.db, visit.id, context.site);
    },
  },
};
