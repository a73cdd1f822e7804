// What a restart and a restored backup do to rows that were under way: they are in doubt, and doubt is checked.
import { get, run } from './database.ts';
import type { Db } from './database.ts';

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

/** True while rows restored from a backup are still in doubt. */
export function hasRestoredRows(db: Db): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM outbox WHERE state = 'unknown' AND resolution LIKE '%"restored":true%' LIMIT 1`,
    ) !== null
  );
}
