// Records that the service can be asked for again are written without waiting for the disk; what a person saved never is, and what a
// power cut takes of the former is not taken for a loss.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastCommit } from '../../../../../src/core/store/db/commit-count.ts';
import { mirrorTransaction, run, transaction } from '../../../../../src/core/store/db/database.ts';
import { upsertRegistrations } from '../../../../../src/core/store/mirror/registrations.ts';
import type { Db, Store } from '../../../../../src/core/store/open.ts';
import { findRow } from '../../../../../src/core/store/outbox/outbox.ts';
import { leaveAsKilled } from '../../../../support/left-by-a-kill.ts';
import {
  registrationBody,
  savePatient,
  storeFolder,
  type StoreFolder,
} from '../../../../support/store-fixture.ts';

const NOON_MS = Date.parse('2026-11-20T12:00:00Z');
const FULL = 2;
const NORMAL = 1;

let folder: StoreFolder;
let left: StoreFolder;
let stores: Store[];
beforeEach(() => {
  folder = storeFolder();
  left = storeFolder();
  stores = [];
});
afterEach(() => {
  for (const store of stores) store.close();
  folder.remove();
  left.remove();
});

function openIn(where: StoreFolder): Store {
  const store = where.open({ nowMs: NOON_MS });
  stores.push(store);
  return store;
}

const waits = (db: Db): unknown => db.pragma('synchronous', { simple: true });
const registrations = (db: Db): number =>
  (db.prepare('SELECT COUNT(*) AS n FROM mirror_registration').get() as { n: number }).n;

describe('a commit of records of the service', () => {
  it('does not wait for the disk, and the next one of a person does', () => {
    const { db } = openIn(folder);
    expect(waits(db)).toBe(FULL);
    expect(mirrorTransaction(db, () => waits(db))).toBe(NORMAL);
    expect(waits(db)).toBe(FULL);
    expect(transaction(db, () => waits(db))).toBe(FULL);
  });

  it('waits again after one that failed', () => {
    const { db } = openIn(folder);
    const fail = (): void => {
      run(db, "INSERT INTO setting (key, value) VALUES ('half', '1')");
      throw new Error('odd record');
    };
    expect(() => mirrorTransaction(db, fail)).toThrow('odd record');
    expect(waits(db)).toBe(FULL);
    expect(db.prepare("SELECT 1 FROM setting WHERE key = 'half'").get()).toBeUndefined();
  });

  it('inside what a person saves is part of that, and waits', () => {
    const { db } = openIn(folder);
    const before = lastCommit(db).count;
    const inside = transaction(db, () => {
      upsertRegistrations(db, [registrationBody(1)], NOON_MS);
      return mirrorTransaction(db, () => waits(db));
    });
    expect(inside).toBe(FULL);
    expect(lastCommit(db).count).toBe(before + 1);
  });

  it('is no lost commit when a power cut takes it: the desk opens with what was saved, and reads it again', () => {
    const { db } = openIn(folder);
    const saved = savePatient(db, 'saved');
    leaveAsKilled(folder.folder, left.folder);
    upsertRegistrations(db, [registrationBody(1)], NOON_MS);
    expect(registrations(db)).toBe(1);
    // The note beside the database reached the disk after all, and the end of the log did not.
    leaveAsKilled(folder.folder, left.folder, (name) => name.endsWith('.last-commit'));

    const after = openIn(left);
    expect(after.notices).toEqual([]);
    expect(registrations(after.db)).toBe(0);
    expect(findRow(after.db, saved)).not.toBeNull();
  });
});
