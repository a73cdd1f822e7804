// Example records of the service, for tests of client and sandbox. `changes` replaces fields, as in
// `examplePatient({ last_name: 'Brontë' })`.
import type { Appointment } from '../../src/wire/appointment.ts';
import type { Patient } from '../../src/wire/patient.ts';
import type { ProductSummary } from '../../src/wire/product.ts';
import type { Registration } from '../../src/wire/registration.ts';
import type { TestLocation } from '../../src/wire/test-location.ts';

const uuid = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;

/** A registration of Ada Oliver with the status `pending`. */
export const exampleRegistration = (changes: Partial<Registration> = {}): Registration => ({
  id: uuid(1),
  trf_code: 'DRW-ABC234',
  short_code: 'ABC234',
  status: 'pending',
  results_ready: false,
  patient_id: uuid(2),
  product_ids: [uuid(3)],
  product_skus: ['IRON-4'],
  first_name: 'Ada',
  last_name: 'Oliver',
  email: 'ada@example.test',
  date_of_birth: '1984-03-15',
  gender: 'female',
  ethnicity: null,
  created_at: '2026-03-03',
  completed_at: null,
  patient_registered_at: '2026-03-03',
  foreign_id: null,
  lab_id: null,
  parent_id: null,
  uk_address: null,
  doctors_note: null,
  doctors_name: null,
  download_url: null,
  appointment_id: null,
  clinical_details: null,
  ...changes,
});

/** The patient Ada Oliver. */
export const examplePatient = (changes: Partial<Patient> = {}): Patient => ({
  id: uuid(2),
  first_name: 'Ada',
  last_name: 'Oliver',
  gender: 'female',
  date_of_birth: '1984-03-15',
  ethnicity: null,
  email: 'ada@example.test',
  foreign_id: null,
  phone_number: null,
  address_id: null,
  ...changes,
});

/** The product IRON-4. */
export const exampleProduct = (changes: Partial<ProductSummary> = {}): ProductSummary => ({
  id: uuid(3),
  name: 'Iron check',
  sku: 'IRON-4',
  preview_image_url: null,
  price: { amount_minor: 4_900, currency: 'GBP', formatted_value: '£49.00' },
  appointment_only: false,
  ...changes,
});

/** A held appointment on 3 March 2026 at 09:30. */
export const exampleAppointment = (changes: Partial<Appointment> = {}): Appointment => ({
  id: uuid(4),
  type: 'brand_location',
  test_location_id: uuid(5),
  starts_at: '2026-03-03T09:30:00+00:00',
  ends_at: '2026-03-03T09:40:00+00:00',
  patient_id: null,
  confirmed: false,
  expires_at: '2026-03-03T09:10:00+00:00',
  full_address: '1 High Street, London',
  point: { latitude: 51.5, longitude: -0.1 },
  ...changes,
});

/** A page with these records. `pages` is the number of pages of the list. */
export const examplePage = <Item>(items: Item[], page = 1, pages = 1) => ({
  nr_of_results: items.length * pages,
  current_page: page,
  nr_of_pages: pages,
  results_per_page: 100,
  next_page: page < pages ? page + 1 : null,
  items,
});

/** A location as the service tells of it; `id` is the caller's. */
export function exampleLocation(change: Partial<TestLocation> & Pick<TestLocation, 'id'>): TestLocation {
  return {
    name: 'Marylebone',
    full_address: '1 Wimpole Street, London W1G 0AE',
    city: 'London',
    postal_code: 'W1G 0AE',
    nearest_bus_station: null,
    nearest_train_station: null,
    latitude: 51.5,
    longitude: -0.15,
    ...change,
  };
}
