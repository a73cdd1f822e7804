// The rules of appointments: a slot is held for ten minutes or booked, by one appointment only; appointments can be
// moved, assigned to a patient and cancelled.
import type { Appointment, CreateAppointmentBody, UpdateAppointmentBody } from '../../wire/appointment.ts';
import type { Calendar, Slot } from '../../wire/test-location.ts';
import {
  locationById,
  MAIN_LOCATION,
  readSlotId,
  SLOT_MS,
  type LocationDefinition,
  type SlotTime,
} from '../locations.ts';
import { notFound, taken } from '../refusal.ts';
import { isoWithOffset, requestedInstant } from '../site-clock.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import { withRecord } from './registration-record.ts';
import type { World } from './world.ts';

const HOLD_MS = 10 * 60_000;

export function appointmentRecord(row: AppointmentRow, timeZone: string): Appointment {
  const location = locationById(row.location_id) ?? MAIN_LOCATION;
  return {
    id: row.id,
    type: 'brand_location',
    test_location_id: location.id,
    starts_at: isoWithOffset(row.starts_ms, timeZone),
    ends_at: isoWithOffset(row.ends_ms, timeZone),
    patient_id: row.patient_id,
    confirmed: row.confirmed === 1,
    expires_at: row.expires_ms === null ? null : isoWithOffset(row.expires_ms, timeZone),
    full_address: location.full_address,
    point: { latitude: location.latitude, longitude: location.longitude },
  };
}

export function existingAppointment(world: World, id: string): AppointmentRow {
  const row = world.store.appointment(id);
  if (!row) throw notFound('appointment');
  return row;
}

/** The place and time that a request asks for. */
interface Wish {
  readonly location: LocationDefinition;
  readonly startsMs: number;
}

/** Refuses a time that is closed, past or taken. The appointment with the id `except` does not count as taking it. */
function refuseUnavailable(world: World, { location, startsMs }: Wish, except?: string): void {
  if (!world.slots.slotAt(location, startsMs)) throw taken('No slot starts at that time.');
  if (startsMs <= world.clock.nowMs()) throw taken('That time has passed.');
  if (world.store.isTaken(location.id, startsMs, except)) throw taken('That slot is taken.');
}

const isFree = (world: World, wish: Wish): boolean =>
  world.slots.slotAt(wish.location, wish.startsMs) !== undefined &&
  !world.store.isTaken(wish.location.id, wish.startsMs);

interface Booking {
  readonly confirmed: boolean;
  readonly patientId: string | null;
  readonly orderId: string | null;
  readonly override: boolean;
}

/** Books a time. Must run inside the caller's transaction. */
export function book(world: World, wish: Wish, booking: Booking): AppointmentRow {
  if (!booking.override) refuseUnavailable(world, wish);
  const row: AppointmentRow = {
    id: world.naming.id(),
    location_id: wish.location.id,
    starts_ms: wish.startsMs,
    ends_ms: wish.startsMs + SLOT_MS,
    patient_id: booking.patientId,
    confirmed: booking.confirmed ? 1 : 0,
    expires_ms: booking.confirmed ? null : world.clock.nowMs() + HOLD_MS,
    // An override of a free slot takes the slot like any other booking.
    overriding: booking.override && !isFree(world, wish) ? 1 : 0,
    purchase_id: booking.orderId,
  };
  world.store.addAppointment(row);
  return row;
}

function wishOf(world: World, body: CreateAppointmentBody): Wish {
  if (body.slot_id !== undefined) {
    const slot = readSlotId(body.slot_id);
    if (!slot || !world.slots.slotAt(slot.location, slot.startsMs)) throw notFound('slot');
    return slot;
  }
  // Without a slot the request cannot name a location, so the time is booked at the brand's main location.
  return { location: MAIN_LOCATION, startsMs: requestedInstant(body.starts_at ?? '', world.timeZone) };
}

export function createAppointment(world: World, body: CreateAppointmentBody): AppointmentRow {
  return world.store.together(() => {
    const patientId = body.patient_id === undefined ? null : existingPatientId(world, body.patient_id);
    return book(world, wishOf(world, body), {
      confirmed: body.confirmed,
      patientId,
      orderId: null,
      override: body.override_availability === true,
    });
  });
}

function existingPatientId(world: World, id: string): string {
  const patient = world.store.patient(id);
  if (!patient) throw notFound('patient');
  return patient.id;
}

export function updateAppointment(world: World, id: string, body: UpdateAppointmentBody): AppointmentRow {
  return world.store.together(() => {
    const row = existingAppointment(world, id);
    let next = row;
    if (body.appointment_time !== undefined || body.test_location_id !== undefined) {
      next = moved(world, row, body);
    }
    if (body.patient_id !== undefined) {
      next = { ...next, patient_id: existingPatientId(world, body.patient_id) };
    }
    if (body.confirmed === true) next = { ...next, confirmed: 1, expires_ms: null };
    world.store.saveAppointment(next);
    return next;
  });
}

function moved(world: World, row: AppointmentRow, body: UpdateAppointmentBody): AppointmentRow {
  const location = locationById(body.test_location_id ?? row.location_id);
  if (!location) throw notFound('test location');
  const startsMs =
    body.appointment_time === undefined
      ? row.starts_ms
      : requestedInstant(body.appointment_time, world.timeZone);
  // A request for the present time and place changes nothing. So it can be repeated safely, even once that time has
  // passed.
  if (location.id === row.location_id && startsMs === row.starts_ms) return row;
  refuseUnavailable(world, { location, startsMs }, row.id);
  return {
    ...row,
    location_id: location.id,
    starts_ms: startsMs,
    ends_ms: startsMs + SLOT_MS,
    overriding: 0,
  };
}

/** Cancels an appointment: its slot becomes free, and registrations that were linked to it have no appointment. */
export function releaseAppointment(world: World, id: string): void {
  world.store.together(() => {
    const row = existingAppointment(world, id);
    for (const registration of world.store.registrationsOfAppointment(row.id)) {
      world.store.saveRegistration(withRecord({ ...registration, appointment_id: null }, world));
    }
    world.store.removeAppointment(row.id);
  });
}

function existingLocation(id: string): LocationDefinition {
  const location = locationById(id);
  if (!location) throw notFound('test location');
  return location;
}

const DAY_MS = 86_400_000;

const takenOn = (world: World, location: LocationDefinition, slots: readonly SlotTime[]): Set<number> => {
  const first = slots[0]?.startsMs ?? 0;
  return world.store.takenTimes(location.id, first, first + DAY_MS);
};

/** The slots of a day (`YYYY-MM-DD`), with whether each can be booked. */
export function slotsOfDay(world: World, locationId: string, date: string): Slot[] {
  const location = existingLocation(locationId);
  const slots = world.slots.slotsOn(location, date);
  const occupied = takenOn(world, location, slots);
  const nowMs = world.clock.nowMs();
  return slots.map(({ id, startsMs, time }) => {
    const past = startsMs <= nowMs;
    return {
      id,
      preview: time,
      available: !past && !occupied.has(startsMs),
      time: `${date} ${time}`,
      is_past: past,
    };
  });
}

/** For each day of a month, whether at least one slot can be booked. */
export function calendarOf(world: World, locationId: string, year: number, month: number): Calendar {
  const location = existingLocation(locationId);
  const nowMs = world.clock.nowMs();
  const id = `${year}-${String(month).padStart(2, '0')}`;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const availability: Record<string, boolean> = {};
  for (let day = 1; day <= days; day += 1) {
    const date = `${id}-${String(day).padStart(2, '0')}`;
    const slots = world.slots.slotsOn(location, date);
    const occupied = takenOn(world, location, slots);
    availability[date] = slots.some((slot) => slot.startsMs > nowMs && !occupied.has(slot.startsMs));
  }
  return { id, availability };
}
