// Registrations that are missing from the service's list although the list was read to its end.
import { all, mirrorTransaction, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface FinishedScan {
  /** The service's ids of the registrations that the reading found. */
  readonly seen: ReadonlySet<string>;
  /** A registration that was stored after the reading began does not count as missing. Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

const MISSING_STEP = 500;

/**
 * After the list was read to its end: counts, for each registration that was not found, in how many readings in a row.
 * It works through a few hundred rows a step, so that nobody waits, and yields the service's ids of those that two
 * readings in a row did not find.
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
    mirrorTransaction(db, () => {
      for (const row of missing) {
        run(db, 'UPDATE mirror_registration SET missing_scans = missing_scans + 1 WHERE id = ?', [row.id]);
      }
      for (const row of backAgain)
        run(db, 'UPDATE mirror_registration SET missing_scans = 0 WHERE id = ?', [row.id]);
    });
    yield missing.filter((row) => row.missing_scans + 1 >= 2).map((row) => row.id);
  }
}
