// Tells whether a path still leads to the same file.
import { statSync } from 'node:fs';

/**
 * A text that identifies the file at this path; null when there is no file, or the system cannot say, as where a drive of the network
 * has gone. It differs after another file was put there. It can be relied on while the first file is open, because the system then
 * gives its number to no other file.
 */
export function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null;
  }
}
