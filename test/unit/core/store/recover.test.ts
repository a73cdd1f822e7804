// A database that is missing, lost its log or was exchanged is never taken for a new or a whole one.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, transaction } from '../../../../src/core/store/db/database.ts';
import { addDesk, markShutOut } from '../../../../src/core/store/desk/desks.ts';
import { addStaff, changeStaff } from '../../../../src/core/store/desk/staff.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { leaveAsKilled } from '../../../support/left-by-a-kill.ts';
import { savePatient, storeFolder } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

const MORNING_MS = Date.parse('2026-11-20T08:00:00Z');
const NOON_MS = Date.parse('2026-11-20T12:00:00Z');
const FUTURE_MS = Date.parse('2099-01-01T00:00:00Z');

let folder: StoreFolder;
/** What a desk left that was killed: the same files, and nobody who has them open. */
let left: StoreFolder;
let running: Store[];
beforeEach(() => {
  folder = storeFolder();
  left = storeFolder();
  running = [];
});
afterEach(() => {
  for (const store of running) store.close();
  folder.remove();
  left.remove();
});

function openIn(where: StoreFolder, nowMs = NOON_MS): Store {
  const store = where.open({ nowMs });
  running.push(store);
  return store;
}

/** The desk is killed: its files stay as they are at this moment. */
function kill(): void {
  leaveAsKilled(folder.folder, left.folder);
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Paths of what was set aside, by ending: `''`, `-wal`, `-shm`. */
function setAside(ending: string): string | undefined {
  return readdirSync(left.folder)
    .filter((name) => /\.set-aside-\d{8}T\d{6}Z/.test(name))
    .map((name) => join(left.folder, name))
    .find((path) => path.replace(/^.*\.set-aside-\d{8}T\d{6}Z/, '') === ending);
}

const wal = (): string => `${left.file}-wal`;

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

const WAYS_TO_LOSE: [string, () => void][] = [
  ['removed', () => rmSync(left.file)],
  ['emptied', () => writeFileSync(left.file, '')],
];

describe('a database that is gone', () => {
  it.each(WAYS_TO_LOSE)('(%s) is restored from its backup, and its log is kept', async (_way, lose) => {
    const store = openIn(folder, MORNING_MS);
    savePatient(store.db, 'before');
    await store.backUp();
    savePatient(store.db, 'after');
    kill();
    lose();
    const log = hashOf(wal());

    const restored = openIn(left);

    expect(findRow(restored.db, 'before.1')).toMatchObject({
      state: 'unknown',
      resolution: { restored: true },
    });
    expect(findRow(restored.db, 'after.1')).toBeNull();
    expect(restored.notices).toHaveLength(1);
    expect(restored.notices[0]).toMatchObject({ kind: 'store-missing' });
    expect(restored.notices[0]?.detail).toContain('work since 08:00 on 20-Nov-2026 may be missing');
    expect(hashOf(setAside('-wal') ?? '')).toBe(log);
  });

  it.each(WAYS_TO_LOSE)('(%s) without a backup is reported, and its log is kept unchanged', (_way, lose) => {
    savePatient(openIn(folder).db, 'a');
    kill();
    lose();
    const log = hashOf(wal());
    const empty = openIn(left);
    expect(findRow(empty.db, 'a.1')).toBeNull();
    expect(empty.notices[0]?.kind).toBe('store-missing');
    expect(empty.notices[0]?.detail).toContain('No backup was found, so the desk starts empty');
    expect(hashOf(setAside('-wal') ?? '')).toBe(log);
  });

  it('whose only backup is damaged as well is reported with that backup, out of which somebody may save something', async () => {
    const store = openIn(folder, MORNING_MS);
    savePatient(store.db, 'before');
    const backup = join(left.folder, basename(await store.backUp()));
    kill();
    rmSync(left.file);
    for (const at of [5_000, 9_000, 13_000]) flipByte(backup, at);
    const empty = openIn(left);
    expect(findRow(empty.db, 'before.1')).toBeNull();
    expect(empty.notices[0]?.detail).toContain(
      `No backup could be read (the newest is ${backup}), so the desk starts empty`,
    );
    expect(existsSync(backup)).toBe(true);
  });

  it('is reported when its log was removed before anything was written into the file itself', () => {
    savePatient(openIn(folder).db, 'a');
    kill();
    rmSync(wal());
    rmSync(`${left.file}.last-commit`);
    expect(openIn(left).notices[0]?.kind).toBe('store-missing');
  });

  it('is not reported when there never was one', () => {
    expect(openIn(left).notices).toEqual([]);
    expect(openIn(left).notices).toEqual([]);
  });
});

describe('a database that lost commits', () => {
  /** A desk that was killed with one change in the database file and five more in its log. */
  function killedWithALog(): void {
    const store = openIn(folder, MORNING_MS);
    savePatient(store.db, 'in-the-file');
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    for (let change = 1; change <= 5; change += 1) savePatient(store.db, `in-the-log-${change}`);
    kill();
  }

  it.each<[string, () => void]>([
    ['log removed', () => [wal(), `${left.file}-shm`].forEach((path) => rmSync(path))],
    ['log emptied', () => truncateSync(wal(), 0)],
    ['log cut', () => truncateSync(wal(), Math.floor(readFileSync(wal()).length / 2))],
    ['head of the log damaged', () => flipByte(wal(), 9)],
    ['first page of the log damaged', () => flipByte(wal(), 32 + 24 + 100)],
    ['middle of the log damaged', () => flipByte(wal(), Math.floor(readFileSync(wal()).length / 2))],
    ['last page of the log damaged', () => flipByte(wal(), readFileSync(wal()).length - 9)],
  ])('(%s) says since when work may be missing, and doubts what it calls unsent', (_way, damage) => {
    killedWithALog();
    damage();
    const log = existsSync(wal()) ? hashOf(wal()) : null;

    const behind = openIn(left);

    expect(behind.notices).toHaveLength(1);
    expect(behind.notices[0]).toMatchObject({ kind: 'store-behind' });
    expect(behind.notices[0]?.detail).toContain('work since 08:00 on 20-Nov-2026 may be missing');
    expect(findRow(behind.db, 'in-the-file.1')).toMatchObject({
      state: 'unknown',
      resolution: { restored: true },
    });
    expect(findRow(behind.db, 'in-the-log-5.1')).toBeNull();
    if (log !== null) expect(hashOf(setAside('-wal') ?? '')).toBe(log);
    // Said once: what was lost then is not lost again at the next start.
    behind.close();
    expect(openIn(left).notices).toEqual([]);
  });

  it('keeps the part of a damaged log that can be read', () => {
    killedWithALog();
    flipByte(wal(), readFileSync(wal()).length - 9);
    expect(findRow(openIn(left).db, 'in-the-log-3.1')).not.toBeNull();
  });

  it('is restored from the file without its log when that is newer', () => {
    const store = openIn(folder);
    for (let change = 1; change <= 5; change += 1) savePatient(store.db, `change-${change}`);
    // Everything is in the file, and still in the log as well, of which the readable part hides it.
    store.db.pragma('wal_checkpoint(PASSIVE)');
    kill();
    flipByte(wal(), readFileSync(wal()).length - 9);
    const mended = openIn(left);
    expect(mended.notices[0]?.kind).toBe('store-mended');
    expect(findRow(mended.db, 'change-5.1')?.state).toBe('pending');
  });

  it('is restored from the copies of a recovery that was killed halfway', async () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    await store.backUp();
    savePatient(store.db, 'b');
    kill();
    // The recovery has made its copies and renamed the old files, and was killed before a copy took their place.
    renameSync(left.file, `${left.file}.database-and-log.part`);
    renameSync(wal(), `${left.file}.database-and-log.part-wal`);
    const mended = openIn(left);
    expect(findRow(mended.db, 'b.1')?.state).toBe('pending');
    expect(mended.notices[0]?.kind).toBe('store-mended');
    expect(readdirSync(left.folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('is restored from a backup when that is newer than the file', async () => {
    const store = openIn(folder);
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    savePatient(store.db, 'a');
    await store.backUp();
    kill();
    rmSync(wal());
    const mended = openIn(left);
    expect(mended.notices[0]?.kind).toBe('store-mended');
    expect(findRow(mended.db, 'a.1')?.state).toBe('pending');
  });

  it('is noticed when an older copy was put in its place', () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    store.close();
    kill();
    const later = openIn(left);
    savePatient(later.db, 'b');
    later.close();
    copyFileSync(folder.file, left.file);
    expect(openIn(left).notices[0]?.kind).toBe('store-behind');
  });

  it('is noticed by a later backup where the older copy brought its own note along', async () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    store.close();
    kill();
    const later = openIn(left);
    savePatient(later.db, 'b');
    await later.backUp();
    later.close();
    kill();
    const restored = openIn(left);
    expect(restored.notices[0]?.kind).toBe('store-behind');
    expect(findRow(restored.db, 'b.1')).toMatchObject({ state: 'unknown', resolution: { restored: true } });
  });

  it('is noticed by a later backup that cannot be read, and once only', async () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    store.close();
    kill();
    const later = openIn(left);
    savePatient(later.db, 'b');
    const backup = await later.backUp();
    later.close();
    kill();
    for (const at of [5_000, 9_000, 13_000]) flipByte(backup, at);
    const restored = openIn(left);
    expect(restored.notices[0]?.kind).toBe('store-behind');
    expect(findRow(restored.db, 'a.1')?.state).toBe('unknown');
    savePatient(restored.db, 'c');
    restored.close();
    const again = openIn(left);
    expect(again.notices).toEqual([]);
    expect(findRow(again.db, 'c.1')?.state).toBe('pending');
  });

  it('is taken for an older copy where it is not the file that the note was written beside', () => {
    const store = openIn(folder, MORNING_MS);
    savePatient(store.db, 'a');
    store.close();
    for (const name of readdirSync(folder.folder))
      copyFileSync(join(folder.folder, name), join(left.folder, name));
    const copied = openIn(left);
    expect(copied.notices).toMatchObject([{ kind: 'store-copied' }]);
    expect(copied.notices[0]?.detail).toContain('work since 08:00 on 20-Nov-2026 is missing');
    expect(findRow(copied.db, 'a.1')).toMatchObject({ state: 'unknown', resolution: { restored: true } });
    copied.close();
    expect(openIn(left).notices).toEqual([]);
    // The folder that it was copied from goes on as before.
    const original = openIn(folder);
    expect(original.notices).toEqual([]);
    expect(findRow(original.db, 'a.1')?.state).toBe('pending');
  });

  it('lets in whoever was kept out since, and says so', () => {
    const store = openIn(folder, MORNING_MS);
    savePatient(store.db, 'a');
    const laptop = { id: 'room-2', name: 'Room 2', keyHash: 'hash', pairedAtMs: MORNING_MS, pairedBy: 'MS' };
    transaction(store.db, () => {
      addStaff(store.db, { initials: 'LD', name: 'Lea', role: 'lead', pinHash: 'hash' }, MORNING_MS);
      addDesk(store.db, laptop);
    });
    store.close();
    for (const name of readdirSync(folder.folder))
      copyFileSync(join(folder.folder, name), join(left.folder, name));
    const since = openIn(folder, MORNING_MS);
    transaction(since.db, () => {
      changeStaff(since.db, { initials: 'LD', name: 'Lea', role: 'lead', active: false });
      markShutOut(since.db, laptop.id, MORNING_MS);
    });
    const detail = openIn(left).notices[0]?.detail;
    expect(detail).toContain('1 further desk goes on here as before: shut out again, under Desks');
    expect(detail).toContain('switch off again, under People, whoever was switched off after that time');
    // Where nothing is missing nobody has to look.
    since.close();
    expect(openIn(folder).notices).toEqual([]);
  });

  it('is not called whole where a copy of it was damaged: the backup that came with it is as old', async () => {
    const store = openIn(folder);
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    savePatient(store.db, 'a');
    await store.backUp();
    for (const name of readdirSync(folder.folder))
      copyFileSync(join(folder.folder, name), join(left.folder, name));
    rmSync(`${left.file}-wal`);
    const copied = openIn(left);
    expect(copied.notices[0]?.kind).not.toBe('store-mended');
    expect(findRow(copied.db, 'a.1')).toMatchObject({ state: 'unknown', resolution: { restored: true } });
  });

  it('is no copy where the file is the same and only its folder has another name', () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    store.close();
    left.remove();
    renameSync(folder.folder, left.folder);
    expect(openIn(left).notices).toEqual([]);
  });

  it('is noticed after single statements outside a transaction as well', () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    run(store.db, 'UPDATE outbox SET attempts = 7');
    kill();
    rmSync(wal());
    expect(openIn(left).notices[0]?.kind).toBe('store-behind');
  });

  it.each(['', '{"count":9', `${JSON.stringify({ count: 999, atMs: 1, check: 'wrong' })}\n`])(
    'is not suspected because of a note that cannot be read (%j)',
    (note) => {
      savePatient(openIn(folder).db, 'a');
      kill();
      writeFileSync(`${left.file}.last-commit`, note);
      expect(openIn(left).notices).toEqual([]);
    },
  );
});

describe('backups', () => {
  const backups = (where: StoreFolder): string[] =>
    readdirSync(where.folder).filter((name) => name.includes('.backup-'));

  it('made while the clock was years ahead neither hide later ones nor come back in their place', async () => {
    const ahead = openIn(folder, FUTURE_MS);
    savePatient(ahead.db, 'old');
    for (let made = 0; made < 3; made += 1) await ahead.backUp();
    ahead.close();
    const right = openIn(folder, NOON_MS);
    savePatient(right.db, 'new');
    const backup = await right.backUp();
    expect(existsSync(backup)).toBe(true);
    expect(backups(folder)).toHaveLength(3);
    kill();
    rmSync(left.file);
    const restored = openIn(left);
    expect(findRow(restored.db, 'new.1')).not.toBeNull();
  });

  it('of versions that did not count are older than those that did, whatever their date', async () => {
    const store = openIn(folder);
    const first = await store.backUp();
    renameSync(first, `${folder.file}.backup-20990101T000000Z`);
    savePatient(store.db, 'a');
    await store.backUp();
    kill();
    rmSync(left.file);
    expect(findRow(openIn(left).db, 'a.1')).not.toBeNull();
  });

  it('made after an empty start are newer than those that could not be read, and stay', async () => {
    const store = openIn(folder);
    for (let change = 1; change <= 9; change += 1) savePatient(store.db, `lost-${change}`);
    for (let made = 0; made < 3; made += 1) await store.backUp();
    kill();
    rmSync(left.file);
    rmSync(`${left.file}.last-commit`);
    for (const name of backups(left))
      for (const at of [5_000, 9_000, 13_000]) flipByte(join(left.folder, name), at);
    const empty = openIn(left);
    savePatient(empty.db, 'd');
    const made = await empty.backUp();
    expect(existsSync(made)).toBe(true);
    expect(backups(left)).toHaveLength(3);
    empty.close();
    rmSync(left.file);
    expect(findRow(openIn(left).db, 'd.1')).not.toBeNull();
  });

  it('made after a recovery are newer than all that were made before it', async () => {
    const store = openIn(folder);
    savePatient(store.db, 'a');
    await store.backUp();
    for (let change = 1; change <= 9; change += 1) savePatient(store.db, `lost-${change}`);
    kill();
    rmSync(left.file);
    const recovered = openIn(left);
    savePatient(recovered.db, 'b');
    await recovered.backUp();
    recovered.close();
    rmSync(left.file);
    expect(findRow(openIn(left).db, 'b.1')).not.toBeNull();
  });
});
