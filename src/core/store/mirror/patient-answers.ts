// How the service answered when it was asked for the patient of a registration. It is kept only while there is a doubt
// about the patient, so that a screen can say whether the service contradicts itself or could not be asked.
import type { PatientAnswer } from '../../../domain/person-doubt.ts';
import { allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Ids are the service's; times are milliseconds since the epoch. */
export interface StoredPatientAnswer {
  readonly registrationId: string;
  /** The patient whom the registration named when it was asked about. */
  readonly patientId: string;
  readonly answer: PatientAnswer;
  /** The patient whose record came instead; null for every other answer. */
  readonly otherPatientId: string | null;
  readonly askedAtMs: number;
}

/**
 * Keeps the newest answer about a registration. Returns whether it is another one than before. Another patient's record
 * stays the answer until the right one comes, because no answer says nothing against it.
 */
export function savePatientAnswer(db: Db, answer: StoredPatientAnswer): boolean {
  const before = get<{ answer: string; other_patient_id: string | null }>(
    db,
    'SELECT answer, other_patient_id FROM patient_answer WHERE registration_id = ? AND patient_id = ?',
    [answer.registrationId, answer.patientId],
  );
  if (before?.answer === 'another' && answer.answer !== 'another' && answer.answer !== 'same') return false;
  const isSame = before?.answer === answer.answer && before.other_patient_id === answer.otherPatientId;
  if (isSame) {
    run(db, 'UPDATE patient_answer SET asked_at_ms = ? WHERE registration_id = ?', [
      answer.askedAtMs,
      answer.registrationId,
    ]);
    return false;
  }
  run(
    db,
    `INSERT INTO patient_answer (registration_id, patient_id, answer, other_patient_id, asked_at_ms)
     VALUES (@registrationId, @patientId, @answer, @otherPatientId, @askedAtMs)
     ON CONFLICT (registration_id) DO UPDATE SET patient_id = excluded.patient_id, answer = excluded.answer,
       other_patient_id = excluded.other_patient_id, asked_at_ms = excluded.asked_at_ms`,
    { ...answer },
  );
  return true;
}

/** There is no doubt about the patient of this registration (any more). Returns whether there was one. */
export function forgetPatientAnswer(db: Db, registrationId: string): boolean {
  return run(db, 'DELETE FROM patient_answer WHERE registration_id = ?', [registrationId]) > 0;
}

/** The answers about these registrations, by the registration's id; those without one are left out. */
export function patientAnswersOf(
  db: Db,
  registrationIds: Iterable<string>,
): Map<string, StoredPatientAnswer> {
  const rows = allAmong<StoredPatientAnswer>(
    db,
    `SELECT registration_id AS registrationId, patient_id AS patientId, answer, other_patient_id AS otherPatientId,
       asked_at_ms AS askedAtMs
     FROM patient_answer WHERE registration_id IN (SELECT value FROM json_each(?))`,
    registrationIds,
  );
  return new Map(rows.map((row) => [row.registrationId, row]));
}
