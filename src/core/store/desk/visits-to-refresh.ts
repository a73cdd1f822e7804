// The visits that are read from the service again and again: those of a few days, with the facts that decide how often.
import { contradicts } from '../../../domain/person-doubt.ts';
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
  /** The patient's own record was not read yet. */
  readonly personUnread: boolean;
  /**
   * The registration says something else about the patient than the patient's own record, or the service answered with
   * another patient when it was asked for this one, or the registration by itself names somebody else than the list.
   */
  readonly personInDoubt: boolean;
  /** As last read, the appointment names another patient than the registration. */
  readonly appointmentInDoubt: boolean;
}

interface VisitToRefreshRow {
  id: string;
  appointment_id: string;
  patient_id: string | null;
  completed: number;
  starts_at_ms: number;
  desk_state: DeskState | null;
  own_id: string | null;
  own_first_name: string | null;
  own_last_name: string | null;
  own_date_of_birth: string | null;
  first_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
  answered_with_another: number | null;
  said_another: number;
  appointment_in_doubt: number | null;
}

/** Sorted by the time of the appointment. */
export function visitsToRefresh(db: Db, days: Days): VisitToRefresh[] {
  return all<VisitToRefreshRow>(
    db,
    `SELECT registration.id, registration.appointment_id, registration.patient_id, registration.completed,
       appointment.starts_at_ms, visit.desk_state, patient.id AS own_id,
       patient.body ->> '$.first_name' AS own_first_name, patient.body ->> '$.last_name' AS own_last_name,
       patient.body ->> '$.date_of_birth' AS own_date_of_birth,
       registration.body ->> '$.first_name' AS first_name, registration.body ->> '$.last_name' AS last_name,
       registration.body ->> '$.date_of_birth' AS date_of_birth,
       answered.answer = 'another' AND answered.patient_id = registration.patient_id AS answered_with_another,
       EXISTS (SELECT 1 FROM registration_said AS said WHERE said.registration_id = registration.id) AS said_another,
       appointment.patient_id <> registration.patient_id AS appointment_in_doubt
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     LEFT JOIN mirror_patient AS patient ON patient.id = registration.patient_id
     LEFT JOIN patient_answer AS answered ON answered.registration_id = registration.id
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
    personUnread: row.patient_id !== null && row.own_id === null,
    personInDoubt: row.answered_with_another === 1 || row.said_another === 1 || isContradicted(row),
    appointmentInDoubt: row.appointment_in_doubt === 1,
  }));
}

function isContradicted(row: VisitToRefreshRow): boolean {
  if (row.own_id === null) return false;
  return contradicts(
    { firstName: row.first_name, lastName: row.last_name, dateOfBirth: row.date_of_birth },
    {
      firstName: row.own_first_name ?? '',
      lastName: row.own_last_name ?? '',
      dateOfBirth: row.own_date_of_birth,
    },
  );
}
