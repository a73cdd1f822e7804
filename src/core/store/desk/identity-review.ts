// Visits to look at again: something about them changed since they were last compared with the person they were
// confirmed and labelled for. Triggers write these rows, in the transaction of the change itself.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/**
 * The visits that are marked, and those that have the registrations of their labels by now: what a registration proved at the visit that it
 * left is shown at the one that it is on.
 */
export function listVisitsToReview(db: Db): string[] {
  const marked = all<{ visit_id: string }>(db, 'SELECT visit_id FROM identity_review');
  // Before nearly every operation there are none.
  if (marked.length === 0) return [];
  // CROSS JOIN: SQLite would go through all labels of the site first.
  const other = all<{ visit_id: string }>(
    db,
    `SELECT visit_registration.visit_id FROM identity_review CROSS JOIN label ON label.visit_id = identity_review.visit_id
       CROSS JOIN visit_registration ON visit_registration.registration_id = label.registration_id`,
  );
  return [...new Set([...marked, ...other].map((row) => row.visit_id))];
}

/** These visits were looked at. Call it in the same transaction. */
export function forgetReviews(db: Db, visitIds: readonly string[]): void {
  run(db, 'DELETE FROM identity_review WHERE visit_id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(visitIds),
  ]);
}
