// Checks what must be true at the end of every simulated day.
import { get } from '../../../src/core/store/db/database.ts';
import type { Db } from '../../../src/core/store/db/database.ts';
import { isSameRecord, serverIdOf } from '../../../src/core/store/outbox/id-map.ts';
import { listRows, listRowsOfSubjects } from '../../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import { findVisit } from '../../../src/core/store/desk/visits.ts';
import { readAppointments } from '../../../src/core/store/mirror/appointment-records.ts';
import { readRegistrations } from '../../../src/core/store/mirror/registration-records.ts';
import { appointmentOwners } from './appointment-owners.ts';
import type { SimulatedDay, WalkIn } from './simulated-day.ts';
import { SERVICE_START_MS } from './simulated-service.ts';
import type { SimAppointment } from './simulated-service.ts';
import { MINUTE_MS } from './day-times.ts';
import { isPoisoned } from './simulated-day.ts';
import { isForCancelledOrder, isInDoubtForGoodReason, requestsCarriedOut } from './oracle-requests.ts';

/** A person may be asked after so many answers in a row to one request that say nothing. Not the engine's own number: that one is tried here. */
const ASKED_AFTER_ANSWERS = 5;

/** All broken promises, in words. Empty when there are none. */
export function brokenPromises(day: SimulatedDay): string[] {
  const { store } = day;
  if (!store) return [...day.violations, 'the desk was not running at the end'];
  const broken = [...day.violations];
  const rows = listRows(store.db, 'all');
  broken.push(
    ...lostWork(day),
    ...unfinished(rows),
    ...groundless(rows),
    ...needlesslyHandedOver(day, rows),
    ...effects(day),
    ...appointments(day),
    ...overlay(day),
    ...cancellations(day),
    ...moves(day),
    ...requestsCarriedOut(day),
    ...appointmentOwners(day),
  );
  broken.push(...mirror(day), ...day.running.errorsLogged.map((line) => `error logged: ${line}`));
  if (day.running.logged.some((line) => /surname|@example/i.test(line)))
    broken.push('a person is named in the log');
  return broken;
}

function lostWork(day: SimulatedDay): string[] {
  return day.pressing.intents.filter((intent) => !day.rowOf(intent)).map((intent) => `lost: ${intent.rowId}`);
}

/** Changes that were refused. The simulated service gives no reason for that, so each one is a mistake of the desk. */
function groundless(rows: readonly OutboxRow[]): string[] {
  return rows
    .filter(
      (row) =>
        row.state === 'refused' ||
        (row.state === 'needs-human' &&
          row.lastError?.kind === 'conflict' &&
          row.lastError.reason === 'state'),
    )
    .map((row) => `stopped without a cause: ${row.kind} ${row.id}, ${row.lastError?.detail}`);
}

/**
 * Changes that were left to a person without need. A person may only be asked whose record it is, and about a change
 * that somebody else made. Everything else must be settled by the desk itself once the service answers, as it does in
 * the end.
 */
function needlesslyHandedOver(day: SimulatedDay, rows: readonly OutboxRow[]): string[] {
  return rows
    .filter((row) => row.state === 'conflict' || row.state === 'needs-human')
    .filter((row) => !needsPerson(day, row))
    .map((row) => `handed to a person without need: ${row.kind} ${row.id}, ${row.lastError?.detail}`);
}

function needsPerson(day: SimulatedDay, row: OutboxRow): boolean {
  // The service answered again and again with invalid answers, or the line cut them short or put others in their place.
  const isTold = day.line.answersGarbled > 0 || day.line.mostForeignInARow >= ASKED_AFTER_ANSWERS;
  const isUnusable =
    row.lastError?.kind === 'bug' || (row.lastError?.kind === 'busy' && row.lastError.reason === 'gateway');
  if (isUnusable && isTold) return true;
  // The service fails for this one person and for nobody else, however often it is asked; the last answer may be a gateway's page in its place.
  if (isPoisoned(row)) {
    return row.lastError?.kind === 'busy' && ['server-error', 'gateway'].includes(row.lastError.reason);
  }
  switch (row.kind) {
    case 'appointment.confirm':
      // The hold ended before it could be confirmed. Somebody who is at the desk gets it again; for another day a person
      // chooses again.
      return wasBookedAhead(day, row) && row.state === 'conflict';
    case 'appointment.hold':
      if (wasBookedAhead(day, row)) return isTakenByAnother(day, row);
      // Also by a first try of this desk whose answer was lost: nobody can tell the two apart.
      if (row.state === 'conflict' && liesAhead(row)) {
        return isTakenByAnother(day, row) || row.resolution.doubted === true;
      }
      // A list of locations that leaves one out in good form shows another one as the first, where the service books a
      // time without a slot. Nobody can tell that from the truth before the first such booking comes back.
      return (
        day.line.answersGarbled > 0 &&
        row.change?.kind === 'appointment.hold' &&
        row.change.payload.slotId === null &&
        row.resolution.heldElsewhere !== undefined
      );
    case 'patient.create':
      return row.lastError?.kind === 'conflict' && row.lastError.reason === 'duplicate';
    case 'appointment.move':
      return row.state === 'conflict' && isMovedToTaken(day, row);
    case 'appointment.assign':
      return row.state === 'conflict' && day.appointmentsOfOthers.has(row.subjectId);
    case 'registration.assign':
    case 'registration.update':
      return day.changedByOthers.has(row.subjectId);
    case 'registration.retest':
    case 'registration.sendCompleteEmail':
    case 'order.create':
    case 'order.refund':
    case 'order.reship':
      return isInDoubtForGoodReason(day, row) || isForCancelledOrder(day, row);
    default:
      return false;
  }
}

/** A slot of today that nobody takes for the present moment; the others begin within a quarter of an hour. */
const liesAhead = ({ change }: OutboxRow): boolean =>
  change?.kind === 'appointment.hold' &&
  change.payload.slotId !== null &&
  change.payload.startsAtMs - SERVICE_START_MS > 120 * MINUTE_MS;

const wasBookedAhead = (day: SimulatedDay, { subjectId }: OutboxRow): boolean =>
  day.walkIns.some(({ appointmentId, ahead }) => ahead && appointmentId === subjectId);

function isTakenByAnother(day: SimulatedDay, row: OutboxRow): boolean {
  const walkIn = day.walkIns.find(({ appointmentId }) => appointmentId === row.subjectId);
  return [...day.service.appointments.values()].some(
    (appointment) => !appointment.ours && appointment.startsAtMs === walkIn?.startsAtMs,
  );
}

function isMovedToTaken({ service }: SimulatedDay, { change }: OutboxRow): boolean {
  if (change?.kind !== 'appointment.move') return false;
  const { appointmentId, to } = change.payload;
  return service.isTaken(to.startsAtMs, to.locationId, appointmentId);
}

/** Changes that are still open although nothing prevents them from being sent. */
function unfinished(rows: readonly OutboxRow[]): string[] {
  const open = rows.filter(
    (row) => row.state === 'pending' || row.state === 'sending' || row.state === 'unknown',
  );
  return open
    .filter((row) => !row.waiting && !isPoisoned(row))
    .map((row) => `never came to an end: ${row.kind} ${row.id} is ${row.state}`);
}

/** Each change must have been carried out at most once, and exactly once when the desk calls it confirmed. */
function effects(day: SimulatedDay): string[] {
  const broken: string[] = [];
  for (const intent of day.pressing.intents) {
    const row = day.rowOf(intent);
    const { change } = intent;
    if (change.kind === 'patient.create') {
      const made = [...day.service.patients.values()].filter(
        (patient) => patient.foreign_id === change.payload.foreignId,
      );
      if (made.length > 1) broken.push(`doubled: person ${intent.rowId}`);
      if (row?.state === 'confirmed' && made.length !== 1)
        broken.push(`confirmed, not made: ${intent.rowId}`);
    }
    if (change.kind === 'registration.create') {
      const made = [...day.service.registrations.values()].filter(
        (registration) => registration.foreign_id === change.payload.foreignId,
      );
      if (made.length > 1) broken.push(`doubled: registration ${intent.rowId}`);
      if (row?.state === 'confirmed') broken.push(...rightRegistration(day, intent.rowId, made[0]));
    }
    if (change.kind === 'registration.assign') {
      const others = day.changedByOthers.has(intent.subjectId);
      if (row?.state === 'conflict' && !others) broken.push(`conflict with nobody: ${intent.rowId}`);
      if (row?.state === 'confirmed' && others)
        broken.push(`somebody else's change overwritten: ${intent.rowId}`);
    }
  }
  return broken;
}

function rightRegistration(
  day: SimulatedDay,
  rowId: string,
  made:
    | { patient_id: string | null; product_ids: string[]; appointment_id: string | null; id: string }
    | undefined,
): string[] {
  const { store } = day;
  const intent = day.pressing.intents.find((each) => each.rowId === rowId);
  if (!store || intent?.change.kind !== 'registration.create') return [];
  if (!made) return [`confirmed, not made: ${rowId}`];
  const { payload } = intent.change;
  const right =
    made.patient_id === serverIdOf(store.db, 'patient', payload.patientId) &&
    made.appointment_id ===
      (payload.appointmentId === null ? null : serverIdOf(store.db, 'appointment', payload.appointmentId)) &&
    made.id === serverIdOf(store.db, 'registration', payload.registrationId) &&
    JSON.stringify(made.product_ids) === JSON.stringify(payload.productIds);
  return right ? [] : [`made otherwise than asked: ${rowId}`];
}

function appointments(day: SimulatedDay): string[] {
  const broken: string[] = [];
  const { store, service } = day;
  if (!store) return [];
  for (const walkIn of day.walkIns) {
    const booked = bookedFor(day, store.db, walkIn);
    const rows = day.pressing.intents
      .filter((intent) => intent.subjectId === walkIn.appointmentId)
      .flatMap((intent) => day.rowOf(intent) ?? []);
    const confirmation = rows.find((row) => row.kind === 'appointment.confirm');
    if (booked.length > 1) broken.push(`doubled: ${walkIn.appointmentId}`);
    if (confirmation?.state === 'confirmed' && booked.length !== 1) {
      broken.push(`confirmed, not booked: ${walkIn.appointmentId}`);
    }
    broken.push(...wrongContents(day, booked, confirmation));
    broken.push(...wrongPlace(day, walkIn));
    broken.push(...neverGivenBack(day, rows));
    if (walkIn.released && booked.length > 0) broken.push(`released, yet booked: ${walkIn.appointmentId}`);
    const hold = rows.find((row) => row.kind === 'appointment.hold');
    if (hold?.state === 'conflict' && !walkIn.ahead && !liesAhead(hold)) {
      broken.push(`sent away although here: ${walkIn.appointmentId}`);
    }
    const overridden = booked.some((appointment) => appointment.overridden);
    if (overridden && hold && liesAhead(hold) && !wasSaidToTake(store.db, walkIn)) {
      broken.push(`a slot that lies ahead booked over by the desk itself: ${walkIn.appointmentId}`);
    }
    if (
      overridden &&
      hold?.change?.kind === 'appointment.hold' &&
      !hold.change.payload.overrideAvailability
    ) {
      const recorded = get(
        store.db,
        `SELECT 1 FROM activity WHERE kind IN ('slot-booked-over', 'slot-held-again') AND visit_id = ?`,
        [walkIn.visitId],
      );
      if (!recorded) broken.push(`booked over without a record: ${walkIn.appointmentId}`);
    }
    const saidBookedOver = get(
      store.db,
      `SELECT 1 FROM activity WHERE kind = 'slot-booked-over' AND visit_id = ?`,
      [walkIn.visitId],
    );
    const others = [...service.appointments.values()].some(
      (appointment) => !appointment.ours && appointment.startsAtMs === walkIn.startsAtMs,
    );
    if (saidBookedOver && !others) {
      broken.push(`said to be booked over, and nobody else was there: ${walkIn.appointmentId}`);
    }
    const shown = readAppointments(store.db, [walkIn.appointmentId]).get(walkIn.appointmentId);
    const ended = (shown?.holdExpiresAtMs ?? Infinity) < day.service.nowMs() - 5_000;
    const confirming =
      confirmation && confirmation.state !== 'confirmed' && confirmation.state !== 'conflict';
    if (shown?.state === 'held' && ended && !confirming) {
      broken.push(`a hold outlived its end: ${walkIn.appointmentId}`);
    }
  }
  return broken;
}

/**
 * What stands booked at the service for a walk-in: told by its start alone, so that what was booked twice, at another place or
 * under another id is seen too. Two can begin at the same moment: the slot that comes next at one location, and at the other one
 * the slot of the present moment, if it has come by then. What the desk keeps as the other one's is not theirs.
 */
function bookedFor(day: SimulatedDay, db: Db, walkIn: WalkIn): SimAppointment[] {
  const ofOthers = day.walkIns
    .filter((other) => other !== walkIn && other.startsAtMs === walkIn.startsAtMs)
    .map(({ appointmentId }) => serverIdOf(db, 'appointment', appointmentId));
  return [...day.service.appointments.values()].filter(
    ({ id, ours, confirmed, startsAtMs }) =>
      ours && confirmed && startsAtMs === walkIn.startsAtMs && !ofOthers.includes(id),
  );
}

const wasSaidToTake = (db: Db, { visitId }: WalkIn): boolean =>
  get(db, `SELECT 1 FROM activity WHERE kind = 'slot-overridden' AND visit_id = ?`, [visitId]) !== null;

/** Confirmed appointments that are for another patient than asked for, or have another id than the desk keeps. */
function wrongContents(
  day: SimulatedDay,
  booked: readonly SimAppointment[],
  confirmation: OutboxRow | undefined,
): string[] {
  const { store } = day;
  if (!store || confirmation?.state !== 'confirmed') return [];
  if (confirmation.change?.kind !== 'appointment.confirm') return [];
  const { appointmentId, patientId } = confirmation.change.payload;
  const wanted = patientId === null ? null : serverIdOf(store.db, 'patient', patientId);
  const known = serverIdOf(store.db, 'appointment', appointmentId);
  return booked
    .filter((appointment) => appointment.patient_id !== wanted || appointment.id !== known)
    .map((appointment) => `booked otherwise than asked: ${appointmentId}, ${JSON.stringify(appointment)}`);
}

/** Appointments of ours that stand at the service at another place, or in another slot, than the hold asked for. */
function wrongPlace(day: SimulatedDay, walkIn: WalkIn): string[] {
  const { store, service } = day;
  const intent = day.pressing.intents.find(
    ({ change, subjectId }) => change.kind === 'appointment.hold' && subjectId === walkIn.appointmentId,
  );
  const row = intent && day.rowOf(intent);
  if (!store || !row || intent.change.kind !== 'appointment.hold') return [];
  const { locationId, slotId } = intent.change.payload;
  const serverId = serverIdOf(store.db, 'appointment', walkIn.appointmentId);
  const made = service.appointments.get(serverId ?? '');
  if (!made) return [];
  const { otherSlot, withoutSlot } = row.resolution;
  const wantedSlot = otherSlot ? otherSlot.slotId : withoutSlot ? null : slotId;
  return made.locationId === locationId && made.slotId === wantedSlot
    ? []
    : [`booked at another place or slot than asked for: ${walkIn.appointmentId}, ${JSON.stringify(made)}`];
}

/** A slot that counts as released must have been released at the service by a request, not just left to expire. */
function neverGivenBack(day: SimulatedDay, rows: readonly OutboxRow[]): string[] {
  const { store } = day;
  const release = rows.find((row) => row.kind === 'appointment.release' && row.state === 'confirmed');
  if (!store || !release) return [];
  const serverId = serverIdOf(store.db, 'appointment', release.subjectId);
  if (serverId === null) return [];
  const asked = day.line.sightings.some(
    (sighting) => sighting.method === 'DELETE' && sighting.path.endsWith(serverId),
  );
  return asked ? [] : [`called given back, and never was: ${release.subjectId}`];
}

/** What was cancelled at the desk is shown so, is gone at the service, and the service was asked for it. */
function cancellations(day: SimulatedDay): string[] {
  const { store, service } = day;
  if (!store) return [];
  const broken: string[] = [];
  const shown = readAppointments(store.db, day.cancelled.values());
  for (const [visitId, appointmentId] of day.cancelled) {
    const visit = findVisit(store.db, visitId);
    if (visit?.deskState !== 'cancelled' || shown.get(appointmentId)?.state !== 'released') {
      broken.push(`cancelled, and shown otherwise: ${appointmentId}`);
    }
    if (service.appointments.has(appointmentId)) broken.push(`cancelled, and still there: ${appointmentId}`);
    const asked = day.line.sightings.some(
      ({ method, path }) => method === 'DELETE' && path.endsWith(appointmentId),
    );
    if (!asked) broken.push(`cancelled, and the service was never told: ${appointmentId}`);
  }
  return broken;
}

/**
 * What was moved at the desk is at its new place at the service as well; what the service refused is at its old one. The
 * desk shows the visit there.
 */
function moves(day: SimulatedDay): string[] {
  const { store, service } = day;
  if (!store) return [];
  const broken: string[] = [];
  for (const [visitId, { appointmentId, to }] of day.moved) {
    const rows = listRowsOfSubjects(store.db, [appointmentId]).filter(
      ({ kind }) => kind === 'appointment.move',
    );
    const last = rows.at(-1);
    const truth = service.appointments.get(appointmentId);
    const shown = readAppointments(store.db, [appointmentId]).get(appointmentId);
    const visit = findVisit(store.db, visitId);
    if (!last || !truth || !shown || !visit) {
      broken.push(`moved, and vanished: ${appointmentId}`);
      continue;
    }
    const isThere = truth.startsAtMs === to.startsAtMs && truth.locationId === to.locationId;
    if (last.state === 'confirmed' && !isThere) broken.push(`called moved, and is not: ${appointmentId}`);
    if (last.state === 'conflict' && isThere) broken.push(`moved, and called refused: ${appointmentId}`);
    if (shown.sync !== 'synced' && shown.sync !== 'attention') continue;
    const date = new Date(truth.startsAtMs).toISOString().slice(0, 10);
    if (shown.startsAtMs !== truth.startsAtMs || shown.locationId !== truth.locationId) {
      broken.push(`an appointment is shown where it is not: ${appointmentId}`);
    }
    if (visit.date !== date || visit.locationId !== truth.locationId) {
      broken.push(`a visit is shown where its appointment is not: ${visitId}, ${visit.date}`);
    }
  }
  return broken;
}

/** The desk must show the patient that a person chose. Once that is synced, the service must have the same patient. */
function overlay(day: SimulatedDay): string[] {
  const { store, service } = day;
  if (!store) return [];
  const broken: string[] = [];
  const shown = readRegistrations(store.db, day.assigned.keys());
  for (const [registrationId, patientId] of day.assigned) {
    const record = shown.get(registrationId);
    if (!record) {
      broken.push(`vanished: ${registrationId}`);
      continue;
    }
    if (!isSameRecord(store.db, 'patient', record.patientId, patientId)) {
      broken.push(`shows another person than was chosen: ${registrationId}`);
    }
    const truth = record.serverId === null ? undefined : service.registrations.get(record.serverId);
    if (record.sync === 'synced' && truth?.patient_id !== serverIdOf(store.db, 'patient', patientId)) {
      broken.push(`called settled, and is not: ${registrationId}`);
    }
  }
  return broken;
}

/** After the last reading the mirror must agree with the service. */
function mirror(day: SimulatedDay): string[] {
  const { store, service } = day;
  if (!store) return [];
  return [...service.registrations.values()].flatMap((registration) => {
    const row = get<{ patient_id: string | null }>(
      store.db,
      'SELECT patient_id FROM mirror_registration WHERE id = ?',
      [registration.id],
    );
    if (!row) return [`not in the mirror: ${registration.id}`];
    return row.patient_id === registration.patient_id
      ? []
      : [`the mirror is out of date: ${registration.id}`];
  });
}
