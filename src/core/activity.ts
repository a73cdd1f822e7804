// Writes entries of the activity: for commands of people, and for what the desk does by itself.
import type { Topic } from '../contract/events.ts';
import { ACTIVITY_DETAILS } from '../domain/activity.ts';
import type { ActivityAbout, ActivityKind } from '../domain/activity.ts';
import { insertActivity } from './store/desk/activity.ts';
import type { ActivityDetail } from './store/desk/activity.ts';
import type { Db } from './store/db/database.ts';
import { patientIdOfVisit } from './store/desk/visit-patient.ts';
import { topicsOfActivity } from './topics.ts';

/** Who writes an entry, and when it happened. */
export interface ActivityWriter {
  readonly actor: string;
  /** The name of the further desk at which it was done; null or missing: at the desk that holds the store. */
  readonly desk?: string | null;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly atMs: number;
}

/**
 * Writes an entry. Call it inside the transaction of the change that the entry is about. Returns the topics that are
 * out of date after it.
 * The patient is written down as they are now, because the visit may belong to somebody else when the entry is read.
 *
 *     recordActivity(db, { actor: 'JB', atMs: nowMs }, 'label-destroyed', { visitId, code: 'DRW-AB12CD' });
 */
export function recordActivity<Kind extends ActivityKind>(
  db: Db,
  by: ActivityWriter,
  kind: Kind,
  about: ActivityAbout<Kind>,
): Topic[] {
  const { visitId, patientId = visitId === null ? null : patientIdOfVisit(db, visitId), ...facts } = about;
  // Only the facts of the kind are kept, so that nothing else about a person gets into the activity by accident.
  const detail: ActivityDetail = ACTIVITY_DETAILS[kind].parse(facts);
  insertActivity(db, {
    ...by,
    visitId,
    kind,
    // Null is kept as well. It says that nobody was known then, whoever the visit belongs to later.
    detail: visitId === null && patientId === null ? detail : { ...detail, patientId },
  });
  return topicsOfActivity({ visitId });
}
