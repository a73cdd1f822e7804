// What a pull has to ask for: appointments that were not read yet, and the registrations of the days that matter.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A registration with an appointment, by the service's ids. */
export interface Appointed {
  readonly id: string;
  readonly appointmentId: string;
}

/** Registrations still under way whose appointment was not read yet. */
export function registrationsLackingAppointment(db: Db): Appointed[] {
  return all<Appointed>(
    db,
    `SELECT registration.id, registration.appointment_id AS appointmentId FROM mirror_registration AS registration
     LEFT JOIN mirror_appointment ON mirror_appointment.id = registration.appointment_id
     WHERE registration.appointment_id IS NOT NULL AND registration.completed = 0 AND mirror_appointment.id IS NULL`,
  );
}

export interface Days {
  readonly locationId: string;
  /** Milliseconds since the epoch: from `fromMs` until just before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface RegistrationOfDay extends Appointed {
  readonly patientId: string | null;
  readonly completed: boolean;
}

/** Registrations (service's ids) with an appointment at the location in these days, in the order of their times. */
export function registrationsOfDays(db: Db, days: Days): RegistrationOfDay[] {
  return all<{ id: string; appointment_id: string; patient_id: string | null; completed: number }>(
    db,
    `SELECT registration.id, registration.appointment_id, registration.patient_id, registration.completed
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     WHERE appointment.test_location_id = @locationId AND appointment.starts_at_ms >= @fromMs
       AND appointment.starts_at_ms < @untilMs
     ORDER BY appointment.starts_at_ms`,
    { ...days },
  ).map((row) => ({
    id: row.id,
    appointmentId: row.appointment_id,
    patientId: row.patient_id,
    completed: row.completed === 1,
  }));
}
