// Notices that the database, its log or the folder's lock was removed or exchanged while the desk runs. Anything saved
// after that would go into a file that has no name any more, and the next start would not find it.
import { errorCode } from '../../domain/error-code.ts';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../ports/machine.ts';
import { backUpNow, setLogAside } from './db/backup.ts';
import { lastCommit } from './db/commit-count.ts';
import type { Db } from './db/database.ts';
import type { LockState } from './db/exclusive-lock.ts';
import { identityOf, originOf } from './db/file-identity.ts';
import { schemaVersion } from './db/migrate.ts';
import { StoreLost } from './db/store-lost.ts';

export interface GuardNotice {
  readonly id: string;
  readonly kind: 'store-lost' | 'store-mended' | 'fenced';
  readonly detail: string;
}

export interface FileGuard {
  /** Throws {@link StoreLost} when the next start would not find what is committed now. Takes some microseconds. */
  check(): void;
  /**
   * Checks again and repairs what it can: it makes a new log when the log was removed, and copies the database, which
   * is still open, into a backup when its file was removed. Must not be called inside a transaction. Returns true when
   * {@link isLost} or the notice has changed. `isDiskStuck`: nothing could be written when it was tried last.
   */
  look(isDiskStuck?: boolean): boolean;
  isLost(): boolean;
  /**
   * From now on every check fails: another machine is the site desk, so nothing may be saved here. `detail` says so to a
   * person.
   */
  fence(detail: string): void;
  /** What a person should know; null while nothing has happened. */
  notice(): GuardNotice | null;
}

export interface GuardedFiles {
  readonly db: Db;
  readonly file: string;
  readonly nowMs: () => number;
  /** Whether this desk still holds the lock of the data folder. */
  readonly folderLock: () => LockState;
  readonly log: Log;
  /**
   * Called once when the files are in their place again, and what is open of them is of before, as where their disk was away: they must be
   * opened anew. Null where nobody can do that; a person is told to start the desk again then.
   */
  readonly onBack: (() => void) | null;
  /** They were opened anew for that. */
  readonly wereAway: boolean;
}

type Trouble = 'database' | 'log' | 'lock';

const TROUBLE_WORDS: Readonly<Record<Trouble, string>> = {
  database: 'the database file was removed or exchanged, or cannot be reached',
  log: 'the log of the database was removed or exchanged',
  lock: 'another desk has taken the data folder',
};

/** A disk that fails now and then is not one that was away: what is on it would be opened anew all the time. */
const OPENED_ANEW_AT_MOST_EVERY_MS = 60_000;
/** What a disk says that is there. */
const REFUSED_BY_DISK: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_READONLY']);

/** Whether the disk keeps what is written into a new file there, which is removed again. */
function takesWrites(probe: string): boolean {
  try {
    const handle = openSync(probe, 'w', 0o600);
    try {
      writeSync(handle, 'probe');
      fsyncSync(handle);
    } finally {
      closeSync(handle);
      rmSync(probe);
    }
    return true;
  } catch {
    return false;
  }
}

/** Guards the files of an open database. Call it after the first statement, because only that makes the log. */
export function guardFiles(options: GuardedFiles): FileGuard {
  const { db, file, nowMs, log } = options;
  const logFile = `${file}-wal`;
  const database = identityOf(file);
  const origin = originOf(file);
  let writeAheadLog = identityOf(logFile);
  let lost: Trouble | null = null;
  /** What stood at the path of the database when it could not be copied; undefined where it was copied, or is in its place. */
  let seenUncopied: string | null | undefined;
  let notice: GuardNotice | null = null;
  let fenced = false;
  const openedAtMs = nowMs();
  let isBack = false;

  function trouble(): Trouble | null {
    if (identityOf(file) !== database) return 'database';
    if (identityOf(logFile) !== writeAheadLog) return 'log';
    const lock = options.folderLock();
    if (lock === 'taken-again') log.error('the lock of the data folder was removed and has been taken again');
    return lock === 'lost' ? 'lock' : null;
  }

  const say = (kind: GuardNotice['kind'], detail: string): void => {
    notice = { id: `${kind}-${nowMs()}`, kind, detail };
  };

  if (options.wereAway) {
    say(
      'store-mended',
      'Its disk was away while the desk was running and is back, and its files were opened anew. Enter again what the desk refused to save meanwhile.',
    );
  }

  /**
   * Whether what is open still reaches the disk: that of one that was away does not, also once it is back. To read proves nothing, because the
   * system may have it in memory; so the version of the tables is written over itself.
   */
  function reachesDisk(): boolean {
    try {
      db.pragma(`user_version = ${schemaVersion(db)}`);
      return true;
    } catch (thrown) {
      return REFUSED_BY_DISK.has(errorCode(thrown) ?? '');
    }
  }

  /**
   * A disk that is plugged in again at once can have the number that it had before, so that each path leads to the file that it should: only
   * what was opened before fails, and what is opened now does not.
   */
  function wasAwayUnseen(): boolean {
    if (nowMs() - openedAtMs < OPENED_ANEW_AT_MOST_EVERY_MS || reachesDisk()) return false;
    return takesWrites(`${file}-probe`);
  }

  function sayBack(): void {
    isBack = true;
    log.error('the files of the database are back, and what is open of them is of the disk before');
    const whatNext = options.onBack ? 'Drawdesk opens them anew.' : adviceUncopied(true);
    say('store-lost', `${file}: its disk was away and is back. ${whatNext}`);
    options.onBack?.();
  }

  /**
   * SQLite still has the removed log open, so its content is not lost: leaving the log mode writes it into the
   * database, and entering that mode again makes a new log.
   */
  function mendLog(): boolean {
    try {
      setLogAside(file, nowMs());
      db.pragma('journal_mode = DELETE');
      db.pragma('journal_mode = WAL');
      lastCommit(db);
      writeAheadLog = identityOf(logFile);
    } catch (thrown) {
      log.error('the log of the database was removed, and no new one could be made', {
        error: String(thrown),
      });
      return false;
    }
    return trouble() === null;
  }

  /** The open files are whole, even when other files have their names now. The next start uses the copy made here. */
  function rescue(): string {
    seenUncopied = undefined;
    const isThere = identityOf(file);
    try {
      const backup = backUpNow(db, { file, nowMs: nowMs(), log });
      return `Everything that was saved until then is in the backup ${backup}. Close Drawdesk and start it again: it goes on with that backup.`;
    } catch (thrown) {
      log.error('the removed database could not be copied into a backup', { error: String(thrown) });
      seenUncopied = isThere;
      return adviceUncopied(isThere !== null);
    }
  }

  function adviceUncopied(isThere: boolean): string {
    const inMemory = 'what you see on the board is still in its memory.';
    // A disk that was away and is back: the files that are open are of the disk before, and the next start looks whether a commit is missing.
    if (isThere)
      return 'What is open of it cannot be read any more, as where its disk was away and is back. Close Drawdesk and start it again: it says so if anything that was saved is missing.';
    if (!existsSync(dirname(file)))
      return `Its whole folder is gone, as where a disk was unplugged: what was saved is there. Put it back or plug it in again, and do not close Drawdesk before: ${inMemory}`;
    return `What was saved until then could not be copied. Do not close Drawdesk, and call for help: ${inMemory}`;
  }

  function whatToDo(found: Trouble): string {
    return found === 'lock'
      ? 'Its lock file was removed, and another Drawdesk works with the same data now. Close one of the two, then start again.'
      : rescue();
  }

  return {
    check() {
      if (fenced) throw new StoreLost('another machine is the site desk now');
      const found = trouble();
      if (found !== null) throw new StoreLost(TROUBLE_WORDS[found]);
    },
    look(isDiskStuck = false) {
      if (fenced || isBack) return false;
      const found = trouble();
      if (found === null && lost === null) {
        if (!isDiskStuck || !wasAwayUnseen()) return false;
        lost = 'database';
        sayBack();
        return true;
      }
      if (found === null) {
        if (!reachesDisk()) {
          sayBack();
          return true;
        }
        lost = null;
        seenUncopied = undefined;
        say(
          'store-mended',
          'Its files were moved away or could not be reached while the desk was running, and are in their place again.',
        );
        log.error('the files of the database were moved away or out of reach and are in their place again');
        return true;
      }
      if (found === 'log' && mendLog()) {
        lost = null;
        say(
          'store-mended',
          'Its log (the file that ends in -wal) was removed while the desk was running. A new log was made. Enter again what the desk refused to save meanwhile.',
        );
        log.error(
          'the log of the database was removed, and a new one was made; nothing that was saved is lost',
        );
        return true;
      }
      // Another file at its place is not opened by itself: it may be a copy that is still being written, or an older one.
      if (found === 'database' && origin !== null && originOf(file) === origin) {
        lost = found;
        // Should the disk lack a commit of before, the next start has it from here.
        rescue();
        sayBack();
        return true;
      }
      const mayBeBack = seenUncopied !== undefined && identityOf(file) !== seenUncopied;
      if (found === lost && !mayBeBack) return false;
      lost = found;
      const detail = `${file}: ${TROUBLE_WORDS[found]}. ${whatToDo(found)}`;
      log.error('nothing can be saved: the database is not in its place any more', { detail });
      say('store-lost', detail);
      return true;
    },
    isLost: () => lost !== null || fenced,
    fence(detail) {
      fenced = true;
      say('fenced', detail);
      log.error('nothing is saved or sent any more: another machine is the site desk now');
    },
    notice: () => notice,
  };
}
