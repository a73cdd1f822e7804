// A lock that the operating system itself drops when its holder ends, however it ends.
import Database from 'better-sqlite3-multiple-ciphers';
import { identityOf } from './file-identity.ts';

/** `taken-again`: the file had been removed or exchanged, and the one that is there now is locked instead. */
export type LockState = 'held' | 'taken-again' | 'lost';

export interface ExclusiveLock {
  /**
   * Whether the file at the path is still the one that is locked. Somebody who removes it lets a second holder in; so it is
   * made and taken again at once. `lost`: somebody else has it.
   */
  look(): LockState;
  release(): void;
}

/**
 * Takes the lock that lives in `file` (made when missing; nothing is ever written to it). SQLite's own file locks are
 * used because they hold on every platform, between containers that share a folder, and leave nothing behind after a
 * kill: there is no stale lock to recognise, and of two that start at once exactly one gets it.
 * Waits up to `waitMs`, blocking. Null: somebody else has it.
 *
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
        // A lock file that cannot be opened, for example because its folder is gone, is nobody's.
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
    // Nothing is written, so there is nothing to roll back: no journal file beside the lock.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}
