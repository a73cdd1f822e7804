// What the documents say about a registration. PDF and HTML use the same facts.
import { namePlainly, inCapitals } from '../../domain/person-name.ts';
import { formatDate, wallClockAt } from '../../domain/site-time.ts';
import type { LabResult } from '../../wire/lab-result.ts';
import type { Registration } from '../../wire/registration.ts';
import { biomarkersOf } from '../catalogue/catalogue.ts';
import { locationById } from '../locations.ts';
import { productsOf, resultsOf } from '../rules/registration-results.ts';
import type { World } from '../rules/world.ts';
import type { PatientRow } from '../store/people.ts';
import type { RegistrationRow } from '../store/registrations.ts';

export const REQUESTER = 'Sandbox Laboratory Services';

/** The facts that a document shows, as texts ready to print. Null where there is nothing to show. */
export interface Facts {
  readonly trfCode: string;
  readonly labelCode: string;
  readonly foreignId: string | null;
  readonly labId: string | null;
  readonly created: string;
  readonly completed: string | null;
  /** Null until a patient is assigned. */
  readonly patient: {
    /** `SURNAME, First name`. `lastName` is in capitals as well. */
    readonly name: string;
    readonly lastName: string;
    readonly firstName: string;
    readonly dateOfBirth: string;
    readonly gender: string;
    readonly email: string;
    readonly phone: string | null;
  } | null;
  readonly tests: readonly { readonly name: string; readonly sku: string; readonly biomarkers: string }[];
  readonly appointment: { readonly when: string; readonly where: string } | null;
  readonly orderNumber: string | null;
  readonly doctorsNote: string | null;
  readonly doctorsName: string | null;
}

const patientFacts = (row: PatientRow): NonNullable<Facts['patient']> => ({
  name: namePlainly({ firstName: row.first_name, lastName: row.last_name }),
  lastName: inCapitals(row.last_name),
  firstName: row.first_name,
  dateOfBirth: formatDate(row.date_of_birth),
  gender: row.gender,
  email: row.email,
  phone: row.phone_number,
});

/** Collects the facts about a registration for its documents. */
export function factsOf(world: World, row: RegistrationRow): Facts {
  const { store, timeZone } = world;
  const record = JSON.parse(row.record) as Registration;
  const patient = row.patient_id === null ? undefined : store.patient(row.patient_id);
  const appointment = row.appointment_id === null ? undefined : store.appointment(row.appointment_id);
  const order = row.purchase_id === null ? undefined : store.order(row.purchase_id);
  const when = appointment ? wallClockAt(appointment.starts_ms, timeZone) : undefined;
  const only = row.biomarker_codes === null ? null : (JSON.parse(row.biomarker_codes) as string[]);
  return {
    trfCode: row.trf_code,
    labelCode: row.label_code,
    foreignId: row.foreign_id,
    labId: row.lab_id,
    created: formatDate(record.created_at),
    completed: row.completed_ms === null ? null : formatDate(wallClockAt(row.completed_ms, timeZone).date),
    patient: patient ? patientFacts(patient) : null,
    tests: productsOf(row).map((product) => ({
      name: product.name,
      sku: product.sku,
      biomarkers: biomarkersOf(product)
        .filter((one) => only?.includes(one.code) ?? true)
        .map((one) => one.name)
        .join(', '),
    })),
    appointment:
      appointment && when
        ? {
            when: `${formatDate(when.date)} ${when.time}`,
            where: locationById(appointment.location_id)?.name ?? '',
          }
        : null,
    orderNumber: order?.number ?? null,
    doctorsNote: typeof record.doctors_note === 'string' ? record.doctors_note : null,
    doctorsName: typeof record.doctors_name === 'string' ? record.doctors_name : null,
  };
}

/** The results to print; empty while the laboratory has none. */
export const resultFacts = (world: World, row: RegistrationRow): LabResult[] =>
  row.results_ready === 1 ? resultsOf(world, row) : [];

/** A reference range in words: `10.6–28.3`, `≥ 60`, `≤ 3.00`. */
export function rangeInWords(result: LabResult): string {
  const { min_range: min, max_range: max } = result;
  if (min !== null && max !== null) return `${min}–${max}`;
  if (min !== null) return `≥ ${min}`;
  return max === null ? '' : `≤ ${max}`;
}

/** The remark beside a result: its comment, or why it has no value. */
export function remarkOn(result: LabResult): string {
  if (result.status === 'pending') return 'Pending';
  if (result.status === 'failed') return `Failed: ${result.error_reason ?? 'no reason given'}`;
  return result.comment ?? '';
}
