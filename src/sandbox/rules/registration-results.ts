// The products of a registration, and its results.
import { ageOn } from '../../domain/site-time.ts';
import type { LabResult } from '../../wire/lab-result.ts';
import { biomarkersOf, productBySku } from '../catalogue/catalogue.ts';
import type { ProductDefinition } from '../catalogue/products.ts';
import { dateAt } from '../site-clock.ts';
import type { PatientRow } from '../store/people.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { labResultsOf, whyUnreachable, type ResultsWanted } from './results.ts';
import type { Course } from './scenario.ts';
import type { World } from './world.ts';

/** A row whose record is not written yet. */
export type RegistrationDraft = Omit<RegistrationRow, 'record'>;

const skusOf = (row: RegistrationDraft): string[] => JSON.parse(row.product_skus) as string[];

/** The products of a registration, in the order of the request. */
export const productsOf = (row: RegistrationDraft): ProductDefinition[] =>
  skusOf(row).flatMap((sku) => productBySku(sku) ?? []);

function resultsWanted(row: RegistrationDraft, patient: PatientRow, { timeZone }: World): ResultsWanted {
  return {
    registrationId: row.id,
    tested: {
      firstName: patient.first_name,
      lastName: patient.last_name,
      dateOfBirth: patient.date_of_birth,
      gender: patient.gender,
      ageYears: Math.max(0, ageOn(patient.date_of_birth, dateAt(row.created_ms, timeZone))),
    },
    products: productsOf(row).map((product) => ({ sku: product.sku, biomarkers: biomarkersOf(product) })),
    only: row.biomarker_codes === null ? null : (JSON.parse(row.biomarker_codes) as string[]),
    scenario: row.scenario as Course['scenario'],
    targets: JSON.parse(row.targets) as string[],
  };
}

/** The results of a registration in the order of its products, each biomarker once. Empty while it has no patient. */
export function resultsOf(world: World, row: RegistrationDraft): LabResult[] {
  const patient = row.patient_id === null ? undefined : world.store.patient(row.patient_id);
  return patient ? labResultsOf(resultsWanted(row, patient, world)) : [];
}

/** Why a registration's scenario is impossible for a patient, in words; null when it is possible. */
export const scenarioFault = (world: World, row: RegistrationDraft, patient: PatientRow): string | null =>
  whyUnreachable(resultsWanted(row, patient, world));
