// The endpoint of patients: the people who are tested. A customer who orders may be somebody else.
import { z } from 'zod';
import { GENDERS } from '../domain/gender.ts';
import { json, nothing, endpoint } from './endpoint.ts';
import { incidental } from './record.ts';
import { date, id, requiredText } from './value.ts';

const gender = z.enum(GENDERS);

const patientFields = z.object({
  id,
  first_name: z.string().describe('Given name.'),
  last_name: z.string().describe('Family name.'),
  gender: gender.describe('Chooses reference ranges.'),
  date_of_birth: date.describe('`YYYY-MM-DD`.'),
  ethnicity: z.string().nullable().describe('Null when not known. The accepted values are not published.'),
  email: z.string().describe('Where results are announced.'),
  foreign_id: z.string().nullable().describe('The brand’s own reference, unique among its patients.'),
  phone_number: z.string().nullable().describe('Null when not known.'),
  address_id: z.string().nullable().describe('The address on record, when there is one.'),
});
/** The schema of a patient, as answers show it. */
export const patient = incidental(patientFields, {
  ethnicity: null,
  email: '',
  phone_number: null,
  address_id: null,
});
/** A patient, as answers show it. */
export type Patient = z.output<typeof patient>;

export const createPatientBody = z.object({
  first_name: requiredText,
  last_name: requiredText,
  email: z.email('must be an e-mail address'),
  date_of_birth: date,
  gender,
  phone_number: z.string().optional(),
  ethnicity: z.string().optional(),
  foreign_id: requiredText.optional(),
  address: z.looseObject({}).optional().describe('The fields of a patient’s address are not published.'),
});
/** What is sent to create a patient. */
export type CreatePatientBody = z.output<typeof createPatientBody>;

export const patientEndpoints = {
  'patients.create': endpoint({
    name: 'patients.create',
    method: 'POST',
    path: '/api/patient/',
    summary: 'Creates a patient, or finds the one with the same first name, last name and date of birth.',
    tags: ['Patients'],
    params: nothing,
    query: nothing,
    body: createPatientBody,
    conflict: 'duplicate',
    success: [json(201, patient)],
    refusals: { 409: 'Another patient has this foreign_id.', 422: 'A field is missing or wrong.' },
  }),
} as const;
