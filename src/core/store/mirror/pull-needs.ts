// What a pull has to know of the mirror: which of the records it was told of are new, and which are still to be read.
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A registration with an appointment, by the service's ids. */
export interface Appointed {
  readonly id: string;
  readonly appointmentId: string;
}

export interface Days {
  readonly locationId: string;
  /** Milliseconds since the epoch: from `fromMs` until just before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Those of the registrations (service's ids) that were never told of, neither in good form nor in odd. */
export function unknownRegistrations(db: Db, ids: readonly string[]): string[] {
  return all<{ id: string }>(
    db,
    `SELECT told.value AS id FROM json_each(?) AS told
     WHERE NOT EXISTS (SELECT 1 FROM mirror_registration WHERE id = told.value)
       AND NOT EXISTS (SELECT 1 FROM odd_record WHERE kind = 'registration' AND id = told.value)`,
    [JSON.stringify(ids)],
  ).map((row) => row.id);
}

/** How many registrations of the service are known here, in good form or in odd. */
export function countKnownRegistrations(db: Db): number {
  return (
    get<{ known: number }>(
      db,
      `SELECT (SELECT count(*) FROM mirror_registration) + (
         SELECT count(*) FROM odd_record WHERE kind = 'registration'
           AND NOT EXISTS (SELECT 1 FROM mirror_registration WHERE mirror_registration.id = odd_record.id)
       ) AS known`,
    )?.known ?? 0
  );
}

/** Those of the appointments (service's ids) that were read. */
export function storedAppointments(db: Db, ids: readonly string[]): Set<string> {
  return new Set(
    all<{ id: string }>(
      db,
      'SELECT id FROM mirror_appointment WHERE id IN (SELECT value FROM json_each(?))',
      [JSON.stringify(ids)],
    ).map((row) => row.id),
  );
}

export interface Place {
  readonly startsAtMs: number;
  readonly appointmentId: string;
}

/**
 * A few of the appointments from `days.fromMs` on that are not of these days at this location, going on after a place in
 * their order of time. An appointment can be moved here from any of them.
 */
export function appointmentsOfOtherDays(
  db: Db,
  days: Days,
  from: { readonly after: Place; readonly limit: number },
): (Appointed & Place)[] {
  return all<Appointed & Place>(
    db,
    `SELECT registration.id, appointment.id AS appointmentId, appointment.starts_at_ms AS startsAtMs
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     WHERE (appointment.starts_at_ms, appointment.id) > (@startsAtMs, @appointmentId)
       AND appointment.starts_at_ms >= @fromMs
       AND NOT (appointment.test_location_id = @locationId AND appointment.starts_at_ms < @untilMs)
       AND registration.completed = 0
     ORDER BY appointment.starts_at_ms, appointment.id LIMIT @limit`,
    { ...days, ...from.after, limit: from.limit },
  );
}
