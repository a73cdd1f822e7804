// Makes a desk's database from the records of the copy, for a machine that takes another's place.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { copiedTables, insertOf, keysOf, removalOf } from './copy/copied-tables.ts';
import type { CopiedTable } from './copy/copied-tables.ts';
import { writeCopyState } from './copy/copy-state.ts';
import type { CopyState } from './copy/copy-state.ts';
import { newestEntry } from './copy/recording.ts';
import { COMPANIONS } from './db/backup.ts';
import { connect } from './db/connect.ts';
import { all, get, run, transaction } from './db/database.ts';
import type { Db } from './db/database.ts';
import { syncFolder } from './db/durable-file.ts';
import { latestVersion } from './db/inspect.ts';
import { migrate } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/index.ts';
import { doubtUnfinishedPrintJobs } from './desk/print-jobs.ts';
import { doubtUnfinishedRows } from './outbox/outbox-recovery.ts';

/** Where the database shall be there is one by now. */
export class DeskIsThere extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} is there already`);
    this.file = file;
  }
}

/** A row of the copy: which table, and its columns. */
export interface RebuiltRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** What the new desk begins with beside the rows. */
export interface RebuildEnd {
  readonly state: CopyState;
  readonly nowMs: number;
  /** Called in the last transaction, for what is to be written beside the rows. */
  readonly finish: (db: Db) => void;
}

/** A database in the making, beside its place. End it with `complete` or `abandon`. */
export interface Rebuild {
  /** For looking at what was put in. */
  readonly db: Db;
  /** In any order. A row takes the place of those that it cannot be beside, such as itself as it was before. */
  put(rows: readonly RebuiltRow[]): void;
  /** How many rows each copied table has. */
  counts(): ReadonlyMap<string, number>;
  /** Removes the rows of a table whose keys, as they stand in a change, are not wanted. */
  keepOnly(table: string, isWanted: (rowKey: string) => boolean): void;
  /** How many bytes it has on the disk. */
  size(): number;
  /**
   * Moves it to its place. What was unfinished at the other desk may have been done since the copy was made, so each such change is looked
   * up before it is sent, and no such label is printed by itself. Returns how many rows it holds.
   */
  complete(end: RebuildEnd): number;
  /** Leaves nothing of it. Does nothing once it is in its place. */
  abandon(): void;
}

/**
 * Begins a database beside `file`, where nothing may be yet. `key`: 32 bytes; of this machine. `storeVersion`: the schema of the desk that
 * wrote the copy; not newer than this version's.
 *
 * @throws DeskIsThere as `complete` does
 */
export function beginRebuild(file: string, key: Uint8Array, storeVersion: number): Rebuild {
  if (existsSync(file)) throw new DeskIsThere(file);
  forgetRebuild(file);
  const part = partOf(file);
  const db = connect(part, key);
  let isInPlace = false;
  const abandon = (): void => {
    if (isInPlace) return;
    if (db.open) db.close();
    // Nobody may ever come back for it, and it holds patients' records.
    removeAll(part);
  };
  try {
    db.pragma('foreign_keys = OFF');
    migrate(
      db,
      MIGRATIONS.filter(({ version }) => version <= storeVersion),
    );
    const triggers = takeTriggersOff(db);
    const tables = new Map(copiedTables(db).map((table) => [table.name, table]));
    // What a new database has by itself is the copy's as well.
    transaction(db, () => {
      for (const { name } of tables.values()) db.exec(`DELETE FROM "${name}"`);
    });
    const counts = (): Map<string, number> =>
      new Map([...tables.values()].map(({ name }) => [name, countOf(db, name)]));
    return {
      db,
      put(rows) {
        transaction(db, () => {
          for (const { table, row } of rows) {
            const known = tables.get(table);
            if (known) insert(db, known, row);
          }
        });
      },
      counts,
      keepOnly(table, isWanted) {
        const known = tables.get(table);
        if (!known) return;
        transaction(db, () => {
          for (const { key: rowKey } of all<{ key: string }>(db, keysOf(known))) {
            if (!isWanted(rowKey)) run(db, removalOf(known), { key: rowKey });
          }
        });
      },
      size: () =>
        Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true })),
      complete(end) {
        const rows = [...counts().values()].reduce((sum, count) => sum + count, 0);
        bringUpToDate(db, triggers, end);
        if (existsSync(file)) throw new DeskIsThere(file);
        db.close();
        renameSync(part, file);
        isInPlace = true;
        syncFolder(dirname(file));
        return rows;
      },
      abandon,
    };
  } catch (thrown) {
    abandon();
    throw thrown;
  }
}

const countOf = (db: Db, table: string): number =>
  get<{ count: number }>(db, `SELECT count(*) AS count FROM "${table}"`)?.count ?? 0;

function bringUpToDate(db: Db, triggers: readonly string[], { state, nowMs, finish }: RebuildEnd): void {
  transaction(db, () => {
    for (const sql of triggers) db.exec(sql);
  });
  migrate(db, MIGRATIONS);
  transaction(db, () => {
    doubtUnfinishedRows(db, nowMs);
    doubtUnfinishedPrintJobs(db, {
      nowMs,
      why: 'the machine that was the site desk before may have printed it',
    });
    const activityCopied = newestEntry(db);
    finish(db);
    writeCopyState(db, { ...state, activityCopied });
  });
}

function removeAll(file: string): void {
  for (const ending of ['', ...COMPANIONS]) rmSync(file + ending, { force: true });
}

const partOf = (file: string): string => `${file}.part`;

/**
 * Removes what a rebuild that was killed has left beside `file`: patients' records for which nobody may ever come back. Whoever calls it must
 * hold the lock of the folder, so that none is under way.
 */
export function forgetRebuild(file: string): void {
  removeAll(partOf(file));
}

/** Whether this version can read a copy that a desk of this schema wrote. */
export const canRebuild = (storeVersion: number): boolean => storeVersion <= latestVersion();

/** Triggers act on what people do; on rows that have been through them they would act twice. */
function takeTriggersOff(db: Db): string[] {
  const triggers = all<{ name: string; sql: string }>(
    db,
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  return triggers.map(({ sql }) => sql);
}

function insert(db: Db, table: CopiedTable, row: RebuiltRow['row']): void {
  const columns = table.columns.filter(({ name }) => Object.hasOwn(row, name));
  run(
    db,
    insertOf(table, columns),
    columns.map(({ name }) => row[name]),
  );
}
