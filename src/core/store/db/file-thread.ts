// Work on a whole database file on a thread of its own, so that nobody at the desk waits for it.
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { openingPragmas } from './connect.ts';
import type { Db } from './database.ts';

const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
const db = new Database(workerData.file, { readonly: true });
for (const pragma of workerData.pragmas) db.pragma(pragma);
if (workerData.copyTo === null) parentPort.postMessage(db.pragma('quick_check', { simple: true }));
else db.prepare('VACUUM INTO ?').run(workerData.copyTo);
db.close();
`;

interface OpenFile {
  readonly file: string;
  readonly key: Uint8Array;
}

async function onThread(db: Db, { file, key }: OpenFile, copyTo: string | null): Promise<string | null> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3-multiple-ciphers');
  const worker = new Worker(THREAD, {
    eval: true,
    // Options that this process was started with, such as a debugger's port, are not meant for the thread.
    execArgv: [],
    // It needs nothing of the environment, which may hold secrets.
    env: {},
    workerData: { driver, file, pragmas: openingPragmas(db, key), copyTo },
  });
  let said: string | null = null;
  worker.on('message', (text) => (said = String(text)));
  await new Promise<void>((done, failed) => {
    worker.once('error', failed);
    worker.once('exit', (code) => (code === 0 ? done() : failed(new Error(`its thread ended with ${code}`))));
  });
  return said;
}

/** Copies the database that `db` has open into a new file, encrypted with the same key. Rejects with the driver's error. */
export async function copyOnThread(db: Db, open: OpenFile, target: string): Promise<void> {
  await onThread(db, open, target);
}

/** Reads the file that `db` has open through. Resolves with SQLite's verdict, `ok` for a sound one; rejects with the driver's error. */
export async function checkOnThread(db: Db, open: OpenFile): Promise<string> {
  return (await onThread(db, open, null)) ?? 'it was not read through';
}
