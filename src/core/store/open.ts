// Opens the encrypted store: checked, brought up to date, and never at the cost of a file that somebody may still need.
import { createHmac } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppException, storageCorrupt } from '../../domain/app-error.ts';
import type { Log } from '../ports.ts';
import {
  backUpInBackground,
  backUpNow,
  hasBackups,
  keepLog,
  newestUsableBackup,
  remainsOf,
  restoreBackup,
  setAside,
} from './db/backup.ts';
import { connect, isDamage } from './db/connect.ts';
import type { Db } from './db/database.ts';
import { writeDurably } from './db/durable-file.ts';
import { isLogDamaged, readLogContent } from './db/log-damage.ts';
import { migrate, schemaVersion } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/index.ts';
import { doubtUnfinishedRows } from './outbox/outbox-recovery.ts';
import { doubtUnfinishedPrintJobs } from './desk/print-jobs.ts';

export { transaction } from './db/database.ts';
export type { Db } from './db/database.ts';

export interface StoreNotice {
  readonly id: string;
  readonly kind: 'store-set-aside';
  /** What was wrong, where what was left of the file is now, and what is in its place. */
  readonly detail: string;
}

export interface Store {
  readonly db: Db;
  readonly file: string;
  readonly notices: readonly StoreNotice[];
  /** Makes a backup beside the file, off the hot path; the last three are kept. Returns its path. */
  backUp(): Promise<string>;
  close(): void;
}

export interface StoreOptions {
  readonly file: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Milliseconds since the epoch; for the names of backups and of files set aside. */
  readonly nowMs: () => number;
  readonly log: Log;
}

/** The store was not opened, and its file is as it was. `reason` tells a host what to say. */
export class StoreRefused extends AppException {
  readonly reason: 'newer-schema' | 'wrong-key' | 'cannot-read';

  constructor(reason: StoreRefused['reason'], detail: string, options?: { cause?: unknown }) {
    super(storageCorrupt(null, detail), options);
    this.name = 'StoreRefused';
    this.reason = reason;
  }
}

const PLAIN_HEADER = 'SQLite format 3\0';

/** Names the key without telling anything of it, so that a wrong key is not mistaken for a damaged file. */
function keyCheckOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('drawdesk database key check').digest('hex');
}

const keyCheckFile = (file: string): string => `${file}.key-check`;

/** Null where there is none, or only what a crash left of one: half a check would call every key a wrong one. */
function readKeyCheck(file: string): string | null {
  if (!existsSync(keyCheckFile(file))) return null;
  const remembered = readFileSync(keyCheckFile(file), 'utf8').trim();
  return /^[0-9a-f]{64}$/.test(remembered) ? remembered : null;
}

function rememberKey(file: string, key: Uint8Array): void {
  const check = keyCheckOf(key);
  if (readKeyCheck(file) !== check) writeDurably(keyCheckFile(file), `${check}\n`);
}

function firstBytes(file: string, count: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(count);
    const read = readSync(descriptor, bytes, 0, count, 0);
    return bytes.toString('latin1', 0, read);
  } finally {
    closeSync(descriptor);
  }
}

type Health =
  { readonly kind: 'sound'; readonly version: number } | { readonly kind: 'damaged'; readonly why: string };

/** Looks at an existing file without writing to it. */
function inspect(file: string, key: Uint8Array): Health {
  if (firstBytes(file, PLAIN_HEADER.length) === PLAIN_HEADER) {
    return { kind: 'damaged', why: 'the file is not encrypted, so it is not one of ours' };
  }
  let db: Db | null = null;
  try {
    db = connect(file, key, { readonly: true });
    const version = schemaVersion(db);
    // A newer version's file is none of our business, sound or not.
    if (version > latestVersion()) return { kind: 'sound', version };
    const verdict = db.pragma('quick_check', { simple: true });
    return verdict === 'ok'
      ? { kind: 'sound', version }
      : { kind: 'damaged', why: String(verdict).split('\n')[0] ?? '' };
  } catch (thrown) {
    if (isDamage(thrown)) return { kind: 'damaged', why: (thrown as Error).message };
    throw new StoreRefused('cannot-read', `the database cannot be read: ${String(thrown)}`, {
      cause: thrown,
    });
  } finally {
    db?.close();
  }
}

function latestVersion(): number {
  return MIGRATIONS.at(-1)?.version ?? 0;
}

/** With neither a remembered key nor a readable backup nothing tells a wrong key from damage; then the file is only moved. */
function refuseWrongKey(options: StoreOptions): void {
  const remembered = readKeyCheck(options.file);
  if (remembered !== null && remembered !== keyCheckOf(options.key)) {
    throw new StoreRefused('wrong-key', 'the key at hand is not the one this database was made with');
  }
}

function replaceDamaged(options: StoreOptions, why: string): StoreNotice {
  const { file, key, log } = options;
  const nowMs = options.nowMs();
  const isAnythingLeft = remainsOf(file).length > 0;
  const asidePath = setAside(file, nowMs);
  const backup = newestUsableBackup(file, key);
  if (backup !== null) restoreBackup(file, backup);
  log.error('store set aside', { why, restored: backup !== null });
  const where = isAnythingLeft ? 'only in that file' : 'lost';
  return {
    id: `store-set-aside-${nowMs}`,
    kind: 'store-set-aside',
    detail:
      `The database was damaged (${why}). ` +
      (isAnythingLeft ? `What there is of it was kept as ${asidePath}. ` : '') +
      (backup === null
        ? `No backup was found, so the desk starts empty: what had not been sent is ${where}.`
        : `The backup ${backup} was restored: what was entered after it is ${where}, and what it says was unsent is being checked with the service.`),
  };
}

/** The database itself is sound, and holds everything but what stood in its log from the damage on. */
function keepDamagedLog({ file, log, nowMs: now }: StoreOptions): StoreNotice {
  const nowMs = now();
  const copy = keepLog(file, nowMs);
  log.error('the database log was damaged; what was saved last is missing', { copy });
  return {
    id: `store-set-aside-${nowMs}`,
    kind: 'store-set-aside',
    detail:
      `The write-ahead log of the database was damaged. A copy of it was kept as ${copy}. ` +
      'What was entered last is only in that file, and what the database says was unsent is being checked with the service.',
  };
}

/**
 * Why a file that is missing or empty is no new store: something beside it shows that there was one. Null when nothing
 * does. Without this the desk would start empty and overwrite the log (`-wal`), in which the latest work may be.
 */
function whyLost(file: string): string | null {
  const isShown = existsSync(keyCheckFile(file)) || hasBackups(file) || remainsOf(file).length > 0;
  if (!isShown) return null;
  return existsSync(file) ? 'the file is empty' : 'the file is missing';
}

/**
 * Opens or makes the store. Throws {@link StoreRefused}, with the file untouched, when the key is wrong, a newer version
 * wrote it, or it cannot be read. A damaged file is set aside by renaming and the newest sound backup takes its place;
 * so it is when the file is missing or empty and something beside it shows that there was a database.
 */
export function openStore(options: StoreOptions): Store {
  const { file, key, log } = options;
  const nowMs = options.nowMs();
  mkdirSync(dirname(file), { recursive: true });
  const notices: StoreNotice[] = [];
  if (existsSync(file) && statSync(file).size > 0) {
    refuseWrongKey(options);
    const health = inspect(file, key);
    if (health.kind === 'damaged') notices.push(replaceDamaged(options, health.why));
    else if (health.version > latestVersion()) {
      throw new StoreRefused(
        'newer-schema',
        `a newer version made this database (schema ${health.version}, this version knows ${latestVersion()})`,
      );
    }
  } else {
    const why = whyLost(file);
    if (why !== null) {
      refuseWrongKey(options);
      notices.push(replaceDamaged(options, why));
    }
  }

  const logContent = readLogContent(file);
  const db = connect(file, key);
  try {
    db.pragma('journal_mode = WAL');
    if (isLogDamaged(db, logContent)) notices.push(keepDamagedLog(options));
    // The driver compiles WAL to NORMAL, under which a power cut may lose what a screen already called saved.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    const version = schemaVersion(db);
    if (version > 0 && version < latestVersion()) backUpNow(db, file, nowMs);
    migrate(db, MIGRATIONS);
    if (notices.length > 0) {
      doubtUnfinishedRows(db, nowMs);
      doubtUnfinishedPrintJobs(db, nowMs);
    }
    rememberKey(file, key);
    if (firstBytes(file, PLAIN_HEADER.length) === PLAIN_HEADER) {
      throw new StoreRefused('cannot-read', 'the database would be written without encryption');
    }
  } catch (thrown) {
    db.close();
    throw thrown;
  }
  log.info('store opened', { schema: schemaVersion(db), restored: notices.length > 0 });
  return {
    db,
    file,
    notices,
    backUp: () => backUpInBackground(file, key, options.nowMs()),
    close: () => {
      if (db.open) db.close();
    },
  };
}
