// Databases that earlier versions of the app left, also in the middle of being brought up to date.
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../../../src/core/store/db/connect.ts';
import { all, get } from '../../../../src/core/store/db/database.ts';
import type { Db } from '../../../../src/core/store/db/database.ts';
import { migrate, schemaVersion } from '../../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../../src/core/store/db/migrations/index.ts';
import { storeFolder, TEST_KEY } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

let folder: StoreFolder;
let other: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
  other = storeFolder();
});
afterEach(() => {
  folder.remove();
  other.remove();
});

const LATEST = MIGRATIONS.at(-1)?.version ?? 0;

/** A database as a version left it that had only the first `count` migrations, with a setting. */
function leave(file: string, count: number): Db {
  const db = connect(file, TEST_KEY);
  db.pragma('journal_mode = WAL');
  migrate(db, MIGRATIONS.slice(0, count));
  db.exec("INSERT INTO setting (key, value) VALUES ('kept', '1')");
  return db;
}

/** Tables, indexes and triggers, without the blanks in which only the texts of migrations differ. */
const schemaOf = (db: Db): string[] =>
  all<{ type: string; name: string; sql: string }>(
    db,
    "SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_master ORDER BY type, name",
  ).map(({ type, name, sql }) => `${type} ${name} ${sql.replace(/\s+/g, '')}`);

it.each(MIGRATIONS.slice(0, -1).map(({ version }, index) => [version, index + 1] as const))(
  'one of version %i is brought to the schema of a new one, keeps what is in it, and is backed up before',
  (_, count) => {
    leave(folder.file, count).close();
    const old = folder.open();
    const fresh = other.open();
    expect(schemaVersion(old.db)).toBe(LATEST);
    expect(schemaOf(old.db)).toEqual(schemaOf(fresh.db));
    expect(old.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(old.db.pragma('foreign_key_check')).toEqual([]);
    expect(get(old.db, "SELECT value FROM setting WHERE key = 'kept'")).toEqual({ value: '1' });
    expect(readdirSync(folder.folder).some((name) => name.includes('.backup-'))).toBe(true);
    old.close();
    fresh.close();
  },
);

it('one of before print ends had an order gets it from their times', () => {
  const db = leave(folder.file, MIGRATIONS.filter(({ version }) => version < 49).length);
  const add = (id: string, sequence: number, finishedAtMs: number | null, perhapsPrinted: 0 | 1): unknown =>
    db
      .prepare(
        `INSERT INTO print_job (id, sequence, printer_id, title, bytes, reprint_bytes, state, actor, created_at_ms, finished_at_ms, perhaps_printed)
         VALUES (?, ?, 'front', '', x'', x'', 'sent', 'Desk', 1, ?, ?)`,
      )
      .run(id, sequence, finishedAtMs, perhapsPrinted);
  add('later', 1, 30, 1);
  add('first', 2, 10, 1);
  add('of-the-same-instant', 3, 30, 1);
  add('waits', 4, null, 1);
  add('never-sent', 5, 20, 0);
  db.close();
  const old = folder.open();
  const inOrder = all<{ id: string }>(
    old.db,
    'SELECT id FROM print_job WHERE ended_order IS NOT NULL ORDER BY ended_order',
  );
  expect(inOrder.map(({ id }) => id)).toEqual(['first', 'later', 'of-the-same-instant']);
  old.close();
});

it('one that was ended in the middle of a migration begins that migration again', () => {
  const db = leave(folder.file, MIGRATIONS.length - 1);
  const last = MIGRATIONS.at(-1);
  db.exec('BEGIN IMMEDIATE');
  db.exec(last?.sql ?? '');
  // So small a memory that the half migration is written to the log, as with a large database.
  db.pragma('cache_size = 1');
  db.exec('CREATE TABLE filler (a TEXT)');
  db.exec(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO filler SELECT hex(randomblob(400)) FROM n',
  );
  for (const end of ['', '-wal']) {
    if (existsSync(`${folder.file}${end}`)) copyFileSync(`${folder.file}${end}`, `${other.file}${end}`);
  }
  expect(existsSync(`${other.file}-wal`)).toBe(true);
  db.exec('ROLLBACK');
  db.close();
  const again = other.open();
  expect(schemaVersion(again.db)).toBe(LATEST);
  expect(get(again.db, "SELECT 1 FROM sqlite_master WHERE name = 'filler'")).toBeNull();
  expect(again.db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(get(again.db, "SELECT value FROM setting WHERE key = 'kept'")).toEqual({ value: '1' });
  again.close();
});
