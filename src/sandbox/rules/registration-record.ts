// Writes the record of a test registration, as the service answers it.
import type { Registration } from '../../wire/registration.ts';
import { dateAt, isoWithOffset } from '../site-clock.ts';
import type { PatientRow } from '../store/people.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { productsOf, resultsOf, type RegistrationDraft } from './registration-results.ts';
import type { World } from './world.ts';

export const TRF_PREFIX = 'DRW';

const DOCTOR = 'Dr Amara Okafor';

/** The doctor's note. It follows from the results; null until they are signed off. */
function doctorsNote(row: RegistrationDraft, world: World): string | null {
  if (row.status !== 'success') return null;
  const results = resultsOf(world, row);
  const failed = results.some((one) => one.status === 'failed');
  const outside = results.some((one) => one.out_of_range !== null);
  return [
    ...(failed ? ['One test could not be completed and can be repeated.'] : []),
    outside
      ? 'Some of your results are outside the reference range. Please discuss them with your GP.'
      : failed
        ? 'The other results are within range.'
        : 'Your results are within the reference range. No action is needed.',
  ].join(' ');
}

/** The record of a registration, as all answers show it except the answer to its creation. */
function registrationRecord(
  row: RegistrationDraft,
  patient: PatientRow | undefined,
  world: World,
): Registration {
  const products = productsOf(row);
  const note = doctorsNote(row, world);
  return {
    id: row.id,
    trf_code: row.trf_code,
    short_code: row.trf_code.slice(row.trf_code.indexOf('-') + 1),
    status: row.status,
    results_ready: row.results_ready === 1,
    patient_id: row.patient_id,
    product_ids: products.map((product) => product.id),
    product_skus: products.map((product) => product.sku),
    first_name: patient?.first_name ?? null,
    last_name: patient?.last_name ?? null,
    email: patient?.email ?? null,
    date_of_birth: patient?.date_of_birth ?? null,
    gender: patient?.gender ?? null,
    ethnicity: patient?.ethnicity ?? null,
    created_at: dateAt(row.created_ms, world.timeZone),
    completed_at: row.completed_ms === null ? null : isoWithOffset(row.completed_ms, world.timeZone),
    patient_registered_at: row.registered_ms === null ? null : dateAt(row.registered_ms, world.timeZone),
    foreign_id: row.foreign_id,
    lab_id: row.lab_id,
    parent_id: row.parent_id,
    uk_address: null,
    doctors_note: note,
    doctors_name: note === null ? null : DOCTOR,
    download_url: row.results_ready === 1 ? `/api/test_registration/${row.id}/download_pdf` : null,
    appointment_id: row.appointment_id,
    clinical_details: null,
  };
}

/** The record with the two fields that only the answer to a direct creation has. */
export function createdRegistrationRecord(row: RegistrationRow): Registration {
  return {
    ...(JSON.parse(row.record) as Registration),
    label_sample_id: row.label_code,
    sandbox_scenario: row.scenario,
  };
}

/** Completes a row: adds the record that answers send. Call it after every change of the row. */
export function withRecord(draft: RegistrationDraft, world: World): RegistrationRow {
  const patient = draft.patient_id === null ? undefined : world.store.patient(draft.patient_id);
  return { ...draft, record: JSON.stringify(registrationRecord(draft, patient, world)) };
}
