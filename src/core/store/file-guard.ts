// Notices that the database, its log or the folder's lock was removed or exchanged while the desk runs. What is written
// then would go into a file without a name, and nobody would find it at the next start.
import type { Log } from '../ports.ts';
import { backUpNow, setLogAside } from './db/backup.ts';
import { lastCommit } from './db/commit-count.ts';
import type { Db } from './db/database.ts';
import type { LockState } from './db/exclusive-lock.ts';
import { identityOf } from './db/file-identity.ts';
import { StoreLost } from './db/store-lost.ts';

export interface GuardNotice {
  readonly id: string;
  readonly kind: 'store-lost' | 'store-mended';
  readonly detail: string;
}

export interface FileGuard {
  /** Costs some microseconds. Throws {@link StoreLost} when what is committed now would not be found again. */
  check(): void;
  /**
   * Looks again, and does what can be done: what is still open is copied into a backup, a log that was removed is made
   * anew. Not inside a transaction. True when {@link isLost} or the notice has changed.
   */
  look(): boolean;
  isLost(): boolean;
  /** What a person should know of; null while nothing happened. */
  notice(): GuardNotice | null;
}

export interface GuardedFiles {
  readonly db: Db;
  readonly file: string;
  readonly nowMs: () => number;
  /** Whether the lock of the data folder is still this desk's. */
  readonly folderLock: () => LockState;
  readonly log: Log;
}

type Trouble = 'database' | 'log' | 'lock';

const TROUBLE_WORDS: Readonly<Record<Trouble, string>> = {
  database: 'the database file was removed or exchanged',
  log: 'the log of the database was removed or exchanged',
  lock: 'another desk has taken the data folder',
};

/** Guards files that are open now. The log exists from the first statement on. */
export function guardFiles(options: GuardedFiles): FileGuard {
  const { db, file, nowMs, log } = options;
  const logFile = `${file}-wal`;
  const database = identityOf(file);
  let writeAheadLog = identityOf(logFile);
  let lost: Trouble | null = null;
  let notice: GuardNotice | null = null;

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

  /** What the removed log held is still open here: it is written into the database, and a new log is begun. */
  function mendLog(): boolean {
    try {
      setLogAside(file, nowMs());
      db.pragma('journal_mode = DELETE');
      db.pragma('journal_mode = WAL');
      lastCommit(db);
      writeAheadLog = identityOf(logFile);
    } catch (thrown) {
      log.error('the log of the database could not be made anew', { error: String(thrown) });
      return false;
    }
    return trouble() === null;
  }

  /** The open files are whole, whatever their names lead to now: a copy is what the next start goes on with. */
  function rescue(): string {
    try {
      const backup = backUpNow(db, file, nowMs());
      return `Everything that was saved until then is in the backup ${backup}. Close Drawdesk and start it again: it goes on with that backup.`;
    } catch (thrown) {
      log.error('what is open could not be copied', { error: String(thrown) });
      return 'What was saved until then could not be copied. Do not close Drawdesk, and call for help: what you see on the board is still in its memory.';
    }
  }

  function whatToDo(found: Trouble): string {
    return found === 'lock'
      ? 'Its lock file was removed, and another Drawdesk works with the same data now. Close one of the two, then start again.'
      : rescue();
  }

  return {
    check() {
      const found = trouble();
      if (found !== null) throw new StoreLost(TROUBLE_WORDS[found]);
    },
    look() {
      const found = trouble();
      if (found === null && lost === null) return false;
      if (found === null) {
        lost = null;
        say(
          'store-mended',
          'Its files had been moved while the desk was running, and are in their place again.',
        );
        log.error('the files of the database are in their place again');
        return true;
      }
      if (found === 'log' && mendLog()) {
        lost = null;
        say(
          'store-mended',
          'Its log (the file that ends in -wal) was removed while the desk was running, and has been made anew. What the desk refused to save meanwhile must be entered again.',
        );
        log.error('the log of the database was removed and has been made anew');
        return true;
      }
      if (found === lost) return false;
      lost = found;
      const detail = `${file}: ${TROUBLE_WORDS[found]}. ${whatToDo(found)}`;
      log.error('the database is lost to this desk', { detail });
      say('store-lost', detail);
      return true;
    },
    isLost: () => lost !== null,
    notice: () => notice,
  };
}
