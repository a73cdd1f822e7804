// The one way to open an encrypted database file. docs/decisions/030-encrypted-store.md gives the reasons for the
// cipher.
import Database from 'better-sqlite3-multiple-ciphers';
import type { Db } from './database.ts';
import { StoreLost } from './store-lost.ts';

const KEY_BYTES = 32;

/**
 * The pragmas that every connection needs before its first statement, on whatever thread it is opened. The key is used
 * as it is, without derivation, because it is random. `temp_store`: the cipher covers the database and its log, but not
 * the temporary files that SQLite makes for a large sort or a savepoint. On the disk those would show patients' names
 * unencrypted, so they are kept in memory.
 *
 * @param key 32 bytes
 * @throws RangeError when the key does not have 32 bytes
 */
export function openingPragmas(key: Uint8Array): readonly string[] {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The database key has ${key.length} bytes instead of ${KEY_BYTES}.`);
  const keyText = `raw:${Buffer.from(key).toString('hex')}`;
  return ["cipher = 'chacha20'", `hexkey = '${Buffer.from(keyText).toString('hex')}'`, 'temp_store = MEMORY'];
}

/** Opens an encrypted file. Nothing is read before the first statement, so a wrong key fails only there. */
export function connect(file: string, key: Uint8Array, options: { readonly readonly?: boolean } = {}): Db {
  const pragmas = openingPragmas(key);
  const db = new Database(file, { readonly: options.readonly === true });
  for (const pragma of pragmas) db.pragma(pragma);
  return db;
}

/** True when the error means that the file is damaged, or was written with another key: the two look the same. */
export function isDamage(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_IOERR_SHORT_READ';
}

const DISK_FAILURES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_NOMEM'];

/** True when a statement failed because of the disk (full, removed, read-only), not because of the statement itself. */
export function isDiskFailure(thrown: unknown): boolean {
  if (thrown instanceof StoreLost) return true;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return DISK_FAILURES.some((failure) => code.startsWith(failure));
}
