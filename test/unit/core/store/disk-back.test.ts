// The disk of a running desk goes and comes back: what is open of its files is of the disk before, and they must be opened anew.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as FileIdentity from '../../../../src/core/store/db/file-identity.ts';
import { openStore } from '../../../../src/core/store/open.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { savePatient, storeFolder, TEST_KEY } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

/** The number of the disk, which is another one each time it is plugged in. */
const disk = vi.hoisted(() => ({ number: 1 }));
vi.mock('../../../../src/core/store/db/file-identity.ts', async (original) => {
  const real = await original<typeof FileIdentity>();
  return {
    ...real,
    identityOf: (path: string) => {
      const found = real.identityOf(path);
      return found && `${disk.number}-${found}`;
    },
  };
});

let nowMs: number;
let folder: StoreFolder;
let away: string;
let store: Store;
let onBack: ReturnType<typeof vi.fn<() => void>>;
const opened: Store[] = [];

const open = (wereAway: boolean): Store => {
  const one = openStore({
    file: folder.file,
    key: TEST_KEY,
    nowMs: () => nowMs,
    onBack,
    wereAway,
    log: silentLog,
  });
  opened.push(one);
  return one;
};

beforeEach(() => {
  disk.number = 1;
  nowMs = Date.parse('2026-11-20T12:00:00Z');
  onBack = vi.fn<() => void>();
  folder = storeFolder();
  away = `${folder.folder}-away`;
  store = open(false);
  savePatient(store.db, 'saved');
});
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  folder.remove();
  rmSync(away, { recursive: true, force: true });
});

const unplug = (): void => renameSync(folder.folder, away);
const plugIn = (): void => {
  disk.number += 1;
  renameSync(away, folder.folder);
};

it('is opened anew by itself, once, and says so: all that was saved is there', () => {
  unplug();
  store.look();
  expect(onBack).not.toHaveBeenCalled();
  plugIn();
  expect(store.look()).toBe(true);
  expect(store.look()).toBe(false);
  expect(onBack).toHaveBeenCalledOnce();
  expect(store.isLost()).toBe(true);
  expect(store.notices.map(({ kind }) => kind)).toEqual(['store-lost']);
  expect(() => savePatient(store.db, 'refused')).toThrow();
  store.close();

  const anew = open(true);
  expect(anew.notices.map(({ kind }) => kind)).toEqual(['store-mended']);
  expect(anew.notices[0]?.detail).toContain('Enter again what the desk refused to save meanwhile');
  expect(findRow(anew.db, 'saved.1')?.state).toBe('pending');
  expect(findRow(anew.db, 'refused.1')).toBeNull();
  savePatient(anew.db, 'after');
  expect(anew.look()).toBe(false);
});

it('is opened anew also where its folder stayed, as where the disk was mounted there, and a backup went into it', () => {
  unplug();
  mkdirSync(folder.folder);
  store.look();
  expect(store.notices[0]?.detail).toContain('is in the backup');
  rmSync(folder.folder, { recursive: true });
  plugIn();
  expect(store.look()).toBe(true);
  expect(onBack).toHaveBeenCalledOnce();
});

it('is opened anew also where it was away between two looks', () => {
  disk.number += 1;
  expect(store.look()).toBe(true);
  expect(onBack).toHaveBeenCalledOnce();
});

it('is opened anew where the disk got its number of before, and what is open does not reach it', () => {
  unplug();
  store.look();
  store.db.close();
  renameSync(away, folder.folder);
  expect(store.look()).toBe(true);
  expect(onBack).toHaveBeenCalledOnce();
  expect(store.isLost()).toBe(true);
});

it('is not opened anew where what is open still reaches the files', () => {
  unplug();
  store.look();
  renameSync(away, folder.folder);
  expect(store.look()).toBe(true);
  expect(onBack).not.toHaveBeenCalled();
  expect(store.isLost()).toBe(false);
});

it('is not opened anew for a copy at its place, which may be an older one or still be written', () => {
  unplug();
  store.look();
  mkdirSync(folder.folder);
  cpSync(away, folder.folder, { recursive: true });
  store.look();
  expect(onBack).not.toHaveBeenCalled();
  expect(store.notices[0]?.detail).toMatch(/Close Drawdesk and start it again/);
});

it('says that work is missing, and not that all is there, where the disk came back without its last changes', () => {
  const before = `${folder.folder}-before`;
  store.close();
  cpSync(folder.folder, before, { recursive: true });
  const later = open(false);
  savePatient(later.db, 'later');
  later.close();
  cpSync(`${before}/desk.db`, folder.file);
  rmSync(before, { recursive: true });
  const kinds = open(true).notices.map(({ kind }) => kind);
  expect(kinds).toEqual(['store-behind']);
});

/** What is open fails from now on. */
function failWrites(): void {
  const read = store.db.pragma.bind(store.db);
  vi.spyOn(store.db, 'pragma').mockImplementation((source, how) => {
    if (!source.includes('=')) return read(source, how);
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
  });
}

it('is opened anew where each path leads to the same file and only what is open fails, and not more often than each minute', () => {
  failWrites();
  nowMs += 59_000;
  expect(store.look(true)).toBe(false);
  nowMs += 1_000;
  // Nothing has failed, as far as anybody knows.
  expect(store.look()).toBe(false);
  expect(store.look(true)).toBe(true);
  expect(store.look(true)).toBe(false);
  expect(onBack).toHaveBeenCalledOnce();
  expect(store.isLost()).toBe(true);
  expect(existsSync(`${folder.file}-probe`)).toBe(false);
});

it('is not opened anew where the disk takes nothing from anybody, or what is open reaches it', () => {
  nowMs += 60_000;
  expect(store.look(true)).toBe(false);
  failWrites();
  // Nothing can be written there.
  mkdirSync(`${folder.file}-probe`);
  expect(store.look(true)).toBe(false);
  expect(onBack).not.toHaveBeenCalled();
  expect(store.isLost()).toBe(false);
});
