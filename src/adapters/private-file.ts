// Small files that only their owner may read.
import { readFile, stat } from 'node:fs/promises';
import { AppException, forbidden } from '../domain/app-error.ts';

/**
 * The file's bytes, or null when there is none.
 *
 * @throws AppException `forbidden` when it is another account's, or other accounts of the machine may read or change it
 */
export async function readPrivateFile(file: string): Promise<Uint8Array | null> {
  try {
    const { mode, uid } = await stat(file);
    // Windows has neither; there the folder's own access list guards the file.
    const own = process.getuid?.();
    if (own !== undefined && uid !== own) {
      throw new AppException(forbidden(`${file} belongs to another account of this machine.`));
    }
    if (own !== undefined && (mode & 0o077) !== 0) {
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
