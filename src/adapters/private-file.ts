// Small files that only their owner may read.
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppException, forbidden } from '../domain/app-error.ts';

/**
 * The file's bytes, or null when there is none.
 *
 * @throws AppException `forbidden` when other accounts of the machine may read it
 */
export async function readPrivateFile(file: string): Promise<Uint8Array | null> {
  try {
    const { mode } = await stat(file);
    // Windows has no such bits; there the folder's own access list guards the file.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new AppException(
        forbidden(`${file} can be read by other accounts of this machine; make it private (chmod 600).`),
      );
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the whole file or nothing, and returns once it is on the disk. */
export async function writePrivateFile(file: string, content: Uint8Array | string): Promise<void> {
  const beside = join(dirname(file), `.${randomUUID()}`);
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}
