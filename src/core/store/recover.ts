// What a start does when the database is missing, damaged, or older than it should be: the old files are kept under
// another name, the newest whole copy takes their place, and a person is told what may be missing.
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatDate, wallClockAt } from '../../domain/site-time.ts';
import {
  COMPANIONS,
  isAnythingLeft,
  listBackups,
  newestBackupCount,
  restoreBackup,
  setAside,
} from './db/backup.ts';
import type { Commit } from './db/commit-count.ts';
import { connect, isDiskFailure, isDamage } from './db/connect.ts';
import { syncFolder } from './db/durable-file.ts';
import { inspect, latestVersion } from './db/inspect.ts';
import { noteRecovery } from './recovery-note.ts';
import type { Recovery } from './recovery-note.ts';

/**
 * What is wrong: there is no database (`missing`), it is damaged, or it lacks commits that it had before (`behind`).
 */
export type StoreTrouble =
  | { readonly kind: 'missing'; readonly why: string; readonly proofs: readonly string[] }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'behind' };

/** A copy that could take the place of the database. */
interface Candidate {
  readonly source: 'database' | 'database-and-log' | 'backup';
  readonly path: string;
  readonly commit: Commit;
}

export interface RecoveryOptions {
  readonly file: string;
  readonly key: Uint8Array;
  readonly nowMs: number;
  readonly timeZone: string;
  /** The last commit that was noted beside the database; null when it is not known. */
  readonly noted: Commit | null;
  /** The database is not the file that the note was written beside, so both may be from an older day. */
  readonly isCopied: boolean;
}

/**
 * Renames the files of the database out of the way and puts the newest whole copy in their place, if there is one. All
 * copies are made and checked before anything is renamed, so a crash before that changes nothing.
 */
export function recover(trouble: StoreTrouble, options: RecoveryOptions): Recovery {
  const { file, nowMs, noted } = options;
  const backups = listBackups(file);
  const candidates = [
    ...copiesOfDatabase(trouble, options),
    ...backups.flatMap((path) => usable({ source: 'backup', path }, options)),
  ];
  const [best = null] = candidates.sort((a, b) => b.commit.count - a.commit.count);
  const keeps = isAnythingLeft(file);
  const aside = setAside(file, nowMs, { goesOn: trouble.kind === 'missing' && hasCopies(file) });
  // A note that came with an older copy says nothing of what followed: one that is older than a backup, or beside another file.
  const isNoteOld =
    noted === null ||
    noted.count < newestBackupCount(file) ||
    (options.isCopied && trouble.kind !== 'missing');
  const mayLackCommits = best === null || isNoteOld || best.commit.count < noted.count;
  const recovery: Recovery = {
    mayLackCommits,
    notice: {
      kind: mayLackCommits ? NOTICE_KINDS[trouble.kind] : 'store-mended',
      // What follows for the people here comes first; where the files are is for whoever looks after the machine.
      detail: [
        whatStandsInItsPlace(best, { mayLackCommits, keeps, backups, timeZone: options.timeZone }),
        whatWasFound(trouble),
        keeps ? `The old files are kept as ${aside}.` : null,
      ]
        .filter((sentence) => sentence !== null)
        .join(' '),
    },
  };
  // Before the copy is in its place: once it is, nothing of the files tells it from any other database.
  noteRecovery(file, { recovery, atMs: nowMs, isDone: false });
  if (best?.source === 'backup') restoreBackup(file, best.path);
  else if (best) moveIntoPlace(best.path, file);
  forgetCopies(file);
  return recovery;
}

/**
 * What follows for a whole database that was copied here. Nothing in it tells a folder that was moved from one that was put back as it was
 * on an earlier day, and of the latter what waited has been sent since.
 */
export function copiedHere({ noted, timeZone }: Pick<RecoveryOptions, 'noted' | 'timeZone'>): Recovery {
  return {
    mayLackCommits: true,
    notice: {
      kind: 'store-copied',
      detail: `If it was put back from an older copy, work ${sinceWords(noted?.atMs ?? null, timeZone)} is missing. ${UNSENT_IS_CHECKED}`,
    },
  };
}

const UNSENT_IS_CHECKED =
  'What it says was unsent is being checked with the service, because it may have been sent.';

const NOTICE_KINDS = {
  missing: 'store-missing',
  damaged: 'store-set-aside',
  behind: 'store-behind',
} as const satisfies Record<StoreTrouble['kind'], Recovery['notice']['kind']>;

const COPY_SOURCES = ['database', 'database-and-log'] as const;
/** Copies beside a missing database are those of a recovery that was killed. */
const hasCopies = (file: string): boolean =>
  COPY_SOURCES.some((source) => existsSync(copyName(file, source)));
/** Removes the copies that a recovery has made: also those of one that was killed when all was done, once the database stands. */
export function forgetCopies(file: string): void {
  for (const source of COPY_SOURCES) removeAll(copyName(file, source));
}
const copyName = (file: string, source: (typeof COPY_SOURCES)[number]): string => `${file}.${source}.part`;

/**
 * Two copies of the database itself: without its log, as it was when the log was last written into it; and with the
 * log, as far as the log can be read. Either can be newer than every backup. The copy without the log can be the newer
 * of the two: where an early part of the log is damaged, SQLite shows older pages from it in place of newer ones in the
 * database.
 */
function copiesOfDatabase(trouble: StoreTrouble, options: RecoveryOptions): Candidate[] {
  const { file } = options;
  if (trouble.kind === 'missing') {
    // A recovery that was killed after it had renamed the database has left its copies. They can be newer than a backup.
    return COPY_SOURCES.map((source) => ({ source, path: copyName(file, source) }))
      .filter(({ path }) => existsSync(path))
      .flatMap((candidate) => usable(candidate, options))
      .filter(({ commit }) => commit.count > 0);
  }
  const sources = trouble.kind === 'damaged' ? (['database'] as const) : COPY_SOURCES;
  return sources.flatMap((source) => {
    const path = copyName(file, source);
    removeAll(path);
    copyFileSync(file, path);
    if (source === 'database-and-log' && existsSync(`${file}-wal`))
      copyFileSync(`${file}-wal`, `${path}-wal`);
    // Without a commit count nobody can say whether it is newer than a backup.
    return usable({ source, path }, options).filter(({ commit }) => commit.count > 0);
  });
}

/** The candidate with its last commit, if it is whole and of this version or an older one. */
function usable(candidate: Omit<Candidate, 'commit'>, { key }: RecoveryOptions): Candidate[] {
  try {
    writeLogInto(candidate.path, key);
    const health = inspect(candidate.path, key, 'integrity_check');
    if (health.kind === 'damaged' || health.version === 0 || health.version > latestVersion()) return [];
    return [{ ...candidate, commit: health.commit }];
  } catch (thrown) {
    // For want of room for its log the newest copy must not give way to an older one: the next start tries again. A backup has no log,
    // and one that the disk does not give back must not keep the desk from starting with another.
    if (candidate.source !== 'backup' && isDiskFailure(thrown) && !isDamage(thrown)) throw thrown;
    // A copy that cannot be read is no candidate.
    return [];
  } finally {
    // Inspecting a copy leaves an empty log and its index beside it, which would be moved into place with it.
    rmSync(`${candidate.path}-shm`, { force: true });
    if ((statSync(`${candidate.path}-wal`, { throwIfNoEntry: false })?.size ?? 1) === 0)
      rmSync(`${candidate.path}-wal`);
  }
}

/** Makes one file of a copy and its log, which takes the database's place by one renaming. A backup has no log. */
function writeLogInto(path: string, key: Uint8Array): void {
  if (!existsSync(`${path}-wal`)) return;
  const db = connect(path, key);
  try {
    db.pragma('synchronous = FULL');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

function moveIntoPlace(path: string, file: string): void {
  renameSync(path, file);
  syncFolder(dirname(file));
}

function removeAll(path: string): void {
  for (const ending of ['', ...COMPANIONS]) rmSync(path + ending, { force: true });
}

function whatWasFound(trouble: StoreTrouble): string {
  switch (trouble.kind) {
    case 'missing':
      return `There was no database (${trouble.why}), but this desk had one (found: ${trouble.proofs.join(', ')}).`;
    case 'damaged':
      return `The database was damaged (${trouble.why}).`;
    case 'behind':
      return 'The last changes of this desk were not in its database: the log (the file that ends in -wal) was removed or damaged, or an older copy was put in its place.';
    default:
      return trouble satisfies never;
  }
}

function whatStandsInItsPlace(
  best: Candidate | null,
  {
    mayLackCommits,
    keeps,
    backups,
    timeZone,
  }: { mayLackCommits: boolean; keeps: boolean; backups: readonly string[]; timeZone: string },
): string {
  if (best === null) {
    const [newest] = backups;
    if (newest === undefined)
      return `No backup was found, so the desk starts empty: what had not been sent is ${keeps ? 'only in the old files' : 'lost'}.`;
    // Somebody may be able to save something out of a damaged one.
    return `No backup could be read (the newest is ${newest}), so the desk starts empty: what had not been sent is ${keeps ? 'only in the old files and' : 'at most'} in that backup.`;
  }
  const what =
    best.source === 'backup'
      ? `The backup ${best.path} was restored`
      : 'The desk goes on with what the database holds';
  if (!mayLackCommits) return `${what}; it has everything that was saved.`;
  const { atMs } = best.commit;
  return `${what}: work ${sinceWords(atMs, timeZone)} may be missing. ${UNSENT_IS_CHECKED}`;
}

function sinceWords(atMs: number | null, timeZone: string): string {
  if (atMs === null) return 'since that copy was made';
  const { date, time } = wallClockAt(atMs, timeZone);
  return `since ${time} on ${formatDate(date)}`;
}
