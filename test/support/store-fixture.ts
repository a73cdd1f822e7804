// A real database in its own temporary folder, and records of the service to put into it.
import { exampleAppointment, examplePatient, exampleProduct, exampleRegistration } from './wire-examples.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { layPreparedDatabase } from './prepared-database.ts';
import { silentLog } from './silent-log.ts';
import { enqueue } from '../../src/core/outbox/changes.ts';
import { openStore, transaction } from '../../src/core/store/open.ts';
import type { Db } from '../../src/core/store/open.ts';
import type { Store } from '../../src/core/store/open.ts';
import type { Appointment } from '../../src/wire/appointment.ts';
import type { Patient } from '../../src/wire/patient.ts';
import type { ProductSummary } from '../../src/wire/product.ts';
import type { Registration } from '../../src/wire/registration.ts';

export const TEST_KEY = new Uint8Array(32).fill(7);

/** A temporary folder with a database file. `open` opens the database; `remove` deletes the folder. */
export interface StoreFolder {
  readonly folder: string;
  readonly file: string;
  open(options?: { readonly key?: Uint8Array; readonly nowMs?: number }): Store;
  remove(): void;
}

/**
 * Makes the folder. The database itself is made by `open`.
 *
 * @example
 * const folder = storeFolder();
 * const store = folder.open();
 * store.close();
 * folder.remove();
 */
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

/**
 * A store for each test of a file: opened on a folder of its own before it, closed and removed after it. Call it at the top
 * of the file, before the file's own `beforeEach`, which may write to it already.
 * @example const store = useStore();
 */
export function useStore(): Pick<Store, 'db'> {
  let folder: StoreFolder;
  let store: Store;
  beforeEach(() => {
    folder = storeFolder();
    layPreparedDatabase(folder.file, TEST_KEY);
    store = folder.open();
  });
  afterEach(() => {
    store.close();
    folder.remove();
  });
  return {
    get db() {
      return store.db;
    },
  };
}

/** Saves a change that waits to be sent, as a command would. Returns the id of its outbox row, `<commandId>.1`. */
export function savePatient(db: Db, commandId: string): string {
  return transaction(db, () =>
    enqueue(db, {
      kind: 'patient.create',
      payload: {
        patientId: `patient-${commandId}`,
        foreignId: `desk-${commandId}`,
        firstName: 'Zebedee',
        lastName: 'Quillfeather',
        dateOfBirth: '1984-03-15',
        gender: 'male',
        email: 'z@example.org',
        phoneNumber: null,
      },
      subjectId: `patient-${commandId}`,
      visitId: null,
      actor: 'Desk',
      commandId,
      nowMs: 1,
    }),
  ).id;
}

/** A readable UUID from two numbers: the kind of record and its number. `uuid(1, 7)` is patient 7. */
export function uuid(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A patient of the service. Numbers give different ids, as in `patientBody(7, { last_name: 'Brontë' })`. */
export function patientBody(number: number, change: Partial<Patient> = {}): Patient {
  return examplePatient({
    id: uuid(1, number),
    first_name: 'James',
    gender: 'male',
    email: `person${number}@example.org`,
    ...change,
  });
}

export function productBody(number: number, change: Partial<ProductSummary> = {}): ProductSummary {
  return exampleProduct({ id: uuid(4, number), name: `Test ${number}`, sku: `TEST-${number}`, ...change });
}

/** A registration of the service for the patient with the same number. */
export function registrationBody(number: number, change: Partial<Registration> = {}): Registration {
  return exampleRegistration({
    id: uuid(2, number),
    trf_code: `DRW-CODE${number}`,
    short_code: `CODE${number}`,
    patient_id: uuid(1, number),
    product_ids: [uuid(4, 1)],
    product_skus: ['TEST-1'],
    first_name: 'James',
    email: `person${number}@example.org`,
    gender: 'male',
    created_at: '2026-11-19',
    patient_registered_at: '2026-11-19',
    ...change,
  });
}

export function appointmentBody(number: number, change: Partial<Appointment> = {}): Appointment {
  return exampleAppointment({
    id: uuid(3, number),
    test_location_id: uuid(5, 1),
    starts_at: '2026-11-20T09:00:00+00:00',
    ends_at: '2026-11-20T09:10:00+00:00',
    confirmed: true,
    expires_at: null,
    ...change,
  });
}
