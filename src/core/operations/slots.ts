// The slots of a day at this location, and which of them this desk holds.
import type { slotOperations } from '../../contract/slots.ts';
import { listVisits } from '../store/desk/visits.ts';
import { readSlots, saveSlots, slotStartMs } from '../store/mirror/slots.ts';
import type { StoredSlots } from '../store/mirror/slots.ts';
import { readAppointments } from '../store/mirror/appointment-records.ts';
import type { Context, Handlers } from './handler.ts';
import { connectionIsUp } from './handler.ts';
import { locationNeeded } from './location.ts';

export interface LocationDay {
  readonly locationId: string;
  readonly date: string;
}

/** The slots of a day: from the service while it answers, else those that were read last. `live` tells which. */
async function slotsOf(
  context: Context,
  day: LocationDay,
): Promise<{ stored: StoredSlots | null; live: boolean }> {
  if (connectionIsUp(context)) {
    try {
      const slots = await context.service.locations.slots(day);
      saveSlots(context.db, day, slots, context.nowMs);
      return { stored: { slots, fetchedAtMs: context.nowMs }, live: true };
    } catch {
      // The badge shows that the service does not answer. The list shows the slots that were read last, and how old
      // they are.
    }
  }
  return { stored: readSlots(context.db, day), live: false };
}

export interface SlotTime {
  readonly id: string;
  readonly startsAtMs: number;
  /** Whether it was free when the service was last read. */
  readonly available: boolean;
}

function slotTimes(context: Context, stored: StoredSlots): SlotTime[] {
  return stored.slots
    .map((slot) => ({
      id: slot.id,
      startsAtMs: slotStartMs(slot, context.site.timeZone),
      available: slot.available,
    }))
    .sort((a, b) => a.startsAtMs - b.startsAtMs);
}

/** The slots of a day as they were last read, sorted by time; null when they were never read. */
export function storedSlots(context: Context, day: LocationDay): SlotTime[] | null {
  const stored = readSlots(context.db, day);
  return stored && slotTimes(context, stored);
}

/**
 * The start times (milliseconds since the epoch) of the slots that this desk holds or has asked for. The service's list
 * may not show them as taken yet.
 */
export function startsHeldHere(context: Context, day: LocationDay): Set<number> {
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

export const slotHandlers: Handlers<typeof slotOperations> = {
  'slots.list': async (context, { date }) => {
    const location = locationNeeded(context);
    const { stored, live } = await slotsOf(context, { locationId: location.id, date });
    const heldHere = startsHeldHere(context, { locationId: location.id, date });
    return {
      date,
      locationId: location.id,
      live,
      asOfMs: stored?.fetchedAtMs ?? null,
      slots: (stored ? slotTimes(context, stored) : []).map((slot) => ({
        ...slot,
        available: slot.available && !heldHere.has(slot.startsAtMs),
        past: slot.startsAtMs < context.nowMs,
      })),
    };
  },
};
