// Patients' own records as the service answered them, and their entries in the search index.
import type { Patient } from '../../../wire/patient.ts';
import type { Registration } from '../../../wire/registration.ts';
import { all, get, mirrorTransaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf } from '../outbox/id-map.ts';
import { nameOn } from './document-subjects.ts';
import { forgetDocumentsOfPatient } from './documents.ts';
import { recogniseOwn } from './own-creations.ts';
import { forgetPerson, indexPerson } from './person-index.ts';
import { personOfPatient } from './person-mapping.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

/**
 * Stores patients as the service answered them, in one transaction. Where a name or date of birth has changed, the stored
 * documents of the patient's registrations are removed. Returns the service's ids of those that changed.
 */
export function upsertPatients(db: Db, patients: readonly Patient[], nowMs: number): Changed {
  return mirrorTransaction(db, () => {
    for (const patient of patients) recogniseOwn(db, 'patient', patient);
    const before = namesOf(db, patients);
    const changed = upsertRows(
      db,
      'mirror_patient',
      patients.map((patient) => ({
        id: patient.id,
        columns: { foreign_id: patient.foreign_id },
        body: JSON.stringify(patient),
      })),
      nowMs,
    );
    for (const patient of patients) {
      if (!changed.has(patient.id)) continue;
      indexStoredPatient(db, patient);
      const name = before.get(patient.id);
      if (name !== undefined && name !== nameOn(patient)) forgetDocumentsOfPatient(db, patient.id);
    }
    return changed;
  });
}

/** What was known of these people before: from their own record, else from the copy on one of their registrations. */
function namesOf(db: Db, patients: readonly Patient[]): Map<string, string> {
  const ids = JSON.stringify(patients.map(({ id }) => id));
  const own = all<{ id: string; body: string }>(
    db,
    'SELECT id, body FROM mirror_patient WHERE id IN (SELECT value FROM json_each(?))',
    [ids],
  );
  const copies = all<{ id: string; body: string }>(
    db,
    `SELECT patient_id AS id, body FROM mirror_registration
     WHERE patient_id IN (SELECT value FROM json_each(?)) GROUP BY patient_id`,
    [ids],
  );
  return new Map(
    [...copies, ...own].map((row) => [row.id, nameOn(JSON.parse(row.body) as Patient | Registration)]),
  );
}

function indexStoredPatient(db: Db, patient: Patient): void {
  const localId = localIdOf(db, 'patient', patient.id);
  if (localId !== patient.id) forgetPerson(db, patient.id);
  indexPerson(db, localId, personOfPatient(patient));
}

/** Since when the record stands here as it does, by the service's clock, in milliseconds since the epoch; null where there is none. */
export function patientStoredAtMs(db: Db, patientId: string): number | null {
  const row = get<{ fetched_at_ms: number }>(db, 'SELECT fetched_at_ms FROM mirror_patient WHERE id = ?', [
    patientId,
  ]);
  return row?.fetched_at_ms ?? null;
}

export function isPatientStored(db: Db, patientId: string): boolean {
  return get(db, 'SELECT 1 FROM mirror_patient WHERE id = ?', [patientId]) !== null;
}
