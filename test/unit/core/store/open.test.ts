// Opening the store: encryption, wrong keys, damage, backups, migrations and transactions.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whyNotRead } from '../../../../src/core/store/judge-file.ts';
import { StoreRefused, transaction } from '../../../../src/core/store/open.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { get } from '../../../../src/core/store/db/database.ts';
import { connect } from '../../../../src/core/store/db/connect.ts';
import { letLogBeWritten } from '../../../../src/core/store/db/log-mode.ts';
import { migrate, schemaVersion } from '../../../../src/core/store/db/migrate.ts';
import { MIGRATIONS } from '../../../../src/core/store/db/migrations/index.ts';
import { savePatient, storeFolder, TEST_KEY } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
});
afterEach(() => folder.remove());

const hashOfFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Damages the middle of the file, as a failing disk would. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096, bytes.length);
  writeFileSync(file, bytes);
}

describe('openStore', () => {
  it('writes a file in which neither SQLite’s header nor a person’s name can be read', () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    store.close();
    const bytes = readFileSync(folder.file).toString('latin1');
    expect(bytes.startsWith('SQLite format 3')).toBe(false);
    expect(bytes).not.toContain('Quillfeather');
    expect(bytes).not.toContain('CREATE TABLE');
  });

  it('makes every commit durable before it returns', () => {
    const store = folder.open();
    expect(get(store.db, 'PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(get(store.db, 'PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(get(store.db, 'PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
    store.close();
  });

  it('finds again what was saved, after a close and after none', () => {
    const first = folder.open();
    const rowId = savePatient(first.db, 'a');
    const second = folder.open();
    expect(findRow(second.db, rowId)?.state).toBe('pending');
    first.close();
    second.close();
    const third = folder.open();
    expect(findRow(third.db, rowId)?.state).toBe('pending');
    third.close();
  });

  it('makes writable what SQLite left beside a database that was read-only for a time', () => {
    folder.open().close();
    // SQLite gives it the mode of the database, and leaves it there.
    const index = `${folder.file}-shm`;
    writeFileSync(index, Buffer.alloc(32_768), { mode: 0o400 });
    // As the store opens it for writing; its first look at the file, which for root may write, would remove the index.
    const db = connect(folder.file, TEST_KEY);
    expect(statSync(index).mode & 0o200).toBe(0o200);
    db.close();
    const store = folder.open();
    savePatient(store.db, 'a');
    store.close();
  });

  it('leaves what lies beside a read-only database as it is', () => {
    folder.open().close();
    const index = `${folder.file}-shm`;
    writeFileSync(index, '', { mode: 0o400 });
    chmodSync(folder.file, 0o400);
    letLogBeWritten(folder.file);
    expect(statSync(index).mode & 0o777).toBe(0o400);
  });

  it('makes its note of the last change readable, and so notices what is missing', () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    store.close();
    const note = `${folder.file}.last-commit`;
    chmodSync(note, 0);
    folder.open().close();
    expect(statSync(note).mode & 0o777).toBe(0o600);
  });

  it('does not start where its note of the last change cannot be read, and says which file that is', () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    store.close();
    const note = `${folder.file}.last-commit`;
    rmSync(note);
    // Nobody can read this, not even root.
    mkdirSync(note);
    const hash = hashOfFile(folder.file);
    expect(() => folder.open()).toThrow(
      expect.objectContaining({
        reason: 'cannot-read',
        error: expect.objectContaining({
          detail: expect.stringContaining(`the note of the last change, ${note}, cannot be read`),
        }),
      }),
    );
    expect(hashOfFile(folder.file)).toBe(hash);
    rmSync(note, { recursive: true });
    const again = folder.open();
    expect(findRow(again.db, 'a.1')).not.toBeNull();
    again.close();
  });

  it('refuses a file of a newer version and changes no byte of it', () => {
    const store = folder.open();
    store.db.exec(`PRAGMA user_version = ${(MIGRATIONS.at(-1)?.version ?? 0) + 1}`);
    store.close();
    const before = hashOfFile(folder.file);
    expect(() => folder.open()).toThrow(StoreRefused);
    try {
      folder.open();
    } catch (thrown) {
      expect((thrown as StoreRefused).reason).toBe('newer-schema');
      expect((thrown as StoreRefused).error.detail).toContain('start that version again');
      expect((thrown as StoreRefused).error.kind).toBe('storage-corrupt');
    }
    expect(hashOfFile(folder.file)).toBe(before);
    expect(readdirSync(folder.folder).filter((name) => name.includes('set-aside'))).toEqual([]);
  });

  it('says that a folder is in the place of its file, and leaves it there', () => {
    mkdirSync(folder.file);
    expect(() => folder.open()).toThrow(`the database cannot be read: ${folder.file} is not a file`);
    expect(readdirSync(folder.folder)).toEqual(['desk.db']);
  });

  it('says of a file of another account what to do, and no code of the system', () => {
    // Nothing is closed to root, by whom tests may be run.
    const refused = Object.assign(new Error('EACCES: permission denied, open …'), { code: 'EACCES' });
    expect(whyNotRead(refused, folder.file)).toMatch(
      new RegExp(`^this account may not read ${folder.file}\\. Have it, and what lies beside it`),
    );
    expect(whyNotRead(new Error('another'), folder.file)).toBe('Error: another');
  });

  it('tells a wrong key from damage, and renames nothing', () => {
    folder.open().close();
    const before = hashOfFile(folder.file);
    let reason = '';
    try {
      folder.open({ key: new Uint8Array(32).fill(8) });
    } catch (thrown) {
      reason = (thrown as StoreRefused).reason;
    }
    expect(reason).toBe('wrong-key');
    expect(hashOfFile(folder.file)).toBe(before);
  });

  it.each(['', '5f3a'])(
    'takes half a key check (%j) for none: the key that opens the file is right',
    (half) => {
      folder.open().close();
      writeFileSync(`${folder.file}.key-check`, half);
      const store = folder.open();
      expect(store.notices).toEqual([]);
      store.close();
      expect(() => folder.open({ key: new Uint8Array(32).fill(8) })).toThrow(StoreRefused);
    },
  );

  it('writes the key check once, for its owner only, and leaves nothing beside it', () => {
    folder.open().close();
    const first = statSync(`${folder.file}.key-check`);
    expect(first.mode & 0o777).toBe(0o600);
    folder.open().close();
    const second = statSync(`${folder.file}.key-check`);
    expect([second.ino, second.mtimeMs]).toEqual([first.ino, first.mtimeMs]);
    expect(readdirSync(folder.folder).sort()).toEqual(['desk.db', 'desk.db.key-check']);
  });

  it('sets a damaged file aside untouched, says where, and starts empty when there is no backup', () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    store.close();
    damage(folder.file);
    const before = hashOfFile(folder.file);
    const fresh = folder.open();
    const aside = `${folder.file}.set-aside-20261120T090000Z`;
    expect(hashOfFile(aside)).toBe(before);
    expect(fresh.notices).toHaveLength(1);
    expect(fresh.notices[0]?.kind).toBe('store-set-aside');
    expect(fresh.notices[0]?.detail).toContain(aside);
    expect(findRow(fresh.db, 'a.1')).toBeNull();
    fresh.close();
  });

  it('treats a file that is no database as damaged, and starts', () => {
    folder.open().close();
    writeFileSync(folder.file, 'these are not the bytes you are looking for');
    const store = folder.open();
    expect(store.notices).toHaveLength(1);
    expect(readFileSync(`${folder.file}.set-aside-20261120T090000Z`, 'utf8')).toContain('looking for');
    store.close();
  });

  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['empty', (file: string) => writeFileSync(file, '')],
  ])('restores the newest backup where the file is %s, and keeps the log beside it', async (word, lose) => {
    const store = folder.open();
    const rowId = savePatient(store.db, 'a');
    await store.backUp();
    savePatient(store.db, 'b');
    const log = readFileSync(`${folder.file}-wal`);
    store.close();
    writeFileSync(`${folder.file}-wal`, log);
    lose(folder.file);
    const restored = folder.open();
    expect(findRow(restored.db, rowId)).toMatchObject({ state: 'unknown', resolution: { restored: true } });
    expect(restored.notices).toHaveLength(1);
    expect(restored.notices[0]?.detail).toContain(`the file is ${word}`);
    const aside = `${folder.file}.set-aside-20261120T090000Z`;
    expect(restored.notices[0]?.detail).toContain(aside);
    expect(readFileSync(`${aside}-wal`).equals(log)).toBe(true);
    restored.close();
  });

  describe('after a crash, with the log that it left', () => {
    /** Two saves in the log, as a killed desk leaves them; returns the log's bytes. */
    function crashAfterTwoSaves(): Buffer {
      const store = folder.open();
      store.db.pragma('wal_checkpoint(TRUNCATE)');
      savePatient(store.db, 'a');
      savePatient(store.db, 'b');
      const files = ['', '-wal'].map(
        (part) => [folder.file + part, readFileSync(folder.file + part)] as const,
      );
      store.close();
      for (const [file, bytes] of files) writeFileSync(file, bytes);
      return files[1]?.[1] ?? Buffer.alloc(0);
    }
    const foundAfterStart = () => {
      const store = folder.open();
      const found = ['a', 'b'].filter((id) =>
        get(store.db, 'SELECT 1 FROM outbox WHERE subject_id = ?', [`patient-${id}`]),
      );
      const { notices } = store;
      store.close();
      return { found, notices };
    };

    it('says nothing when it is whole or its last save was not finished', () => {
      const log = crashAfterTwoSaves();
      writeFileSync(`${folder.file}-wal`, Buffer.concat([log, log.subarray(32, 1_000)]));
      expect(foundAfterStart()).toEqual({ found: ['a', 'b'], notices: [] });
    });

    it.each([
      ['the last page', (log: Buffer) => log.fill(0xa5, log.length - 100)],
      ['the middle', (log: Buffer) => log.fill(0xa5, log.length / 2, log.length / 2 + 100)],
      ['the header', (log: Buffer) => log.fill(0xa5, 4, 24)],
    ])('says where %s is damaged, keeps the log, and doubts what is unsent', (_where, spoil) => {
      const spoilt = spoil(crashAfterTwoSaves());
      writeFileSync(`${folder.file}-wal`, spoilt);
      const { found, notices } = foundAfterStart();
      expect(found.length).toBeLessThan(2);
      expect(notices[0]?.detail).toContain('the log (the file that ends in -wal) was removed or damaged');
      expect(readFileSync(`${folder.file}.set-aside-20261120T090000Z-wal`).equals(spoilt)).toBe(true);
    });
  });

  it('says so when only the key check shows that there was a database, and starts empty', () => {
    folder.open().close();
    rmSync(folder.file);
    const store = folder.open();
    expect(store.notices[0]?.detail).toContain('the desk starts empty: what had not been sent is lost');
    expect(store.notices[0]?.detail).not.toContain('set-aside');
    store.close();
    const again = folder.open();
    expect(again.notices).toEqual([]);
    again.close();
  });

  it('refuses a wrong key for a file that is missing, and renames nothing', async () => {
    const store = folder.open();
    await store.backUp();
    store.close();
    rmSync(folder.file);
    const before = readdirSync(folder.folder);
    expect(() => folder.open({ key: new Uint8Array(32).fill(8) })).toThrow(StoreRefused);
    expect(readdirSync(folder.folder)).toEqual(before);
  });

  it('keeps and restores the backup that was made last, even if a wrong clock gave others a later name', async () => {
    const ahead = folder.open({ nowMs: Date.parse('2027-11-20T09:00:00Z') });
    for (let made = 0; made < 11; made += 1) await ahead.backUp();
    ahead.close();
    const store = folder.open();
    const rowId = savePatient(store.db, 'a');
    const made = await store.backUp();
    expect(existsSync(made)).toBe(true);
    store.close();
    damage(folder.file);
    const restored = folder.open();
    expect(restored.notices[0]?.detail).toContain(made);
    expect(findRow(restored.db, rowId)).not.toBeNull();
    restored.close();
  });

  it('restores the newest backup after damage and doubts every row that it calls unfinished', async () => {
    const store = folder.open();
    const rowId = savePatient(store.db, 'a');
    await store.backUp();
    const lostId = savePatient(store.db, 'b');
    store.close();
    damage(folder.file);
    const restored = folder.open();
    expect(findRow(restored.db, rowId)).toMatchObject({ state: 'unknown', resolution: { restored: true } });
    expect(findRow(restored.db, lostId)).toBeNull();
    expect(restored.notices[0]?.detail).toContain('backup');
    restored.close();
  });

  it('keeps the last three backups, each encrypted and whole', async () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    for (let made = 0; made < 5; made += 1) await store.backUp();
    const backups = readdirSync(folder.folder).filter((name) => name.includes('.backup-'));
    expect(backups).toHaveLength(3);
    for (const name of backups) {
      expect(readFileSync(`${folder.folder}/${name}`).toString('latin1')).not.toContain('Quillfeather');
    }
    store.close();
  });

  it('makes two backups of one second at once, and removes what crashes cut short', async () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    writeFileSync(`${folder.file}.backup-0000000001-20260101T000000Z.7.part`, 'cut short');
    const made = await Promise.all([store.backUp(), store.backUp(), store.backUp()]);
    for (const backup of made) expect(existsSync(backup)).toBe(true);
    expect(readdirSync(folder.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    store.close();
  });

  it('goes on from the file alone when a crash left no clean close', () => {
    const store = folder.open();
    savePatient(store.db, 'a');
    expect(existsSync(`${folder.file}-wal`)).toBe(true);
    const again = folder.open();
    expect(again.notices).toEqual([]);
    expect(findRow(again.db, 'a.1')).not.toBeNull();
    again.close();
    store.close();
  });
});

describe('migrate', () => {
  it('runs a migration completely or not at all', () => {
    const store = folder.open();
    const version = schemaVersion(store.db);
    const broken = {
      version: version + 1,
      sql: 'CREATE TABLE halfway (a TEXT) STRICT; CREATE TABLE visit (a);',
    };
    expect(() => migrate(store.db, [...MIGRATIONS, broken])).toThrow();
    expect(schemaVersion(store.db)).toBe(version);
    expect(get(store.db, "SELECT 1 FROM sqlite_master WHERE name = 'halfway'")).toBeNull();
    store.close();
  });
});

describe('transaction', () => {
  it('undoes an inner one alone when the outer goes on', () => {
    const store = folder.open();
    transaction(store.db, () => {
      savePatient(store.db, 'outer');
      expect(() =>
        transaction(store.db, () => {
          savePatient(store.db, 'inner');
          throw new Error('inner fails');
        }),
      ).toThrow('inner fails');
    });
    expect(findRow(store.db, 'outer.1')).not.toBeNull();
    expect(findRow(store.db, 'inner.1')).toBeNull();
    store.close();
  });

  it('refuses work that waits for a promise, and keeps nothing of it', () => {
    const store = folder.open();
    expect(() =>
      transaction(store.db, () => {
        savePatient(store.db, 'a');
        return Promise.resolve();
      }),
    ).toThrow(TypeError);
    expect(findRow(store.db, 'a.1')).toBeNull();
    store.close();
  });
});
