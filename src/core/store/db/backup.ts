// Copies of the database kept beside it, encrypted with the same key; and what to do with a file that is damaged.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
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

/** Renames a database out of the way, with the files that belong to it. Returns where it went. */
export function setAside(file: string, nowMs: number): string {
  const target = freeName(`${file}.set-aside-${utcStamp(nowMs)}`);
  renameSync(file, target);
  for (const companion of COMPANIONS) {
    if (existsSync(file + companion)) renameSync(file + companion, target + companion);
  }
  return target;
}

/** Newest first. */
function listBackups(file: string): string[] {
  const prefix = `${basename(file)}.backup-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && /^\d{8}T\d{6}Z(-\d+)?$/.test(name.slice(prefix.length)))
    .sort()
    .reverse()
    .map((name) => join(dirname(file), name));
}

function forgetOldBackups(file: string): void {
  for (const backup of listBackups(file).slice(BACKUPS_KEPT)) rmSync(backup);
}

/** The newest backup that this key opens and that is whole; null when there is none. */
export function newestUsableBackup(file: string, key: Uint8Array): string | null {
  return listBackups(file).find((backup) => isUsable(backup, key)) ?? null;
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
  const target = freeName(`${file}.backup-${utcStamp(nowMs)}`);
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
  const target = freeName(`${file}.backup-${utcStamp(nowMs)}`);
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
