// Opens the encrypted store: checks the database, replaces it by a copy if it is damaged, and runs the missing
// migrations. Files that are replaced are renamed and never deleted, because somebody may still need them.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFAULT_TIME_ZONE } from '../../domain/site-time.ts';
import {
  backUpInBackground,
  backUpNow,
  listBackups,
  newestBackupCount,
  newestBackupMs,
} from './db/backup.ts';
import { fencedWords } from './copy/copy-words.ts';
import { readCopyState } from './copy/copy-state.ts';
import { countCommit, countOnFrom, lastCommit } from './db/commit-count.ts';
import { isCopied, openCommitNote, readCommitNote } from './db/commit-note.ts';
import type { CommitNote } from './db/commit-note.ts';
import { connect, isDamage } from './db/connect.ts';
import { transaction, watchCommits } from './db/database.ts';
import type { Db } from './db/database.ts';
import type { LockState } from './db/exclusive-lock.ts';
import { offerFilling } from './db/filling.ts';
import { checkOnThread } from './db/file-thread.ts';
import { faultIn, isPlain, latestVersion } from './db/inspect.ts';
import { leaveInOrder, takeLeftInOrder } from './db/left-in-order.ts';
import { migrate, schemaVersion } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/index.ts';
import { letInWords } from './desk/let-in-words.ts';
import { doubtUnfinishedPrintJobs } from './desk/print-jobs.ts';
import { doubtUnfinishedRows } from './outbox/outbox-recovery.ts';
import { guardFiles } from './file-guard.ts';
import type { FileGuard, GuardNotice } from './file-guard.ts';
import { refuseUnreadableNote, refuseWrongKey, sizeOf, StoreRefused, troubleOf } from './judge-file.ts';
import type { JudgedFile } from './judge-file.ts';
import { rememberKey } from './key-check.ts';
import { copiedHere, forgetCopies, recover } from './recover.ts';
import {
  forgetRecoveryNote,
  isToldAgain,
  noteRecovery,
  readRecoveryNote,
  unfinishedRecovery,
} from './recovery-note.ts';
import type { NotedRecovery, Recovery } from './recovery-note.ts';

export { StoreRefused } from './judge-file.ts';
export { transaction } from './db/database.ts';
export type { Db } from './db/database.ts';

export interface StoreNotice {
  readonly id: string;
  readonly kind: Recovery['notice']['kind'] | GuardNotice['kind'] | 'store-damaged';
  /** For a person: what was found, where the old files are kept, and which copy the desk uses now. */
  readonly detail: string;
}

/** The open store. Functions of core/store take its `db`. */
export interface Store {
  readonly db: Db;
  readonly file: string;
  readonly notices: readonly StoreNotice[];
  /**
   * Call it every few seconds. It notices files that were removed or exchanged while the desk runs and repairs what it
   * can, asks the disk to keep the note of the last commit, and writes SQLite's log into the database when nobody
   * works. Returns true when {@link isLost} or the notices have changed. `isDiskStuck`: nothing could be written when it was tried last.
   */
  look(isDiskStuck?: boolean): boolean;
  /** True while nothing can be saved, because the open database is not the file in the data folder any more. */
  isLost(): boolean;
  /** Nothing is saved any more, and {@link notices} say why: another machine is the site desk. */
  fence(detail: string): void;
  /** Calls `listener` after each commit that has changed something; the returned function ends it. It must not throw. */
  onCommit(listener: () => void): () => void;
  /** False until the first backup was made. False again after a recovery, until the next backup. */
  isBackedUp(): boolean;
  /** When the newest backup was made, by the clock of then, in milliseconds since the epoch; null when there is none. */
  backedUpAtMs(): number | null;
  /**
   * Makes a backup beside the file, on another thread; the newest three backups are kept. Resolves with its path, and
   * rejects when the database was lost or the disk refuses the backup.
   */
  backUp(): Promise<string>;
  /**
   * Reads the file through on another thread where opening it did not: the last desk closed it in order. Resolves with true when it is
   * damaged, which {@link notices} say then; the next start replaces it, by a copy that was made now where that went. Rejects when it
   * could not be read through.
   */
  check(): Promise<boolean>;
  close(): void;
}

export interface StoreOptions extends JudgedFile {
  /** The time now, in milliseconds since the epoch; for the names of backups and of files that are set aside. */
  readonly nowMs: () => number;
  /** The site's time zone, for the time in a notice since when work may be missing. */
  readonly timeZone?: string;
  /** Whether this desk still holds the lock of the data folder. Without it the lock counts as held. */
  readonly folderLock?: () => LockState;
  /** See `GuardedFiles`. The store must be closed then, and opened with `wereAway`. */
  readonly onBack?: (() => void) | undefined;
  readonly wereAway?: boolean | undefined;
}

/**
 * From now on every commit of something that must be kept is counted in the database and noted beside it. The files are checked before and after each
 * commit: when the database is not in its place, the work fails, because the next start would not find what was saved.
 * Returns a function that tells the number of the last commit.
 */
function countCommits(
  db: Db,
  {
    note,
    guard,
    nowMs,
    listeners,
  }: { note: CommitNote; guard: FileGuard; nowMs: () => number; listeners: ReadonlySet<() => void> },
): () => number {
  let counted = lastCommit(db);
  watchCommits(db, {
    beforeCommit(what) {
      guard.check();
      // What can be read again may be missing after a power cut; counted, it would look like a loss then.
      if (what === 'kept') counted = countCommit(db, nowMs());
    },
    afterCommit(what) {
      guard.check();
      if (what === 'kept') note.write(counted);
      for (const listener of listeners) listener();
    },
  });
  return () => counted.count;
}

/**
 * Returns a function that writes SQLite's log into the database when nothing was saved since its last call. Should the
 * log be lost later, only little is lost with it.
 */
function emptyLogInPauses(db: Db, commitCount: () => number): () => void {
  let countAtLastCall = commitCount();
  let countInFile = -1;
  return () => {
    const count = commitCount();
    if (count === countAtLastCall && count !== countInFile) {
      db.pragma('wal_checkpoint(PASSIVE)');
      countInFile = count;
    }
    countAtLastCall = count;
  };
}

/** What people are told of a recovery, and of whoever may be let in though they were kept out since. */
function noticeOf(
  { recovery: { notice, mayLackCommits }, atMs }: Pick<NotedRecovery, 'recovery' | 'atMs'>,
  db: Db,
): StoreNotice {
  const { kind, detail } = notice;
  return { id: `${kind}-${atMs}`, kind, detail: mayLackCommits ? detail + letInWords(db) : detail };
}

/**
 * Opens or makes the store. A database that is missing although there was one, is damaged, or lacks commits that were
 * noted beside it, is renamed out of the way and replaced by the newest sound copy; `notices` of the store say so.
 *
 * @throws {@link StoreRefused}, with the file unchanged, when the key is wrong, a newer version of the desk wrote the
 *   file, or it cannot be read
 * @example
 *     const store = openStore({ file: '/data/desk-training.db', key, nowMs: () => clock.nowMs(), log });
 *     listVisits(store.db, 'main', '2026-11-20');
 *     store.close();
 */
export function openStore(options: StoreOptions): Store {
  const { file, key, log } = options;
  const nowMs = options.nowMs();
  mkdirSync(dirname(file), { recursive: true });
  refuseWrongKey(options);
  refuseUnreadableNote(options);
  const wasLeftInOrder = takeLeftInOrder(file);
  const trouble = troubleOf(options, wasLeftInOrder);
  const noted = readCommitNote(file);
  const timeZone = options.timeZone ?? DEFAULT_TIME_ZONE;
  const copied = isCopied(file);
  const before = trouble === null ? readRecoveryNote(file) : null;
  const recovery =
    trouble !== null
      ? recover(trouble, { file, key, nowMs, timeZone, noted, isCopied: copied })
      : (unfinishedRecovery(before, copied) ?? (copied ? copiedHere({ noted, timeZone }) : null));
  if (trouble === null && sizeOf(file) > 0) forgetCopies(file);
  if (recovery) log.error('store recovered', { kind: recovery.notice.kind, detail: recovery.notice.detail });

  const note = openCommitNote(file, log);
  const db = connect(file, key);
  const listeners = new Set<() => void>();
  let guard: FileGuard;
  let commitCount: () => number;
  try {
    db.pragma('journal_mode = WAL');
    // In WAL mode this driver's default is NORMAL: a power cut may then lose what a screen already called saved.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    const version = schemaVersion(db);
    if (version > 0 && version < latestVersion()) backUpNow(db, { file, nowMs, log });
    migrate(db, MIGRATIONS);
    guard = guardFiles({
      db,
      file,
      nowMs: options.nowMs,
      folderLock: options.folderLock ?? (() => 'held'),
      log,
      onBack: options.onBack ?? null,
      // What was lost with it is said by a word of its own.
      wereAway: options.wereAway === true && recovery === null,
    });
    commitCount = countCommits(db, { note, guard, nowMs: options.nowMs, listeners });
    if (recovery) {
      transaction(db, () => {
        // Of backups the highest number counts as the newest, also of those that cannot be read.
        countOnFrom(db, { count: Math.max(noted?.count ?? 0, newestBackupCount(file)), nowMs });
        if (!recovery.mayLackCommits) return;
        doubtUnfinishedRows(db, nowMs);
        doubtUnfinishedPrintJobs(db, {
          nowMs,
          why: 'restored from a backup; it may have been printed since',
        });
      });
    }
    if (recovery) noteRecovery(file, { recovery, atMs: nowMs, isDone: true });
    rememberKey(file, key);
    const { fenced = null } = readCopyState(db) ?? {};
    if (fenced) guard.fence(fencedWords(fenced, { db, timeZone }));
    if (isPlain(file)) {
      throw new StoreRefused('cannot-read', 'the database is not encrypted, so nothing may be saved in it');
    }
  } catch (thrown) {
    db.close();
    note.close();
    throw thrown;
  }
  log.info('store opened', { schema: schemaVersion(db), recovered: recovery !== null });
  offerFilling(db, { file, key, check: () => guard.check(), log });
  const emptyLog = emptyLogInPauses(db, commitCount);
  const told = recovery ? { recovery, atMs: nowMs } : before && isToldAgain(before, nowMs) ? before : null;
  const found = told ? [noticeOf(told, db)] : [];
  let isTold = false;
  let backedUp = recovery === null && listBackups(file).length > 0;
  let isChecked = !wasLeftInOrder;
  let damaged: StoreNotice | null = null;
  /** Found since the last look: a backup that finds it tells nobody. */
  let isDamageNew = false;
  const sayDamaged = (why: string): void => {
    log.error('the database is damaged', { why });
    isDamageNew ||= damaged === null;
    damaged ??= {
      id: `store-damaged-${options.nowMs()}`,
      kind: 'store-damaged',
      detail: `The file ${file} cannot be read through any more (${why}). When Drawdesk is started again, it sets that file aside and goes on with the newest whole copy.`,
    };
  };
  const backUp = async (): Promise<string> => {
    // A backup of a file that somebody put in its place would remove a good backup.
    guard.check();
    const backup = await backUpInBackground(db, { file, key, nowMs: options.nowMs(), log }).catch(
      (thrown: unknown) => {
        if (isDamage(thrown)) sayDamaged((thrown as Error).message);
        throw thrown;
      },
    );
    backedUp = true;
    return backup;
  };
  return {
    db,
    file,
    get notices() {
      isTold = true;
      return [...found, guard.notice(), damaged].filter((notice) => notice !== null);
    },
    look(isDiskStuck) {
      const changed = guard.look(isDiskStuck) || isDamageNew;
      isDamageNew = false;
      if (guard.isLost()) return changed;
      note.settle();
      emptyLog();
      return changed;
    },
    isLost: () => guard.isLost(),
    fence: (detail) => guard.fence(detail),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isBackedUp: () => backedUp,
    backedUpAtMs: () => newestBackupMs(file),
    backUp,
    async check() {
      if (isChecked) return false;
      guard.check();
      const fault = await checkOnThread(db, { file, key }).then(faultIn, (thrown: unknown) => {
        if (isDamage(thrown)) return (thrown as Error).message;
        throw thrown;
      });
      isChecked = true;
      if (fault === null) return false;
      sayDamaged(fault);
      // Where only what finds the records is damaged, the next start goes on with this copy, and nothing is missing.
      await backUp().catch((thrown: unknown) =>
        log.error('the damaged database could not be copied', { error: String(thrown) }),
      );
      return true;
    },
    close() {
      // A desk that could not go on with a damaged file closes as well: the next start must read that through.
      const isGone = guard.isLost();
      const isInOrder = db.open && isChecked && damaged === null && !isGone;
      if (db.open) db.close();
      note.close();
      // A start that went no further than this has told nobody.
      if (isTold && !isGone) forgetRecoveryNote(file);
      if (isInOrder) leaveInOrder(file);
    },
  };
}
