// Patients' own records as the service gave them, and their entry in the search index.
import type { Patient } from '../../../wire/patient.ts';
import { get, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf } from '../outbox/id-map.ts';
import { recogniseOwn } from './own-creations.ts';
import { forgetPerson, indexPerson } from './person-index.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

export function upsertPatients(db: Db, patients: readonly Patient[], nowMs: number): Changed {
  return transaction(db, () => {
    for (const patient of patients) recogniseOwn(db, 'patient', patient);
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
      if (changed.has(patient.id)) indexStoredPatient(db, patient);
    }
    return changed;
  });
}

function indexStoredPatient(db: Db, patient: Patient): void {
  const localId = localIdOf(db, 'patient', patient.id);
  if (localId !== patient.id) forgetPerson(db, patient.id);
  indexPerson(db, localId, {
    firstName: patient.first_name,
    lastName: patient.last_name,
    dateOfBirth: patient.date_of_birth,
    gender: patient.gender,
    email: patient.email,
    phoneNumber: patient.phone_number,
  });
}

export function isPatientStored(db: Db, patientId: string): boolean {
  return get(db, 'SELECT 1 FROM mirror_patient WHERE id = ?', [patientId]) !== null;
}
