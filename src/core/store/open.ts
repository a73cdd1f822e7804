// Opens the encrypted store: checked, brought up to date, and never at the cost of a file that somebody may still need.
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppException, storageCorrupt } from '../../domain/app-error.ts';
import type { Log } from '../ports.ts';
import { backUpInBackground, backUpNow, listBackups } from './db/backup.ts';
import { countCommit, countOnFrom } from './db/commit-count.ts';
import type { Commit } from './db/commit-count.ts';
import { openCommitNote, readCommitNote } from './db/commit-note.ts';
import type { CommitNote } from './db/commit-note.ts';
import { connect } from './db/connect.ts';
import { transaction, watchCommits } from './db/database.ts';
import type { Db } from './db/database.ts';
import { writeDurably } from './db/durable-file.ts';
import { inspect, isPlain, latestVersion } from './db/inspect.ts';
import type { Health } from './db/inspect.ts';
import { migrate, schemaVersion } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/index.ts';
import { doubtUnfinishedPrintJobs } from './desk/print-jobs.ts';
import { doubtUnfinishedRows } from './outbox/outbox-recovery.ts';
import { recover } from './recover.ts';
import type { Recovery, StoreTrouble } from './recover.ts';

export { transaction } from './db/database.ts';
export type { Db } from './db/database.ts';

export interface StoreNotice {
  readonly id: string;
  readonly kind: Recovery['notice']['kind'];
  /** What was found, where it is kept, and what stands in its place. */
  readonly detail: string;
}

export interface Store {
  readonly db: Db;
  readonly file: string;
  readonly notices: readonly StoreNotice[];
  /** False until the first backup is made, and again after a recovery. */
  isBackedUp(): boolean;
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
  /** In which a notice says since when work may be missing; the site's own. */
  readonly timeZone?: string;
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

const DEFAULT_TIME_ZONE = 'Europe/London';

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

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** What a file says that this key opens; null when there is none, or an empty one. */
function healthOf({ file, key }: StoreOptions): Health | null {
  if (sizeOf(file) === 0) return null;
  try {
    return inspect(file, key);
  } catch (thrown) {
    throw new StoreRefused('cannot-read', `the database cannot be read: ${String(thrown)}`, {
      cause: thrown,
    });
  }
}

/** With neither a remembered key nor a readable backup nothing tells a wrong key from damage; then the file is only moved. */
function refuseWrongKey({ file, key }: StoreOptions): void {
  const remembered = readKeyCheck(file);
  if (remembered === null || remembered === keyCheckOf(key)) return;
  // Without anything that the other key could open, nothing stands in the way of this one.
  if (sizeOf(file) + sizeOf(`${file}-wal`) === 0 && listBackups(file).length === 0) return;
  throw new StoreRefused('wrong-key', 'the key at hand is not the one this database was made with');
}

/** What beside the file shows that there was a database, in words. */
function proofsOfDatabase(file: string): string[] {
  return [
    ...(existsSync(keyCheckFile(file)) ? ['its key check'] : []),
    ...(readCommitNote(file) ? ['the note of its last change'] : []),
    ...(listBackups(file).length > 0 ? ['a backup'] : []),
  ];
}

function whyNone(file: string): string {
  if (!existsSync(file)) return 'the file is missing';
  return sizeOf(file) === 0 ? 'the file is empty' : 'the file has no tables';
}

/** What is wrong with the database, compared with what stands beside it; null when it can be opened as it is. */
function troubleOf(options: StoreOptions): StoreTrouble | null {
  const { file } = options;
  const health = healthOf(options);
  // A database without a schema is as good as none: its log, which had all of it, was removed.
  if (health === null || (health.kind === 'sound' && health.version === 0)) {
    const log = health === null && sizeOf(`${file}-wal`) > 0 ? ['its log'] : [];
    const proofs = [...proofsOfDatabase(file), ...log];
    return proofs.length > 0 ? { kind: 'missing', why: whyNone(file), proofs } : null;
  }
  if (health.kind === 'damaged') return health;
  if (health.version > latestVersion()) {
    throw new StoreRefused(
      'newer-schema',
      `a newer version made this database (schema ${health.version}, this version knows ${latestVersion()})`,
    );
  }
  const noted = readCommitNote(file);
  if (noted === null && health.commit.count > 0) {
    options.log.warn('the note of the last commit is missing: a loss since then would not be noticed');
  }
  return noted !== null && health.commit.count < noted.count ? { kind: 'behind' } : null;
}

/** From now on every commit is counted in the database and noted beside it. */
function countCommits(db: Db, note: CommitNote, nowMs: () => number): void {
  let counted: Commit | null = null;
  watchCommits(db, {
    beforeCommit() {
      counted = countCommit(db, nowMs());
    },
    afterCommit() {
      if (counted) note.write(counted);
    },
  });
}

/**
 * Opens or makes the store. Throws {@link StoreRefused}, with the file untouched, when the key is wrong, a newer version
 * wrote it, or it cannot be read. A database that is missing although there was one, that is damaged, or that lacks
 * commits which were noted beside it, is set aside by renaming, and the newest sound copy takes its place.
 */
export function openStore(options: StoreOptions): Store {
  const { file, key, log } = options;
  const nowMs = options.nowMs();
  mkdirSync(dirname(file), { recursive: true });
  refuseWrongKey(options);
  const trouble = troubleOf(options);
  const noted = readCommitNote(file);
  const timeZone = options.timeZone ?? DEFAULT_TIME_ZONE;
  const recovery = trouble === null ? null : recover(trouble, { file, key, nowMs, timeZone, noted });
  if (recovery) log.error('store recovered', { kind: recovery.notice.kind, detail: recovery.notice.detail });

  const note = openCommitNote(file, log);
  const db = connect(file, key);
  try {
    db.pragma('journal_mode = WAL');
    // The driver compiles WAL to NORMAL, under which a power cut may lose what a screen already called saved.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    const version = schemaVersion(db);
    if (version > 0 && version < latestVersion()) backUpNow(db, file, nowMs);
    migrate(db, MIGRATIONS);
    countCommits(db, note, options.nowMs);
    if (recovery) {
      transaction(db, () => {
        countOnFrom(db, { count: noted?.count ?? 0, nowMs });
        if (!recovery.mayLackCommits) return;
        doubtUnfinishedRows(db, nowMs);
        doubtUnfinishedPrintJobs(db, nowMs);
      });
    }
    rememberKey(file, key);
    if (isPlain(file)) {
      throw new StoreRefused('cannot-read', 'the database would be written without encryption');
    }
  } catch (thrown) {
    db.close();
    note.close();
    throw thrown;
  }
  log.info('store opened', { schema: schemaVersion(db), recovered: recovery !== null });
  let backedUp = recovery === null && listBackups(file).length > 0;
  return {
    db,
    file,
    notices: recovery ? [{ id: `${recovery.notice.kind}-${nowMs}`, ...recovery.notice }] : [],
    isBackedUp: () => backedUp,
    async backUp() {
      const backup = await backUpInBackground(db, { file, key, nowMs: options.nowMs() });
      backedUp = true;
      return backup;
    },
    close() {
      if (db.open) db.close();
      note.close();
    },
  };
}
