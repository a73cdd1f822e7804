// Protects the key of a live desk with the operating system's key store.
import { safeStorage } from 'electron';
import type { KeyGuard } from '../app/secrets.ts';
import { StartProblem } from '../app/start-problem.ts';

/**
 * Checks that a real key store is there. On Linux without one, Electron would encrypt with a password that is in its
 * public source code, which protects nothing.
 *
 * @throws StartProblem when there is no key store, or it is locked
 */
async function requireKeyStore(platform: NodeJS.Platform): Promise<void> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    throw new StartProblem("This account's key store is not available; unlock it and start again.");
  }
  if (platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) {
    throw new StartProblem(
      'This desktop has no key store (such as GNOME Keyring or KWallet), and a live desk needs one to guard its key. The browser (--host=web) uses a passphrase instead.',
    );
  }
}

const seal = async (text: string): Promise<string> =>
  (await safeStorage.encryptStringAsync(text)).toString('base64');

/**
 * With the key that the operating system uses from now on: it may not keep the one before for ever, and then nothing would open this
 * folder any more. Null where that fails: the old form has just been opened, and the next start tries again.
 */
const sealedAnew = (text: string): Promise<string | null> => seal(text).catch(() => null);

/** The guard that the desktop app uses in live mode. */
export function systemKeyGuard(platform: NodeJS.Platform = process.platform): KeyGuard {
  return {
    name: 'operating-system',
    async wrap(key) {
      await requireKeyStore(platform);
      return seal(Buffer.from(key).toString('base64'));
    },
    async unwrap(wrapped) {
      await requireKeyStore(platform);
      const { result, shouldReEncrypt } = await safeStorage
        .decryptStringAsync(Buffer.from(String(wrapped), 'base64'))
        .catch((cause: unknown) => {
          throw new StartProblem(
            "This account's key store does not open this data folder; it was made by another account or on another machine.",
            { cause },
          );
        });
      return {
        key: Buffer.from(result, 'base64'),
        rewrapped: shouldReEncrypt ? await sealedAnew(result) : null,
      };
    },
  };
}
