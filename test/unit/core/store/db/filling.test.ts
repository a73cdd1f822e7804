// While very many records are taken in, a thread writes SQLite's log into the database, and nothing is lost when it cannot.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../../../../src/core/store/db/connect.ts';
import { all, get, mirrorTransaction, run, transaction } from '../../../../../src/core/store/db/database.ts';
import type { Db } from '../../../../../src/core/store/db/database.ts';
import { beginFilling, offerFilling } from '../../../../../src/core/store/db/filling.ts';
import type { Filling } from '../../../../../src/core/store/db/filling.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { storeFolder, TEST_KEY } from '../../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../../support/store-fixture.ts';

const COMMITS = 40;
const ROWS = 200;

let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
});
afterEach(() => folder.remove());

const settingsOf = (db: Db): unknown => [
  db.pragma('wal_autocheckpoint', { simple: true }),
  db.pragma('cache_size', { simple: true }),
];

const count = (db: Db): number => get<{ n: number }>(db, 'SELECT count(*) AS n FROM setting')?.n ?? 0;

/** Many commits of rows at places in no order, with a step after each. */
async function fill(db: Db, filling: Filling): Promise<void> {
  for (let commit = 0; commit < COMMITS; commit += 1) {
    mirrorTransaction(db, () => {
      for (let row = 0; row < ROWS; row += 1) {
        const key = `${((commit * ROWS + row) * 7_919) % (COMMITS * ROWS)}-filled`;
        run(db, 'INSERT INTO setting (key, value) VALUES (?, ?)', [key, JSON.stringify(key.repeat(20))]);
      }
    });
    await filling.step();
  }
}

/** A database of its own beside the store's, without guards, which offers what the test says. */
function plainDatabase(): Db {
  const db = connect(join(folder.folder, 'plain.db'), TEST_KEY);
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  return db;
}

describe('filling a database', () => {
  it('has everything written into the file by the end, whoever saves meanwhile, and its settings back', async () => {
    const store = folder.open();
    const before = settingsOf(store.db);
    const rowsBefore = count(store.db);
    const filling = beginFilling(store.db);
    await fill(store.db, filling);
    expect(settingsOf(store.db)).not.toEqual(before);
    const last = filling.step();
    transaction(store.db, () => run(store.db, "INSERT INTO setting (key, value) VALUES ('by hand', '1')"));
    await last;
    await filling.end();
    expect(settingsOf(store.db)).toEqual(before);

    // Without its log: what the connection itself had left in there would be missing.
    const copy = join(folder.folder, 'without-log.db');
    copyFileSync(folder.file, copy);
    const db = connect(copy, TEST_KEY);
    expect(count(db)).toBe(rowsBefore + COMMITS * ROWS + 1);
    expect(all(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    db.close();
    store.close();
  });

  it('starts no thread for a few records', async () => {
    const store = folder.open();
    const before = settingsOf(store.db);
    const filling = beginFilling(store.db);
    mirrorTransaction(store.db, () => run(store.db, "INSERT INTO setting (key, value) VALUES ('few', '1')"));
    await filling.step();
    expect(settingsOf(store.db)).toEqual(before);
    await filling.end();
    store.close();
  });

  it.each([
    ['another file has its name', { key: TEST_KEY, check: () => expect.fail('it was exchanged') }],
    ['the thread cannot read it', { key: new Uint8Array(32).fill(8), check: () => {} }],
  ])('goes on without the thread where %s', async (_why, offered) => {
    const db = plainDatabase();
    const before = settingsOf(db);
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    offerFilling(db, { file: db.name, log, ...offered });
    const filling = beginFilling(db);
    await fill(db, filling);
    await filling.end();
    expect(warnings).toEqual(['the log of the database is not written aside']);
    expect(settingsOf(db)).toEqual(before);
    expect(count(db)).toBe(COMMITS * ROWS);
    db.close();
  });

  it('does nothing for a database that offers no file', async () => {
    const db = plainDatabase();
    const before = settingsOf(db);
    const filling = beginFilling(db);
    await fill(db, filling);
    expect(settingsOf(db)).toEqual(before);
    await filling.end();
    db.close();
  });
});
