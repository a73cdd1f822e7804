// Opens the sandbox's database: sets the key and the durability, and brings the schema up to date. Only one process can
// have it open.
import Database from 'better-sqlite3-multiple-ciphers';
import { MIGRATIONS } from './schema.ts';

/** An open SQLite database. */
export type SqlDatabase = Database.Database;

/** The data file cannot be used. `message` says why, in one line for the person at the terminal. */
export class UnusableDataFile extends Error {
  constructor(file: string, why: string, options?: ErrorOptions) {
    super(`The data file ${file} cannot be used: ${why}`, options);
    this.name = 'UnusableDataFile';
  }
}

const whyNot = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_NOTADB')
    return 'it is no sandbox data, or its key is another one. Move it away, and a new one is made.';
  if (code === 'SQLITE_BUSY') return 'another sandbox has it open.';
  if (code.startsWith('SQLITE_CORRUPT')) return 'it is damaged. Move it away, and a new one is made.';
  if (code === 'SQLITE_FULL') return 'the disk is full. Free some space, then start again.';
  if (code.startsWith('SQLITE_READONLY')) return 'it is read-only.';
  return `${error instanceof Error ? error.message : String(error)}.`;
};

/**
 * Opens `file` (or `:memory:`) and brings it to the newest schema. With `encryptionKey` (32 bytes) the file is
 * encrypted.
 *
 * @throws UnusableDataFile when the file cannot be used; it is not changed then
 */
export function openDatabase(file: string, encryptionKey?: Uint8Array): SqlDatabase {
  let db: SqlDatabase | undefined;
  try {
    db = new Database(file, { timeout: 500 });
    if (encryptionKey) {
      db.pragma(`cipher='sqlcipher'`);
      db.pragma(`key="x'${Buffer.from(encryptionKey).toString('hex')}'"`);
    }
    // SQLite writes temporary files without encryption, even for an encrypted database. So they are kept in memory.
    db.pragma('temp_store = MEMORY');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -16384');
    migrate(db, file);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof UnusableDataFile) throw error;
    throw new UnusableDataFile(file, whyNot(error), { cause: error });
  }
}

function migrate(db: SqlDatabase, file: string): void {
  db.transaction(() => {
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version > MIGRATIONS.length)
      throw new UnusableDataFile(file, 'a newer version of the sandbox made it.');
    if (version === 0) {
      const tables = db.prepare('SELECT count(*) FROM sqlite_master').pluck().get() as number;
      if (tables > 0) throw new UnusableDataFile(file, 'it is the database of another program.');
    }
    for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  }).immediate();
}
