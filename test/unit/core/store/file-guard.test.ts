// What happens when somebody removes or exchanges the files of a running desk: nothing is called saved that is not.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get, run } from '../../../../src/core/store/db/database.ts';
import type { LockState } from '../../../../src/core/store/db/exclusive-lock.ts';
import { isDiskFailure } from '../../../../src/core/store/db/connect.ts';
import { StoreLost } from '../../../../src/core/store/db/store-lost.ts';
import { openStore, transaction } from '../../../../src/core/store/open.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { leaveAsKilled } from '../../../support/left-by-a-kill.ts';
import { savePatient, storeFolder, TEST_KEY } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';

const NOON_MS = Date.parse('2026-11-20T12:00:00Z');

let folder: StoreFolder;
let other: StoreFolder;
let store: Store;
let lock: LockState;
beforeEach(() => {
  folder = storeFolder();
  other = storeFolder();
  lock = 'held';
  store = openStore({
    file: folder.file,
    key: TEST_KEY,
    nowMs: () => NOON_MS,
    folderLock: () => lock,
    log: silentLog,
  });
  savePatient(store.db, 'saved');
});
afterEach(() => {
  store.close();
  folder.remove();
  other.remove();
});

const wal = (): string => `${folder.file}-wal`;

/** The desk is killed and started again: what it finds in the folder as it is now. */
function startAgain(): Store {
  leaveAsKilled(folder.folder, other.folder);
  return other.open({ nowMs: NOON_MS });
}

const WAYS_TO_LOSE: [string, () => void][] = [
  ['removed', () => rmSync(folder.file)],
  ['removed with its log', () => [folder.file, wal(), `${folder.file}-shm`].forEach((path) => rmSync(path))],
  ['moved', () => renameSync(folder.file, `${folder.file}.moved`)],
  [
    'exchanged',
    () => {
      writeFileSync(`${folder.file}.other`, 'the database of another desk');
      renameSync(`${folder.file}.other`, folder.file);
    },
  ],
];

describe('a database that the system gives an error for, as where a drive of the network has gone', () => {
  // A link to itself: the system says ELOOP, and so not that there is nothing.
  const goOutOfReach = (): void => {
    renameSync(folder.file, `${folder.file}.elsewhere`);
    symlinkSync(folder.file, folder.file);
  };

  it('is called lost, and not a mistake of the desk', () => {
    goOutOfReach();
    expect(() => savePatient(store.db, 'refused')).toThrow(StoreLost);
    expect(store.look()).toBe(true);
    expect(store.notices[0]).toMatchObject({ kind: 'store-lost' });
    expect(store.notices[0]?.detail).toContain('cannot be reached');
  });

  it('can be written again once it is in reach, and says so', () => {
    goOutOfReach();
    store.look();
    rmSync(folder.file);
    renameSync(`${folder.file}.elsewhere`, folder.file);
    expect(store.look()).toBe(true);
    expect(store.notices[0]).toMatchObject({ kind: 'store-mended' });
    savePatient(store.db, 'after');
    expect(findRow(store.db, 'after.1')).not.toBeNull();
  });
});

describe('a database whose disk was unplugged, of which nothing can be read any more', () => {
  let away: string;
  beforeEach(() => {
    away = `${folder.folder}-away`;
    renameSync(folder.folder, away);
    store.db.close();
  });
  afterEach(() => {
    rmSync(away, { recursive: true, force: true });
  });

  it('is waited for, with a word on what to do', () => {
    expect(store.look()).toBe(true);
    expect(store.look()).toBe(false);
    expect(store.notices[0]?.detail).toMatch(/plug it in again, and do not close Drawdesk before/);
  });

  it('is gone on with after another start once the disk is back, and that is said', () => {
    store.look();
    cpSync(away, folder.folder, { recursive: true });
    expect(store.look()).toBe(true);
    expect(store.look()).toBe(false);
    expect(store.isLost()).toBe(true);
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]?.kind).toBe('store-lost');
    expect(store.notices[0]?.detail).toMatch(/Close Drawdesk and start it again/);
    const again = startAgain();
    expect(findRow(again.db, 'saved.1')?.state).toBe('pending');
    again.close();
  });

  it('is not waited for where only its file was removed: what is in memory is all there is', () => {
    mkdirSync(folder.folder);
    store.look();
    expect(store.notices[0]?.detail).toContain(
      'could not be copied. Do not close Drawdesk, and call for help',
    );
  });
});

describe.each(WAYS_TO_LOSE)('a database that is %s under the running desk', (_way, lose) => {
  it('cannot be written any more, and can be read as before', () => {
    lose();
    expect(() => savePatient(store.db, 'refused')).toThrow(StoreLost);
    expect(() => run(store.db, 'UPDATE outbox SET attempts = 7')).toThrow(StoreLost);
    expect(findRow(store.db, 'refused.1')).toBeNull();
    expect(findRow(store.db, 'saved.1')).toMatchObject({ attempts: 0 });
  });

  it('is noticed without anybody saving, once, and says what to do', () => {
    expect(store.look()).toBe(false);
    lose();
    expect(store.look()).toBe(true);
    expect(store.look()).toBe(false);
    expect(store.isLost()).toBe(true);
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toMatchObject({ kind: 'store-lost' });
    expect(store.notices[0]?.detail).toContain('Close Drawdesk and start it again');
  });

  it('is copied while it is open, so that the next start has everything that was saved', () => {
    lose();
    store.look();
    const again = startAgain();
    expect(findRow(again.db, 'saved.1')?.state).toBe('pending');
    // As long as the log holds every page, it makes even somebody else’s file whole: then nothing needs to be said.
    for (const { kind } of again.notices) expect(kind).toBe('store-mended');
    again.close();
  });

  it('is not backed up from the file that has its name now', async () => {
    lose();
    await expect(store.backUp()).rejects.toThrow(StoreLost);
  });
});

it('a loss is noticed in the middle of a transaction as well, which then saves nothing', () => {
  expect(() =>
    transaction(store.db, () => {
      savePatient(store.db, 'refused');
      rmSync(folder.file);
    }),
  ).toThrow(StoreLost);
  expect(findRow(store.db, 'refused.1')).toBeNull();
});

it('the desk saves again once the files are back in their place', () => {
  renameSync(folder.file, `${folder.file}.moved`);
  store.look();
  renameSync(`${folder.file}.moved`, folder.file);
  expect(store.look()).toBe(true);
  expect(store.isLost()).toBe(false);
  savePatient(store.db, 'later');
  expect(findRow(store.db, 'later.1')).not.toBeNull();
});

describe('a log under the running desk', () => {
  it.each<[string, () => void]>([
    ['removed', () => rmSync(wal())],
    [
      'exchanged',
      () => {
        rmSync(wal());
        writeFileSync(wal(), 'somebody else’s');
      },
    ],
  ])('that is %s is replaced by a new one, and nothing that was saved is lost', (_way, lose) => {
    lose();
    expect(() => savePatient(store.db, 'refused')).toThrow(StoreLost);
    expect(store.look()).toBe(true);
    expect(store.isLost()).toBe(false);
    expect(store.notices[0]?.kind).toBe('store-mended');
    savePatient(store.db, 'later');
    expect(get(store.db, 'PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(existsSync(wal())).toBe(true);

    const again = startAgain();
    expect(again.notices).toEqual([]);
    expect(findRow(again.db, 'saved.1')).not.toBeNull();
    expect(findRow(again.db, 'later.1')).not.toBeNull();
    expect(findRow(again.db, 'refused.1')).toBeNull();
    again.close();
  });

  it('keeps what somebody else put in its place', () => {
    rmSync(wal());
    writeFileSync(wal(), 'somebody else’s');
    store.look();
    const [aside] = readdirSync(folder.folder).filter((name) => name.includes('.set-aside-'));
    expect(readFileSync(join(folder.folder, aside ?? ''), 'utf8')).toBe('somebody else’s');
  });
});

it('the desk saves nothing once another desk has taken the data folder, and says so', () => {
  lock = 'lost';
  expect(() => savePatient(store.db, 'refused')).toThrow(StoreLost);
  expect(store.look()).toBe(true);
  expect(store.notices[0]?.kind).toBe('store-lost');
  expect(store.notices[0]?.detail).toContain('another Drawdesk works with the same data');
});

it('a loss counts as a failure of the disk, so that nothing is sent whose result cannot be stored', () => {
  rmSync(folder.file);
  let thrown: unknown = null;
  try {
    savePatient(store.db, 'refused');
  } catch (error) {
    thrown = error;
  }
  expect(isDiskFailure(thrown)).toBe(true);
});

it('the log is written into the file in a pause of the work, so that little is lost with it', () => {
  store.look();
  store.look();
  rmSync(wal());
  const again = startAgain();
  expect(findRow(again.db, 'saved.1')).not.toBeNull();
  expect(again.notices).toEqual([]);
  again.close();
});

it('the last commit is noted again when the note was removed', () => {
  rmSync(`${folder.file}.last-commit`);
  store.look();
  expect(existsSync(`${folder.file}.last-commit`)).toBe(true);
});
