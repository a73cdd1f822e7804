// Rows of the outbox as screens show them, with the person or the code that they are about.
import type { PersonView } from '../../contract/views.ts';
import type { OutboxRowView } from '../../contract/outbox-row-view.ts';
import { enteredPerson, isChangeKind, isOnceOnly } from '../../domain/change.ts';
import { evidenceSchema } from '../../domain/evidence.ts';
import { formatName } from '../../domain/person-name.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { namesOfProducts } from '../store/mirror/products.ts';
import { findOrder } from '../store/mirror/orders.ts';
import { serverIdOf } from '../store/outbox/id-map.ts';
import { listRowsOfSubjects, shownState, syncTagOf } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { existingPatientOf, readPatients } from '../store/mirror/patient-records.ts';
import type { PatientRecord } from '../store/mirror/patient-records.ts';
import { readRegistrations } from '../store/mirror/registration-records.ts';
import type { RegistrationRecord } from '../store/mirror/registration-records.ts';
import { findVisit } from '../store/desk/visits.ts';
import type { Context } from './handler.ts';
import { assembleVisits } from './visit/read.ts';
import { choicesOf } from './outbox-choices.ts';
import { differenceOf } from './outbox-difference.ts';
import { moveOf, wasReplaced } from './outbox-move.ts';
import { mayHaveBeenDone } from './outbox-doubt.ts';
import { toPersonView } from './person-view.ts';

/** The records that the rows are about, read once for all rows. */
interface Subjects {
  readonly patients: ReadonlyMap<string, PatientRecord>;
  readonly registrations: ReadonlyMap<string, RegistrationRecord>;
  /** The person of each visit, by the visit's id; a visit without a person is left out. */
  readonly people: ReadonlyMap<string, PatientRecord>;
  /** What people know each order by, by its local id. */
  readonly orders: ReadonlyMap<string, string>;
  /** What the products that somebody is to be registered for are called, by id; those not known are left out. */
  readonly tests: ReadonlyMap<string, { readonly name: string }>;
}

function subjectsOf(context: Context, rows: readonly OutboxRow[]): Subjects {
  const { db } = context;
  const ids = rows.flatMap((row) => [
    row.subjectId,
    registrationIdOf(row) ?? row.subjectId,
    registeredOf(row)?.patientId ?? row.subjectId,
  ]);
  const visitIds = new Set(rows.flatMap((row) => row.visitId ?? []));
  const visits = assembleVisits(
    context,
    [...visitIds].flatMap((id) => findVisit(db, id) ?? []),
  );
  return {
    patients: readPatients(db, ids),
    registrations: readRegistrations(db, ids),
    orders: orderNames(context, rows),
    tests: namesOfProducts(
      db,
      rows.flatMap((row) => registeredOf(row)?.productIds ?? []),
    ),
    people: new Map(visits.flatMap(({ visit, person }) => (person ? [[visit.id, person]] : []))),
  };
}

/** The name of the person, else the code that the row is about; empty when neither is known. */
function subjectOf(row: OutboxRow, { patients, registrations, people, orders }: Subjects): string {
  const registration = registrations.get(registrationIdOf(row) ?? row.subjectId);
  const person =
    patients.get(registeredOf(row)?.patientId ?? row.subjectId) ??
    (row.visitId === null ? undefined : people.get(row.visitId));
  if (person) return formatName(person);
  return registration?.trfCode ?? orders.get(orderIdOf(row) ?? '') ?? '';
}

/** The order (local id) that a change makes or is about; null where it is about none. */
function orderIdOf({ change }: OutboxRow): string | null {
  return change !== null && 'orderId' in change.payload ? change.payload.orderId : null;
}

/** What people know these orders by: the customer of one made here, else its number at the service. */
function orderNames({ db }: Context, rows: readonly OutboxRow[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const id of new Set(rows.flatMap((row) => orderIdOf(row) ?? []))) {
    const number = findOrder(db, serverIdOf(db, 'order', id) ?? '')?.body['order_number'];
    const made = listRowsOfSubjects(db, [id]).find(({ kind }) => kind === 'order.create')?.change;
    const customer = made?.kind === 'order.create' ? made.payload.customer : null;
    const payer = customer?.kind === 'new' ? formatName(customer) : (customer?.name ?? '');
    names.set(id, [typeof number === 'string' ? number : '', payer].filter((part) => part !== '').join(', '));
  }
  return names;
}

/** Whom a change registers, and for which tests; null for every other kind of change. */
function registeredOf({ change }: OutboxRow) {
  return change?.kind === 'registration.create' ? change.payload : null;
}

/** The registration (local id) that a change is about; null where it is about none, or makes it. */
function registrationIdOf({ change }: OutboxRow): string | null {
  if (change === null || change.kind === 'registration.create') return null;
  return 'registrationId' in change.payload ? change.payload.registrationId : null;
}

function evidenceOf(row: OutboxRow): OutboxRowView['evidence'] {
  if (!isOnceOnly(row.kind)) return null;
  const read = evidenceSchema.safeParse(row.answer);
  return read.success ? read.data : null;
}

/**
 * The person whom the row creates, as they were entered. They are taken from the row itself, because two people may
 * have the same name.
 */
function enteredPersonOf(row: OutboxRow, { patients }: Subjects): PersonView | null {
  if (row.change?.kind !== 'patient.create') return null;
  const { payload } = row.change;
  const sync = patients.get(payload.patientId)?.sync ?? syncTagOf(row.state);
  return toPersonView({ id: payload.patientId, ...payload, sync });
}

function heldElsewhere(context: Context, row: OutboxRow): OutboxRowView['heldElsewhere'] {
  const id = row.resolution.heldElsewhere;
  if (id === undefined) return null;
  return { id, name: listLocations(context.db).find((location) => location.id === id)?.name ?? null };
}

export function outboxViews(context: Context, rows: readonly OutboxRow[]): OutboxRowView[] {
  const subjects = subjectsOf(context, rows);
  return rows.map((row) => {
    const existing = existingPatientOf(row);
    const difference = differenceOf(context, row);
    return {
      id: row.id,
      sequence: row.sequence,
      kind: isChangeKind(row.kind) ? row.kind : 'unknown',
      state: shownState(row),
      subject: subjectOf(row, subjects),
      tests: (registeredOf(row)?.productIds ?? []).map((id) => subjects.tests.get(id)?.name ?? null),
      visitId: row.visitId,
      attempts: row.attempts,
      nextAttemptAtMs: row.nextAttemptAtMs,
      error: row.lastError,
      person: enteredPersonOf(row, subjects),
      entered: row.change?.kind === 'patient.create' ? enteredPerson.parse(row.change.payload) : null,
      existingPerson: existing && toPersonView(existing),
      heldElsewhere: heldElsewhere(context, row),
      heldAtMs: row.resolution.heldAtMs ?? null,
      sentTo: row.change?.kind === 'registration.sendCompleteEmail' ? row.change.payload.email : null,
      registrationId: registrationIdOf(row),
      code: subjects.registrations.get(registrationIdOf(row) ?? '')?.trfCode ?? null,
      orderId: orderIdOf(row),
      evidence: evidenceOf(row),
      difference,
      move: moveOf(context, row),
      replaced: wasReplaced(row),
      repeats: row.resolution.repeats ?? 0,
      saidDone: row.resolution.saidDone ?? false,
      mayHaveBeenDone: mayHaveBeenDone(row),
      choices: choicesOf(row, difference),
      createdAtMs: row.createdAtMs,
      actor: row.actor,
    };
  });
}
