// The desk's own rows of visits. They hold what the service has no field for, such as the desk state.
import { all, allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { groupRows } from '../db/group-rows.ts';
import type { PersonShown, WithdrawalReason } from '../../../domain/identity.ts';
import type { PersonNaming } from '../../../domain/person-doubt.ts';
import { addDays } from '../../../domain/site-time.ts';
import type { DeskState, IdentifierKind } from '../../../domain/visit.ts';
import { WAITING_PLACES, waitingPlaces } from './waiting-places.ts';
import type { VisitPlace } from './waiting-places.ts';

export interface IdentityCheck {
  readonly identifiers: readonly { readonly kind: IdentifierKind; readonly stated: string | null }[];
  readonly confirmedAtMs: number;
  readonly confirmedBy: string;
  readonly relaxedReason: string | null;
  /** The person as they were on the screen when they were confirmed; left out by versions that did not keep it. */
  readonly person?: PersonShown;
  /** Set where the service contradicted itself about the person: what was on the screen when this was settled. */
  readonly settled?: SettledDoubt;
}

/** What the member of staff saw when they settled which of the service's records is right about the person. */
export interface SettledDoubt {
  readonly namings: readonly PersonNaming[];
  /** The patient whom the service answered with instead; null when it did not. */
  readonly otherPatientId: string | null;
}

/** Why a confirmation was taken back. */
export interface WithdrawnConfirmation {
  /** The person who had been confirmed; null where that was not kept. */
  readonly person: PersonShown | null;
  readonly changes: readonly WithdrawalReason[];
  /** The visit's desk state at that time. */
  readonly fromState: DeskState;
  readonly atMs: number;
}

/** A visit's row. Times are milliseconds since the epoch; null for what has not happened. */
export interface Visit {
  readonly id: string;
  readonly locationId: string;
  readonly date: string;
  readonly origin: 'appointment' | 'walk-in';
  /** Made at this desk for another day than the one it was made on. */
  readonly bookedAhead: boolean;
  readonly appointmentId: string | null;
  readonly patientId: string | null;
  readonly deskState: DeskState;
  readonly arrivedAtMs: number | null;
  readonly collectingAtMs: number | null;
  readonly collectedAtMs: number | null;
  readonly leftAtMs: number | null;
  /** When the appointment began, as it was shown, for which nobody came or after which the person left. */
  readonly endedForMs: number | null;
  readonly identity: IdentityCheck | null;
  /** Set while the identity has to be confirmed again; null otherwise. */
  readonly withdrawn: WithdrawnConfirmation | null;
  readonly version: number;
}

interface VisitTableRow {
  id: string;
  location_id: string;
  date: string;
  origin: 'appointment' | 'walk-in';
  booked_ahead: number;
  appointment_id: string | null;
  patient_id: string | null;
  desk_state: DeskState;
  arrived_at_ms: number | null;
  collecting_at_ms: number | null;
  collected_at_ms: number | null;
  left_at_ms: number | null;
  ended_for_ms: number | null;
  identity: string | null;
  withdrawn: string | null;
  version: number;
}

function toVisit(row: VisitTableRow): Visit {
  return {
    id: row.id,
    locationId: row.location_id,
    date: row.date,
    origin: row.origin,
    bookedAhead: row.booked_ahead === 1,
    appointmentId: row.appointment_id,
    patientId: row.patient_id,
    deskState: row.desk_state,
    arrivedAtMs: row.arrived_at_ms,
    collectingAtMs: row.collecting_at_ms,
    collectedAtMs: row.collected_at_ms,
    leftAtMs: row.left_at_ms,
    endedForMs: row.ended_for_ms,
    identity: row.identity === null ? null : (JSON.parse(row.identity) as IdentityCheck),
    withdrawn: row.withdrawn === null ? null : (JSON.parse(row.withdrawn) as WithdrawnConfirmation),
    version: row.version,
  };
}

/** The visits as they are shown: each where its appointment is to be, when that waits to be moved. */
function asShown(db: Db, rows: readonly VisitTableRow[]): Visit[] {
  if (rows.length === 0) return [];
  const places = waitingPlaces(db);
  return rows.map((row) => ({ ...toVisit(row), ...places.get(row.appointment_id ?? '') }));
}

/** The visit with this id; null when there is none. */
export function findVisit(db: Db, visitId: string): Visit | null {
  return asShown(db, all<VisitTableRow>(db, 'SELECT * FROM visit WHERE id = ?', [visitId]))[0] ?? null;
}

/** The visits with these ids, in no certain order; those that there are not are left out. */
export function findVisits(db: Db, visitIds: Iterable<string>): Visit[] {
  return asShown(
    db,
    allAmong<VisitTableRow>(db, 'SELECT * FROM visit WHERE id IN (SELECT value FROM json_each(?))', visitIds),
  );
}

/** The visits at a location on a day (`YYYY-MM-DD`), in no certain order. */
export function listVisits(db: Db, locationId: string, date: string): Visit[] {
  const rows = all<VisitTableRow>(
    db,
    `SELECT * FROM visit WHERE location_id = @locationId AND date = @date
       OR appointment_id IN (SELECT subject_id FROM (${WAITING_PLACES}))`,
    { locationId, date },
  );
  return asShown(db, rows).filter((visit) => visit.locationId === locationId && visit.date === date);
}

/**
 * The visits of the day before and the day after (`YYYY-MM-DD`) whose people are here, and came after `sinceMs`: somebody
 * who was checked in near midnight stays beyond it.
 */
export function listPresentOfNextDays(
  db: Db,
  locationId: string,
  { today, sinceMs }: { readonly today: string; readonly sinceMs: number },
): Visit[] {
  const rows = all<VisitTableRow>(
    db,
    `SELECT * FROM visit WHERE location_id = @locationId AND date IN (@before, @after)
       AND desk_state IN ('arrived', 'collecting') AND arrived_at_ms > @sinceMs`,
    { locationId, before: addDays(today, -1), after: addDays(today, 1), sinceMs },
  );
  return asShown(db, rows).filter((visit) => visit.locationId === locationId && visit.date !== today);
}

/** The visits of these patients (local ids) on a day (`YYYY-MM-DD`). */
export function listVisitsOfPatients(db: Db, patientIds: readonly string[], date: string): Visit[] {
  const rows = all<VisitTableRow>(
    db,
    `SELECT DISTINCT visit.* FROM visit
         LEFT JOIN visit_registration ON visit_registration.visit_id = visit.id
         LEFT JOIN mirror_registration ON mirror_registration.id = visit_registration.registration_id
         LEFT JOIN mirror_appointment ON mirror_appointment.id = visit.appointment_id
         WHERE (visit.date = @date OR visit.appointment_id IN (SELECT subject_id FROM (${WAITING_PLACES}))) AND (
           visit.patient_id IN (SELECT value FROM json_each(@ids))
           OR mirror_registration.patient_id IN (SELECT value FROM json_each(@ids))
           OR mirror_appointment.patient_id IN (SELECT value FROM json_each(@ids)))`,
    { date, ids: JSON.stringify(patientIds) },
  );
  return asShown(db, rows).filter((visit) => visit.date === date);
}

/** Everybody (local ids) whom a visit on a day (`YYYY-MM-DD`) is for, by any of the records that name them. */
export function patientIdsOfDay(db: Db, date: string): string[] {
  return all<{ id: string }>(
    db,
    `WITH ofDay (id, patient_id, appointment_id) AS (
       SELECT id, patient_id, appointment_id FROM visit
         WHERE date = @date OR appointment_id IN (SELECT subject_id FROM (${WAITING_PLACES}))),
     named (id) AS (
       SELECT patient_id FROM ofDay
       UNION SELECT mirror_registration.patient_id FROM ofDay
         JOIN visit_registration ON visit_registration.visit_id = ofDay.id
         JOIN mirror_registration ON mirror_registration.id = visit_registration.registration_id
       UNION SELECT mirror_appointment.patient_id FROM ofDay
         JOIN mirror_appointment ON mirror_appointment.id = ofDay.appointment_id)
     SELECT DISTINCT coalesce(id_map.local_id, named.id) AS id FROM named
       LEFT JOIN id_map ON id_map.server_id = named.id AND id_map.kind = 'patient' AND id_map.alias = 0
       WHERE named.id IS NOT NULL`,
    { date },
  ).map((row) => row.id);
}

/** The visits of these patients (local ids and the service's) on any day, the newest first, `limit` at most. */
export function listAllVisitsOfPatients(db: Db, patientIds: readonly string[], limit: number): Visit[] {
  const rows = all<VisitTableRow>(
    db,
    `WITH wanted (id) AS (SELECT value FROM json_each(@ids))
     SELECT * FROM visit WHERE id IN (
       SELECT id FROM visit WHERE patient_id IN wanted
       UNION SELECT visit_id FROM visit_registration WHERE registration_id IN (
         SELECT id FROM mirror_registration WHERE patient_id IN wanted
         UNION SELECT local_id FROM id_map WHERE kind = 'registration' AND server_id IN
           (SELECT id FROM mirror_registration WHERE patient_id IN wanted))
       UNION SELECT id FROM visit WHERE appointment_id IN (
         SELECT id FROM mirror_appointment WHERE patient_id IN wanted))
     ORDER BY date DESC, id LIMIT @limit`,
    { ids: JSON.stringify(patientIds), limit },
  );
  return asShown(db, rows).sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
}

export interface NewVisit {
  readonly id: string;
  readonly locationId: string;
  readonly date: string;
  readonly origin: 'appointment' | 'walk-in';
  readonly bookedAhead?: boolean;
  readonly appointmentId: string;
  readonly nowMs: number;
}

export function insertVisit(db: Db, visit: NewVisit): void {
  run(
    db,
    `INSERT INTO visit (id, location_id, date, origin, booked_ahead, appointment_id, desk_state, created_at_ms)
     VALUES (@id, @locationId, @date, @origin, @bookedAhead, @appointmentId, 'expected', @nowMs)`,
    { ...visit, bookedAhead: visit.bookedAhead === true ? 1 : 0 },
  );
}

/** What became of a visit when its appointment was read. `isAwaitedAgain`: nobody had come, and now they are expected. */
export interface VisitOfAppointment {
  readonly visitId: string;
  readonly changed: boolean;
  readonly isAwaitedAgain: boolean;
}

/**
 * Finds the visit of an appointment that was read from the service, or makes it, mostly under the appointment's own id. When the
 * appointment was moved, the visit is moved too, unless the person has already arrived. Whoever did not come is expected again, also
 * where it was only put later on the same day: the appointment was moved because they are to come then.
 */
export function ensureVisitForAppointment(
  db: Db,
  appointment: {
    readonly appointmentId: string;
    readonly locationId: string;
    readonly date: string;
    /** Left out where only day and place matter. */
    readonly startsAtMs?: number;
    readonly nowMs: number;
  },
): VisitOfAppointment {
  const { appointmentId, locationId, date, startsAtMs, nowMs } = appointment;
  const found = get<VisitTableRow>(db, 'SELECT * FROM visit WHERE appointment_id = ?', [appointmentId]);
  if (!found) {
    const visitId = freeVisitId(db, appointmentId);
    insertVisit(db, { id: visitId, locationId, date, origin: 'appointment', appointmentId, nowMs });
    return { visitId, changed: true, isAwaitedAgain: false };
  }
  const isMissed = found.desk_state === 'no-show';
  const isElsewhere = found.date !== date || found.location_id !== locationId;
  const isLater = startsAtMs !== undefined && found.ended_for_ms !== null && startsAtMs > found.ended_for_ms;
  // One that this desk has moved to an earlier time still has the later one until the service hears of it.
  const isLaterYet = isMissed && isLater && !waitingPlaces(db).has(appointmentId);
  if ((found.desk_state === 'expected' && isElsewhere) || (isMissed && isElsewhere) || isLaterYet) {
    run(
      db,
      `UPDATE visit SET date = ?, location_id = ?, desk_state = 'expected', version = version + 1 WHERE id = ?`,
      [date, locationId, found.id],
    );
    return { visitId: found.id, changed: true, isAwaitedAgain: isMissed };
  }
  return { visitId: found.id, changed: false, isAwaitedAgain: false };
}

/** The appointment's own id, unless a visit that was made of it has got another appointment since. */
function freeVisitId(db: Db, appointmentId: string): string {
  for (let number = 1; ; number += 1) {
    const visitId = number === 1 ? appointmentId : `${appointmentId}.${number}`;
    if (get(db, 'SELECT 1 FROM visit WHERE id = ?', [visitId]) === null) return visitId;
  }
}

/** The service has moved the appointment (local id), so its visit is there now, whatever its desk state. */
export function placeVisitOfAppointment(db: Db, appointmentId: string, place: VisitPlace): void {
  run(
    db,
    `UPDATE visit SET date = @date, location_id = @locationId, version = version + 1
     WHERE appointment_id = @appointmentId AND (date <> @date OR location_id <> @locationId)`,
    { appointmentId, ...place },
  );
}

/** Links a registration to a visit. Returns whether that was new. */
export function linkRegistration(db: Db, visitId: string, registrationId: string): boolean {
  return (
    run(
      db,
      `INSERT INTO visit_registration (visit_id, registration_id) VALUES (?, ?)
       ON CONFLICT (registration_id) DO UPDATE SET visit_id = excluded.visit_id WHERE visit_id <> excluded.visit_id`,
      [visitId, registrationId],
    ) > 0
  );
}

/** Local ids of the registrations of each visit, in the order in which they were linked. */
export function registrationIdsOf(db: Db, visitIds: readonly string[]): Map<string, string[]> {
  const rows = allAmong<{ visit_id: string; registration_id: string }>(
    db,
    `SELECT visit_id, registration_id FROM visit_registration
     WHERE visit_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    visitIds,
  );
  return groupRows(
    rows,
    (row) => row.visit_id,
    (row) => row.registration_id,
  );
}

/** The visit that a registration (local id) is linked to; null when it has none. */
export function visitIdOfRegistration(db: Db, registrationId: string): string | null {
  const row = get<{ visit_id: string }>(
    db,
    'SELECT visit_id FROM visit_registration WHERE registration_id = ?',
    [registrationId],
  );
  return row?.visit_id ?? null;
}

/** The fields of a visit that {@link updateVisit} can change; what is left out stays. */
export type VisitChange = Partial<
  Pick<
    Visit,
    | 'date'
    | 'locationId'
    | 'deskState'
    | 'patientId'
    | 'arrivedAtMs'
    | 'collectingAtMs'
    | 'collectedAtMs'
    | 'leftAtMs'
    | 'endedForMs'
    | 'identity'
    | 'withdrawn'
  >
>;

const COLUMNS = {
  date: 'date',
  locationId: 'location_id',
  deskState: 'desk_state',
  patientId: 'patient_id',
  arrivedAtMs: 'arrived_at_ms',
  collectingAtMs: 'collecting_at_ms',
  collectedAtMs: 'collected_at_ms',
  leftAtMs: 'left_at_ms',
  endedForMs: 'ended_for_ms',
  identity: 'identity',
  withdrawn: 'withdrawn',
} as const satisfies Record<keyof VisitChange, string>;

/**
 * Changes a visit if it still has the version that was seen. Returns the changed visit; null, with nothing changed,
 * when it has another version by now.
 */
export function updateVisit(db: Db, visitId: string, seenVersion: number, change: VisitChange): Visit | null {
  const names = Object.keys(change) as (keyof VisitChange)[];
  const assignments = names.map((name) => `${COLUMNS[name]} = @${name}`);
  const values: Record<string, unknown> = { visitId, seenVersion };
  for (const name of names) {
    const value = change[name];
    values[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  }
  const row = get<VisitTableRow>(
    db,
    `UPDATE visit SET ${[...assignments, 'version = version + 1'].join(', ')}
     WHERE id = @visitId AND version = @seenVersion RETURNING *`,
    values,
  );
  return row && (asShown(db, [row])[0] ?? null);
}

/** From now on the visits of a patient name them by another id of the same patient. */
export function replacePatientOfVisits(
  db: Db,
  ids: { readonly patientId: string; readonly by: string },
): void {
  run(db, 'UPDATE visit SET patient_id = @by, version = version + 1 WHERE patient_id = @patientId', {
    ...ids,
  });
}
