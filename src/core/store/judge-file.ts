// Judges a database file before it is opened for work: whether it can be opened as it is, what is wrong with it, and whether it must be left
// alone.
import { existsSync, statSync } from 'node:fs';
import { errorCode } from '../../domain/error-code.ts';
import { AppException, storageCorrupt } from '../../domain/app-error.ts';
import type { Log } from '../ports/machine.ts';
import { listBackups, newestBackupCount } from './db/backup.ts';
import { makeCommitNoteReadable, readCommitNote } from './db/commit-note.ts';
import { inspect, latestVersion } from './db/inspect.ts';
import type { Health } from './db/inspect.ts';
import { hasKeyCheck, isNotedKey } from './key-check.ts';
import type { StoreTrouble } from './recover.ts';

export interface JudgedFile {
  readonly file: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly log: Log;
}

/** The store was not opened, and its file is unchanged. The host chooses its words by `reason`. */
export class StoreRefused extends AppException {
  readonly reason: 'newer-schema' | 'wrong-key' | 'cannot-read';

  constructor(reason: StoreRefused['reason'], detail: string, options?: { cause?: unknown }) {
    super(storageCorrupt(null, detail), options);
    this.name = 'StoreRefused';
    this.reason = reason;
  }
}

/** Of the file in bytes; 0 where there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** As where somebody with another account, or root, has put the files there. */
export function whyNotRead(thrown: unknown, file: string): string {
  const code = errorCode(thrown);
  return code === 'EACCES' || code === 'EPERM'
    ? `this account may not read ${file}. Have it, and what lies beside it under its name, made this account’s own, then start again; nothing was changed`
    : String(thrown);
}

/** Whether the database is sound. Null when there is no file or an empty one. */
function healthOf({ file, key }: JudgedFile, wasLeftInOrder: boolean): Health | null {
  if (sizeOf(file) === 0) return null;
  if (!statSync(file).isFile()) {
    throw new StoreRefused('cannot-read', `the database cannot be read: ${file} is not a file`);
  }
  try {
    return inspect(file, key, wasLeftInOrder ? null : 'quick_check');
  } catch (thrown) {
    throw new StoreRefused('cannot-read', `the database cannot be read: ${whyNotRead(thrown, file)}`, {
      cause: thrown,
    });
  }
}

/**
 * @throws {@link StoreRefused} when the key is not the one that the database was made with. Without a key check a wrong key looks like a
 * damaged file; then the file is only renamed, and can be put back.
 */
export function refuseWrongKey({ file, key }: JudgedFile): void {
  if (isNotedKey(file, key)) return;
  // There is nothing that the other key could open, so this key may be used from now on.
  if (sizeOf(file) + sizeOf(`${file}-wal`) === 0 && listBackups(file).length === 0) return;
  throw new StoreRefused(
    'wrong-key',
    `another key made the database ${file}: put back the keys.json that belongs to it; nothing was changed`,
  );
}

/** @throws {@link StoreRefused} when nobody could tell whether what was saved last is missing. */
export function refuseUnreadableNote({ file }: JudgedFile): void {
  try {
    makeCommitNoteReadable(file);
  } catch (thrown) {
    throw new StoreRefused(
      'cannot-read',
      `the note of the last change, ${file}.last-commit, cannot be read: ${whyNotRead(thrown, 'it')}`,
      { cause: thrown },
    );
  }
}

/** What lies beside the file and shows that there was a database, in words. */
function proofsOfDatabase(file: string): string[] {
  return [
    ...(hasKeyCheck(file) ? ['its key check'] : []),
    ...(readCommitNote(file) ? ['the note of its last change'] : []),
    ...(listBackups(file).length > 0 ? ['a backup'] : []),
  ];
}

function whyNone(file: string): string {
  if (!existsSync(file)) return 'the file is missing';
  return sizeOf(file) === 0 ? 'the file is empty' : 'the file has no tables';
}

/** What is wrong with the database, judged by the files beside it too. Null when it can be opened as it is. */
export function troubleOf(options: JudgedFile, wasLeftInOrder: boolean): StoreTrouble | null {
  const { file } = options;
  const health = healthOf(options, wasLeftInOrder);
  // A database without tables counts as missing: everything was still in its log, and the log was removed.
  if (health === null || (health.kind === 'sound' && health.version === 0)) {
    const log = health === null && sizeOf(`${file}-wal`) > 0 ? ['its log'] : [];
    const proofs = [...proofsOfDatabase(file), ...log];
    return proofs.length > 0 ? { kind: 'missing', why: whyNone(file), proofs } : null;
  }
  if (health.kind === 'damaged') return health;
  if (health.version > latestVersion()) {
    throw new StoreRefused(
      'newer-schema',
      `a newer version of Drawdesk made the database ${file} (schema ${health.version}, this one knows ${latestVersion()}): start that version again; nothing was changed`,
    );
  }
  const noted = readCommitNote(file);
  if (noted === null && health.commit.count > 0) {
    options.log.warn(
      'the note of the last commit is missing, so lost commits would not be noticed at this start',
    );
  }
  // An older copy may have brought its own note along. A later backup beside it tells of what it lacks.
  const known = Math.max(noted?.count ?? 0, newestBackupCount(file));
  return health.commit.count < known ? { kind: 'behind' } : null;
}
