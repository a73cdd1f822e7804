// A recovery that is killed before any one of its renamings: the next start goes on, loses nothing, and keeps the old database and its
// log under one name.
import * as fs from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import type * as recovery from '../../../../src/core/store/outbox/outbox-recovery.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { leaveAsKilled } from '../../../support/left-by-a-kill.ts';
import { savePatient, storeFolder } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

/** So many more renamings go through; Infinity: all. */
const kill = vi.hoisted(() => ({ after: Infinity }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    renameSync(from: string, to: string) {
      if (kill.after <= 0) throw new Error('killed');
      kill.after -= 1;
      real.renameSync(from, to);
    },
  };
});

/** Killed when the copy is in its place, and before what was unfinished in it is in doubt. */
const atDoubt = vi.hoisted(() => ({ isKilled: false }));
vi.mock('../../../../src/core/store/outbox/outbox-recovery.ts', async (original) => {
  const real = await original<typeof recovery>();
  return {
    ...real,
    doubtUnfinishedRows(...asked: Parameters<typeof real.doubtUnfinishedRows>) {
      if (atDoubt.isKilled) throw new Error('killed');
      return real.doubtUnfinishedRows(...asked);
    },
  };
});

const folders: StoreFolder[] = [];
afterEach(() => {
  kill.after = Infinity;
  atDoubt.isKilled = false;
  for (const folder of folders.splice(0)) folder.remove();
});

/** What a desk left whose log is damaged in its last page: a change in its database, and two that can be read in its log. */
function leftBehind(): StoreFolder {
  const [running, left] = [storeFolder(), storeFolder()];
  folders.push(running, left);
  const store = running.open();
  savePatient(store.db, 'in-the-file');
  store.db.pragma('wal_checkpoint(TRUNCATE)');
  for (const change of ['in-the-log-1', 'in-the-log-2', 'in-the-log-3']) savePatient(store.db, change);
  leaveAsKilled(running.folder, left.folder);
  store.close();
  const log = fs.readFileSync(`${left.file}-wal`);
  log[log.length - 9] = (log[log.length - 9] ?? 0) ^ 0xff;
  fs.writeFileSync(`${left.file}-wal`, log);
  return left;
}

const setAsideOf = (left: StoreFolder): string[] =>
  fs
    .readdirSync(left.folder)
    .filter((name) => name.includes('.set-aside-'))
    .sort();

it('loses nothing, and keeps the old database and its log together', () => {
  let killed = 0;
  for (let renamings = 0; ; renamings += 1) {
    const left = leftBehind();
    kill.after = renamings;
    let goesThrough = true;
    try {
      left.open({ nowMs: Date.parse('2026-11-20T12:00:00Z') }).close();
    } catch {
      goesThrough = false;
    }
    kill.after = Infinity;
    if (goesThrough) break;
    killed += 1;

    const store = left.open({ nowMs: Date.parse('2026-11-20T12:05:00Z') });
    for (const change of ['in-the-file', 'in-the-log-1', 'in-the-log-2'])
      expect(findRow(store.db, `${change}.1`), `${change} after ${renamings} renamings`).not.toBeNull();
    store.close();
    const [database = '', ...companions] = setAsideOf(left);
    expect(companions, `after ${renamings} renamings`).toEqual([`${database}-shm`, `${database}-wal`]);
    expect(fs.readdirSync(left.folder).filter((name) => name.includes('.part'))).toEqual([]);
  }
  // The three old files, and the copy that takes their place.
  expect(killed).toBeGreaterThanOrEqual(4);
});

it('has its copies removed by the next start when it is killed at its very end', () => {
  const left = leftBehind();
  left.open().close();
  const copy = `${left.file}.database.part`;
  fs.copyFileSync(left.file, copy);
  left.open().close();
  expect(fs.existsSync(copy)).toBe(false);
});

/** A damaged database beside a backup in which a change waits; nothing tells which commit was the last. */
async function leftDamaged(): Promise<StoreFolder> {
  const [running, left] = [storeFolder(), storeFolder()];
  folders.push(running, left);
  const store = running.open();
  savePatient(store.db, 'waits');
  await store.backUp();
  store.close();
  leaveAsKilled(running.folder, left.folder, (name) => !name.endsWith('.last-commit'));
  fs.writeFileSync(left.file, fs.readFileSync(left.file).fill(0, 4_096));
  return left;
}

it('doubts what waited in the copy, and says what was found, also where it was killed once that was in its place', async () => {
  const left = await leftDamaged();
  atDoubt.isKilled = true;
  expect(() => left.open()).toThrow('killed');
  expect(fs.existsSync(left.file)).toBe(true);
  atDoubt.isKilled = false;

  const store = left.open();
  expect(findRow(store.db, 'waits.1')).toMatchObject({ state: 'unknown', resolution: { restored: true } });
  expect(store.notices).toMatchObject([{ kind: 'store-set-aside' }]);
  expect(store.notices[0]?.detail).toContain('The old files are kept as');
  store.close();
});

it('is told again by the next start where the desk was ended before anybody was told, and not once somebody was', async () => {
  const left = await leftDamaged();
  const recoveredAtMs = Date.parse('2026-11-20T05:00:00Z');
  left.open({ nowMs: recoveredAtMs }).close();
  const next = left.open({ nowMs: recoveredAtMs + 3_600_000 });
  savePatient(next.db, 'new');
  expect(next.notices).toMatchObject([{ kind: 'store-set-aside', id: `store-set-aside-${recoveredAtMs}` }]);
  next.close();
  const later = left.open({ nowMs: recoveredAtMs + 7_200_000 });
  expect(later.notices).toEqual([]);
  expect(findRow(later.db, 'new.1')?.state).toBe('pending');
  later.close();
  expect(fs.readdirSync(left.folder).filter((name) => name.endsWith('.recovered'))).toEqual([]);
});

it('is not told again days later where the desk that told it was killed', async () => {
  const left = await leftDamaged();
  const recoveredAtMs = Date.parse('2026-11-20T05:00:00Z');
  left.open({ nowMs: recoveredAtMs }).close();
  const later = left.open({ nowMs: recoveredAtMs + 3 * 86_400_000 });
  expect(later.notices).toEqual([]);
  later.close();
});
