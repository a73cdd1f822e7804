// Backups beside the database: one that fails leaves nothing behind, and neither does one that was cut short.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newestBackupMs } from '../../../../../src/core/store/db/backup.ts';
import { get } from '../../../../../src/core/store/db/database.ts';
import { savePatient, storeFolder } from '../../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../../support/store-fixture.ts';

const PAGE_BYTES = 4_096;
const NOW_MS = Date.parse('2026-11-20T09:00:00Z');

let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
  const store = folder.open();
  savePatient(store.db, 'a');
  store.close();
});
afterEach(() => folder.remove());

const backups = (): string[] => readdirSync(folder.folder).filter((name) => name.includes('.backup-'));

/** Damages a page of what is read only by a backup. */
function damage(): void {
  const store = folder.open();
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'mirror_patient'";
  const page = get<{ rootpage: number }>(store.db, sql)?.rootpage ?? 0;
  store.db.pragma('wal_checkpoint(TRUNCATE)');
  store.close();
  const bytes = readFileSync(folder.file);
  writeFileSync(folder.file, bytes.fill(0xa5, (page - 1) * PAGE_BYTES, page * PAGE_BYTES));
}

it('leave nothing behind when they fail', async () => {
  const store = folder.open({ nowMs: NOW_MS });
  damage();
  await expect(store.backUp()).rejects.toThrow();
  await expect(store.backUp()).rejects.toThrow();
  expect(backups()).toEqual([]);
  store.close();
});

it('remove what was cut short before they begin, since they may need its room', async () => {
  const store = folder.open({ nowMs: NOW_MS });
  const cutShort = `${folder.file}.backup-0000000001-20261119T090000Z.1.part`;
  writeFileSync(cutShort, 'cut short');
  // What SQLite keeps beside a file that it writes.
  writeFileSync(`${cutShort}-journal`, 'cut short');
  damage();
  await expect(store.backUp()).rejects.toThrow();
  expect(backups()).toEqual([]);
  store.close();
});

it('are made, the old ones removed, beside something that cannot be removed', async () => {
  // Neither is a file, so each stays where it is.
  const unfinished = `${folder.file}.backup-0000000001-20261119T090000Z.1.part`;
  const old = `${folder.file}.backup-0000000000-20261118T090000Z`;
  for (const path of [unfinished, old]) mkdirSync(path);
  const store = folder.open({ nowMs: NOW_MS });
  for (let count = 0; count < 5; count += 1) await store.backUp();
  expect(store.backedUpAtMs()).toBe(NOW_MS);
  const names = backups().map((name) => `${folder.folder}/${name}`);
  expect(names.filter((name) => name !== unfinished && name !== old)).toHaveLength(3);
  expect(names).toHaveLength(5);
  store.close();
});

it('say when the newest was made, by the time in its name', async () => {
  const store = folder.open({ nowMs: NOW_MS });
  expect([store.backedUpAtMs(), newestBackupMs(folder.file)]).toEqual([null, null]);
  await store.backUp();
  expect(store.backedUpAtMs()).toBe(NOW_MS);
  // The second one of the same second.
  await store.backUp();
  expect(backups()).toHaveLength(2);
  expect(store.backedUpAtMs()).toBe(NOW_MS);
  store.close();
});
