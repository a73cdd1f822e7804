// The visits that are read from the service again and again: those of a few days, with the facts that decide how often.
import type { DeskState } from '../../../domain/visit.ts';
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { Appointed, Days } from '../mirror/pull-needs.ts';

/** A registration with its appointment and its visit. Ids are the service's. */
export interface VisitToRefresh extends Appointed {
  readonly patientId: string | null;
  readonly startsAtMs: number;
  readonly completed: boolean;
  /** Null when no visit was made of the appointment yet. */
  readonly deskState: DeskState | null;
  /** The patient's own record was not read yet, or the registration says something else about them. */
  readonly personInDoubt: boolean;
  /** As last read, the appointment names another patient than the registration. */
  readonly appointmentInDoubt: boolean;
}

/** Sorted by the time of the appointment. */
export function visitsToRefresh(db: Db, days: Days): VisitToRefresh[] {
  const differs = (field: string): string =>
    `(json_extract(registration.body, '$.${field}') IS NOT NULL
      AND json_extract(registration.body, '$.${field}') <> json_extract(patient.body, '$.${field}'))`;
  return all<{
    id: string;
    appointment_id: string;
    patient_id: string | null;
    completed: number;
    starts_at_ms: number;
    desk_state: DeskState | null;
    person_in_doubt: number;
    appointment_in_doubt: number | null;
  }>(
    db,
    `SELECT registration.id, registration.appointment_id, registration.patient_id, registration.completed,
       appointment.starts_at_ms, visit.desk_state,
       patient.id IS NULL OR ${['first_name', 'last_name', 'date_of_birth'].map(differs).join(' OR ')} AS person_in_doubt,
       appointment.patient_id <> registration.patient_id AS appointment_in_doubt
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     LEFT JOIN mirror_patient AS patient ON patient.id = registration.patient_id
     LEFT JOIN id_map AS known ON known.kind = 'registration' AND known.server_id = registration.id AND known.alias = 0
     LEFT JOIN visit_registration ON visit_registration.registration_id = coalesce(known.local_id, registration.id)
     LEFT JOIN visit ON visit.id = visit_registration.visit_id
     WHERE appointment.test_location_id = @locationId AND appointment.starts_at_ms >= @fromMs
       AND appointment.starts_at_ms < @untilMs
     ORDER BY appointment.starts_at_ms`,
    { ...days },
  ).map((row) => ({
    id: row.id,
    appointmentId: row.appointment_id,
    patientId: row.patient_id,
    startsAtMs: row.starts_at_ms,
    completed: row.completed === 1,
    deskState: row.desk_state,
    personInDoubt: row.patient_id !== null && row.person_in_doubt === 1,
    appointmentInDoubt: row.appointment_in_doubt === 1,
  }));
}
