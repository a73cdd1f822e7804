// The one way to open an encrypted database file. docs/decisions/030-encrypted-store.md gives the reasons for the
// ciphers.
import { statSync } from 'node:fs';
import Database from 'better-sqlite3-multiple-ciphers';
import { errorCode } from '../../../domain/error-code.ts';
import type { Db } from './database.ts';
import { letLogBeWritten } from './log-mode.ts';
import { StoreLost } from './store-lost.ts';

const KEY_BYTES = 32;

/**
 * The cipher of new databases first, then the one of databases that earlier versions made. A file keeps the cipher it was made
 * with, and so do its backups.
 */
const CIPHERS = ['aegis', 'chacha20'] as const;
type Cipher = (typeof CIPHERS)[number];

/**
 * The pragmas that every connection needs before its first statement, on whatever thread it is opened. The key is used
 * as it is, without derivation, because it is random. `temp_store`: the cipher covers the database and its log, but not
 * the temporary files that SQLite makes for a large sort or a savepoint. On the disk those would show patients' names
 * unencrypted, so they are kept in memory.
 *
 * @param key 32 bytes
 * @throws RangeError when the key does not have 32 bytes
 */
function pragmasOf(cipher: Cipher, key: Uint8Array): readonly string[] {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The database key has ${key.length} bytes instead of ${KEY_BYTES}.`);
  const keyText = `raw:${Buffer.from(key).toString('hex')}`;
  return [
    `cipher = '${cipher}'`,
    `hexkey = '${Buffer.from(keyText).toString('hex')}'`,
    'temp_store = MEMORY',
  ];
}

/** {@link pragmasOf} another connection to the file that `db` has open. */
export function openingPragmas(db: Db, key: Uint8Array): readonly string[] {
  return pragmasOf(ciphers.get(db) ?? CIPHERS[0], key);
}

const ciphers = new WeakMap<Db, Cipher>();

/**
 * Opens an encrypted file, a new one with the cipher of today. A file that no cipher reads with this key is opened all the
 * same: a wrong key, or damage, is found by the first statement.
 */
export function connect(file: string, key: Uint8Array, options: { readonly readonly?: boolean } = {}): Db {
  const open = (cipher: Cipher): Db => {
    const pragmas = pragmasOf(cipher, key);
    const db = new Database(file, { readonly: options.readonly === true });
    for (const pragma of pragmas) db.pragma(pragma);
    ciphers.set(db, cipher);
    return db;
  };
  if (options.readonly !== true) letLogBeWritten(file);
  // An empty file has no cipher yet; it is not read, because SQLite would delete a log that lies beside it.
  const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  for (const cipher of isEmpty ? [] : CIPHERS) {
    const db = open(cipher);
    if (isReadable(db)) return db;
    db.close();
  }
  return open(CIPHERS[0]);
}

/** False when the first page is nothing to this cipher and key. Whatever else is wrong, the first statement tells. */
function isReadable(db: Db): boolean {
  try {
    db.pragma('schema_version');
    return true;
  } catch (thrown) {
    return errorCode(thrown) !== 'SQLITE_NOTADB';
  }
}

/** True when the error means that the file is damaged, or was written with another key: the two look the same. */
export function isDamage(thrown: unknown): boolean {
  const code = errorCode(thrown) ?? '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_IOERR_SHORT_READ';
}

const DISK_FAILURES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_NOMEM'];

/** True when a statement failed because of the disk (full, removed, read-only), not because of the statement itself. */
export function isDiskFailure(thrown: unknown): boolean {
  if (thrown instanceof StoreLost) return true;
  const code = errorCode(thrown) ?? '';
  return DISK_FAILURES.some((failure) => code.startsWith(failure));
}
