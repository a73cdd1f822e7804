// Which file a path leads to now.
import { statSync } from 'node:fs';

/**
 * Differs when another file was put in the place of the one before; null when there is none. As long as somebody has the
 * first one open, the system gives its number to no other file.
 */
export function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
