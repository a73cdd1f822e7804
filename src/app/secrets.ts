// The keys that encrypt the data of a folder, and how they are protected. The file `keys.json` in the folder records
// it.
import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile } from '../adapters/private-file.ts';
import { WITHOUT_COMPILING } from '../contract/without-compiling.ts';
import type { Secrets } from '../core/ports/machine.ts';
import { writeDurably } from '../core/store/db/durable-file.ts';
import { encryptedFiles } from './data-files.ts';
import { StartProblem } from './start-problem.ts';

const KEY_BYTES = 32;

/** Training data is invented; live data belongs to real patients. The two have different keys. */
export type DeskMode = 'training' | 'live';

/**
 * How a key is protected. `file`: not encrypted, in a file that only its owner can read; for training data. The others:
 * encrypted with something that is not in the folder.
 */
export type GuardName = 'file' | 'passphrase' | 'operating-system';

/** One way to protect a key. The result of `wrap` is kept in `keys.json` and given to `unwrap` at the next start. */
export interface KeyGuard {
  readonly name: GuardName;
  wrap(key: Uint8Array): Promise<unknown>;
  /** @throws StartProblem when the key cannot be decrypted, for example because the passphrase is wrong */
  unwrap(wrapped: unknown): Promise<UnwrappedKey>;
}

export interface UnwrappedKey {
  readonly key: Uint8Array;
  /** A new wrapped form that should replace the old one in `keys.json`; null when the old one is still good. */
  readonly rewrapped: unknown;
}

/** There is no key yet, and `readOnly` forbids to make one. */
export class KeyMissing extends StartProblem {}

const keyRecord = z.strictObject({
  guard: z.enum(['file', 'passphrase', 'operating-system']),
  wrapped: z.unknown(),
});
const keysFile = z.strictObject({
  version: z.literal(1),
  training: keyRecord.optional(),
  live: keyRecord.optional(),
});
type KeysFile = z.infer<typeof keysFile>;

const GUARD_WORDS: Readonly<Record<GuardName, string>> = {
  file: 'kept in a file',
  passphrase: 'guarded by a passphrase (start it with --host=web)',
  'operating-system': "kept in this account's key store (start the desktop app)",
};

/** Training data is invented, so its key may lie in the folder. Every host can then open it. */
const fileGuard: KeyGuard = {
  name: 'file',
  wrap: async (key) => Buffer.from(key).toString('base64'),
  unwrap: async (wrapped) => ({ key: Buffer.from(String(wrapped), 'base64'), rewrapped: null }),
};

export interface SecretsOptions {
  readonly folder: string;
  readonly mode: DeskMode;
  readonly liveGuard: KeyGuard;
  /** True when the caller has not locked the folder: then no key is made and `keys.json` is not written. */
  readonly readOnly?: boolean;
}

/**
 * The secrets of a data folder in one mode. A training key is kept in the file; a live key is encrypted by `liveGuard`.
 * The key is made at its first use. The guard is asked only once, so a person types the passphrase only once.
 */
export function openSecrets(options: SecretsOptions): Secrets {
  const guard = options.mode === 'training' ? fileGuard : options.liveGuard;
  let key: Promise<Uint8Array> | null = null;
  return {
    databaseKey: () => (key ??= findOrMakeKey(options, guard)),
  };
}

/** A key of 32 bytes for one purpose; the database's key cannot be computed from it. */
export function derivedKey(databaseKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', databaseKey, '', `drawdesk ${purpose}`, 32));
}

/**
 * The key of this folder's training data, which whoever may read the folder has; null: nobody has trained here.
 *
 * @throws StartProblem when `keys.json` is damaged
 */
export async function trainingKeyIn(folder: string): Promise<Uint8Array | null> {
  const { training } = await readKeys(join(folder, 'keys.json'));
  return training ? (await fileGuard.unwrap(training.wrapped)).key : null;
}

async function findOrMakeKey(options: SecretsOptions, guard: KeyGuard): Promise<Uint8Array> {
  const { folder, mode, readOnly = false } = options;
  const file = join(folder, 'keys.json');
  const keys = await readKeys(file);
  const record = keys[mode];
  if (!record) {
    refuseOverData(folder, mode);
    if (readOnly) throw new KeyMissing(`${file} has no key for ${mode} data.`);
    const key = randomBytes(KEY_BYTES);
    const made = { guard: guard.name, wrapped: await guard.wrap(key) };
    writeKeys(file, { ...keys, [mode]: made });
    return key;
  }
  if (record.guard !== guard.name) {
    throw new StartProblem(`The key of this data folder's ${mode} data is ${GUARD_WORDS[record.guard]}.`);
  }
  const { key, rewrapped } = await guard.unwrap(record.wrapped);
  if (key.length !== KEY_BYTES) throw damaged(file);
  if (rewrapped !== null && !readOnly) {
    try {
      writeKeys(file, { ...keys, [mode]: { ...record, wrapped: rewrapped } });
    } catch {
      // With a full disk the desk opens nevertheless: the old record stays, and the next start tries again.
    }
  }
  return key;
}

function writeKeys(file: string, keys: KeysFile): void {
  writeDurably(file, `${JSON.stringify(keys, null, 2)}\n`);
}

async function readKeys(file: string): Promise<KeysFile> {
  const content = await readPrivateFile(file);
  if (!content) return { version: 1 };
  try {
    return keysFile.parse(JSON.parse(Buffer.from(content).toString('utf8')), WITHOUT_COMPILING);
  } catch (cause) {
    throw damaged(file, cause);
  }
}

/**
 * Refuses to make a new key when the folder has data already. The new key could not open that data, and it would be in
 * the place to which the lost key must be restored.
 */
function refuseOverData(folder: string, mode: DeskMode): void {
  const [file] = encryptedFiles(folder, mode);
  if (file === undefined) return;
  throw new StartProblem(
    `${join(folder, 'keys.json')} has no key for the ${mode} data that is in this folder (${file}), which only its own key opens. Nothing was changed. Restore keys.json from a backup of this folder; or choose an empty folder with --data-dir.`,
  );
}

/**
 * The error for a damaged file. The file is never replaced by a new one, because the data would then be lost for good.
 */
function damaged(file: string, cause?: unknown): StartProblem {
  return new StartProblem(`${file} is damaged or of a newer version; restore it from a backup.`, { cause });
}
