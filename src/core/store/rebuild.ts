// Makes a desk's database from the records of the copy, for a machine that takes another's place.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { copiedTables, insertOf } from './copy/copied-tables.ts';
import type { CopiedTable } from './copy/copied-tables.ts';
import { writeCopyState } from './copy/copy-state.ts';
import type { CopyState } from './copy/copy-state.ts';
import { newestEntry } from './copy/recording.ts';
import { COMPANIONS } from './db/backup.ts';
import { connect } from './db/connect.ts';
import { all, run, transaction } from './db/database.ts';
import type { Db } from './db/database.ts';
import { syncFolder } from './db/durable-file.ts';
import { latestVersion } from './db/inspect.ts';
import { migrate } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/index.ts';
import { doubtUnfinishedPrintJobs } from './desk/print-jobs.ts';
import { doubtUnfinishedRows } from './outbox/outbox-recovery.ts';

/** A row of the copy: which table, and its columns. */
export interface RebuiltRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface RebuildOptions {
  /** Where the database shall be; nothing may be there yet. */
  readonly file: string;
  /** 32 bytes; of this machine. */
  readonly key: Uint8Array;
  /** The schema of the desk that wrote the copy; not newer than this version's. */
  readonly storeVersion: number;
  /** Pages of rows, in any order. */
  readonly rows: AsyncIterable<readonly RebuiltRow[]>;
  readonly state: CopyState;
  readonly nowMs: number;
  /** Called in the last transaction, for what is to be written beside the rows. */
  readonly finish: (db: Db) => void;
}

/**
 * Makes the database beside its place and moves it there when it is whole. What was unfinished at the other desk may have been
 * done since the copy was made, so each such change is looked up before it is sent, and no such label is printed by itself.
 * Returns how many rows it holds.
 */
export async function rebuildStore(options: RebuildOptions): Promise<number> {
  const { file, key } = options;
  const part = `${file}.part`;
  removeAll(part);
  const db = connect(part, key);
  let count = 0;
  let isWhole = false;
  try {
    db.pragma('foreign_keys = OFF');
    migrate(
      db,
      MIGRATIONS.filter(({ version }) => version <= options.storeVersion),
    );
    const triggers = takeTriggersOff(db);
    const tables = new Map(copiedTables(db).map((table) => [table.name, table]));
    // What a new database has by itself is the copy's as well.
    transaction(db, () => {
      for (const { name } of tables.values()) db.exec(`DELETE FROM "${name}"`);
    });
    for await (const page of options.rows) {
      transaction(db, () => {
        for (const { table, row } of page) {
          const known = tables.get(table);
          if (known) count += insert(db, known, row);
        }
      });
    }
    transaction(db, () => {
      for (const sql of triggers) db.exec(sql);
    });
    migrate(db, MIGRATIONS);
    transaction(db, () => {
      doubtUnfinishedRows(db, options.nowMs);
      doubtUnfinishedPrintJobs(db, {
        nowMs: options.nowMs,
        why: 'the machine that was the site desk before may have printed it',
      });
      const activityCopied = newestEntry(db);
      options.finish(db);
      writeCopyState(db, { ...options.state, activityCopied });
    });
    isWhole = true;
  } finally {
    db.close();
    // Nobody may ever come back for it, and it holds patients' records.
    if (!isWhole) removeAll(part);
  }
  if (existsSync(file)) throw new Error(`${file} is there already`);
  renameSync(part, file);
  syncFolder(dirname(file));
  return count;
}

function removeAll(file: string): void {
  for (const ending of ['', ...COMPANIONS]) rmSync(file + ending, { force: true });
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

function insert(db: Db, table: CopiedTable, row: RebuiltRow['row']): number {
  const columns = table.columns.filter(({ name }) => Object.hasOwn(row, name));
  return run(
    db,
    insertOf(table, columns),
    columns.map(({ name }) => row[name]),
  );
}
