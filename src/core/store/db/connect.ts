// One way to open an encrypted database file. See the decision note on the store's encryption for the cipher.
import Database from 'better-sqlite3-multiple-ciphers';
import type { Db } from './database.ts';

const KEY_BYTES = 32;

/** Opens with a raw key: no derivation, since the key is random already. Nothing is read until the first statement. */
export function connect(file: string, key: Uint8Array, options: { readonly readonly?: boolean } = {}): Db {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The database key has ${key.length} bytes, not ${KEY_BYTES}.`);
  const db = new Database(file, { readonly: options.readonly === true });
  db.pragma("cipher = 'chacha20'");
  const keyText = `raw:${Buffer.from(key).toString('hex')}`;
  db.pragma(`hexkey = '${Buffer.from(keyText).toString('hex')}'`);
  return db;
}

/** True when the file, as far as this key can tell, is no sound database. */
export function isDamage(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_IOERR_SHORT_READ';
}
