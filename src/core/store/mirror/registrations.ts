// Registrations as the service lists them, with the copy of the patient that each carries.
import type { Registration } from '../../../wire/registration.ts';
import { all, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf } from '../outbox/id-map.ts';
import { forgetDocuments } from './documents.ts';
import { saveLabelCode } from './label-codes.ts';
import { recogniseOwn } from './own-creations.ts';
import { isPatientStored } from './patients.ts';
import { indexPerson, isIndexed } from './person-index.ts';
import { personOfRegistration } from './person-mapping.ts';
import { upsertRows } from './upsert.ts';
import type { Changed } from './upsert.ts';

/** A registration carries a copy of its patient, enough to find the person by until their own record is read. */
function indexCopiedPatient(db: Db, registration: Registration): void {
  const person = personOfRegistration(registration);
  if (person === null || registration.patient_id === null) return;
  if (isPatientStored(db, registration.patient_id)) return;
  const localId = localIdOf(db, 'patient', registration.patient_id);
  // A person made here is described better by what was typed here.
  if (localId !== registration.patient_id && isIndexed(db, localId)) return;
  indexPerson(db, localId, person);
}

/** Whom a form is made out for: compared, never shown. */
type PersonOn = Pick<Registration, 'patient_id' | 'first_name' | 'last_name' | 'date_of_birth'>;

const personOn = (of: PersonOn): string =>
  JSON.stringify([of.patient_id, of.first_name, of.last_name, of.date_of_birth]);

/** Who was on these registrations until now, by the registration's id. */
function peopleOn(db: Db, registrations: readonly Registration[]): Map<string, string> {
  const rows = all<{ id: string; body: string }>(
    db,
    'SELECT id, body FROM mirror_registration WHERE id IN (SELECT registration_id FROM mirror_document WHERE registration_id IN (SELECT value FROM json_each(?)))',
    [JSON.stringify(registrations.map(({ id }) => id))],
  );
  return new Map(rows.map((row) => [row.id, personOn(JSON.parse(row.body) as Registration)]));
}

export function upsertRegistrations(db: Db, registrations: readonly Registration[], nowMs: number): Changed {
  return transaction(db, () => {
    for (const registration of registrations) recogniseOwn(db, 'registration', registration);
    const before = peopleOn(db, registrations);
    const changed = upsertRows(
      db,
      'mirror_registration',
      registrations.map((registration) => ({
        id: registration.id,
        columns: {
          trf_code: registration.trf_code,
          short_code: registration.short_code,
          foreign_id: registration.foreign_id,
          // Some answers leave the code of the label out; that does not take it back.
          ...(registration.label_sample_id === undefined
            ? {}
            : { label_sample_id: registration.label_sample_id }),
          patient_id: registration.patient_id,
          appointment_id: registration.appointment_id,
          completed: registration.completed_at === null ? 0 : 1,
          missing_scans: 0,
        },
        body: JSON.stringify(registration),
      })),
      nowMs,
    );
    for (const registration of registrations) {
      if (!changed.has(registration.id)) continue;
      if (registration.label_sample_id)
        saveLabelCode(db, registration.id, registration.label_sample_id, 'service');
      indexCopiedPatient(db, registration);
      const person = before.get(registration.id);
      if (person !== undefined && person !== personOn(registration)) forgetDocuments(db, registration.id);
    }
    return changed;
  });
}
