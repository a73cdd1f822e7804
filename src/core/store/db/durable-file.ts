// Writes a small file so that it is on the disk, complete, when the call returns. If it fails, the old file is
// unchanged.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes `content` into a file that only its owner can read. Even after a crash the file has its old content or all of
 * the new one.
 *
 * @throws the system's error, such as ENOSPC, when the disk does not take it
 */
export function writeDurably(file: string, content: string): void {
  const beside = join(dirname(file), `.${randomUUID()}`);
  try {
    const handle = openSync(beside, 'wx', 0o600);
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
  syncFolder(dirname(file));
}

/** Makes a rename in this folder survive a power cut. On Windows this needs no call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
