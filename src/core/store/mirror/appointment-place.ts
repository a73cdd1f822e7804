// Where and when an appointment is, and whether two of them are at the same place and time.
import type { Appointment } from '../../../wire/appointment.ts';

/** Below a minute two times are one: a slot has its own time, but for the seconds. */
export const SAME_TIME_MS = 60_000;

/** The location and the time of an appointment. */
export interface Place {
  readonly locationId: string;
  readonly startsAtMs: number;
}

export const placeOf = (appointment: Appointment): Place => ({
  locationId: appointment.test_location_id,
  startsAtMs: Date.parse(appointment.starts_at),
});

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.locationId === other.locationId && Math.abs(one.startsAtMs - other.startsAtMs) < SAME_TIME_MS;
