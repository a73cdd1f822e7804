// Appointments as the service answered them. They are read one at a time, because it has no list of them.
import type { Appointment } from '../../../wire/appointment.ts';
import { get, mirrorTransaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

/** The service's record of an appointment as last read, by the service's id; null when it was never read. */
export function storedAppointment(db: Db, serverId: string): Appointment | null {
  const row = get<{ body: string }>(db, 'SELECT body FROM mirror_appointment WHERE id = ?', [serverId]);
  return row && (JSON.parse(row.body) as Appointment);
}

/**
 * Stores appointments as the service answered them, in one transaction. Returns the service's ids of those that
 * changed. `nowMs`: milliseconds since the epoch.
 */
export function upsertAppointments(db: Db, appointments: readonly Appointment[], nowMs: number): Changed {
  return mirrorTransaction(db, () =>
    upsertRows(
      db,
      'mirror_appointment',
      appointments.map((appointment) => ({
        id: appointment.id,
        columns: {
          test_location_id: appointment.test_location_id,
          starts_at_ms: Date.parse(appointment.starts_at),
          patient_id: appointment.patient_id,
        },
        body: JSON.stringify(appointment),
      })),
      nowMs,
    ),
  );
}
