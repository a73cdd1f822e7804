// What the service last said, table by table. Written only from its answers; rows that have not changed are not written.
import { createHash } from 'node:crypto';
import type { Appointment } from '../../../wire/appointment.ts';
import type { Patient } from '../../../wire/patient.ts';
import type { ProductSummary } from '../../../wire/product.ts';
import type { Registration } from '../../../wire/registration.ts';
import type { Slot, TestLocation } from '../../../wire/test-location.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf, mapId, mappedServerIds } from '../outbox/id-map.ts';
import { forgetPerson, indexPerson, isIndexed } from './person-index.ts';

/** The most rows written in one transaction while syncing, so that nobody at the desk waits for the disk. */
export const ROWS_PER_TRANSACTION = 500;

/** Which rows an update really changed, by the service's id. */
export type Changed = ReadonlySet<string>;

/** Shape the rest of the engine sees of a location. */
export interface LocationRecord {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

function hashOf(body: string): string {
  return createHash('sha1').update(body).digest('base64');
}

type MirrorTable =
  'mirror_location' | 'mirror_product' | 'mirror_patient' | 'mirror_registration' | 'mirror_appointment';

interface MirrorRow {
  readonly id: string;
  readonly columns: Readonly<Record<string, string | number | null>>;
  readonly body: string;
}

/** Writes the rows whose body differs from what is stored. */
function upsert(db: Db, table: MirrorTable, rows: readonly MirrorRow[], nowMs: number): Set<string> {
  if (rows.length > ROWS_PER_TRANSACTION) throw new RangeError('Too many rows for one transaction.');
  const changed = new Set<string>();
  for (const row of rows) {
    const hash = hashOf(row.body);
    const known = get<{ hash: string }>(db, `SELECT hash FROM ${table} WHERE id = ?`, [row.id]);
    if (known?.hash === hash) continue;
    const values: Record<string, unknown> = { ...row.columns, body: row.body, hash, fetched_at_ms: nowMs };
    const names = Object.keys(values);
    run(
      db,
      `INSERT INTO ${table} (id, ${names.join(', ')}) VALUES (@id, ${names.map((name) => `@${name}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      { id: row.id, ...values },
    );
    changed.add(row.id);
  }
  return changed;
}

export function upsertLocations(db: Db, locations: readonly TestLocation[], nowMs: number): Changed {
  return transaction(db, () =>
    upsert(
      db,
      'mirror_location',
      locations.map((location) => ({ id: location.id, columns: {}, body: JSON.stringify(location) })),
      nowMs,
    ),
  );
}

/** In the order in which the service lists them. */
export function listLocations(db: Db): LocationRecord[] {
  return all<{ body: string }>(db, 'SELECT body FROM mirror_location ORDER BY rowid')
    .map((row) => JSON.parse(row.body) as TestLocation)
    .map((location) => ({ id: location.id, name: location.name, address: location.full_address }));
}

/** Locations that a complete list no longer names are dropped. */
export function keepOnlyLocations(db: Db, ids: readonly string[]): void {
  run(db, 'DELETE FROM mirror_location WHERE id NOT IN (SELECT value FROM json_each(?))', [
    JSON.stringify(ids),
  ]);
}

/** A product with the ways in which it reaches people, where those were read. */
export interface StoredProduct extends ProductSummary {
  readonly shippingTypes?: readonly string[];
}

export function upsertProducts(db: Db, products: readonly StoredProduct[], nowMs: number): Changed {
  return transaction(db, () =>
    upsert(
      db,
      'mirror_product',
      products.map((product) => ({
        id: product.id,
        columns: { sku: product.sku, name: product.name },
        body: JSON.stringify(product),
      })),
      nowMs,
    ),
  );
}

/** By name. */
export function listProducts(db: Db): StoredProduct[] {
  return all<{ body: string }>(db, 'SELECT body FROM mirror_product ORDER BY name COLLATE NOCASE').map(
    (row) => JSON.parse(row.body) as StoredProduct,
  );
}

/** When the catalogue was last written from the service, milliseconds since the epoch; null before. */
export function productsFetchedAtMs(db: Db): number | null {
  return get<{ at: number | null }>(db, 'SELECT max(fetched_at_ms) AS at FROM mirror_product')?.at ?? null;
}

/**
 * A creation of ours whose answer was lost shows up in a list before it is verified: its foreign_id says that it is the
 * record made here, which then must not appear a second time.
 */
function recogniseOwn(
  db: Db,
  kind: 'patient' | 'registration',
  record: { readonly id: string; readonly foreign_id: string | null },
): void {
  if (record.foreign_id === null) return;
  const row = get<{ subject_id: string }>(
    db,
    `SELECT subject_id FROM outbox WHERE kind = ? AND attempts > 0 AND state NOT IN ('confirmed', 'cancelled', 'discarded')
       AND json_extract(payload, '$.foreignId') = ?`,
    [`${kind}.create`, record.foreign_id],
  );
  if (row && !mappedServerIds(db, kind, [row.subject_id]).has(row.subject_id)) {
    mapId(db, kind, row.subject_id, record.id);
  }
}

export function upsertPatients(db: Db, patients: readonly Patient[], nowMs: number): Changed {
  return transaction(db, () => {
    for (const patient of patients) recogniseOwn(db, 'patient', patient);
    const changed = upsert(
      db,
      'mirror_patient',
      patients.map((patient) => ({
        id: patient.id,
        columns: { foreign_id: patient.foreign_id },
        body: JSON.stringify(patient),
      })),
      nowMs,
    );
    for (const patient of patients) {
      if (changed.has(patient.id)) indexStoredPatient(db, patient);
    }
    return changed;
  });
}

function indexStoredPatient(db: Db, patient: Patient): void {
  const localId = localIdOf(db, 'patient', patient.id);
  if (localId !== patient.id) forgetPerson(db, patient.id);
  indexPerson(db, localId, {
    firstName: patient.first_name,
    lastName: patient.last_name,
    dateOfBirth: patient.date_of_birth,
    gender: patient.gender,
    email: patient.email,
    phoneNumber: patient.phone_number,
  });
}

/** A registration carries a copy of its patient, enough to find the person by until their own record is read. */
function indexCopiedPatient(db: Db, registration: Registration): void {
  if (registration.patient_id === null || registration.last_name === null) return;
  if (get(db, 'SELECT 1 FROM mirror_patient WHERE id = ?', [registration.patient_id]) !== null) return;
  const localId = localIdOf(db, 'patient', registration.patient_id);
  // A person made here is described better by what was typed here.
  if (localId !== registration.patient_id && isIndexed(db, localId)) return;
  indexPerson(db, localId, {
    firstName: registration.first_name ?? '',
    lastName: registration.last_name,
    dateOfBirth: registration.date_of_birth,
    gender: registration.gender,
    email: registration.email,
    phoneNumber: null,
  });
}

export function upsertRegistrations(db: Db, registrations: readonly Registration[], nowMs: number): Changed {
  return transaction(db, () => {
    for (const registration of registrations) recogniseOwn(db, 'registration', registration);
    const changed = upsert(
      db,
      'mirror_registration',
      registrations.map((registration) => ({
        id: registration.id,
        columns: {
          trf_code: registration.trf_code,
          short_code: registration.short_code,
          foreign_id: registration.foreign_id,
          // Some answers leave the code of the label out; that does not take it back.
          ...(registration.label_sample_id === undefined
            ? {}
            : { label_sample_id: registration.label_sample_id }),
          patient_id: registration.patient_id,
          appointment_id: registration.appointment_id,
          completed: registration.completed_at === null ? 0 : 1,
          missing_scans: 0,
        },
        body: JSON.stringify(registration),
      })),
      nowMs,
    );
    for (const registration of registrations) {
      if (!changed.has(registration.id)) continue;
      if (registration.label_sample_id)
        saveLabelCode(db, registration.id, registration.label_sample_id, 'service');
      indexCopiedPatient(db, registration);
    }
    return changed;
  });
}

export function upsertAppointments(db: Db, appointments: readonly Appointment[], nowMs: number): Changed {
  return transaction(db, () =>
    upsert(
      db,
      'mirror_appointment',
      appointments.map((appointment) => ({
        id: appointment.id,
        columns: {
          test_location_id: appointment.test_location_id,
          starts_at_ms: Date.parse(appointment.starts_at),
          patient_id: appointment.patient_id,
        },
        body: JSON.stringify(appointment),
      })),
      nowMs,
    ),
  );
}

export interface StoredSlots {
  readonly slots: readonly Slot[];
  readonly fetchedAtMs: number;
}

export function saveSlots(
  db: Db,
  day: { readonly locationId: string; readonly date: string },
  slots: readonly Slot[],
  nowMs: number,
): void {
  run(
    db,
    `INSERT INTO mirror_slots (location_id, date, body, fetched_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (location_id, date) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    [day.locationId, day.date, JSON.stringify(slots), nowMs],
  );
}

export function readSlots(
  db: Db,
  day: { readonly locationId: string; readonly date: string },
): StoredSlots | null {
  const row = get<{ body: string; fetched_at_ms: number }>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_slots WHERE location_id = ? AND date = ?',
    [day.locationId, day.date],
  );
  return row && { slots: JSON.parse(row.body) as Slot[], fetchedAtMs: row.fetched_at_ms };
}

/** The code that labels of a registration carry. What the service says outweighs what was read off its document. */
export function saveLabelCode(
  db: Db,
  registrationId: string,
  code: string,
  source: 'service' | 'label-document',
): void {
  run(
    db,
    `INSERT INTO label_code (registration_id, code, source) VALUES (?, ?, ?)
     ON CONFLICT (registration_id) DO UPDATE SET code = excluded.code, source = excluded.source
     WHERE excluded.source = 'service' OR label_code.source = 'label-document'`,
    [registrationId, code, source],
  );
}
