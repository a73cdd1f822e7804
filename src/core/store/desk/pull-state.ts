// What a pull needs to know of the mirror: what is missing, what concerns these days, what was not seen any more.
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { forgetDocuments } from '../mirror/documents.ts';
import { localIdsOf } from '../outbox/id-map.ts';
import { ensureVisitForAppointment, linkRegistration } from './visits.ts';

/** Registrations (service's ids) still under way whose appointment was not read yet. */
export function registrationsLackingAppointment(db: Db): string[] {
  return all<{ id: string }>(
    db,
    `SELECT registration.id FROM mirror_registration AS registration
     LEFT JOIN mirror_appointment ON mirror_appointment.id = registration.appointment_id
     WHERE registration.appointment_id IS NOT NULL AND registration.completed = 0 AND mirror_appointment.id IS NULL`,
  ).map((row) => row.id);
}

export interface Days {
  readonly locationId: string;
  /** Milliseconds since the epoch: from `fromMs` until just before `untilMs`. */
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface RegistrationOfDay {
  readonly id: string;
  readonly appointmentId: string;
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

export function isPatientStored(db: Db, patientId: string): boolean {
  return get(db, 'SELECT 1 FROM mirror_patient WHERE id = ?', [patientId]) !== null;
}

export function isLabelCodeKnown(db: Db, registrationId: string): boolean {
  return get(db, 'SELECT 1 FROM label_code WHERE registration_id = ?', [registrationId]) !== null;
}

/**
 * Makes the visits of the appointments that begin from `fromMs` on at the location, with their registrations under them.
 * Returns whether anything was news.
 */
export function attachVisits(
  db: Db,
  days: Omit<Days, 'untilMs'>,
  at: { readonly nowMs: number; readonly dateOf: (instantMs: number) => string },
): boolean {
  const rows = all<{
    registration_id: string;
    appointment_id: string;
    starts_at_ms: number;
    visit_date: string | null;
    linked: number;
  }>(
    db,
    `SELECT registration.id AS registration_id, appointment.id AS appointment_id, appointment.starts_at_ms,
       visit.date AS visit_date,
       coalesce(visit.appointment_id = coalesce(booked.local_id, appointment.id)
         AND (visit.desk_state <> 'expected' OR visit.location_id = appointment.test_location_id), 0) AS linked
     FROM mirror_appointment AS appointment
     JOIN mirror_registration AS registration ON registration.appointment_id = appointment.id
     LEFT JOIN id_map AS known ON known.kind = 'registration' AND known.server_id = registration.id AND known.alias = 0
     LEFT JOIN visit_registration ON visit_registration.registration_id = coalesce(known.local_id, registration.id)
     LEFT JOIN visit ON visit.id = visit_registration.visit_id
     LEFT JOIN id_map AS booked ON booked.kind = 'appointment' AND booked.server_id = appointment.id AND booked.alias = 0
     WHERE appointment.test_location_id = @locationId AND appointment.starts_at_ms >= @fromMs
     ORDER BY appointment.starts_at_ms, registration.rowid`,
    { ...days },
  ).filter((row) => row.linked === 0 || row.visit_date !== at.dateOf(row.starts_at_ms));
  if (rows.length === 0) return false;
  const appointments = localIdsOf(
    db,
    'appointment',
    rows.map((row) => row.appointment_id),
  );
  const registrations = localIdsOf(
    db,
    'registration',
    rows.map((row) => row.registration_id),
  );
  return transaction(db, () => {
    let news = false;
    for (const row of rows) {
      const visit = ensureVisitForAppointment(db, {
        appointmentId: appointments.get(row.appointment_id) ?? row.appointment_id,
        locationId: days.locationId,
        date: at.dateOf(row.starts_at_ms),
        nowMs: at.nowMs,
      });
      const linked = linkRegistration(
        db,
        visit.visitId,
        registrations.get(row.registration_id) ?? row.registration_id,
      );
      news ||= visit.changed || linked;
    }
    return news;
  });
}

export interface FinishedScan {
  /** Service's ids of the rows that it showed. */
  readonly seen: ReadonlySet<string>;
  /** A row written after the scan began is not counted as missing. Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

const MISSING_STEP = 500;

/**
 * After a list was read to its end: counts the scans that did not show a row, a few hundred rows at each step, and yields
 * the rows (service's ids) of that step which two scans in a row did not show.
 */
export function* countMissing(db: Db, scan: FinishedScan): Generator<readonly string[], void, void> {
  for (let after = 0; ;) {
    const rows = all<{ position: number; id: string; missing_scans: number; fetched_at_ms: number }>(
      db,
      `SELECT rowid AS position, id, missing_scans, fetched_at_ms FROM mirror_registration
       WHERE rowid > ? ORDER BY rowid LIMIT ${MISSING_STEP}`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    const missing = rows.filter((row) => !scan.seen.has(row.id) && row.fetched_at_ms < scan.startedAtMs);
    const backAgain = rows.filter((row) => scan.seen.has(row.id) && row.missing_scans > 0);
    transaction(db, () => {
      for (const row of missing) {
        run(db, 'UPDATE mirror_registration SET missing_scans = missing_scans + 1 WHERE id = ?', [row.id]);
      }
      for (const row of backAgain)
        run(db, 'UPDATE mirror_registration SET missing_scans = 0 WHERE id = ?', [row.id]);
    });
    yield missing.filter((row) => row.missing_scans + 1 >= 2).map((row) => row.id);
  }
}

/**
 * The service does not know a registration any more. A visit for which nobody came yet, and that has none left, is off;
 * everything else the desk keeps stays. Returns the visit that is off, if any.
 */
export function dropRegistration(db: Db, serverId: string): string | null {
  return transaction(db, () => {
    const localId = localIdsOf(db, 'registration', [serverId]).get(serverId) ?? serverId;
    const visit = get<{ id: string; desk_state: string; registrations: number }>(
      db,
      `SELECT visit.id, visit.desk_state, (SELECT count(*) FROM visit_registration AS other WHERE other.visit_id = visit.id)
         AS registrations
       FROM visit_registration JOIN visit ON visit.id = visit_registration.visit_id
       WHERE visit_registration.registration_id = ?`,
      [localId],
    );
    run(db, 'DELETE FROM mirror_registration WHERE id = ?', [serverId]);
    forgetDocuments(db, serverId);
    if (!visit || visit.desk_state !== 'expected' || visit.registrations > 1) return null;
    run(db, `UPDATE visit SET desk_state = 'cancelled', version = version + 1 WHERE id = ?`, [visit.id]);
    return visit.id;
  });
}
