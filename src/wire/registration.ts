// The record of a test registration, and the bodies of the requests that create and change it.
import { z } from 'zod';
import { incidental } from './record.ts';
import { date, id, requiredText, someTime } from './value.ts';

/** A field that may be null and whose type is not documented. */
const nullOrUnpublished = z.unknown();

const registrationFields = z.object({
  id,
  trf_code: z.string().describe('The code on the form: a prefix, a hyphen and short_code.'),
  short_code: z.string().describe('The part of trf_code after the prefix.'),
  status: z.string().describe('One of the known statuses, or a new one.'),
  results_ready: z.boolean().describe('True once results can be read.'),
  patient_id: id.nullable().describe('Null until a patient is assigned, whatever the status says.'),
  product_ids: z.array(id).describe('The products tested.'),
  product_skus: z.array(z.string()).describe('Their SKUs.'),
  first_name: z
    .string()
    .nullable()
    .describe('Of the patient, like the next five; null until one is assigned.'),
  last_name: z.string().nullable().describe('Family name of the patient.'),
  email: z.string().nullable().describe('Of the patient.'),
  date_of_birth: date.nullable().describe('Of the patient, `YYYY-MM-DD`.'),
  gender: z.string().nullable().describe('Of the patient.'),
  ethnicity: z.string().nullable().describe('Of the patient, where told.'),
  created_at: date.describe('The day it was made, `YYYY-MM-DD`.'),
  completed_at: someTime.nullable().describe('Set when the registration is complete; begins with its day.'),
  patient_registered_at: date.nullable().describe('The day the patient was assigned.'),
  foreign_id: z.string().nullable().describe('The brand’s own reference.'),
  lab_id: nullOrUnpublished.describe('The laboratory system’s identifier.'),
  label_sample_id: z.string().optional().describe('The code on the sample label; some answers leave it out.'),
  sandbox_scenario: z.string().nullable().optional().describe('The scenario in force; sandbox only.'),
  parent_id: nullOrUnpublished.describe('On a retest, the registration it repeats.'),
  uk_address: nullOrUnpublished.describe('Null, or an address whose shape is not published.'),
  doctors_note: nullOrUnpublished.describe('What the doctor who signed wrote.'),
  doctors_name: nullOrUnpublished.describe('Who signed.'),
  download_url: nullOrUnpublished.describe('Where the results can be fetched.'),
  appointment_id: id.nullable().describe('The appointment linked to it.'),
  clinical_details: nullOrUnpublished.describe('What the laboratory was told.'),
});
/**
 * The patient's fields are copies. They can be shown before the patient's own record was read, which is what counts.
 */
export const registration = incidental(registrationFields, {
  status: 'unknown',
  product_skus: [],
  first_name: null,
  last_name: null,
  email: null,
  date_of_birth: null,
  gender: null,
  ethnicity: null,
  created_at: '',
  // Something that is no time does not say that the tests are finished: whoever is booked is expected still.
  completed_at: null,
  patient_registered_at: null,
  lab_id: null,
  label_sample_id: undefined,
  sandbox_scenario: null,
  parent_id: null,
  uk_address: null,
  doctors_note: null,
  doctors_name: null,
  download_url: null,
  clinical_details: null,
});
/** A test registration, as answers show it. The patient's fields are null until a patient is assigned. */
export type Registration = z.output<typeof registration>;

export const createRegistrationBody = z
  .object({
    patient_id: id,
    product_ids: z.array(id).min(1).optional().describe('Needed unless product_skus is given.'),
    product_skus: z.array(requiredText).min(1).optional().describe('Needed unless product_ids is given.'),
    biomarker_codes: z.array(requiredText).optional().describe('Only these biomarkers are tested.'),
    appointment_id: id.optional().describe('Tells the location whom an appointment is for.'),
    foreign_id: requiredText.optional().describe('A unique reference to find the registration by.'),
  })
  .refine((body) => body.product_ids !== undefined || body.product_skus !== undefined, {
    path: ['product_ids'],
    message: 'product_ids or product_skus is needed',
  });
export type CreateRegistrationBody = z.output<typeof createRegistrationBody>;

export const updateRegistrationBody = z.object({
  patient_id: id.describe('The patient to assign.'),
  mobile_phone_number: z.string().optional().describe('Where results are announced by text message.'),
  foreign_id: requiredText.optional(),
});
export type UpdateRegistrationBody = z.output<typeof updateRegistrationBody>;
