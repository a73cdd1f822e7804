// Writes each change of the desk's own tables into copy_change, by triggers in the transaction of the change itself, and
// reads it from there for the sender of the copy.
import { createHash } from 'node:crypto';
import { all, get, mirrorTransaction, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { schemaVersion } from '../db/migrate.ts';
import { AS_IT_IS, copiedTables, everyRowOf, rowByKeyOf, triggersOf } from './copied-tables.ts';
import { readCopyState, writeCopyState } from './copy-state.ts';
import type { CopyState } from './copy-state.ts';

/** Where the copy stands in for a full one: what it had before is dropped once all rows have come anew. */
export const ALL_ANEW = '*';

/** A change that waits to be copied. */
export interface RecordedChange {
  readonly number: number;
  /** A table, or {@link ALL_ANEW}: then `row` is {until}, the number of the last row of the full copy. */
  readonly table: string;
  readonly key: string;
  /** JSON; null: deleted. */
  readonly row: string | null;
}

/** Which tables with which columns are recorded, in which schema. */
function presentTables(db: Db): { readonly tables: ReturnType<typeof copiedTables>; readonly mark: string } {
  const tables = copiedTables(db);
  const mark = createHash('sha256')
    .update(JSON.stringify([schemaVersion(db), tables]))
    .digest('hex')
    .slice(0, 16);
  return { tables, mark };
}

const dropTriggers = (db: Db): void => {
  const names = all<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'copy\\_%' ESCAPE '\\'",
  );
  for (const { name } of names) db.exec(`DROP TRIGGER "${name}"`);
};

/**
 * From now on every change is recorded. Does nothing where the triggers fit the tables already; else it makes them, and
 * records all rows as they are. `first` is the state for a desk that has none.
 */
export function startRecording(db: Db, first: () => CopyState): CopyState {
  const known = readCopyState(db);
  const state = known ?? first();
  const { mark } = presentTables(db);
  if (known?.recordedFor === mark) return known;
  return recordAllAnew(db, { ...state, recordedFor: mark }, state);
}

/**
 * Records all rows anew, after whatever the copy holds (`at`): for a first copy, and where this database and the copy are
 * not of one mind, because one of the two was restored from a backup.
 */
export function recordAllAnew(
  db: Db,
  state: CopyState,
  at: { readonly number: number; readonly chain: string },
): CopyState {
  const { tables } = presentTables(db);
  return transaction(db, () => {
    dropTriggers(db);
    const begins = Math.max(at.number, lastNumber(db));
    run(db, 'DELETE FROM copy_change');
    run(db, "DELETE FROM sqlite_sequence WHERE name = 'copy_change'");
    run(db, "INSERT INTO sqlite_sequence (name, seq) VALUES ('copy_change', ?)", [begins]);
    run(db, "INSERT INTO copy_change (commit_count, table_name, row_key, row) VALUES (0, ?, '', '{}')", [
      ALL_ANEW,
    ]);
    for (const table of tables) db.exec(everyRowOf(table));
    run(db, "UPDATE copy_change SET row = json_object('until', ?) WHERE table_name = ?", [
      lastNumber(db),
      ALL_ANEW,
    ]);
    for (const table of tables) db.exec(triggersOf(table));
    const next: CopyState = { ...state, number: at.number, chain: at.chain };
    writeCopyState(db, next);
    return next;
  });
}

/** This site has no copy any more: nothing is recorded, and what waited is forgotten. */
export function stopRecording(db: Db): void {
  const state = readCopyState(db);
  if (state === null || state.recordedFor === '') return;
  transaction(db, () => {
    dropTriggers(db);
    run(db, 'DELETE FROM copy_change');
    writeCopyState(db, { ...state, recordedFor: '' });
  });
}

/** The number of the last change that was recorded. */
function lastNumber(db: Db): number {
  return get<{ seq: number }>(db, "SELECT seq FROM sqlite_sequence WHERE name = 'copy_change'")?.seq ?? 0;
}

/** How many changes wait. */
export function countRecorded(db: Db): number {
  return get<{ count: number }>(db, 'SELECT count(*) AS count FROM copy_change')?.count ?? 0;
}

const readingSql = new WeakMap<Db, ReadonlyMap<string, string>>();

/** The SQL that reads a row of each table that is written once. Tables do not change while a database is open. */
function readingSqlOf(db: Db): ReadonlyMap<string, string> {
  let known = readingSql.get(db);
  if (!known) {
    const tables = copiedTables(db).filter(({ isWrittenOnce }) => isWrittenOnce);
    known = new Map(tables.map((table) => [table.name, rowByKeyOf(table)]));
    readingSql.set(db, known);
  }
  return known;
}

/** With the rows that are read where they are. One that was removed meanwhile reads as that. */
function withRows<Change extends RecordedChange>(db: Db, changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    if (change.row !== AS_IT_IS) return change;
    const sql = readingSqlOf(db).get(change.table);
    if (sql === undefined) throw new Error(`Rows of ${change.table} are not read where they are.`);
    return { ...change, row: get<{ row: string }>(db, sql, { key: change.key })?.row ?? null };
  });
}

/** Whether any change waits. */
export const isAnythingRecorded = (db: Db): boolean => get(db, 'SELECT 1 FROM copy_change LIMIT 1') !== null;

/**
 * The next changes, about `wanted` of them: those of the last commit among them are read whole, so that a copy never holds
 * half of what was saved together. `until`: not past this number.
 */
export function readRecorded(
  db: Db,
  { wanted, until = Number.MAX_SAFE_INTEGER }: { readonly wanted: number; readonly until?: number },
): RecordedChange[] {
  const columns = 'number, commit_count AS commitCount, table_name AS "table", row_key AS key, row';
  const rows = all<RecordedChange & { commitCount: number }>(
    db,
    `SELECT ${columns} FROM copy_change WHERE number <= ? ORDER BY number LIMIT ?`,
    [until, wanted],
  );
  const last = rows.at(-1);
  // Rows of a full copy belong to no commit.
  if (last === undefined || last.commitCount === 0 || rows.length < wanted) return withRows(db, rows);
  return withRows(db, [
    ...rows,
    ...all<RecordedChange>(
      db,
      `SELECT ${columns} FROM copy_change WHERE number > ? AND number <= ? AND commit_count = ? ORDER BY number`,
      [last.number, until, last.commitCount],
    ),
  ]);
}

/**
 * The copy has these changes: they are forgotten here. The disk is not waited for: should this be lost in a power cut, the
 * copy tells again how far it is.
 */
export function acknowledge(db: Db, state: CopyState): void {
  mirrorTransaction(db, () => {
    run(db, 'DELETE FROM copy_change WHERE number <= ?', [state.number]);
    writeCopyState(db, state);
  });
}

/**
 * Since when this database alone knows what was done, where the copy ended at `afterNumber` amid a full one: another desk was then
 * made from the copy before that, and which changes are not in it is no longer recorded here. Milliseconds since the epoch; null:
 * the copy ended elsewhere.
 */
function cutShortSince(db: Db, afterNumber: number): number | null {
  const isLeft = get(db, 'SELECT 1 FROM copy_change WHERE number > ? AND commit_count = 0 LIMIT 1', [
    afterNumber,
  ]);
  return isLeft === null ? null : (readCopyState(db)?.copiedUntilMs ?? 0);
}

/** Entries of the activity after a number of the copy: what people did that only this database knows. */
export function uncopiedActivity(db: Db, afterNumber: number, limit: number): Record<string, unknown>[] {
  const sinceMs = cutShortSince(db, afterNumber);
  if (sinceMs !== null)
    return all(db, 'SELECT * FROM activity WHERE at_ms > ? ORDER BY number LIMIT ?', [sinceMs, limit]);
  const changes = all<RecordedChange>(
    db,
    `SELECT number, table_name AS "table", row_key AS key, row FROM copy_change
     WHERE number > ? AND table_name = 'activity' AND row IS NOT NULL ORDER BY number LIMIT ?`,
    [afterNumber, limit],
  );
  return withRows(db, changes).flatMap(({ row }) =>
    row === null ? [] : [JSON.parse(row) as Record<string, unknown>],
  );
}

/** How many commits after a number of the copy only this database has; those that anybody was told of where a full copy was cut short. */
export function countUncopied(db: Db, afterNumber: number): number {
  const sinceMs = cutShortSince(db, afterNumber);
  const counted =
    sinceMs === null
      ? get<{ count: number }>(
          db,
          'SELECT count(DISTINCT commit_count) AS count FROM copy_change WHERE number > ?',
          [afterNumber],
        )
      : get<{ count: number }>(db, 'SELECT count(*) AS count FROM activity WHERE at_ms > ?', [sinceMs]);
  return counted?.count ?? 0;
}
