// Lets SQLite write its log and the log's index beside a database that it may write.
import { chmodSync, statSync } from 'node:fs';

const OWNER_WRITES = 0o200;

/**
 * SQLite gives both the mode that the database has when it makes them, and takes them as they lie there later. Made while the database was
 * read-only, they would keep it so after it was made writable again, for good: the index stays behind when such a database is closed.
 */
export function letLogBeWritten(file: string): void {
  const mode = modeOf(file);
  if (mode === null || (mode & OWNER_WRITES) === 0) return;
  for (const path of [`${file}-wal`, `${file}-shm`]) {
    const found = modeOf(path);
    if (found === null || (found & OWNER_WRITES) !== 0) continue;
    try {
      chmodSync(path, mode);
    } catch {
      // It belongs to another account. The first write says that nothing can be saved.
    }
  }
}

function modeOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? found.mode & 0o777 : null;
}
