// A database that was closed in order is opened without being read through, and read through afterwards.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get } from '../../../../src/core/store/db/database.ts';
import { leaveInOrder, takeLeftInOrder } from '../../../../src/core/store/db/left-in-order.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { savePatient, storeFolder } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

const PAGE_BYTES = 4_096;

let folder: StoreFolder;
let rowId: string;
/** Of an index that neither a start nor what is saved here looks at, so that only reading the file through finds it damaged. */
let unseenPage: number;
beforeEach(() => {
  folder = storeFolder();
  const store = folder.open();
  rowId = savePatient(store.db, 'a');
  unseenPage = rootPageOf(store, 'mirror_order_known');
  store.close();
});
afterEach(() => folder.remove());

const note = (): string => `${folder.file}.left-in-order`;
const namesSetAside = (): string[] =>
  readdirSync(folder.folder).filter((name) => name.includes('.set-aside-'));

/** Damages a page, as a failing disk would. */
function damagePage(number = unseenPage): void {
  const bytes = readFileSync(folder.file);
  writeFileSync(folder.file, bytes.fill(0xa5, (number - 1) * PAGE_BYTES, number * PAGE_BYTES));
}

/** The same without a trace in the times of the file, by which somebody who wrote into it would be noticed. */
function damageUnseen(page?: number): void {
  damagePage(page);
  leaveInOrder(folder.file);
}

function rootPageOf(store: Store, name: string): number {
  const found = get<{ rootpage: number }>(store.db, 'SELECT rootpage FROM sqlite_schema WHERE name = ?', [
    name,
  ]);
  if (!found) throw new Error(`No table or index has the name ${name}.`);
  return found.rootpage;
}

describe('a database that was closed in order', () => {
  it('is opened as it is, and read through later, once', async () => {
    const store = folder.open();
    expect(store.notices).toEqual([]);
    expect(findRow(store.db, rowId)?.state).toBe('pending');
    expect(await store.check()).toBe(false);
    expect(await store.check()).toBe(false);
    expect(store.notices).toEqual([]);
    store.close();
  });

  it('is said to be damaged when that is found afterwards, and replaced by the next start with nothing missing', async () => {
    damageUnseen();
    const store = folder.open();
    expect(store.notices).toEqual([]);
    const later = savePatient(store.db, 'b');
    expect(await store.check()).toBe(true);
    expect(store.notices).toMatchObject([{ kind: 'store-damaged' }]);
    expect(store.notices[0]?.detail).toContain(folder.file);
    expect(store.notices[0]?.detail).not.toContain('***');
    store.close();
    expect(existsSync(note())).toBe(false);

    const next = folder.open();
    expect(namesSetAside()).not.toEqual([]);
    expect(next.notices.map(({ kind }) => kind)).toEqual(['store-mended']);
    for (const id of [rowId, later]) expect(findRow(next.db, id)?.state).toBe('pending');
    next.close();
  });

  it('is replaced by the newest backup where the records themselves are damaged', async () => {
    const before = folder.open();
    await before.backUp();
    const page = rootPageOf(before, 'mirror_patient');
    before.close();
    damageUnseen(page);

    const store = folder.open();
    expect(await store.check()).toBe(true);
    store.close();
    const next = folder.open();
    expect(namesSetAside()).not.toEqual([]);
    expect(findRow(next.db, rowId)).not.toBeNull();
    next.close();
  });

  it('is read through by the start after one that did not come to it, so that no start fails at it again and again', () => {
    damageUnseen();
    folder.open().close();
    expect(namesSetAside()).toEqual([]);
    folder.open().close();
    expect(namesSetAside()).not.toEqual([]);
  });

  it('is read through when it is opened if anything has touched it since', () => {
    damagePage();
    folder.open().close();
    expect(namesSetAside()).not.toEqual([]);
  });

  it('is read through too when whoever touched it gave it its old time again', () => {
    const before = statSync(folder.file);
    damagePage();
    utimesSync(folder.file, before.atime, before.mtime);
    folder.open().close();
    expect(namesSetAside()).not.toEqual([]);
  });
});

describe('the note of it', () => {
  it('is left again by a desk that has read the file through', async () => {
    const store = folder.open();
    await store.check();
    store.close();
    expect(takeLeftInOrder(folder.file)).toBe(true);
  });

  it('is taken away by the next start, so that a desk that is killed leaves none', () => {
    expect(existsSync(note())).toBe(true);
    const store = folder.open();
    expect(existsSync(note())).toBe(false);
    store.db.close();
    expect(existsSync(note())).toBe(false);
    expect(takeLeftInOrder(folder.file)).toBe(false);
  });

  it('counts for nothing beside a log, which somebody has written since', () => {
    const beside = readFileSync(note(), 'utf8');
    const store = folder.open();
    savePatient(store.db, 'b');
    writeFileSync(note(), beside);
    expect(statSync(`${folder.file}-wal`).size).toBeGreaterThan(0);
    expect(takeLeftInOrder(folder.file)).toBe(false);
    store.close();
  });

  it.each(['', '0 0 0\n', 'nonsense'])('counts for nothing when it says %j', (text) => {
    writeFileSync(note(), text);
    expect(takeLeftInOrder(folder.file)).toBe(false);
  });
});

it('says that a database is damaged when a backup of it finds that', async () => {
  const before = folder.open();
  const page = rootPageOf(before, 'mirror_patient');
  before.close();
  damageUnseen(page);
  const store = folder.open();
  expect(store.look()).toBe(false);
  await expect(store.backUp()).rejects.toThrow();
  expect(store.notices).toMatchObject([{ kind: 'store-damaged' }]);
  // The look is what screens hear of it by, once.
  expect(store.look()).toBe(true);
  expect(store.look()).toBe(false);
  store.close();
  expect(existsSync(note())).toBe(false);
});
