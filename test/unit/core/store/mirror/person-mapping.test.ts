// A person’s facts are taken from the service’s records in one place.
import { describe, expect, it } from 'vitest';
import {
  personOfPatient,
  personOfRegistration,
} from '../../../../../src/core/store/mirror/person-mapping.ts';
import { patientBody, registrationBody } from '../../../../support/store-fixture.ts';

describe('a person in the service’s records', () => {
  const told = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '1985-12-10',
    gender: 'female',
    email: 'ada@example.org',
  } as const;
  const known = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    dateOfBirth: '1985-12-10',
    gender: 'female',
    email: 'ada@example.org',
  };

  it('has each fact under the desk’s name for it, and nothing else of the record', () => {
    expect(personOfPatient(patientBody(1, { ...told, phone_number: '07700 900123' }))).toEqual({
      ...known,
      phoneNumber: '07700 900123',
    });
  });

  it('is copied onto a registration without the telephone number', () => {
    expect(personOfRegistration(registrationBody(1, told))).toEqual({ ...known, phoneNumber: null });
  });

  it('is null for a registration without a patient, and for one that does not name its patient', () => {
    expect(personOfRegistration(registrationBody(1, { ...told, patient_id: null }))).toBeNull();
    expect(personOfRegistration(registrationBody(1, { ...told, last_name: null }))).toBeNull();
  });
});
