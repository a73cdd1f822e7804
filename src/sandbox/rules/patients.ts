// The rules of patients: the same first name, last name and date of birth always mean the same patient.
import type { CreatePatientBody, Patient } from '../../wire/patient.ts';
import { duplicate, invalid } from '../refusal.ts';
import { dateAt } from '../site-clock.ts';
import type { PatientRow } from '../store/people.ts';
import type { World } from './world.ts';

const OLDEST = '1880-01-01';

const compared = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-GB');

/** Two patients with the same text are one person. Accents make a difference; case and extra spaces do not. */
const identityOf = (person: {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
}): string => JSON.stringify([compared(person.first_name), compared(person.last_name), person.date_of_birth]);

/** Creates a patient, or returns the existing one with the same name and date of birth without changing that record. */
export function createPatient(world: World, body: CreatePatientBody): PatientRow {
  const { store } = world;
  return store.together(() => {
    const today = dateAt(world.clock.nowMs(), world.timeZone);
    if (body.date_of_birth > today) throw invalid({ date_of_birth: 'must not be in the future' });
    if (body.date_of_birth < OLDEST) throw invalid({ date_of_birth: 'must be a date of birth' });
    const known = store.patientByIdentity(identityOf(body));
    if (known) return known;
    const foreignId = body.foreign_id ?? null;
    if (foreignId !== null && store.patientByForeignId(foreignId)) {
      throw duplicate('foreign_id', 'Another patient has this foreign_id.');
    }
    const row: PatientRow = {
      id: world.naming.id(),
      identity: identityOf(body),
      first_name: body.first_name,
      last_name: body.last_name,
      gender: body.gender,
      date_of_birth: body.date_of_birth,
      ethnicity: body.ethnicity ?? null,
      email: body.email,
      foreign_id: foreignId,
      phone_number: body.phone_number ?? null,
      address_id: body.address ? world.naming.id() : null,
      address: body.address ? JSON.stringify(body.address) : null,
    };
    store.addPatient(row);
    return row;
  });
}

export function patientRecord(row: PatientRow): Patient {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    gender: row.gender,
    date_of_birth: row.date_of_birth,
    ethnicity: row.ethnicity,
    email: row.email,
    foreign_id: row.foreign_id,
    phone_number: row.phone_number,
    address_id: row.address_id,
  };
}
