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
/** A reading can miss one that moved between two pages; so many in a row hardly do. */
const SCANS_TO_BE_MISSED = 2;

export interface Vanished {
  /** Registrations that the list had until now. */
  readonly known: number;
  /** Those of them that it does not have any more. */
  readonly missing: number;
}

/**
 * How many registrations are missing that the readings before still found. One that has not been listed for long, and is answered for by
 * itself, is no news. It works through the rows as {@link countMissing} does.
 */
export function* countVanished(db: Db, scan: FinishedScan): Generator<undefined, Vanished, void> {
  let known = 0;
  let missing = 0;
  for (let after = 0; ;) {
    const rows = all<{ position: number; id: string; fetched_at_ms: number }>(
      db,
      `SELECT rowid AS position, id, fetched_at_ms FROM mirror_registration
       WHERE rowid > ? AND missing_scans < ${SCANS_TO_BE_MISSED} ORDER BY rowid LIMIT ${MISSING_STEP}`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return { known, missing };
    after = last.position;
    const vanished = rows.filter((row) => !scan.seen.has(row.id) && row.fetched_at_ms < scan.startedAtMs);
    missing += vanished.length;
    known += rows.filter(({ id }) => scan.seen.has(id)).length + vanished.length;
    yield;
  }
}

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
    yield missing.filter((row) => row.missing_scans + 1 >= SCANS_TO_BE_MISSED).map((row) => row.id);
  }
}
