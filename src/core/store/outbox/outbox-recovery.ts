// What happens to rows after a restart, after a backup was restored, and long after they were confirmed.
import { all, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { FINISHED, GIVEN_UP, ORDER_REQUESTS } from './state-lists.ts';

/**
 * After a start: a row that was being sent may have arrived or not, so it becomes `unknown` and is looked up. Returns
 * how many there were.
 */
export function doubtRowsUnderWay(db: Db): number {
  return run(db, `UPDATE outbox SET state = 'unknown', next_attempt_at_ms = NULL WHERE state = 'sending'`);
}

/**
 * After a backup was restored: every row that is unfinished in it may have been sent since, so it becomes `unknown`.
 */
export function doubtUnfinishedRows(db: Db, nowMs: number): void {
  run(
    db,
    `UPDATE outbox SET state = 'unknown', attempts = max(attempts, 1), attempted_at_ms = @nowMs, next_attempt_at_ms = NULL,
       resolution = json_set(coalesce(resolution, '{}'), '$.restored', json('true'))
     WHERE state IN ('pending', 'sending', 'unknown')`,
    { nowMs },
  );
}

/** The order that a change asks about is in the mirror; an order of another desk goes by the service's id alone. */
const ORDER_IS_KEPT = `EXISTS (SELECT 1 FROM mirror_order WHERE mirror_order.id = coalesce(
  (SELECT asked.server_id FROM id_map AS asked
   WHERE asked.kind = 'order' AND asked.local_id = outbox.payload ->> '$.orderId'),
  outbox.payload ->> '$.orderId'))`;

/**
 * No visit is left that the given-up change is about or that shows the person whom it was to make, and no other change that needed it. Until
 * then it alone may tell who somebody is, or why a slot was not booked.
 */
const GIVEN_UP_IS_OVER = `NOT EXISTS (SELECT 1 FROM visit WHERE visit.id = outbox.visit_id)
  AND NOT EXISTS (SELECT 1 FROM visit WHERE visit.patient_id = outbox.subject_id OR visit.appointment_id = outbox.subject_id)
  AND NOT EXISTS (SELECT 1 FROM visit_registration WHERE visit_registration.registration_id = outbox.subject_id)
  AND NOT EXISTS (SELECT 1 FROM local_form WHERE local_form.registration_id = outbox.subject_id)
  AND NOT EXISTS (SELECT 1 FROM outbox_dependency WHERE outbox_dependency.parent_sequence = outbox.sequence)`;

/**
 * Removes changes that the service confirmed, or that were given up here, before an instant (milliseconds since the epoch), with their payloads;
 * `limit` at most. What a confirmed one created is in the mirror. A row stays when its record is not in the mirror, when an
 * unfinished row waits for it, when it was given up and its visit is kept, or while the order that it asked something about is kept: a month later the money would be
 * asked for again. It stays as well when it alone tells that an appointment is cancelled whose time was not before that instant:
 * the service shows no cancelled one, so the mirror has it as it was. Returns how many were removed.
 */
export function forgetFinishedRows(db: Db, beforeMs: number, limit: number): number {
  return transaction(db, () => {
    const sequences = JSON.stringify(
      all<{ sequence: number }>(
        db,
        `SELECT outbox.sequence FROM outbox
         LEFT JOIN id_map ON id_map.local_id = outbox.subject_id
         WHERE outbox.state IN ${FINISHED} AND outbox.finished_at_ms < @beforeMs
           AND (outbox.state IN ${GIVEN_UP} AND ${GIVEN_UP_IS_OVER} OR outbox.state = 'confirmed' AND (
             outbox.kind NOT LIKE '%.create' AND outbox.kind <> 'appointment.hold'
             OR EXISTS (SELECT 1 FROM mirror_patient WHERE id = id_map.server_id)
             OR EXISTS (SELECT 1 FROM mirror_registration WHERE id = id_map.server_id)
             OR EXISTS (SELECT 1 FROM mirror_appointment WHERE id = id_map.server_id)
             OR EXISTS (SELECT 1 FROM mirror_order WHERE id = id_map.server_id)))
           AND NOT (outbox.kind IN ${ORDER_REQUESTS} AND ${ORDER_IS_KEPT})
           AND NOT (outbox.kind IN ('appointment.cancel', 'appointment.release') AND EXISTS (SELECT 1 FROM mirror_appointment
             WHERE id = coalesce(id_map.server_id, outbox.subject_id) AND starts_at_ms >= @beforeMs))
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
