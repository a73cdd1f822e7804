// Visits to look at again: something about them changed since they were last compared with the person they were
// confirmed and labelled for. Triggers write these rows, in the transaction of the change itself.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export function listVisitsToReview(db: Db): string[] {
  return all<{ visit_id: string }>(db, 'SELECT visit_id FROM identity_review').map((row) => row.visit_id);
}

/** These visits were looked at. Call it in the same transaction. */
export function forgetReviews(db: Db, visitIds: readonly string[]): void {
  run(db, 'DELETE FROM identity_review WHERE visit_id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(visitIds),
  ]);
}
