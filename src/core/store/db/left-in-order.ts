// How the database lay on the disk when its desk closed it in order. Reading a file of years through takes longer than all else of a start,
// so a start leaves that for later where nothing has touched the file since.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { writeDurably } from './durable-file.ts';

const noteFile = (file: string): string => `${file}.left-in-order`;

/** Whoever writes into a file changes its times, and nobody can set the second of them (`ctime`). */
function lookOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeNs} ${found.ctimeNs}\n` : null;
}

/**
 * Whether the file is as the last desk left it when it closed in order: sound then, and its log written into it. The note of that is
 * taken away, so that a desk that is killed, or a power cut, leaves none.
 */
export function takeLeftInOrder(file: string): boolean {
  let noted: string;
  try {
    noted = readFileSync(noteFile(file), 'utf8');
    rmSync(noteFile(file));
  } catch {
    return false;
  }
  // A log beside it was written by whoever opened the database since. Where a power cut brought the note back, it shows that.
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return !hasLog && noted === lookOf(file);
}

/** To be called when the database was closed. Where it cannot be written, the next start reads the file through. */
export function leaveInOrder(file: string): void {
  try {
    const look = lookOf(file);
    if (look !== null) writeDurably(noteFile(file), look);
  } catch {
    // As on a full disk: see above.
  }
}
