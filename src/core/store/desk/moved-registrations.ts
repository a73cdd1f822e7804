// Where registrations went that the service gave another time or place, and that the visit could not keep.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A registration (local id) that was on a visit before, and the visit that has it now. */
export interface MovedRegistration {
  readonly registrationId: string;
  readonly visitId: string;
}

/** The registrations that were on this visit and are on another one now, whoever they are for. */
export function registrationsMovedFrom(db: Db, visitId: string): MovedRegistration[] {
  return all<{ registration_id: string; visit_id: string }>(
    db,
    `SELECT DISTINCT visit_registration.registration_id, visit_registration.visit_id FROM activity
     JOIN visit_registration ON visit_registration.registration_id = activity.detail ->> '$.registrationId'
     WHERE activity.visit_id = ? AND +activity.kind = 'registration-moved' AND visit_registration.visit_id <> activity.visit_id`,
    [visitId],
  ).map((row) => ({ registrationId: row.registration_id, visitId: row.visit_id }));
}
