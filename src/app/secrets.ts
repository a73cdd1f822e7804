// Which key opens this data folder, and how that key is guarded. `keys.json` in the folder records the way.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile } from '../adapters/private-file.ts';
import type { Secrets } from '../core/ports.ts';
import { writeDurably } from '../core/store/db/durable-file.ts';
import { encryptedFiles } from './data-files.ts';
import { StartProblem } from './start-problem.ts';

const KEY_BYTES = 32;

export type DeskMode = 'training' | 'live';

/** `file`: as it is, readable by its owner only; for training data. The others: wrapped by something not in the folder. */
export type GuardName = 'file' | 'passphrase' | 'operating-system';

/** One way to guard a key at rest. What `wrap` returns is kept in `keys.json` and handed back to `unwrap`. */
export interface KeyGuard {
  readonly name: GuardName;
  wrap(key: Uint8Array): Promise<unknown>;
  /** @throws StartProblem when the key cannot be had, such as a wrong passphrase */
  unwrap(wrapped: unknown): Promise<UnwrappedKey>;
}

export interface UnwrappedKey {
  readonly key: Uint8Array;
  /** What to keep from now on in place of what was unwrapped; null where that is as good as ever. */
  readonly rewrapped: unknown;
}

/** For whoever may not make one. */
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

/** Training data belongs to nobody: its key may lie in the folder, so that every host can open it. */
const fileGuard: KeyGuard = {
  name: 'file',
  wrap: async (key) => Buffer.from(key).toString('base64'),
  unwrap: async (wrapped) => ({ key: Buffer.from(String(wrapped), 'base64'), rewrapped: null }),
};

export interface SecretsOptions {
  readonly folder: string;
  readonly mode: DeskMode;
  readonly liveGuard: KeyGuard;
  /** For whoever does not hold the folder: no key is made, none wrapped anew. */
  readonly readOnly?: boolean;
}

/**
 * The secrets of a data folder in one mode. Training keys lie in the file; live keys are wrapped by `liveGuard`. The key is made at first use and
 * asked of the guard once.
 */
export function openSecrets(options: SecretsOptions): Secrets {
  const guard = options.mode === 'training' ? fileGuard : options.liveGuard;
  let key: Promise<Uint8Array> | null = null;
  return {
    databaseKey: () => (key ??= findOrMakeKey(options, guard)),
  };
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
      // A full disk is no reason not to open: the old record stands, and the next unlocking tries again.
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
    return keysFile.parse(JSON.parse(Buffer.from(content).toString('utf8')));
  } catch (cause) {
    throw damaged(file, cause);
  }
}

/** A new key opens none of the data that is there, and would stand in the way of the right one's return. */
function refuseOverData(folder: string, mode: DeskMode): void {
  const [file] = encryptedFiles(folder, mode);
  if (file === undefined) return;
  throw new StartProblem(
    `${join(folder, 'keys.json')} has no key for the ${mode} data that is in this folder (${file}), which only its own key opens. Nothing was changed. Restore keys.json from a backup of this folder; or choose an empty folder with --data-dir.`,
  );
}

/** Never replaced by a new one: the data would be lost for good. */
function damaged(file: string, cause?: unknown): StartProblem {
  return new StartProblem(`${file} is damaged or of a newer version; restore it from a backup.`, { cause });
}
