// Opens the sandbox's database: sets the key and the durability, and brings the schema up to date. Only one process can
// have it open.
import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { errorCode } from '../../domain/error-code.ts';
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
  const code = errorCode(error) ?? '';
  if (code === 'SQLITE_NOTADB')
    return 'it is no sandbox data, or its key is another one. Move it away, and a new one is made.';
  if (code === 'SQLITE_BUSY') return 'another sandbox has it open.';
  if (code.startsWith('SQLITE_CORRUPT')) return 'it is damaged. Move it away, and a new one is made.';
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return 'the disk is full. Free some space, then start again.';
  if (code.startsWith('SQLITE_READONLY')) return 'it is read-only.';
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read it.';
  return `${error instanceof Error ? error.message : String(error)}.`;
};

/**
 * Opens `file` (or `:memory:`) and brings it to the newest schema. With `encryptionKey` (32 bytes) the file is
 * encrypted.
 *
 * @throws UnusableDataFile when the file cannot be used; neither it nor what lies beside it is changed then
 */
export function openDatabase(file: string, encryptionKey?: Uint8Array): SqlDatabase {
  let db: SqlDatabase | undefined;
  try {
    // Whoever closed it in order has left nothing beside it, as before most starts: there it is looked at without a copy.
    if (LOGS.some((end) => existsSync(file + end))) judgeCopyOf(file, encryptionKey);
    refuseReadOnly(file);
    db = connect(file, encryptionKey);
    // Before anything is read: from then on SQLite needs no index of the log beside it. One that was made while the file was read-only
    // stays so, and would keep the database read-only for good.
    db.pragma('locking_mode = EXCLUSIVE');
    refuseWhatIsNotOurs(db, file);
    // SQLite writes temporary files without encryption, even for an encrypted database. So they are kept in memory.
    db.pragma('temp_store = MEMORY');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    db.pragma('cache_size = -16384');
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof UnusableDataFile) throw error;
    throw new UnusableDataFile(file, whyNot(error), { cause: error });
  }
}

function connect(file: string, encryptionKey: Uint8Array | undefined): SqlDatabase {
  const db = new Database(file, { timeout: 500 });
  if (encryptionKey) {
    db.pragma(`cipher='sqlcipher'`);
    db.pragma(`key="x'${Buffer.from(encryptionKey).toString('hex')}'"`);
  }
  return db;
}

/** Before SQLite opens it: of a file that it can only read, it says no more than that the disk failed. */
function refuseReadOnly(file: string): void {
  if (!existsSync(file)) return;
  accessSync(file, constants.R_OK);
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw new UnusableDataFile(file, 'it is read-only.', { cause: error });
  }
}

/** What SQLite leaves beside a database of which not all is in it. */
const LOGS = ['-wal', '-journal'];

/**
 * Looks at a copy: SQLite takes the log beside a database into it and removes the log, also of one that it cannot read, and makes one
 * beside a database that it only reads.
 */
function judgeCopyOf(file: string, encryptionKey: Uint8Array | undefined): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  const folder = mkdtempSync(join(tmpdir(), 'drawdesk-sandbox-'));
  let db: SqlDatabase | undefined;
  try {
    const copy = join(folder, 'copy.db');
    for (const end of ['', ...LOGS])
      if (existsSync(file + end)) copyFileSync(file + end, copy + end, constants.COPYFILE_FICLONE);
    db = connect(copy, encryptionKey);
    refuseWhatIsNotOurs(db, file);
  } finally {
    db?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Only reads. `file`: what is said to be unusable. */
function refuseWhatIsNotOurs(db: SqlDatabase, file: string): void {
  const version = versionOf(db);
  if (version > MIGRATIONS.length)
    throw new UnusableDataFile(file, 'a newer version of the sandbox made it.');
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
  if (version === 0 ? tables.length > 0 : !tables.includes(TABLE_OF_EVERY_VERSION))
    throw new UnusableDataFile(file, 'it is the database of another program.');
}

const TABLE_OF_EVERY_VERSION = 'webhook_delivery';

const versionOf = (db: SqlDatabase): number => db.pragma('user_version', { simple: true }) as number;

function migrate(db: SqlDatabase): void {
  db.transaction(() => {
    for (const migration of MIGRATIONS.slice(versionOf(db))) db.exec(migration);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  }).immediate();
}
