// Which cipher a database file is opened with: today's for a new one, its own for one of an earlier version.
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from '../../../../../src/core/store/db/inspect.ts';
import { connect, isDamage } from '../../../../../src/core/store/db/connect.ts';
import { get } from '../../../../../src/core/store/db/database.ts';
import { migrate } from '../../../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../../../src/core/store/db/migrations/index.ts';
import { storeFolder, TEST_KEY } from '../../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../../support/store-fixture.ts';

let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
});
afterEach(() => folder.remove());

const OTHER_KEY = new Uint8Array(32).fill(8);

/** Opens a file with one cipher and no other, as earlier versions did with theirs. */
function openWith(cipher: 'aegis' | 'chacha20', file: string): Database.Database {
  const db = new Database(file);
  const keyText = `raw:${Buffer.from(TEST_KEY).toString('hex')}`;
  db.pragma(`cipher = '${cipher}'`);
  db.pragma(`hexkey = '${Buffer.from(keyText).toString('hex')}'`);
  return db;
}

const readWith = (cipher: 'aegis' | 'chacha20', file: string): unknown => {
  const db = openWith(cipher, file);
  try {
    return db.pragma('user_version', { simple: true });
  } finally {
    db.close();
  }
};

/** A database as a version before AEGIS left it, with a setting. */
function leaveOlder(): void {
  const db = openWith('chacha20', folder.file);
  db.pragma('journal_mode = WAL');
  migrate(db, MIGRATIONS.slice(0, -1));
  db.exec("INSERT INTO setting (key, value) VALUES ('kept', '1')");
  db.close();
}

const kept = (db: Parameters<typeof get>[0]): unknown =>
  get(db, "SELECT value FROM setting WHERE key = 'kept'");

describe('a new database', () => {
  it('is encrypted with AEGIS, and so is its backup', async () => {
    const store = folder.open();
    const backup = await store.backUp();
    store.close();
    for (const file of [folder.file, backup]) {
      expect(readWith('aegis', file)).toBe(MIGRATIONS.at(-1)?.version);
      expect(() => readWith('chacha20', file)).toThrow('not a database');
    }
  });
});

describe('a database that was made with ChaCha20', () => {
  it('is opened, brought up to date and backed up as it is, and opened again', async () => {
    leaveOlder();
    const store = folder.open();
    expect(store.notices).toEqual([]);
    expect(kept(store.db)).toEqual({ value: '1' });
    const backup = await store.backUp();
    store.close();
    for (const file of [folder.file, backup])
      expect(readWith('chacha20', file)).toBe(MIGRATIONS.at(-1)?.version);
    const again = folder.open();
    expect(kept(again.db)).toEqual({ value: '1' });
    again.close();
  });

  it('is sound to whoever only looks, also with its last rows still in its log', () => {
    leaveOlder();
    const writer = openWith('chacha20', folder.file);
    writer.exec("UPDATE setting SET value = '2' WHERE key = 'kept'");
    const reader = connect(folder.file, TEST_KEY, { readonly: true });
    expect(kept(reader)).toEqual({ value: '2' });
    expect(inspect(folder.file, TEST_KEY)).toMatchObject({ kind: 'sound' });
    reader.close();
    writer.close();
  });

  it('comes back from its backup when it is damaged', async () => {
    leaveOlder();
    const store = folder.open();
    await store.backUp();
    store.close();
    writeFileSync(folder.file, Buffer.alloc(40_960, 0x55));
    const back = folder.open();
    expect(back.notices.map(({ kind }) => kind)).toEqual(['store-set-aside']);
    expect(kept(back.db)).toEqual({ value: '1' });
    back.close();
  });
});

describe('what no cipher reads', () => {
  it.each(['aegis', 'chacha20'] as const)('is found by the first statement: another key (%s)', (cipher) => {
    const db = openWith(cipher, folder.file);
    db.exec('CREATE TABLE t (a)');
    db.close();
    const before = readFileSync(folder.file);
    const wrong = connect(folder.file, OTHER_KEY);
    let thrown: unknown = null;
    try {
      wrong.pragma('user_version');
    } catch (error) {
      thrown = error;
    }
    wrong.close();
    expect(isDamage(thrown)).toBe(true);
    expect(readFileSync(folder.file)).toEqual(before);
  });

  it('an empty file keeps the log that lies beside it', () => {
    leaveOlder();
    truncateSync(folder.file, 0);
    writeFileSync(`${folder.file}-wal`, 'a log');
    connect(folder.file, TEST_KEY).close();
    expect(existsSync(`${folder.file}-wal`)).toBe(true);
  });
});
