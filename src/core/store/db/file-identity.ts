// Tells whether a path still leads to the same file, while it is open and from one start to the next.
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

/**
 * A text that stays with a file for good, and that no copy of it has: its number, and when it was made. Null where there is no file, or
 * the system cannot say.
 */
export function originOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino.toString(36)}-${(found.birthtimeNs / 1_000_000n).toString(36)}` : null;
  } catch {
    return null;
  }
}

/**
 * Whether these two of {@link originOf} are of two files. Both parts must differ: some file systems number files anew, others do not keep
 * when they were made.
 */
export function areOfTwoFiles(one: string, other: string): boolean {
  const [number, madeAt] = one.split('-');
  const [otherNumber, otherMadeAt] = other.split('-');
  return number !== otherNumber && madeAt !== otherMadeAt;
}
