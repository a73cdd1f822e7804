// Where visits are shown whose appointment waits to be moved. The visit's own row says where the service has them; it is
// changed only when the service has moved the appointment, so that a refused or given-up move needs no way back.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { ATTENTION, FINISHED } from '../outbox/state-lists.ts';

/** Where a visit is: a location and a day (`YYYY-MM-DD`). */
export interface VisitPlace {
  readonly locationId: string;
  readonly date: string;
}

/**
 * The plus sign keeps SQLite from walking all rows in the order of their subjects: the few open ones have an index.
 * Selects the appointment's local id, `location_id` and `date` of each appointment that waits to be moved.
 */
export const WAITING_PLACES = `SELECT subject_id, max(sequence) AS sequence,
    payload ->> '$.to.locationId' AS location_id, payload ->> '$.to.date' AS date
  FROM outbox WHERE state NOT IN ${FINISHED} AND state NOT IN ${ATTENTION} AND kind = 'appointment.move'
  GROUP BY +subject_id`;

/** By the appointment's local id; empty on most days. */
export function waitingPlaces(db: Db): Map<string, VisitPlace> {
  const rows = all<{ subject_id: string; location_id: string; date: string }>(db, WAITING_PLACES);
  return new Map(rows.map((row) => [row.subject_id, { locationId: row.location_id, date: row.date }]));
}
