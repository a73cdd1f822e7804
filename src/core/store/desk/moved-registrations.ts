// Where registrations went that the service gave another appointment, and that the visit could not keep.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** The visits (ids, each once) that have registrations now which were on this visit before. */
export function visitsMovedTo(db: Db, visitId: string): string[] {
  return all<{ visit_id: string }>(
    db,
    `SELECT DISTINCT visit_registration.visit_id FROM activity
     JOIN visit_registration ON visit_registration.registration_id = activity.detail ->> '$.registrationId'
     WHERE activity.visit_id = ? AND +activity.kind = 'registration-moved' AND visit_registration.visit_id <> activity.visit_id`,
    [visitId],
  ).map((row) => row.visit_id);
}
