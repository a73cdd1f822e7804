// Threads that work on a database file, so that nobody at the desk waits for it.
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

export interface OpenFile {
  readonly file: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/**
 * Starts a thread that runs `script` (CommonJS) beside the connection `db`. Its `workerData` has the path of the `driver`, the `file`,
 * the `pragmas` that each connection to it begins with, and what is given `besides`.
 */
export function startFileThread(
  script: string,
  db: Db,
  { file, key }: OpenFile,
  besides: Readonly<Record<string, unknown>> = {},
): Worker {
  return new Worker(script, {
    eval: true,
    // Options that this process was started with, such as a debugger's port, are not meant for the thread.
    execArgv: [],
    // It needs nothing of the environment, which may hold secrets.
    env: {},
    workerData: {
      driver: createRequire(import.meta.url).resolve('better-sqlite3-multiple-ciphers'),
      file,
      pragmas: openingPragmas(db, key),
      ...besides,
    },
  });
}

async function onThread(db: Db, open: OpenFile, copyTo: string | null): Promise<string | null> {
  const worker = startFileThread(THREAD, db, open, { copyTo });
  let said: string | null = null;
  worker.on('message', (text) => (said = String(text)));
  const faults: Error[] = [];
  worker.once('error', (thrown: Error) => faults.push(thrown));
  // Only once the thread has ended are its files closed, so that Windows lets them be removed.
  const code = await new Promise<number>((done) => worker.once('exit', done));
  for (const fault of faults) throw fault;
  if (code !== 0) throw new Error(`its thread ended with ${code}`);
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
