// Appointments as the service gave them, one at a time: it has no list of them.
import type { Appointment } from '../../../wire/appointment.ts';
import { transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

export function upsertAppointments(db: Db, appointments: readonly Appointment[], nowMs: number): Changed {
  return transaction(db, () =>
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
