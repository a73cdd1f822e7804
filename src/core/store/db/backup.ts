// Copies of the database kept beside it, encrypted with the same key; and how a database is renamed out of the way.
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
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { lastCommit } from './commit-count.ts';
import { openingPragmas } from './connect.ts';
import type { Db } from './database.ts';
import { syncFolder } from './durable-file.ts';

const BACKUPS_KEPT = 3;
/** What SQLite keeps beside a database: its log and that log's index. */
export const COMPANIONS = ['-wal', '-shm'] as const;

/** `20261120T193456Z`: sorts by time, and no colon, which Windows refuses in names. */
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

/** True when there is anything in the database, its log or that log's index. */
export function isAnythingLeft(file: string): boolean {
  return ['', ...COMPANIONS].some(
    (ending) => (statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/** Renames what there is of a database out of the way. Returns where it went; null when there was nothing of it. */
export function setAside(file: string, nowMs: number): string | null {
  const present = ['', ...COMPANIONS].filter((ending) => existsSync(file + ending));
  if (present.length === 0) return null;
  const target = freeName(`${file}.set-aside-${utcStamp(nowMs)}`);
  for (const ending of present) renameSync(file + ending, target + ending);
  return target;
}

/** Renames a log that is not ours out of the way, if there is one. */
export function setLogAside(file: string, nowMs: number): void {
  const log = `${file}-wal`;
  if (existsSync(log)) renameSync(log, `${freeName(`${file}.set-aside-${utcStamp(nowMs)}`)}-wal`);
}

/** `0000000123-20261120T193456Z`; backups of older versions have no number. */
const BACKUP_NAME = /^(?:(\d{10,})-)?(\d{8}T\d{6}Z)(?:-(\d+))?$/;

/**
 * The backups beside `file`, newest first: by the number of the last commit in them. The time in a name is for people; a
 * clock that was wrong when a backup was made must neither hide the later ones nor bring this one back.
 */
export function listBackups(file: string): string[] {
  const prefix = `${basename(file)}.backup-`;
  return readdirSync(dirname(file))
    .flatMap((name) => {
      const parts = name.startsWith(prefix) ? BACKUP_NAME.exec(name.slice(prefix.length)) : null;
      // What has no number is older than everything that was counted.
      return parts
        ? [{ name, count: Number(parts[1] ?? -1), stamp: parts[2] ?? '', copy: Number(parts[3] ?? 1) }]
        : [];
    })
    .sort((a, b) => b.count - a.count || b.stamp.localeCompare(a.stamp) || b.copy - a.copy)
    .map(({ name }) => join(dirname(file), name));
}

function forgetOldBackups(file: string): void {
  for (const backup of listBackups(file).slice(BACKUPS_KEPT)) rmSync(backup);
}

/** Puts a copy of a backup in the place of the database: whole and on the disk when it returns, or not at all. */
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

/** Where the next backup goes. Its name has the number of the last commit, which is the order of backups. */
function backupName(db: Db, file: string, nowMs: number): string {
  const count = String(lastCommit(db).count).padStart(10, '0');
  return freeName(`${file}.backup-${count}-${utcStamp(nowMs)}`);
}

// Written under another name first: a backup that a crash cut short must not count as the newest.
const unfinished = (target: string): string => `${target}.part`;

/** Makes a backup before anything else goes on; for the moment before a migration. Returns its path. */
export function backUpNow(db: Db, file: string, nowMs: number): string {
  const target = backupName(db, file, nowMs);
  rmSync(unfinished(target), { force: true });
  db.prepare('VACUUM INTO ?').run(unfinished(target));
  renameSync(unfinished(target), target);
  forgetOldBackups(file);
  return target;
}

const BACKUP_THREAD = `
const { workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const db = new Database(workerData.file, { readonly: true });
for (const pragma of workerData.pragmas) db.pragma(pragma);
db.prepare('VACUUM INTO ?').run(workerData.target);
db.close();
`;

/** Makes a backup on a thread of its own, so that nobody at the desk waits for it. Returns its path. */
export async function backUpInBackground(
  db: Db,
  { file, key, nowMs }: { readonly file: string; readonly key: Uint8Array; readonly nowMs: number },
): Promise<string> {
  const target = backupName(db, file, nowMs);
  rmSync(unfinished(target), { force: true });
  const driver = createRequire(import.meta.url).resolve('better-sqlite3-multiple-ciphers');
  const worker = new Worker(BACKUP_THREAD, {
    eval: true,
    // Whatever this process was started with is not meant for a thread.
    execArgv: [],
    // It needs nothing of the environment, which may hold secrets.
    env: {},
    workerData: { driver, file, pragmas: openingPragmas(key), target: unfinished(target) },
  });
  await new Promise<void>((done, failed) => {
    worker.once('error', failed);
    worker.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`backup thread ended with ${code}`)),
    );
  });
  renameSync(unfinished(target), target);
  forgetOldBackups(file);
  return target;
}
