// What the facts of a person are called in the service's records and in the rows of the search index, and in the
// engine. What screens are shown of a person is decided in operations/person-view.ts.
import type { Person, PersonNamed } from '../../../domain/person.ts';
import type { Patient } from '../../../wire/patient.ts';
import type { Registration } from '../../../wire/registration.ts';

/** A patient's own record at the service, as a person. */
export function personOfPatient(patient: Patient): Person {
  return {
    firstName: patient.first_name,
    lastName: patient.last_name,
    dateOfBirth: patient.date_of_birth,
    gender: patient.gender,
    email: patient.email,
    phoneNumber: patient.phone_number,
  };
}

/** The copy of its patient that a registration carries; null while it has no patient, or does not name them. */
export function personOfRegistration(registration: Registration): Person | null {
  if (registration.patient_id === null || registration.last_name === null) return null;
  return {
    firstName: registration.first_name ?? '',
    lastName: registration.last_name,
    dateOfBirth: registration.date_of_birth,
    gender: registration.gender,
    email: registration.email,
    // The copy leaves the telephone number out; it comes with the patient's own record.
    phoneNumber: null,
  };
}

/** What a search reads of table `person` to compare people; select it with {@link NAMED_COLUMNS}. */
export interface NamedRow extends PersonNamed {
  /** The patient's local id. */
  readonly id: string;
}

export const NAMED_COLUMNS =
  'id, first_name AS firstName, last_name AS lastName, date_of_birth AS dateOfBirth';
