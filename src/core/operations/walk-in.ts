// Somebody without an appointment: a slot held, confirmed, registered. Every step is saved here first and sent after.
import type { walkInOperations } from '../../contract/walk-in.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { instantOf, wallClockAt } from '../../domain/site-time.ts';
import { listProducts, productsFetchedAtMs, readSlots, saveSlots } from '../store/mirror.ts';
import type { StoredSlots } from '../store/mirror.ts';
import { enqueue } from '../store/outbox.ts';
import { readAppointments, readPatients } from '../store/records.ts';
import { insertVisit, linkRegistration, listVisits } from '../store/visits.ts';
import { lineIsUp } from './handler.ts';
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

interface Day {
  readonly locationId: string;
  readonly date: string;
}

/** The day's slots from the service while it answers, else those read last. */
async function slotsOf(context: Context, day: Day): Promise<{ stored: StoredSlots | null; live: boolean }> {
  if (lineIsUp(context)) {
    try {
      const slots = await context.service.locations.slots(day);
      saveSlots(context.db, day, slots, context.nowMs);
      return { stored: { slots, fetchedAtMs: context.nowMs }, live: true };
    } catch {
      // The badge says how the line stands; the list goes on from what was read last and says its age.
    }
  }
  return { stored: readSlots(context.db, day), live: false };
}

/** Starts of slots that this desk holds, or has asked to hold; the service's list may not know of them yet. */
function startsHeldHere(context: Context, day: Day): Set<number> {
  const visits = listVisits(context.db, day.locationId, day.date);
  const appointments = readAppointments(
    context.db,
    visits.flatMap((visit) => (visit.origin === 'walk-in' ? (visit.appointmentId ?? []) : [])),
  );
  const held = [...appointments.values()].filter(
    ({ state, holdExpiresAtMs }) =>
      state === 'requested' ||
      state === 'unsure' ||
      (state === 'held' && (holdExpiresAtMs ?? Infinity) > context.nowMs),
  );
  return new Set(held.map((appointment) => appointment.startsAtMs));
}

function origin(context: CommandContext, visitId: string) {
  return { visitId, actor: context.actor, commandId: context.commandId, nowMs: context.nowMs };
}

function announce(context: CommandContext): void {
  context.changed('board', 'outbox', 'connection', 'slots', 'activity');
  context.afterCommit(() => context.sync.wake());
}

export const walkInHandlers: Handlers<typeof walkInOperations> = {
  'products.list': (context) => ({
    asOfMs: productsFetchedAtMs(context.db),
    items: listProducts(context.db).map((product) => ({
      id: product.id,
      sku: product.sku,
      name: product.name,
      price: product.price.formatted_value,
      appointmentOnly: product.appointment_only,
    })),
  }),

  'slots.list': async (context, { date }) => {
    const location = locationNeeded(context);
    const { stored, live } = await slotsOf(context, { locationId: location.id, date });
    const heldHere = startsHeldHere(context, { locationId: location.id, date });
    return {
      date,
      live,
      asOfMs: stored?.fetchedAtMs ?? null,
      slots: (stored?.slots ?? []).map((slot) => {
        // The service tells the site's wall clock: `YYYY-MM-DD HH:MM`.
        const startsAtMs = instantOf(slot.time.slice(0, 10), slot.time.slice(11, 16), context.site.timeZone);
        return {
          id: slot.id,
          startsAtMs,
          available: slot.available && !heldHere.has(startsAtMs),
          past: startsAtMs < context.nowMs,
        };
      }),
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
