// What a restart and a restored backup do to rows that were under way: they are in doubt, and doubt is checked.
import { all, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { FINISHED } from './state-lists.ts';

/** After a start: what was being sent may have arrived or not. Returns how many rows that concerns. */
export function doubtRowsUnderWay(db: Db): number {
  return run(db, `UPDATE outbox SET state = 'unknown', next_attempt_at_ms = NULL WHERE state = 'sending'`);
}

/** After a backup was restored: any row that it calls unfinished may have been sent since. */
export function doubtUnfinishedRows(db: Db, nowMs: number): void {
  run(
    db,
    `UPDATE outbox SET state = 'unknown', attempts = max(attempts, 1), attempted_at_ms = @nowMs, next_attempt_at_ms = NULL,
       resolution = json_set(coalesce(resolution, '{}'), '$.restored', json('true'))
     WHERE state IN ('pending', 'sending', 'unknown')`,
    { nowMs },
  );
}

/**
 * Forgets changes that the service confirmed before an instant (milliseconds since the epoch), payloads and all, `limit` at
 * most. What a row made stays known through the mirror. A row whose record is not there, or on which an open row still
 * builds, stays. Returns how many were forgotten.
 */
export function forgetConfirmedRows(db: Db, beforeMs: number, limit: number): number {
  return transaction(db, () => {
    const sequences = JSON.stringify(
      all<{ sequence: number }>(
        db,
        `SELECT outbox.sequence FROM outbox
         LEFT JOIN id_map ON id_map.local_id = outbox.subject_id
         WHERE outbox.state = 'confirmed' AND outbox.finished_at_ms < @beforeMs
           AND (outbox.kind NOT LIKE '%.create' AND outbox.kind <> 'appointment.hold' OR
             EXISTS (SELECT 1 FROM mirror_patient WHERE id = id_map.server_id)
             OR EXISTS (SELECT 1 FROM mirror_registration WHERE id = id_map.server_id)
             OR EXISTS (SELECT 1 FROM mirror_appointment WHERE id = id_map.server_id))
           AND NOT EXISTS (SELECT 1 FROM outbox_dependency AS below JOIN outbox AS child ON child.sequence = below.sequence
             WHERE below.parent_sequence = outbox.sequence AND child.state NOT IN ${FINISHED})
         LIMIT @limit`,
        { beforeMs, limit },
      ).map((row) => row.sequence),
    );
    run(
      db,
      `DELETE FROM outbox_dependency WHERE sequence IN (SELECT value FROM json_each(@sequences))
         OR parent_sequence IN (SELECT value FROM json_each(@sequences))`,
      { sequences },
    );
    return run(db, 'DELETE FROM outbox WHERE sequence IN (SELECT value FROM json_each(?))', [sequences]);
  });
}
