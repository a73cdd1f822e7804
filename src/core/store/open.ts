// Opens the encrypted store: checked, brought up to date, and never at the cost of a file that somebody may still need.
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppException, storageCorrupt } from '../../domain/app-error.ts';
import type { Log } from '../ports.ts';
import { backUpInBackground, backUpNow, listBackups } from './db/backup.ts';
import { countCommit, countOnFrom, lastCommit } from './db/commit-count.ts';
import { openCommitNote, readCommitNote } from './db/commit-note.ts';
import type { CommitNote } from './db/commit-note.ts';
import { connect } from './db/connect.ts';
import { transaction, watchCommits } from './db/database.ts';
import type { Db } from './db/database.ts';
import type { LockState } from './db/exclusive-lock.ts';
import { writeDurably } from './db/durable-file.ts';
import { inspect, isPlain, latestVersion } from './db/inspect.ts';
import type { Health } from './db/inspect.ts';
import { migrate, schemaVersion } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/index.ts';
import { doubtUnfinishedPrintJobs } from './desk/print-jobs.ts';
import { doubtUnfinishedRows } from './outbox/outbox-recovery.ts';
import { guardFiles } from './file-guard.ts';
import type { FileGuard, GuardNotice } from './file-guard.ts';
import { recover } from './recover.ts';
import type { Recovery, StoreTrouble } from './recover.ts';

export { transaction } from './db/database.ts';
export type { Db } from './db/database.ts';

export interface StoreNotice {
  readonly id: string;
  readonly kind: Recovery['notice']['kind'] | GuardNotice['kind'];
  /** What was found, where it is kept, and what stands in its place. */
  readonly detail: string;
}

export interface Store {
  readonly db: Db;
  readonly file: string;
  readonly notices: readonly StoreNotice[];
  /**
   * To be called every few seconds: notices that files were removed or exchanged under the running desk and does what can
   * be done about it, settles the note of the last commit, and writes the log into the database once nobody works. True
   * when {@link isLost} or the notices have changed.
   */
  look(): boolean;
  /** True while nothing can be saved because the open database is not the one in the data folder any more. */
  isLost(): boolean;
  /** False until the first backup is made, and again after a recovery. */
  isBackedUp(): boolean;
  /** Makes a backup beside the file, off the hot path; the last three are kept. Returns its path. */
  backUp(): Promise<string>;
  close(): void;
}

export interface StoreOptions {
  readonly file: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Milliseconds since the epoch; for the names of backups and of files set aside. */
  readonly nowMs: () => number;
  /** In which a notice says since when work may be missing; the site's own. */
  readonly timeZone?: string;
  /** Whether the lock of the folder is still this desk's; held when not given. */
  readonly folderLock?: () => LockState;
  readonly log: Log;
}

/** The store was not opened, and its file is as it was. `reason` tells a host what to say. */
export class StoreRefused extends AppException {
  readonly reason: 'newer-schema' | 'wrong-key' | 'cannot-read';

  constructor(reason: StoreRefused['reason'], detail: string, options?: { cause?: unknown }) {
    super(storageCorrupt(null, detail), options);
    this.name = 'StoreRefused';
    this.reason = reason;
  }
}

const DEFAULT_TIME_ZONE = 'Europe/London';

/** Names the key without telling anything of it, so that a wrong key is not mistaken for a damaged file. */
function keyCheckOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('drawdesk database key check').digest('hex');
}

const keyCheckFile = (file: string): string => `${file}.key-check`;

/** Null where there is none, or only what a crash left of one: half a check would call every key a wrong one. */
function readKeyCheck(file: string): string | null {
  if (!existsSync(keyCheckFile(file))) return null;
  const remembered = readFileSync(keyCheckFile(file), 'utf8').trim();
  return /^[0-9a-f]{64}$/.test(remembered) ? remembered : null;
}

function rememberKey(file: string, key: Uint8Array): void {
  const check = keyCheckOf(key);
  if (readKeyCheck(file) !== check) writeDurably(keyCheckFile(file), `${check}\n`);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** What a file says that this key opens; null when there is none, or an empty one. */
function healthOf({ file, key }: StoreOptions): Health | null {
  if (sizeOf(file) === 0) return null;
  try {
    return inspect(file, key);
  } catch (thrown) {
    throw new StoreRefused('cannot-read', `the database cannot be read: ${String(thrown)}`, {
      cause: thrown,
    });
  }
}

/** With neither a remembered key nor a readable backup nothing tells a wrong key from damage; then the file is only moved. */
function refuseWrongKey({ file, key }: StoreOptions): void {
  const remembered = readKeyCheck(file);
  if (remembered === null || remembered === keyCheckOf(key)) return;
  // Without anything that the other key could open, nothing stands in the way of this one.
  if (sizeOf(file) + sizeOf(`${file}-wal`) === 0 && listBackups(file).length === 0) return;
  throw new StoreRefused('wrong-key', 'the key at hand is not the one this database was made with');
}

/** What beside the file shows that there was a database, in words. */
function proofsOfDatabase(file: string): string[] {
  return [
    ...(existsSync(keyCheckFile(file)) ? ['its key check'] : []),
    ...(readCommitNote(file) ? ['the note of its last change'] : []),
    ...(listBackups(file).length > 0 ? ['a backup'] : []),
  ];
}

function whyNone(file: string): string {
  if (!existsSync(file)) return 'the file is missing';
  return sizeOf(file) === 0 ? 'the file is empty' : 'the file has no tables';
}

/** What is wrong with the database, compared with what stands beside it; null when it can be opened as it is. */
function troubleOf(options: StoreOptions): StoreTrouble | null {
  const { file } = options;
  const health = healthOf(options);
  // A database without a schema is as good as none: its log, which had all of it, was removed.
  if (health === null || (health.kind === 'sound' && health.version === 0)) {
    const log = health === null && sizeOf(`${file}-wal`) > 0 ? ['its log'] : [];
    const proofs = [...proofsOfDatabase(file), ...log];
    return proofs.length > 0 ? { kind: 'missing', why: whyNone(file), proofs } : null;
  }
  if (health.kind === 'damaged') return health;
  if (health.version > latestVersion()) {
    throw new StoreRefused(
      'newer-schema',
      `a newer version made this database (schema ${health.version}, this version knows ${latestVersion()})`,
    );
  }
  const noted = readCommitNote(file);
  if (noted === null && health.commit.count > 0) {
    options.log.warn('the note of the last commit is missing: a loss since then would not be noticed');
  }
  return noted !== null && health.commit.count < noted.count ? { kind: 'behind' } : null;
}

/**
 * From now on every commit is counted in the database and noted beside it. What would not be found again is not committed,
 * and a commit after which the file is gone is no commit. Returns the number of the last one.
 */
function countCommits(
  db: Db,
  { note, guard, nowMs }: { note: CommitNote; guard: FileGuard; nowMs: () => number },
): () => number {
  let counted = lastCommit(db);
  watchCommits(db, {
    beforeCommit() {
      guard.check();
      counted = countCommit(db, nowMs());
    },
    afterCommit() {
      guard.check();
      note.write(counted);
    },
  });
  return () => counted.count;
}

/** Writes the log into the database when nobody has worked between two looks: what is lost with a log is then little. */
function emptyLogInPauses(db: Db, commitCount: () => number): () => void {
  let countAtLook = commitCount();
  let countInFile = -1;
  return () => {
    const count = commitCount();
    if (count === countAtLook && count !== countInFile) {
      db.pragma('wal_checkpoint(PASSIVE)');
      countInFile = count;
    }
    countAtLook = count;
  };
}

/**
 * Opens or makes the store. Throws {@link StoreRefused}, with the file untouched, when the key is wrong, a newer version
 * wrote it, or it cannot be read. A database that is missing although there was one, that is damaged, or that lacks
 * commits which were noted beside it, is set aside by renaming, and the newest sound copy takes its place.
 */
export function openStore(options: StoreOptions): Store {
  const { file, key, log } = options;
  const nowMs = options.nowMs();
  mkdirSync(dirname(file), { recursive: true });
  refuseWrongKey(options);
  const trouble = troubleOf(options);
  const noted = readCommitNote(file);
  const timeZone = options.timeZone ?? DEFAULT_TIME_ZONE;
  const recovery = trouble === null ? null : recover(trouble, { file, key, nowMs, timeZone, noted });
  if (recovery) log.error('store recovered', { kind: recovery.notice.kind, detail: recovery.notice.detail });

  const note = openCommitNote(file, log);
  const db = connect(file, key);
  let guard: FileGuard;
  let commitCount: () => number;
  try {
    db.pragma('journal_mode = WAL');
    // The driver compiles WAL to NORMAL, under which a power cut may lose what a screen already called saved.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    const version = schemaVersion(db);
    if (version > 0 && version < latestVersion()) backUpNow(db, file, nowMs);
    migrate(db, MIGRATIONS);
    guard = guardFiles({
      db,
      file,
      nowMs: options.nowMs,
      folderLock: options.folderLock ?? (() => 'held'),
      log,
    });
    commitCount = countCommits(db, { note, guard, nowMs: options.nowMs });
    if (recovery) {
      transaction(db, () => {
        countOnFrom(db, { count: noted?.count ?? 0, nowMs });
        if (!recovery.mayLackCommits) return;
        doubtUnfinishedRows(db, nowMs);
        doubtUnfinishedPrintJobs(db, nowMs);
      });
    }
    rememberKey(file, key);
    if (isPlain(file)) {
      throw new StoreRefused('cannot-read', 'the database would be written without encryption');
    }
  } catch (thrown) {
    db.close();
    note.close();
    throw thrown;
  }
  log.info('store opened', { schema: schemaVersion(db), recovered: recovery !== null });
  const emptyLog = emptyLogInPauses(db, commitCount);
  const found = recovery ? [{ id: `${recovery.notice.kind}-${nowMs}`, ...recovery.notice }] : [];
  let backedUp = recovery === null && listBackups(file).length > 0;
  return {
    db,
    file,
    get notices() {
      const running = guard.notice();
      return running ? [...found, running] : found;
    },
    look() {
      const changed = guard.look();
      if (guard.isLost()) return changed;
      note.settle();
      emptyLog();
      return changed;
    },
    isLost: () => guard.isLost(),
    isBackedUp: () => backedUp,
    async backUp() {
      // A copy of whatever lies in its place would push out a good one.
      guard.check();
      const backup = await backUpInBackground(db, { file, key, nowMs: options.nowMs() });
      backedUp = true;
      return backup;
    },
    close() {
      if (db.open) db.close();
      note.close();
    },
  };
}
