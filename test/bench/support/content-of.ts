// Reads a file that another process may not have written yet.
import { readFileSync } from 'node:fs';

/** Empty while there is no such file. */
export function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
