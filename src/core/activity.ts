// Writes the activity, for commands of people and for what the sync does by itself.
import type { Topic } from '../contract/events.ts';
import { ACTIVITY_DETAILS } from '../domain/activity.ts';
import type { ActivityAbout, ActivityKind } from '../domain/activity.ts';
import { insertActivity } from './store/desk/activity.ts';
import type { ActivityDetail } from './store/desk/activity.ts';
import type { Db } from './store/db/database.ts';
import { patientIdOfVisit } from './store/desk/visit-patient.ts';
import { topicsOfActivity } from './topics.ts';

export interface ActivityWriter {
  readonly actor: string;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly atMs: number;
}

/**
 * Writes an entry; call it inside the transaction of what it speaks of. Returns the topics that are out of date by it.
 * The patient is written down as it is now: the visit may be somebody else's when the entry is read.
 */
export function recordActivity<Kind extends ActivityKind>(
  db: Db,
  by: ActivityWriter,
  kind: Kind,
  about: ActivityAbout<Kind>,
): Topic[] {
  const { visitId, patientId = visitId === null ? null : patientIdOfVisit(db, visitId), ...facts } = about;
  // Only what belongs to the kind is kept, so that nothing else of a person slips into the record.
  const detail: ActivityDetail = ACTIVITY_DETAILS[kind].parse(facts);
  insertActivity(db, {
    ...by,
    visitId,
    kind,
    // Null is kept as well: nobody was known, whoever the visit belongs to when this is read.
    detail: visitId === null && patientId === null ? detail : { ...detail, patientId },
  });
  return topicsOfActivity({ visitId });
}
