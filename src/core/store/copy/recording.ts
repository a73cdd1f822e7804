// Writes each change of the desk's own tables into copy_change, by triggers in the transaction of the change itself, and
// reads it from there for the sender of the copy.
import { createHash } from 'node:crypto';
import { lastCommit } from '../db/commit-count.ts';
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
  return recordAllAnew(db, { ...state, recordedFor: mark }, { number: state.number, chain: state.chain });
}

/**
 * Records all rows anew, after whatever the copy holds (`at`): for a first copy, and where this database and the copy are
 * not of one mind, because one of the two was restored from a backup.
 */
export function recordAllAnew(
  db: Db,
  state: CopyState,
  at: { readonly number: number; readonly chain: string; readonly copiedUntilMs?: number | null },
): CopyState {
  const { tables } = presentTables(db);
  return transaction(db, () => {
    const known = activityCopiedOf(db, state);
    const activityCopied =
      at.copiedUntilMs === undefined ? known : Math.min(known, newestEntryUntil(db, at.copiedUntilMs ?? 0));
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
    const next: CopyState = { ...state, number: at.number, chain: at.chain, activityCopied };
    writeCopyState(db, next);
    return next;
  });
}

/**
 * This site has no copy any more: nothing is recorded, and what waited is forgotten. A desk that was replaced saves nothing, and
 * keeps what shows what only it has.
 */
export function stopRecording(db: Db): void {
  const state = readCopyState(db);
  if (state === null || state.recordedFor === '' || state.fenced !== null) return;
  transaction(db, () => {
    const activityCopied = activityCopiedOf(db, state);
    dropTriggers(db);
    run(db, 'DELETE FROM copy_change');
    writeCopyState(db, { ...state, recordedFor: '', activityCopied });
  });
}

/** The number of the last change that was recorded. */
export function lastNumber(db: Db): number {
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

/** Whether any change waits, after a number of the copy where one is given. */
export const isAnythingRecorded = (db: Db, afterNumber = 0): boolean =>
  get(db, 'SELECT 1 FROM copy_change WHERE number > ? LIMIT 1', [afterNumber]) !== null;

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
 * Notes which batch is about to be sent. What the copy is to have is on the disk when this returns: else it would have, after a power cut,
 * what this desk lacks.
 */
export function noteSent(db: Db, state: CopyState): void {
  const until = state.sent?.number ?? 0;
  const last = get<{ count: number | null }>(
    db,
    'SELECT max(commit_count) AS count FROM copy_change WHERE number <= ?',
    [until],
  );
  // Commits that did not wait for the disk have the number of the next one that does.
  const isOnDisk = (last?.count ?? 0) <= lastCommit(db).count;
  const commit = isOnDisk ? mirrorTransaction : transaction;
  commit(db, () => writeCopyState(db, state));
}

/**
 * The copy has these changes: they are forgotten here. The disk is not waited for: should this be lost in a power cut, the
 * copy tells again how far it is. Returns the state that is kept.
 */
export function acknowledge(db: Db, state: CopyState): CopyState {
  return mirrorTransaction(db, () => {
    run(db, 'DELETE FROM copy_change WHERE number <= ?', [state.number]);
    const isWhole = (state.activityCopied ?? null) === null || !isFullCopyLeft(db, state.number);
    const kept = isWhole ? { ...state, activityCopied: null } : state;
    writeCopyState(db, kept);
    return kept;
  });
}

/** Whether a full copy goes on after a number of the copy. Its rows belong to no commit. */
const isFullCopyLeft = (db: Db, afterNumber: number): boolean =>
  get(db, 'SELECT 1 FROM copy_change WHERE number > ? AND commit_count = 0 LIMIT 1', [afterNumber]) !== null;

/** The newest entry of the activity; 0: there is none. */
export const newestEntry = (db: Db): number =>
  get<{ number: number | null }>(db, 'SELECT max(number) AS number FROM activity')?.number ?? 0;

const newestEntryUntil = (db: Db, atMs: number): number =>
  get<{ number: number | null }>(db, 'SELECT max(number) AS number FROM activity WHERE at_ms <= ?', [atMs])
    ?.number ?? 0;

/** The newest entry of the activity in the copy that is whole; 0: none is. */
function activityCopiedOf(db: Db, state: CopyState): number {
  if (state.activityCopied != null) return state.activityCopied;
  if (state.copiedUntilMs === null) return 0;
  const waiting = get<{ number: number | null }>(
    db,
    "SELECT min(json_extract(row_key, '$[0]')) AS number FROM copy_change WHERE table_name = 'activity' AND row IS NOT NULL",
  )?.number;
  return waiting == null ? newestEntry(db) : waiting - 1;
}

/**
 * The newest entry of the activity that another desk has, where the copy ended at `afterNumber` amid a full one: that desk was then
 * made from the copy before, and which changes are not in it is no longer recorded here. Null: the copy ended elsewhere. Entries are
 * told apart by their numbers, because the time until which a copy is comes from the clock of whichever machine made it.
 */
function cutShortAfter(db: Db, afterNumber: number): number | null {
  if (!isFullCopyLeft(db, afterNumber)) return null;
  const { activityCopied = null, copiedUntilMs = null } = readCopyState(db) ?? {};
  // A version before this one kept only the time.
  return activityCopied ?? newestEntryUntil(db, copiedUntilMs ?? 0);
}

/** Of the changes that were recorded: an entry of the activity that the copy has not, where it ended at a number. */
const IS_UNCOPIED_ENTRY = "number > ? AND table_name = 'activity' AND row IS NOT NULL";

/** Entries of the activity after a number of the copy: what people did that only this database knows. */
export function uncopiedActivity(db: Db, afterNumber: number, limit: number): Record<string, unknown>[] {
  const after = cutShortAfter(db, afterNumber);
  if (after !== null)
    return all(db, 'SELECT * FROM activity WHERE number > ? ORDER BY number LIMIT ?', [after, limit]);
  const changes = all<RecordedChange>(
    db,
    `SELECT number, table_name AS "table", row_key AS key, row FROM copy_change
     WHERE ${IS_UNCOPIED_ENTRY} ORDER BY number LIMIT ?`,
    [afterNumber, limit],
  );
  return withRows(db, changes).flatMap(({ row }) =>
    row === null ? [] : [JSON.parse(row) as Record<string, unknown>],
  );
}

/**
 * How many entries of the activity after a number of the copy only this database has. Commits are not counted: many hold only what the
 * desk read from the service, which the other desk reads anew, and nobody could say of those what was lost.
 */
export function countUncopied(db: Db, afterNumber: number): number {
  const after = cutShortAfter(db, afterNumber);
  const counted =
    after === null
      ? get<{ count: number }>(db, `SELECT count(*) AS count FROM copy_change WHERE ${IS_UNCOPIED_ENTRY}`, [
          afterNumber,
        ])
      : get<{ count: number }>(db, 'SELECT count(*) AS count FROM activity WHERE number > ?', [after]);
  return counted?.count ?? 0;
}
