// Registrations as the desk knows them: the service's record with the changes that wait laid over it.
import type { Registration } from '../../../wire/registration.ts';
import type { NamedInPart, PatientAnswer } from '../../../domain/person-doubt.ts';
import type { Db } from '../db/database.ts';
import { localIdsOf, mappedServerIds } from '../outbox/id-map.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { storedDocumentKinds } from './documents.ts';
import { labelCodesAsked, labelCodesOf } from './label-codes.ts';
import type { LabelCode, LabelCodeSource } from './label-codes.ts';
import { gather, isStanding, tagOf, withCanonicalPatients } from './overlay.ts';
import type { RecordBase } from './overlay.ts';
import { patientAnswersOf } from './patient-answers.ts';
import type { StoredPatientAnswer } from './patient-answers.ts';
import { namesOfProducts } from './products.ts';
import type { ProductNames } from './products.ts';
import { registrationsSaid } from './registration-said.ts';
import type { RegistrationSaid } from './registration-said.ts';

/** What the service says about the patient of a registration, apart from the patient's own record. */
export interface PatientAsTold {
  /** The copy on the registration. */
  readonly copy: NamedInPart;
  /** The copy when the registration was asked for by itself, where the list has another one; null where they agree. */
  readonly saidCopy: NamedInPart | null;
  /** The registration named nobody when it was asked for by itself, where the list names this patient. */
  readonly saidNobody: boolean;
  /** What came when the patient was asked for; null while that was not done since the registration last changed. */
  readonly answer: PatientAnswer | null;
  /**
   * The desk's own id of another patient: whose record came instead, or whom the registration named when it was asked for
   * by itself. Null where nobody else is named.
   */
  readonly otherPatientId: string | null;
}

/** A registration as the desk knows it. Ids of other records are the desk's own. */
export interface RegistrationRecord extends RecordBase {
  /** Null until the service has made the registration. */
  readonly trfCode: string | null;
  readonly foreignId: string | null;
  /** As the service words it, or `requested` while only this desk knows of it; nothing depends on it. */
  readonly status: string;
  readonly resultsReady: boolean;
  /** As the service writes it; null while the registration is not complete. */
  readonly completedAt: string | null;
  /** Null while no patient is assigned, here or at the service. */
  readonly patientId: string | null;
  /** Null while the service names no patient, or a change that waits here puts another one on the registration. */
  readonly told: PatientAsTold | null;
  /**
   * A person has to decide first: the service names another patient than this desk, refused what was decided here about the patient, or
   * has not taken the registration (`untaken`).
   */
  readonly contested: boolean;
  /**
   * The service has refused to make it, or nobody knows whether it did: `contested` for that reason alone. Nobody is in doubt, and nobody
   * else is named.
   */
  readonly untaken: boolean;
  readonly appointmentId: string | null;
  /** The service made it and does not have it now; or it was not read yet since a copy of the data was put back. */
  readonly isGone: boolean;
  /** The day it was made, as the service wrote it; null until the service has made it. */
  readonly createdOn: string | null;
  readonly productIds: readonly string[];
  readonly productSkus: readonly string[];
  readonly productNames: readonly string[];
  /** What a label would carry now; null until the service has made the registration. */
  readonly labelCode: {
    readonly code: string;
    readonly source: LabelCodeSource | 'trf-code';
  } | null;
  /**
   * Whether the service told which code is on its label, or that there is none. Until then the TRF code in `labelCode` only
   * stands in for one that may exist.
   */
  readonly labelCodeAsked: boolean;
  /** Whether its form can be opened without the service. */
  readonly trfStored: boolean;
}

/** Whom a change that waits puts on the registration; undefined when none waits. The newest one counts. */
function pendingAssignment(rows: readonly OutboxRow[]): string | undefined {
  let patientId: string | undefined;
  for (const row of rows) {
    if (row.change?.kind !== 'registration.assign' || row.state === 'confirmed' || !isStanding(row)) continue;
    patientId = row.change.payload.patientId;
  }
  return patientId;
}

/** The reference that a change which waits gives the registration; undefined when none does. The newest one counts. */
function pendingReference(rows: readonly OutboxRow[]): string | undefined {
  let reference: string | undefined;
  for (const row of rows) {
    if (row.change?.kind !== 'registration.update' || row.state === 'confirmed' || !isStanding(row)) continue;
    reference = row.change.payload.foreignId?.to ?? reference;
  }
  return reference;
}

/**
 * Registrations by the local ids asked for, with a fixed number of statements for any number of them. Unknown ids are left
 * out, and so are registrations made here whose creation was given up.
 *
 *     readRegistrations(db, ids).get(id)?.labelCode?.code // 'DRW-AB12CD'
 */
export function readRegistrations(db: Db, ids: Iterable<string>): Map<string, RegistrationRecord> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, RegistrationRecord>();
  if (wanted.length === 0) return found;
  const gathered = gather<Registration>(db, 'registration', wanted);
  const bodies = [...gathered.bodies.values()];
  const created = [...gathered.rows.values()]
    .flat()
    .filter((row) => row.change?.kind === 'registration.create' && isStanding(row));
  const products = namesOfProducts(db, [
    ...bodies.flatMap((body) => body.product_ids),
    ...created.flatMap((row) =>
      row.change?.kind === 'registration.create' ? row.change.payload.productIds : [],
    ),
  ]);
  const answers = patientAnswersOf(db, gathered.bodies.keys());
  const said = registrationsSaid(db, gathered.bodies.keys());
  const context: RegistrationContext = {
    products,
    answers,
    said,
    changedAtMs: gathered.changedAtMs,
    codes: labelCodesOf(db, gathered.bodies.keys()),
    codesAsked: labelCodesAsked(db, gathered.bodies.keys()),
    documents: storedDocumentKinds(db, gathered.bodies.keys()),
    patients: localIdsOf(
      db,
      'patient',
      new Set([
        ...bodies.flatMap((body) => body.patient_id ?? []),
        ...[...answers.values()].flatMap(({ otherPatientId }) => otherPatientId ?? []),
        ...[...said.values()].flatMap(({ patientId }) => patientId ?? []),
      ]),
    ),
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

/** Changes about the registration itself or its patient that wait for a person's decision. */
const undecided = (rows: readonly OutboxRow[]): OutboxRow[] =>
  rows.filter(
    (row) =>
      (row.kind === 'registration.create' || row.kind === 'registration.assign') &&
      tagOf([row]) === 'attention',
  );

const isRefused = (rows: readonly OutboxRow[]): boolean => undecided(rows).length > 0;

/** Whether the only thing about it that waits for a person's decision is that the service has not taken it. */
function isUntaken(rows: readonly OutboxRow[]): boolean {
  const open = undecided(rows);
  // A conflict is another registration that the service has in its place, perhaps with somebody else on it.
  return (
    open.length > 0 && open.every(({ kind, state }) => kind === 'registration.create' && state !== 'conflict')
  );
}

/** What is looked up once for all registrations of a reading. Keys are the service's ids, except in `assigned`. */
interface RegistrationContext {
  readonly products: ReadonlyMap<string, ProductNames>;
  readonly codes: ReadonlyMap<string, LabelCode>;
  /** Registrations whose code the service told, or said to be none. */
  readonly codesAsked: ReadonlySet<string>;
  readonly documents: ReadonlyMap<string, ReadonlySet<string>>;
  readonly answers: ReadonlyMap<string, StoredPatientAnswer>;
  readonly said: ReadonlyMap<string, RegistrationSaid>;
  /** When each registration was last read with a change; milliseconds since the epoch. */
  readonly changedAtMs: ReadonlyMap<string, number>;
  /** Local ids of the patients. */
  readonly patients: ReadonlyMap<string, string>;
  /** By local id: the service's ids of the patients that changes put on registrations, where the service has them. */
  readonly assigned: ReadonlyMap<string, string>;
  /** Local ids of the appointments. */
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
  const code = context.codes.get(body.id);
  const isToldOne =
    assigned === undefined || (context.assigned.get(assigned) ?? assigned) === body.patient_id;
  return {
    id,
    serverId: body.id,
    trfCode: body.trf_code,
    foreignId: pendingReference(rows) ?? body.foreign_id,
    status: body.status,
    resultsReady: body.results_ready,
    completedAt: body.completed_at,
    patientId: assigned ?? told,
    told: isToldOne ? patientAsTold(body, context) : null,
    contested: isRefused(rows) || (body.patient_id !== null && !isToldOne),
    untaken: false,
    appointmentId:
      body.appointment_id === null
        ? null
        : (context.appointments.get(body.appointment_id) ?? body.appointment_id),
    isGone: false,
    createdOn: body.created_at,
    productIds: body.product_ids,
    productSkus: body.product_skus,
    productNames: body.product_ids.map(
      (productId, index) => context.products.get(productId)?.name ?? body.product_skus[index] ?? productId,
    ),
    labelCode: code ?? { code: body.trf_code, source: 'trf-code' },
    labelCodeAsked: context.codesAsked.has(body.id),
    trfStored: context.documents.get(body.id)?.has('trf') ?? false,
    sync: tagOf(rows),
  };
}

function patientAsTold(body: Registration, context: RegistrationContext): PatientAsTold | null {
  if (body.patient_id === null) return null;
  const answer = context.answers.get(body.id);
  const isAbout = answer?.patientId === body.patient_id;
  const isOld = answer !== undefined && answer.askedAtMs < (context.changedAtMs.get(body.id) ?? 0);
  const instead = isAbout ? answer.otherPatientId : null;
  const said = context.said.get(body.id);
  const saysAnother = said !== undefined && said.patientId !== null && said.patientId !== body.patient_id;
  const other = instead ?? (saysAnother ? said.patientId : null);
  return {
    copy: { firstName: body.first_name, lastName: body.last_name, dateOfBirth: body.date_of_birth },
    saidCopy: said !== undefined && said.patientId === body.patient_id ? said : null,
    saidNobody: said?.patientId === null,
    // Another patient's record stays the answer until the right one comes.
    answer: isAbout && (!isOld || instead !== null) ? answer.answer : null,
    otherPatientId: other === null ? null : (context.patients.get(other) ?? other),
  };
}

function fromCreation(
  id: string,
  rows: readonly OutboxRow[],
  context: RegistrationContext,
): RegistrationRecord | null {
  const creation = rows.find((row) => row.change?.kind === 'registration.create');
  if (creation?.change?.kind !== 'registration.create') return null;
  const { foreignId, patientId, appointmentId, productIds } = creation.change.payload;
  const isGone = creation.state === 'confirmed';
  return {
    id,
    serverId: null,
    trfCode: null,
    foreignId: pendingReference(rows) ?? foreignId,
    status: isGone ? 'gone' : 'requested',
    resultsReady: false,
    completedAt: null,
    patientId: pendingAssignment(rows) ?? patientId,
    told: null,
    contested: isRefused(rows),
    untaken: isUntaken(rows),
    appointmentId,
    isGone,
    createdOn: null,
    productIds,
    productSkus: productIds.map((productId) => context.products.get(productId)?.sku ?? productId),
    productNames: productIds.map((productId) => context.products.get(productId)?.name ?? productId),
    labelCode: null,
    labelCodeAsked: false,
    trfStored: false,
    sync: tagOf(rows),
  };
}

/** One registration by its local id; null when it is not known, or its creation was given up. */
export function readRegistration(db: Db, id: string): RegistrationRecord | null {
  return readRegistrations(db, [id]).get(id) ?? null;
}
