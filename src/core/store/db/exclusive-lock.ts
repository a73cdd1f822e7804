// A lock that the operating system itself drops when its holder ends, however it ends.
import Database from 'better-sqlite3-multiple-ciphers';

export interface ExclusiveLock {
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
  const database = new Database(file, { timeout: waitMs });
  try {
    // Nothing is written, so there is nothing to roll back: no journal file beside the lock.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return {
    release: () => {
      if (database.open) database.close();
    },
  };
}
