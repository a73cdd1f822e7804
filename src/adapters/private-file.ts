// Small files that only their owner may read.
import { readFile, stat } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';
import { AppException, forbidden } from '../domain/app-error.ts';

/**
 * Reads a file that only its owner may read. Returns its bytes, or null when there is no such file.
 *
 * @throws AppException `forbidden` when it belongs to another account, or other accounts may read or change it
 */
export async function readPrivateFile(file: string): Promise<Uint8Array | null> {
  try {
    const { mode, uid } = await stat(file);
    // Windows has no such owner and mode; there the access list of the folder protects the file.
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
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
