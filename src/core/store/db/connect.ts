// One way to open an encrypted database file. See the decision note on the store's encryption for the cipher.
import Database from 'better-sqlite3-multiple-ciphers';
import type { Db } from './database.ts';
import { StoreLost } from './store-lost.ts';

const KEY_BYTES = 32;

/**
 * What every connection is told before its first statement, on whatever thread it is opened. The key is raw: no
 * derivation, since it is random already. `temp_store`: the cipher covers the database and its log, not the temporary
 * files that SQLite makes for a large sort or a savepoint; those would lie on the disk in plain, names and all.
 *
 * @throws RangeError when the key has not 32 bytes
 */
export function openingPragmas(key: Uint8Array): readonly string[] {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The database key has ${key.length} bytes, not ${KEY_BYTES}.`);
  const keyText = `raw:${Buffer.from(key).toString('hex')}`;
  return ["cipher = 'chacha20'", `hexkey = '${Buffer.from(keyText).toString('hex')}'`, 'temp_store = MEMORY'];
}

/** Opens an encrypted file. Nothing is read until the first statement. */
export function connect(file: string, key: Uint8Array, options: { readonly readonly?: boolean } = {}): Db {
  const pragmas = openingPragmas(key);
  const db = new Database(file, { readonly: options.readonly === true });
  for (const pragma of pragmas) db.pragma(pragma);
  return db;
}

/** True when the file, as far as this key can tell, is no sound database. */
export function isDamage(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_IOERR_SHORT_READ';
}

const DISK_FAILURES = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_NOMEM'];

/** True when a statement failed because the disk does not take what is written, not because of what was asked. */
export function isDiskFailure(thrown: unknown): boolean {
  if (thrown instanceof StoreLost) return true;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return DISK_FAILURES.some((failure) => code.startsWith(failure));
}
