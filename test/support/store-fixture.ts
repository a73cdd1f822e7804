// A real store in a folder of its own, and records of the service to put into it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../src/core/ports.ts';
import { openStore } from '../../src/core/store/open.ts';
import type { Store } from '../../src/core/store/open.ts';
import type { Appointment } from '../../src/wire/appointment.ts';
import type { Patient } from '../../src/wire/patient.ts';
import type { ProductSummary } from '../../src/wire/product.ts';
import type { Registration } from '../../src/wire/registration.ts';

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

export const TEST_KEY = new Uint8Array(32).fill(7);

export interface StoreFolder {
  readonly folder: string;
  readonly file: string;
  open(options?: { readonly key?: Uint8Array; readonly nowMs?: number }): Store;
  remove(): void;
}

export function storeFolder(): StoreFolder {
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-store-'));
  const file = join(folder, 'desk.db');
  return {
    folder,
    file,
    open: ({ key = TEST_KEY, nowMs = Date.parse('2026-11-20T09:00:00Z') } = {}) =>
      openStore({ file, key, nowMs: () => nowMs, log: silentLog }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A UUID that says what it is and which: `uuid(1, 7)`. */
export function uuid(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function patientBody(number: number, change: Partial<Patient> = {}): Patient {
  return {
    id: uuid(1, number),
    first_name: 'James',
    last_name: 'Oliver',
    gender: 'male',
    date_of_birth: '1984-03-15',
    ethnicity: null,
    email: `person${number}@example.org`,
    foreign_id: null,
    phone_number: null,
    address_id: null,
    ...change,
  };
}

export function productBody(number: number, change: Partial<ProductSummary> = {}): ProductSummary {
  return {
    id: uuid(4, number),
    name: `Test ${number}`,
    sku: `TEST-${number}`,
    preview_image_url: null,
    price: { amount_minor: 4900, currency: 'GBP', formatted_value: '£49.00' },
    appointment_only: false,
    ...change,
  };
}

export function registrationBody(number: number, change: Partial<Registration> = {}): Registration {
  return {
    id: uuid(2, number),
    trf_code: `DRW-CODE${number}`,
    short_code: `CODE${number}`,
    status: 'pending',
    results_ready: false,
    patient_id: uuid(1, number),
    product_ids: [uuid(4, 1)],
    product_skus: ['TEST-1'],
    first_name: 'James',
    last_name: 'Oliver',
    email: `person${number}@example.org`,
    date_of_birth: '1984-03-15',
    gender: 'male',
    ethnicity: null,
    created_at: '2026-11-19',
    completed_at: null,
    patient_registered_at: '2026-11-19',
    foreign_id: null,
    lab_id: null,
    parent_id: null,
    uk_address: null,
    doctors_note: null,
    doctors_name: null,
    download_url: null,
    appointment_id: null,
    clinical_details: null,
    ...change,
  };
}

export function appointmentBody(number: number, change: Partial<Appointment> = {}): Appointment {
  return {
    id: uuid(3, number),
    type: 'brand_location',
    test_location_id: uuid(5, 1),
    starts_at: '2026-11-20T09:00:00+00:00',
    ends_at: '2026-11-20T09:10:00+00:00',
    patient_id: null,
    confirmed: true,
    expires_at: null,
    full_address: '1 High Street, London',
    point: { latitude: 51.5, longitude: -0.1 },
    ...change,
  };
}
