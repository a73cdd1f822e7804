// Counts commits inside the database: each transaction adds one to the count when it commits.
import { get, run } from './database.ts';
import type { Db } from './database.ts';

/** A commit of the desk. A copy of the database with a higher count is newer, whatever any clock said. */
export interface Commit {
  readonly count: number;
  /** When it was made, milliseconds since the epoch; null in a database of a version that did not count. */
  readonly atMs: number | null;
}

const NOT_COUNTED: Commit = { count: 0, atMs: null };

/** The last commit that this database holds; count 0 for a database of a version that did not count. */
export function lastCommit(db: Db): Commit {
  const counts = get(db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'commit_count'");
  if (counts === null) return NOT_COUNTED;
  return get<Commit>(db, 'SELECT count, at_ms AS atMs FROM commit_count') ?? NOT_COUNTED;
}

/** Counts the transaction in which it is called. Returns its number and time. */
export function countCommit(db: Db, nowMs: number): Commit {
  return get<Commit>(
    db,
    `INSERT INTO commit_count (id, count, at_ms) VALUES (1, 1, @nowMs)
     ON CONFLICT (id) DO UPDATE SET count = count + 1, at_ms = @nowMs RETURNING count, at_ms AS atMs`,
    { nowMs },
  ) as Commit;
}

/**
 * Makes the next commit's number higher than `count`. Used after commits were lost: what is saved from now on then
 * counts as newer than what was lost.
 */
export function countOnFrom(db: Db, { count, nowMs }: { count: number; nowMs: number }): void {
  run(
    db,
    `INSERT INTO commit_count (id, count, at_ms) VALUES (1, @count, @nowMs)
     ON CONFLICT (id) DO UPDATE SET count = max(count, @count)`,
    { count, nowMs },
  );
}
