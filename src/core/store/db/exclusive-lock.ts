// A lock on a file. The operating system releases it when the process that holds it ends, also when it is killed.
import Database from 'better-sqlite3-multiple-ciphers';
import { identityOf } from './file-identity.ts';

/** `taken-again`: the file was removed or exchanged, and the file that has its name now was locked instead. */
export type LockState = 'held' | 'taken-again' | 'lost';

export interface ExclusiveLock {
  /**
   * Checks that the file at the path is still the locked one. If it was removed, another process could lock a new file
   * of that name, so it is made and locked again at once. `lost`: another process has the lock.
   */
  look(): LockState;
  release(): void;
}

/**
 * Takes the lock on `file`, which is made when it is missing; nothing is ever written to it. SQLite's file locks are
 * used because they work on every platform and between containers that share a folder, and end with the process: no old
 * lock is left behind, and of two processes that start at once exactly one gets it.
 *
 * @param waitMs how long the call blocks while another process has the lock, in milliseconds
 * @returns null when another process has the lock
 * @throws an error with SQLite's code when the file cannot be opened
 */
export function takeExclusiveLock(file: string, waitMs = 0): ExclusiveLock | null {
  const first = lockedFile(file, waitMs);
  if (!first) return null;
  let locked = first;
  let identity = identityOf(file);

  const takeAgain = (): LockState => {
    const again = lockedFile(file, 0);
    if (!again) return 'lost';
    locked.close();
    locked = again;
    identity = identityOf(file);
    return 'taken-again';
  };

  return {
    look() {
      if (identity !== null && identityOf(file) === identity) return 'held';
      try {
        return takeAgain();
      } catch {
        // The lock file cannot be opened, for example because its folder is gone, so this desk does not hold it.
        return 'lost';
      }
    },
    release: () => {
      if (locked.open) locked.close();
    },
  };
}

function lockedFile(file: string, waitMs: number): Database.Database | null {
  const database = new Database(file, { timeout: waitMs });
  try {
    // Nothing is written, so no journal file is needed beside the lock.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}
