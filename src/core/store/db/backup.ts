// Copies of the database kept beside it, encrypted with the same key; and what to do with a file that is damaged.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { connect, openingPragmas } from './connect.ts';
import type { Db } from './database.ts';

const BACKUPS_KEPT = 3;
const COMPANIONS = ['-wal', '-shm'] as const;

/** `20261120T193456Z`: sorts by time, and no colon, which Windows refuses in names. */
function utcStamp(nowMs: number): string {
  return new Date(nowMs)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replace(/[-:]/g, '');
}

/** `wanted`, or the first of `wanted-2`, `wanted-3`… that is free. */
function freeName(wanted: string): string {
  let name = wanted;
  for (let copy = 2; existsSync(name); copy += 1) name = `${wanted}-${copy}`;
  return name;
}

/** What is there of a database and of the files that belong to it. */
function partsThere(file: string): string[] {
  return ['', ...COMPANIONS].filter((part) => existsSync(file + part));
}

/** Renames a database out of the way, with the files that belong to it. Returns where what there was of it went. */
export function setAside(file: string, nowMs: number): string {
  const target = freeName(`${file}.set-aside-${utcStamp(nowMs)}`);
  for (const part of partsThere(file)) renameSync(file + part, target + part);
  return target;
}

/** Copies the log of a database beside it, before it is overwritten. Returns where the copy is. */
export function keepLog(file: string, nowMs: number): string {
  const target = `${freeName(`${file}.set-aside-${utcStamp(nowMs)}`)}-wal`;
  copyFileSync(`${file}-wal`, target);
  return target;
}

/** The files that belong to a database, and the database itself, where they hold anything. */
export function remainsOf(file: string): string[] {
  return partsThere(file)
    .map((part) => file + part)
    .filter((name) => statSync(name).size > 0);
}

interface Backup {
  readonly path: string;
  readonly stamp: string;
  /** 1 for a name without a number. */
  readonly copy: number;
}

/** Newest first: in the order in which they were made, whatever the machine's clock said then. */
function listBackups(file: string): Backup[] {
  const prefix = `${basename(file)}.backup-`;
  return readdirSync(dirname(file))
    .flatMap((name) => {
      const [, stamp, copy = '1'] = /^(\d{8}T\d{6}Z)(?:-(\d+))?$/.exec(name.slice(prefix.length)) ?? [];
      if (!name.startsWith(prefix) || stamp === undefined) return [];
      return [{ path: join(dirname(file), name), stamp, copy: Number(copy) }];
    })
    .sort((a, b) => b.stamp.localeCompare(a.stamp) || b.copy - a.copy);
}

/**
 * The name of the next backup. It sorts after those that are there: a clock that was ahead has left names from the
 * future, and a new backup must neither be taken for older than these nor be the first to be deleted.
 */
function nextBackupName(file: string, nowMs: number): string {
  const stamp = utcStamp(nowMs);
  const [newest] = listBackups(file);
  if (!newest || newest.stamp < stamp) return `${file}.backup-${stamp}`;
  return `${file}.backup-${newest.stamp}-${newest.copy + 1}`;
}

function forgetOldBackups(file: string): void {
  for (const { path } of listBackups(file).slice(BACKUPS_KEPT)) rmSync(path);
}

/** The newest backup that this key opens and that is whole; null when there is none. */
export function newestUsableBackup(file: string, key: Uint8Array): string | null {
  return listBackups(file).find(({ path }) => isUsable(path, key))?.path ?? null;
}

/** Whether there is any backup of this database, usable or not. */
export function hasBackups(file: string): boolean {
  return listBackups(file).length > 0;
}

function isUsable(backup: string, key: Uint8Array): boolean {
  let db: Db | null = null;
  try {
    db = connect(backup, key, { readonly: true });
    return db.pragma('quick_check', { simple: true }) === 'ok';
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

export function restoreBackup(file: string, backup: string): void {
  // A closed backup has no log beside it, so a plain copy of it is whole.
  copyFileSync(backup, file);
}

// Written under another name first: a backup that a crash cut short must not count as the newest.
const unfinished = (target: string): string => `${target}.part`;

/** Makes a backup before anything else goes on; for the moment before a migration. Returns its path. */
export function backUpNow(db: Db, file: string, nowMs: number): string {
  const target = nextBackupName(file, nowMs);
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
export async function backUpInBackground(file: string, key: Uint8Array, nowMs: number): Promise<string> {
  const target = nextBackupName(file, nowMs);
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
