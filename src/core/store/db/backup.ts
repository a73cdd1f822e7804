// Backups: copies of the database beside it, encrypted with the same key. Also renames a database out of the way.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Log } from '../../ports/machine.ts';
import { lastCommit } from './commit-count.ts';
import type { Db } from './database.ts';
import { syncFolder } from './durable-file.ts';
import { copyOnThread } from './file-thread.ts';

const BACKUPS_KEPT = 3;
/** Endings of the files that SQLite keeps beside a database: its log, and the index of that log. */
export const COMPANIONS = ['-wal', '-shm'] as const;

/** The UTC time as `20261120T193456Z`: sorts by time, and has no colons, which Windows does not allow in file names. */
function utcStamp(nowMs: number): string {
  return new Date(nowMs)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replace(/[-:]/g, '');
}

/** `wanted`, or the first of `wanted-2`, `wanted-3`… that is free, companions included. */
function freeName(wanted: string): string {
  let name = wanted;
  const isTaken = (): boolean => ['', ...COMPANIONS].some((ending) => existsSync(name + ending));
  for (let copy = 2; isTaken(); copy += 1) name = `${wanted}-${copy}`;
  return name;
}

/** True when the database, its log or the log's index has any content. */
export function isAnythingLeft(file: string): boolean {
  return ['', ...COMPANIONS].some(
    (ending) => (statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/** The database that was set aside last; null when there is none. */
function lastSetAside(file: string): string | null {
  const prefix = `${basename(file)}.set-aside-`;
  const [last] = readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && /^\d{8}T\d{6}Z(-\d+)?$/.test(name.slice(prefix.length)))
    .sort()
    .toReversed();
  return last === undefined ? null : join(dirname(file), last);
}

/**
 * Renames the files of a database out of the way, the database first: as long as that stands, its log must stand beside it. Returns the
 * new path; null when there were no files. `goesOn`: this was begun before and cut short, so what is left goes where the database is.
 */
export function setAside(file: string, nowMs: number, { goesOn = false } = {}): string | null {
  const present = ['', ...COMPANIONS].filter((ending) => existsSync(file + ending));
  if (present.length === 0) return null;
  const begun = goesOn ? lastSetAside(file) : null;
  const isFree = begun !== null && present.every((ending) => !existsSync(begun + ending));
  const target = isFree ? begun : freeName(`${file}.set-aside-${utcStamp(nowMs)}`);
  for (const ending of present) renameSync(file + ending, target + ending);
  return target;
}

/** Renames a log that another process made out of the way, if there is one. */
export function setLogAside(file: string, nowMs: number): void {
  const log = `${file}-wal`;
  if (existsSync(log)) renameSync(log, `${freeName(`${file}.set-aside-${utcStamp(nowMs)}`)}-wal`);
}

/** The end of a backup's name: `0000000123-20261120T193456Z`. Backups of older versions have no number. */
const BACKUP_NAME = /^(?:(\d{10,})-)?(\d{8}T\d{6}Z)(?:-(\d+))?$/;

/**
 * Paths of the backups beside `file`, the newest first, by the number of the last commit in each. The time in a name is
 * only for people: were it used for the order, a backup made under a wrong clock could hide newer ones.
 */
export function listBackups(file: string): string[] {
  const prefix = `${basename(file)}.backup-`;
  return readdirSync(dirname(file))
    .flatMap((name) => {
      const parts = name.startsWith(prefix) ? BACKUP_NAME.exec(name.slice(prefix.length)) : null;
      // A backup without a number was made by a version that did not count yet, so it is older than the others.
      return parts
        ? [{ name, count: Number(parts[1] ?? -1), stamp: parts[2] ?? '', copy: Number(parts[3] ?? 1) }]
        : [];
    })
    .sort((a, b) => b.count - a.count || b.stamp.localeCompare(a.stamp) || b.copy - a.copy)
    .map(({ name }) => join(dirname(file), name));
}

/** The number of the last commit in the newest backup beside `file`, whether it can be read or not; 0 when there is none. */
export function newestBackupCount(file: string): number {
  const [newest] = listBackups(file);
  const [, count = '0'] = BACKUP_NAME.exec((newest ?? '').slice(`${file}.backup-`.length)) ?? [];
  return Number(count);
}

/** When the newest backup beside `file` was made, by the clock of then; null when there is none. */
export function newestBackupMs(file: string): number | null {
  const [newest = ''] = listBackups(file);
  const stamp = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?$/.exec(newest);
  if (!stamp) return null;
  const [, year, month, day, hour, minute, second] = stamp;
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}

/** What cannot be removed, such as a file that a scanner holds open, hinders no backup. The next one tries to remove it again. */
function tryToRemove(path: string, log: Log): void {
  try {
    rmSync(path, { force: true });
  } catch (thrown) {
    log.warn('what is left of backups could not be removed', { error: String(thrown) });
  }
}

function forgetOldBackups(file: string, log: Log): void {
  for (const backup of listBackups(file).slice(BACKUPS_KEPT)) tryToRemove(backup, log);
}

/** An unfinished backup, or the journal that SQLite keeps beside it for as long as it is written. */
const UNFINISHED_NAME = /^(.*\.part)(?:-journal)?$/;

/** Removes what a crash has left of backups. It can be as large as a backup, and the next one may need its room. */
function forgetUnfinished(file: string, log: Log): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const [, unfinished] = UNFINISHED_NAME.exec(name) ?? [];
    const isCutShort = unfinished !== undefined && name.startsWith(`${basename(file)}.backup-`);
    if (isCutShort && !beingWritten.has(join(folder, unfinished))) tryToRemove(join(folder, name), log);
  }
}

/** Replaces the database by a copy of a backup. A crash on the way leaves no part of it in the database's place. */
export function restoreBackup(file: string, backup: string): void {
  const copy = `${file}.restored.part`;
  // A closed backup has no log beside it, so a plain copy of it is whole.
  copyFileSync(backup, copy);
  const handle = openSync(copy, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(copy, file);
  syncFolder(dirname(file));
}

/** The path of the next backup. Its name has the number of the last commit, by which backups are ordered. */
function backupName(db: Db, file: string, nowMs: number): string {
  const count = String(lastCommit(db).count).padStart(10, '0');
  return freeName(`${file}.backup-${count}-${utcStamp(nowMs)}`);
}

/** Unfinished backups that this process is writing. */
const beingWritten = new Set<string>();
let begun = 0;

/**
 * A backup is written under this name first, so that one that a crash cut short does not count as the newest. Each has its
 * own: a thread whose engine was closed may still be writing when the next backup of the same second begins.
 */
function beginUnfinished(file: string, target: string, log: Log): string {
  forgetUnfinished(file, log);
  begun += 1;
  const name = `${target}.${begun}.part`;
  rmSync(name, { force: true });
  beingWritten.add(name);
  return name;
}

function finish(unfinished: string, target: string): void {
  renameSync(unfinished, target);
  beingWritten.delete(unfinished);
}

/** A backup that failed leaves nothing behind. Why it failed is what counts, also where that cannot be removed. */
function giveUp(unfinished: string, log: Log): void {
  beingWritten.delete(unfinished);
  tryToRemove(unfinished, log);
}

/** Makes a backup while everything else waits, as before a migration. Returns its path. */
export function backUpNow(
  db: Db,
  { file, nowMs, log }: { readonly file: string; readonly nowMs: number; readonly log: Log },
): string {
  const target = backupName(db, file, nowMs);
  const unfinished = beginUnfinished(file, target, log);
  try {
    db.prepare('VACUUM INTO ?').run(unfinished);
    finish(unfinished, target);
  } catch (thrown) {
    giveUp(unfinished, log);
    throw thrown;
  }
  forgetOldBackups(file, log);
  return target;
}

/** Makes a backup on a thread of its own, so that nobody at the desk waits for it. Resolves with its path. */
export async function backUpInBackground(
  db: Db,
  parts: { readonly file: string; readonly key: Uint8Array; readonly nowMs: number; readonly log: Log },
): Promise<string> {
  const { file, key, nowMs, log } = parts;
  const target = backupName(db, file, nowMs);
  const unfinished = beginUnfinished(file, target, log);
  try {
    await copyOnThread(db, { file, key }, unfinished);
    finish(unfinished, target);
  } catch (thrown) {
    giveUp(unfinished, log);
    throw thrown;
  }
  forgetOldBackups(file, log);
  return target;
}
