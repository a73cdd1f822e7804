// A day's slots at this location, and which of them this desk holds.
import type { slotOperations } from '../../contract/slots.ts';
import { instantOf } from '../../domain/site-time.ts';
import { listVisits } from '../store/desk/visits.ts';
import { readSlots, saveSlots } from '../store/mirror/slots.ts';
import type { StoredSlots } from '../store/mirror/slots.ts';
import { readAppointments } from '../store/mirror/appointment-records.ts';
import type { Context, Handlers } from './handler.ts';
import { lineIsUp } from './handler.ts';
import { locationNeeded } from './location.ts';

export interface LocationDay {
  readonly locationId: string;
  readonly date: string;
}

/** The day's slots from the service while it answers, else those read last. */
async function slotsOf(
  context: Context,
  day: LocationDay,
): Promise<{ stored: StoredSlots | null; live: boolean }> {
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

export interface SlotTime {
  readonly id: string;
  readonly startsAtMs: number;
  /** As the service said when it was last asked. */
  readonly available: boolean;
}

function slotTimes(context: Context, stored: StoredSlots): SlotTime[] {
  return stored.slots
    .map((slot) => ({
      id: slot.id,
      // The service tells the site's wall clock: `YYYY-MM-DD HH:MM`.
      startsAtMs: instantOf(slot.time.slice(0, 10), slot.time.slice(11, 16), context.site.timeZone),
      available: slot.available,
    }))
    .sort((a, b) => a.startsAtMs - b.startsAtMs);
}

/** A day's slots as they were read last, by time; null when they never were. */
export function storedSlots(context: Context, day: LocationDay): SlotTime[] | null {
  const stored = readSlots(context.db, day);
  return stored && slotTimes(context, stored);
}

/** Starts of slots that this desk holds, or has asked to hold; the service's list may not know of them yet. */
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
