// A small file that is on the disk, whole, when the call returns; or is as it was.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes `content` for its owner only. Whatever stops it, the file has its old content or the new, never a part. */
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

/** A rename is lasting once its folder is on the disk. Windows has no such call and does it by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
