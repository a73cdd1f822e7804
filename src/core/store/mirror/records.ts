// Reading a record: the service's truth with what waits here laid over it. One code path for one record and for a board.
import type { SyncTag } from '../../../domain/visit.ts';
import { patient } from '../../../wire/patient.ts';
import type { Patient } from '../../../wire/patient.ts';
import type { Registration } from '../../../wire/registration.ts';
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { storedDocumentKinds } from './documents.ts';
import { labelCodesAsked } from './label-codes.ts';
import { localIdsOf, mappedServerIds } from '../outbox/id-map.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { gather, isStanding, tagOf, withCanonicalPatients } from './overlay.ts';
import type { RecordBase } from './overlay.ts';

export { readAppointment, readAppointments } from './appointment-records.ts';
export type { AppointmentRecord } from './appointment-records.ts';

export interface PatientRecord extends RecordBase {
  readonly foreignId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string | null;
  readonly gender: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

export interface RegistrationRecord extends RecordBase {
  readonly trfCode: string | null;
  readonly shortCode: string | null;
  readonly foreignId: string | null;
  readonly status: string;
  readonly resultsReady: boolean;
  readonly completedAt: string | null;
  /** Local id; null while nobody is assigned, here or there. */
  readonly patientId: string | null;
  /**
   * Whose it is, is not settled: the service has somebody else on it than this desk, or would not take what was decided
   * here about it. A person has to decide.
   */
  readonly contested: boolean;
  /** Local id. */
  readonly appointmentId: string | null;
  readonly productIds: readonly string[];
  readonly productSkus: readonly string[];
  readonly productNames: readonly string[];
  /** The patient as the service copies them onto a registration; null while it has none, or another than ours. */
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly dateOfBirth: string | null;
  readonly gender: string | null;
  readonly email: string | null;
  readonly labelCode: {
    readonly code: string;
    readonly source: 'service' | 'label-document' | 'trf-code';
  } | null;
  /**
   * Whether the service told what code is on its label, or that there is none. Until then the TRF code is only what would be
   * printed if nothing better came.
   */
  readonly labelCodeAsked: boolean;
  readonly trfStored: boolean;
}

/** Patients by the ids asked for; unknown ids are left out. */
export function readPatients(db: Db, ids: Iterable<string>): Map<string, PatientRecord> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, PatientRecord>();
  if (wanted.length === 0) return found;
  const gathered = gather<Patient>(db, 'patient', wanted);
  const lacking: string[] = [];
  for (const id of wanted) {
    const rows = gathered.rows.get(id) ?? [];
    const serverId = gathered.serverIds.get(id) as string;
    const body = gathered.bodies.get(serverId);
    const created = rows.find((row) => row.change?.kind === 'patient.create')?.change;
    if (body) found.set(id, fromPatientBody(id, body, tagOf(rows)));
    else if (created?.kind === 'patient.create') {
      const { foreignId, firstName, lastName, dateOfBirth, gender, email, phoneNumber } = created.payload;
      found.set(id, {
        id,
        serverId: serverId === id ? null : serverId,
        foreignId,
        firstName,
        lastName,
        dateOfBirth,
        gender,
        email,
        phoneNumber,
        sync: tagOf(rows),
      });
    } else lacking.push(id);
  }
  for (const copied of copiedPatients(db, lacking, gathered.serverIds)) found.set(copied.id, copied);
  return found;
}

function fromPatientBody(id: string, body: Patient, sync: SyncTag): PatientRecord {
  return {
    id,
    serverId: body.id,
    foreignId: body.foreign_id,
    firstName: body.first_name,
    lastName: body.last_name,
    dateOfBirth: body.date_of_birth,
    gender: body.gender,
    email: body.email,
    phoneNumber: body.phone_number,
    sync,
  };
}

/** People whose own record was not read yet, as their registrations describe them. */
function copiedPatients(
  db: Db,
  ids: readonly string[],
  serverIds: ReadonlyMap<string, string>,
): PatientRecord[] {
  if (ids.length === 0) return [];
  const bodies = new Map(
    all<{ patient_id: string; body: string }>(
      db,
      `SELECT patient_id, body FROM mirror_registration
       WHERE patient_id IN (SELECT value FROM json_each(?)) GROUP BY patient_id`,
      [JSON.stringify(ids.map((id) => serverIds.get(id)))],
    ).map((row) => [row.patient_id, JSON.parse(row.body) as Registration]),
  );
  return ids.flatMap((id): PatientRecord[] => {
    const serverId = serverIds.get(id) as string;
    const copy = bodies.get(serverId);
    if (!copy || copy.last_name === null) return [];
    return [
      {
        id,
        serverId,
        foreignId: null,
        firstName: copy.first_name ?? '',
        lastName: copy.last_name,
        dateOfBirth: copy.date_of_birth,
        gender: copy.gender,
        email: copy.email,
        phoneNumber: null,
        sync: 'synced',
      },
    ];
  });
}

interface ProductNaming {
  readonly sku: string;
  readonly name: string;
}

function productNamings(db: Db, ids: Iterable<string>): Map<string, ProductNaming> {
  const rows = all<{ id: string; sku: string; name: string }>(
    db,
    'SELECT id, sku, name FROM mirror_product WHERE id IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...new Set(ids)])],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function labelCodes(
  db: Db,
  serverIds: Iterable<string>,
): Map<string, { code: string; source: 'service' | 'label-document' }> {
  const rows = all<{ registration_id: string; code: string; source: 'service' | 'label-document' }>(
    db,
    'SELECT registration_id, code, source FROM label_code WHERE registration_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...serverIds])],
  );
  return new Map(rows.map((row) => [row.registration_id, { code: row.code, source: row.source }]));
}

/** What is waiting for a registration: who is to be on it. Undefined when nothing waits. */
function pendingAssignment(rows: readonly OutboxRow[]): string | undefined {
  let patientId: string | undefined;
  for (const row of rows) {
    if (row.change?.kind !== 'registration.assign' || row.state === 'confirmed' || !isStanding(row)) continue;
    patientId = row.change.payload.patientId;
  }
  return patientId;
}

/** Registrations by the ids asked for; unknown ids, and creations that were given up, are left out. */
export function readRegistrations(db: Db, ids: Iterable<string>): Map<string, RegistrationRecord> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, RegistrationRecord>();
  if (wanted.length === 0) return found;
  const gathered = gather<Registration>(db, 'registration', wanted);
  const bodies = [...gathered.bodies.values()];
  const created = [...gathered.rows.values()]
    .flat()
    .filter((row) => row.change?.kind === 'registration.create' && isStanding(row));
  const products = productNamings(db, [
    ...bodies.flatMap((body) => body.product_ids),
    ...created.flatMap((row) =>
      row.change?.kind === 'registration.create' ? row.change.payload.productIds : [],
    ),
  ]);
  const context: RegistrationContext = {
    products,
    codes: labelCodes(db, gathered.bodies.keys()),
    codesAsked: labelCodesAsked(db, gathered.bodies.keys()),
    documents: storedDocumentKinds(db, gathered.bodies.keys()),
    patients: localIdsOf(db, 'patient', new Set(bodies.flatMap((body) => body.patient_id ?? []))),
    assigned: mappedServerIds(
      db,
      'patient',
      [...gathered.rows.values()].flatMap((rows) => pendingAssignment(rows) ?? []),
    ),
    appointments: localIdsOf(db, 'appointment', new Set(bodies.flatMap((body) => body.appointment_id ?? []))),
  };
  for (const id of wanted) {
    const rows = gathered.rows.get(id) ?? [];
    const body = gathered.bodies.get(gathered.serverIds.get(id) as string);
    const record = body
      ? fromRegistrationBody(id, body, rows, context)
      : fromCreation(
          id,
          rows.filter((row) => isStanding(row)),
          context,
        );
    if (record) found.set(id, record);
  }
  withCanonicalPatients(db, found);
  return found;
}

/** Changes about whose registration it is that wait for a person's decision. */
function isRefused(rows: readonly OutboxRow[]): boolean {
  return rows.some(
    (row) =>
      (row.kind === 'registration.create' || row.kind === 'registration.assign') &&
      tagOf([row]) === 'attention',
  );
}

interface RegistrationContext {
  readonly products: ReadonlyMap<string, ProductNaming>;
  readonly codes: ReadonlyMap<
    string,
    { readonly code: string; readonly source: 'service' | 'label-document' }
  >;
  readonly codesAsked: ReadonlySet<string>;
  readonly documents: ReadonlyMap<string, ReadonlySet<string>>;
  readonly patients: ReadonlyMap<string, string>;
  /** Service's ids of the patients that are to be on registrations, where the service has them. */
  readonly assigned: ReadonlyMap<string, string>;
  readonly appointments: ReadonlyMap<string, string>;
}

function fromRegistrationBody(
  id: string,
  body: Registration,
  rows: readonly OutboxRow[],
  context: RegistrationContext,
): RegistrationRecord {
  const told = body.patient_id === null ? null : (context.patients.get(body.patient_id) ?? body.patient_id);
  const assigned = pendingAssignment(rows);
  const copyIsRight = assigned === undefined || assigned === told || assigned === body.patient_id;
  const code = context.codes.get(body.id);
  return {
    id,
    serverId: body.id,
    trfCode: body.trf_code,
    shortCode: body.short_code,
    foreignId: body.foreign_id,
    status: body.status,
    resultsReady: body.results_ready,
    completedAt: body.completed_at,
    patientId: assigned ?? told,
    contested:
      isRefused(rows) ||
      (assigned !== undefined &&
        body.patient_id !== null &&
        (context.assigned.get(assigned) ?? assigned) !== body.patient_id),
    appointmentId:
      body.appointment_id === null
        ? null
        : (context.appointments.get(body.appointment_id) ?? body.appointment_id),
    productIds: body.product_ids,
    productSkus: body.product_skus,
    productNames: body.product_ids.map(
      (productId, index) => context.products.get(productId)?.name ?? body.product_skus[index] ?? productId,
    ),
    firstName: copyIsRight ? body.first_name : null,
    lastName: copyIsRight ? body.last_name : null,
    dateOfBirth: copyIsRight ? body.date_of_birth : null,
    gender: copyIsRight ? body.gender : null,
    email: copyIsRight ? body.email : null,
    labelCode: code ?? { code: body.trf_code, source: 'trf-code' },
    labelCodeAsked: context.codesAsked.has(body.id),
    trfStored: context.documents.get(body.id)?.has('trf') ?? false,
    sync: tagOf(rows),
  };
}

function fromCreation(
  id: string,
  rows: readonly OutboxRow[],
  context: RegistrationContext,
): RegistrationRecord | null {
  const change = rows.find((row) => row.change?.kind === 'registration.create')?.change;
  if (change?.kind !== 'registration.create') return null;
  const { foreignId, patientId, appointmentId, productIds } = change.payload;
  return {
    id,
    serverId: null,
    trfCode: null,
    shortCode: null,
    foreignId,
    status: 'requested',
    resultsReady: false,
    completedAt: null,
    patientId: pendingAssignment(rows) ?? patientId,
    contested: isRefused(rows),
    appointmentId,
    productIds,
    productSkus: productIds.map((productId) => context.products.get(productId)?.sku ?? productId),
    productNames: productIds.map((productId) => context.products.get(productId)?.name ?? productId),
    firstName: null,
    lastName: null,
    dateOfBirth: null,
    gender: null,
    email: null,
    labelCode: null,
    labelCodeAsked: false,
    trfStored: false,
    sync: tagOf(rows),
  };
}

/** Somebody the service knew already and returned in place of the person created here; null where it did not. */
export function existingPersonOf(row: Pick<OutboxRow, 'kind' | 'state' | 'answer'>): PatientRecord | null {
  if (row.kind !== 'patient.create' || row.state !== 'needs-human') return null;
  const answer = patient.safeParse(row.answer);
  return answer.success ? fromPatientBody(answer.data.id, answer.data, 'synced') : null;
}

export function readPatient(db: Db, id: string): PatientRecord | null {
  return readPatients(db, [id]).get(id) ?? null;
}

export function readRegistration(db: Db, id: string): RegistrationRecord | null {
  return readRegistrations(db, [id]).get(id) ?? null;
}
