// Rows that complete readings of the list do not show any more.
import { all, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface FinishedScan {
  /** Service's ids of the rows that it showed. */
  readonly seen: ReadonlySet<string>;
  /** A row written after the scan began is not counted as missing. Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

const MISSING_STEP = 500;

/**
 * After a list was read to its end: counts the scans that did not show a row, a few hundred rows at each step, and yields
 * the rows (service's ids) of that step which two scans in a row did not show.
 */
export function* countMissing(db: Db, scan: FinishedScan): Generator<readonly string[], void, void> {
  for (let after = 0; ;) {
    const rows = all<{ position: number; id: string; missing_scans: number; fetched_at_ms: number }>(
      db,
      `SELECT rowid AS position, id, missing_scans, fetched_at_ms FROM mirror_registration
       WHERE rowid > ? ORDER BY rowid LIMIT ${MISSING_STEP}`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
    const missing = rows.filter((row) => !scan.seen.has(row.id) && row.fetched_at_ms < scan.startedAtMs);
    const backAgain = rows.filter((row) => scan.seen.has(row.id) && row.missing_scans > 0);
    transaction(db, () => {
      for (const row of missing) {
        run(db, 'UPDATE mirror_registration SET missing_scans = missing_scans + 1 WHERE id = ?', [row.id]);
      }
      for (const row of backAgain)
        run(db, 'UPDATE mirror_registration SET missing_scans = 0 WHERE id = ?', [row.id]);
    });
    yield missing.filter((row) => row.missing_scans + 1 >= 2).map((row) => row.id);
  }
}
