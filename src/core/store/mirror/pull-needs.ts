// What the puller asks of the mirror: which of the records that the service named are new, and which are still to be
// read.
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A registration and its appointment; ids are the service's. */
export interface Appointed {
  readonly id: string;
  readonly appointmentId: string;
}

/** A span of time at one location. */
export interface Days {
  readonly locationId: string;
  /** From `fromMs` to just before `untilMs`; milliseconds since the epoch. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Those of the registrations (service's ids) that the desk has never seen, neither readable nor unreadable. */
export function unknownRegistrations(db: Db, ids: readonly string[]): string[] {
  return all<{ id: string }>(
    db,
    `SELECT told.value AS id FROM json_each(?) AS told
     WHERE NOT EXISTS (SELECT 1 FROM mirror_registration WHERE id = told.value)
       AND NOT EXISTS (SELECT 1 FROM odd_record WHERE kind = 'registration' AND id = told.value)`,
    [JSON.stringify(ids)],
  ).map((row) => row.id);
}

/** How many registrations of the service the desk has seen, unreadable ones included. */
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

/** Those of the appointments (service's ids) that are stored. */
export function storedAppointments(db: Db, ids: readonly string[]): Set<string> {
  return new Set(
    all<{ id: string }>(
      db,
      'SELECT id FROM mirror_appointment WHERE id IN (SELECT value FROM json_each(?))',
      [JSON.stringify(ids)],
    ).map((row) => row.id),
  );
}

/**
 * Those of the registrations (service's ids) that would become what the service's events tell of: one that is stored without a
 * patient has one, or one that is stored as under way is completed.
 */
export function becomeWhatEventsTell(
  db: Db,
  registrations: readonly {
    readonly id: string;
    readonly patient_id: string | null;
    readonly completed_at: string | null;
  }[],
): string[] {
  const now = registrations.map(({ id, patient_id, completed_at }) => [
    id,
    patient_id === null ? 0 : 1,
    completed_at === null ? 0 : 1,
  ]);
  return all<{ id: string }>(
    db,
    `SELECT stored.id FROM json_each(?) AS told
     JOIN mirror_registration AS stored ON stored.id = told.value ->> 0
     WHERE (stored.patient_id IS NULL AND told.value ->> 1 = 1) OR (stored.completed = 0 AND told.value ->> 2 = 1)`,
    [JSON.stringify(now)],
  ).map((row) => row.id);
}

/** The registrations (service's ids) that the service linked to this appointment (service's id), the one known longest first. */
export function registrationsOfAppointment(db: Db, appointmentId: string): string[] {
  return all<{ id: string }>(
    db,
    'SELECT id FROM mirror_registration WHERE appointment_id = ? ORDER BY rowid',
    [appointmentId],
  ).map(({ id }) => id);
}

export interface Place {
  readonly startsAtMs: number;
  readonly appointmentId: string;
}

/** `isToCome`: false where the person did not come, came already, or is cancelled, so that nobody waits for them at that time. */
export interface OtherAppointment extends Appointed, Place {
  readonly isToCome: boolean;
}

/**
 * A few of the appointments that can be moved to this location and today, in the order of their times, from a given place on: those
 * that begin at or after `days.fromMs` and are not of these days at this location, and those from `sinceMs` on for which nobody came, or
 * whoever came has had nothing taken. Of these days those that are cancelled here are among them, because the service may have them again.
 */
export function appointmentsOfOtherDays(
  db: Db,
  days: Days,
  from: { readonly after: Place; readonly limit: number; readonly sinceMs: number },
): OtherAppointment[] {
  return all<Appointed & Place & { is_to_come: number }>(
    db,
    `SELECT registration.id, appointment.id AS appointmentId, appointment.starts_at_ms AS startsAtMs,
       coalesce(visit.desk_state NOT IN ('no-show', 'arrived', 'left', 'cancelled'), 1) AS is_to_come
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     LEFT JOIN id_map AS booked ON booked.kind = 'appointment' AND booked.server_id = appointment.id AND booked.alias = 0
     LEFT JOIN visit ON visit.appointment_id = coalesce(booked.local_id, appointment.id)
     WHERE (appointment.starts_at_ms, appointment.id) > (@startsAtMs, @appointmentId)
       AND appointment.starts_at_ms >= @sinceMs
       AND (visit.desk_state IN ('no-show', 'arrived', 'left') AND visit.collected_at_ms IS NULL
         OR appointment.starts_at_ms >= @fromMs
         AND NOT (appointment.test_location_id = @locationId AND appointment.starts_at_ms < @untilMs
           AND coalesce(visit.desk_state <> 'cancelled', 1)))
       AND registration.completed = 0
     ORDER BY appointment.starts_at_ms, appointment.id LIMIT @limit`,
    { ...days, ...from.after, limit: from.limit, sinceMs: from.sinceMs },
  ).map(({ is_to_come, ...of }) => ({ ...of, isToCome: is_to_come === 1 }));
}
