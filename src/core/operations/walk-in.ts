// A person without an appointment: a slot of today or of a later day is held, confirmed, and the person is registered.
// Each step is saved here first and sent afterwards.
import type { walkInOperations } from '../../contract/walk-in.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { insertVisit, linkRegistration } from '../store/desk/visits.ts';
import { topicsOfChange } from '../topics.ts';
import { mainLocationId } from '../outbox/main-location.ts';
import { listOpenRowsOfVisit, listRowsOfSubjects } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { listLocations } from '../store/mirror/locations.ts';
import type { CommandContext, Context, Handlers, ParsedInput } from './handler.ts';
import { locationNeeded } from './location.ts';
import { requireListed } from './products.ts';
import { startsHeldHere, storedSlots } from './slots.ts';
import { requireChosenPerson } from './visit/as-shown.ts';
import type { AssembledVisit } from './visit/read.ts';
import { changeVisit, requireHere, seenAnywhere } from './visit/rules.ts';
import { slotLost } from './visit/slot-lost.ts';
import { visitDetail } from './visit/view.ts';

/** A time outside the timetable may be so far from the present; a time further away is a mistake. */
const NOW_TOLERANCE_MS = 10 * 60_000;

const GIVEN_UP_WITH_THE_SLOT: ReadonlySet<string> = new Set([
  'appointment.hold',
  'appointment.confirm',
  'registration.create',
]);
const BOOKED_AGAIN = 'Its slot was not to be had, so the person is booked again';

interface Wanted {
  readonly slotId: string | null;
  readonly startsAtMs: number;
}

/**
 * What is held when a person is here now. The service books a time without a slot at its main location; at any other
 * location a slot is needed: the one that has begun, else the next free one. Throws `rejected` when there is none.
 */
function presentMoment(context: Context, locationId: string, startsAtMs: number): Wanted {
  if (Math.abs(startsAtMs - context.nowMs) > NOW_TOLERANCE_MS) {
    throw new AppException(
      rejected('A time outside the timetable is the present one.', { startsAtMs: 'not-now' }),
    );
  }
  if (mainLocationId(context.db) === locationId) return { slotId: null, startsAtMs };
  const day = { locationId, date: context.today };
  const slots = storedSlots(context, day);
  if (slots === null) {
    throw new AppException(
      rejected('The slots of this location have not been read yet.', { startsAtMs: 'slots-not-known' }),
    );
  }
  const heldHere = startsHeldHere(context, day);
  const begun = slots.findLast((slot) => slot.startsAtMs <= context.nowMs);
  const next = slots.find(
    (slot) => slot.available && slot.startsAtMs > context.nowMs && !heldHere.has(slot.startsAtMs),
  );
  const isGoingOn = begun !== undefined && context.nowMs < begun.startsAtMs + slotLengthMs(slots);
  const slot = isGoingOn ? begun : next;
  if (!slot) {
    throw new AppException(
      rejected('No slot of this location is free today.', { startsAtMs: 'no-slot-now' }),
    );
  }
  return { slotId: slot.id, startsAtMs: slot.startsAtMs };
}

/**
 * The length of a slot: the shortest time between the starts of two slots, because the service does not tell when a
 * slot ends.
 */
function slotLengthMs(slots: readonly { readonly startsAtMs: number }[]): number {
  const gaps = slots.slice(1).map((slot, index) => slot.startsAtMs - (slots[index]?.startsAtMs ?? 0));
  return gaps.length === 0 ? NOW_TOLERANCE_MS : Math.min(...gaps);
}

/** Not a slot of the timetable: a time without one, or a slot that had begun when it was asked for. */
function isOutsideTimetable(context: Context, appointmentId: string): boolean {
  return listRowsOfSubjects(context.db, [appointmentId]).some(
    ({ change, createdAtMs }) =>
      change?.kind === 'appointment.hold' &&
      change.payload.overrideAvailability &&
      (change.payload.slotId === null || change.payload.startsAtMs <= createdAtMs),
  );
}

/** The hold of this appointment, where the service has refused it; null otherwise. */
function refusedHold(context: Context, appointmentId: string): OutboxRow | null {
  const hold = listRowsOfSubjects(context.db, [appointmentId]).findLast(
    ({ kind }) => kind === 'appointment.hold',
  );
  return hold?.state === 'conflict' || hold?.state === 'refused' ? hold : null;
}

/** What a person means to book although it is taken or closed: a slot, or a time at the one location that takes times. */
function overridden(context: Context, input: ParsedInput<'walkIn.hold'>): Wanted {
  if (input.startsAtMs <= context.nowMs) {
    throw new AppException(rejected('That time has passed.', { startsAtMs: 'slot-past' }));
  }
  if (input.slotId === null && mainLocationId(context.db) !== input.locationId) {
    throw new AppException(
      rejected('A time without a slot is booked at the main location.', { startsAtMs: 'only-slots' }),
    );
  }
  return input;
}

/** The location that is booked: this desk's, or another one where that is said. */
function locationToBook(context: Context, input: ParsedInput<'walkIn.hold'>): string {
  const own = locationNeeded(context).id;
  if (input.elsewhere && input.locationId !== own) {
    if (!listLocations(context.db).some(({ id }) => id === input.locationId)) {
      throw new AppException(notFound('There is no such location.'));
    }
    return input.locationId;
  }
  // A slot of the other location would be held there, and the person stands here.
  if (input.locationId !== own) {
    throw new AppException(conflict('changed', 'The desk works at another location than was shown.'));
  }
  return own;
}

function wantedBy(context: Context, input: ParsedInput<'walkIn.hold'>, isElsewhere: boolean): Wanted {
  if (input.overrideReason !== null) return overridden(context, input);
  if (input.slotId !== null) return input;
  if (isElsewhere) {
    throw new AppException(rejected('Nobody is at the other location now.', { startsAtMs: 'not-here' }));
  }
  return presentMoment(context, input.locationId, input.startsAtMs);
}

/** A walk-in belongs where the desk works; what was booked for another place or day can be finished from here. */
function seenBooking(
  context: CommandContext,
  seen: { readonly visitId: string; readonly seenVersion: number },
): AssembledVisit {
  const assembled = seenAnywhere(context, seen);
  if (!assembled.visit.bookedAhead) requireHere(assembled);
  return assembled;
}

export const walkInHandlers: Handlers<typeof walkInOperations> = {
  'walkIn.hold': {
    transaction: (context, input) => {
      const locationId = locationToBook(context, input);
      const isElsewhere = locationId !== locationNeeded(context).id;
      const wanted = wantedBy(context, input, isElsewhere);
      const { date } = wallClockAt(wanted.startsAtMs, context.site.timeZone);
      if (date < context.today) {
        throw new AppException(rejected('The day of this slot is over.', { startsAtMs: 'past' }));
      }
      const isOverride = input.overrideReason !== null;
      // For another day or another place: the person is not waiting for it here.
      const bookedAhead = date > context.today || isElsewhere;
      if (
        input.slotId !== null &&
        !isOverride &&
        startsHeldHere(context, { locationId, date }).has(input.startsAtMs)
      ) {
        throw new AppException(conflict('taken', 'This slot is held or booked here already.'));
      }
      const outsideTimetable = input.slotId === null && (isOverride || wanted.startsAtMs <= context.nowMs);
      const visitId = context.random.uuid();
      const appointmentId = context.random.uuid();
      insertVisit(context.db, {
        id: visitId,
        locationId,
        date,
        origin: 'walk-in',
        bookedAhead,
        appointmentId,
        nowMs: context.nowMs,
      });
      context.enqueue({
        kind: 'appointment.hold',
        payload: {
          appointmentId,
          locationId,
          slotId: wanted.slotId,
          startsAtMs: wanted.startsAtMs,
          // Also for a slot that has begun: the timetable calls it past.
          overrideAvailability: outsideTimetable || isOverride,
          // Somebody who is booked for another day need not stay: if the slot is taken, they choose another one.
          personIsHere: !bookedAhead,
          patientId: null,
        },
        visitId,
      });
      context.record('slot-held', {
        visitId,
        startsAtMs: wanted.startsAtMs,
        outsideTimetable,
      });
      if (input.overrideReason !== null) {
        context.relax('slot-override', visitId);
        context.record('slot-overridden', {
          visitId,
          startsAtMs: wanted.startsAtMs,
          reason: input.overrideReason,
        });
      }
      return visitDetail(context, visitId);
    },
  },

  'walkIn.release': {
    transaction: (context, input) => {
      const { visit, appointment, registrations } = seenBooking(context, input);
      if (registrations.length > 0 || visit.deskState !== 'expected' || !appointment) {
        throw new AppException(conflict('state', 'Only a slot that is merely held can be given back.'));
      }
      const refused = refusedHold(context, appointment.id);
      if (refused === null) {
        context.enqueue({
          kind: 'appointment.release',
          payload: { appointmentId: appointment.id },
          visitId: visit.id,
        });
      } else {
        // The service never held the slot: nothing is there to give back, and nobody needs to decide about it.
        context.sync.discard(refused.id, 'given back at the desk after it was refused');
        context.changed(...topicsOfChange(refused.kind));
      }
      changeVisit(context, visit, { deskState: 'cancelled' });
      context.record('slot-released', { visitId: visit.id, startsAtMs: appointment.startsAtMs });
      return { visitId: visit.id };
    },
  },

  'walkIn.bookOver': {
    transaction: (context, input) => {
      const { visit, appointment } = seenBooking(context, input);
      const lost = slotLost(visit, listOpenRowsOfVisit(context.db, visit.id));
      if (lost === null || lost.why === 'gone' || appointment === null) {
        throw new AppException(conflict('state', 'The slot of this visit is not refused, or not any more.'));
      }
      context.relax('slot-override', visit.id);
      context.sync.bookOver(lost.rowId);
      context.record('slot-overridden', {
        visitId: visit.id,
        startsAtMs: appointment.startsAtMs,
        reason: input.reason,
      });
      context.changed(...topicsOfChange('appointment.hold'));
      context.afterCommit(() => context.sync.wake());
      return visitDetail(context, visit.id);
    },
  },

  'walkIn.giveUp': {
    transaction: (context, input) => {
      const { visit } = seenBooking(context, input);
      const rows = listOpenRowsOfVisit(context.db, visit.id);
      const lost = slotLost(visit, rows);
      if (lost === null || visit.deskState !== 'expected') {
        throw new AppException(conflict('state', 'This booking stands, or the person is here already.'));
      }
      // The registration names an appointment that will never be, so it goes with it; the person who was made stays.
      for (const { id, kind } of rows) {
        if (GIVEN_UP_WITH_THE_SLOT.has(kind)) context.sync.discard(id, BOOKED_AGAIN);
        context.changed(...topicsOfChange(kind));
      }
      changeVisit(context, visit, { deskState: 'cancelled' });
      context.record('change-discarded', {
        visitId: visit.id,
        change: rows.find(({ id }) => id === lost.rowId)?.kind ?? 'appointment.hold',
        reason: BOOKED_AGAIN,
      });
      context.changed('board', 'slots');
      return visitDetail(context, visit.id);
    },
  },

  'walkIn.confirm': {
    transaction: (context, input) => {
      const { visit, appointment, registrations } = seenBooking(context, input);
      if (registrations.length > 0 || !appointment || visit.deskState !== 'expected') {
        throw new AppException(conflict('state', 'This visit is confirmed already, or was given up.'));
      }
      if (appointment.state === 'released' || appointment.state === 'taken') {
        throw new AppException(conflict('taken', 'The slot is not held any more.'));
      }
      requireChosenPerson(context, input);
      const products = requireListed(context.db, input.productIds);
      const needsSlot = input.productIds.some((id) => products.get(id)?.appointment_only === true);
      if (needsSlot && isOutsideTimetable(context, appointment.id)) {
        throw new AppException(
          rejected('A test by appointment only needs a slot of the timetable.', {
            productIds: 'needs-a-slot',
          }),
        );
      }

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
