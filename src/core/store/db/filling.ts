// Taking in very many records at once, as the first reading of a long list does. Each record stands at places of its own in every
// index, so SQLite's log grows by megabytes a second. Written into the database by the connection that saves, it took a sixth of the
// processor's time and made each statement behind it wait for the disk. While a database is filled, a thread does it.
import type { Log } from '../../ports/machine.ts';
import { totalChanges } from './database.ts';
import type { Db } from './database.ts';
import { startFileThread } from './file-thread.ts';
import type { OpenFile } from './file-thread.ts';

export interface Filling {
  /**
   * Call it outside a transaction, after each hundred records or so. Resolves at once in most cases, and waits where the thread
   * needs a moment in which nothing is written: only then does SQLite begin its log anew instead of making it longer.
   */
  step(): Promise<void>;
  /** Call it when there is no more to take in, whatever the reason. From then on the connection writes its log itself again. */
  end(): Promise<void>;
}

interface FilledStore extends OpenFile {
  /** Throws when the open database is not the file at this path any more: the thread would write into another one. */
  readonly check: () => void;
  readonly log: Log;
}

/** So many changed rows are some ten to twenty megabytes of log. */
const LONG_LOG_ROWS = 2_500;
/** Where the thread does not keep up with what is written, that waits for it. */
const TOO_LONG_ROWS = 4 * LONG_LOG_ROWS;
/** The upper levels of all indexes of 100,000 registrations and most of their lowest; kept only while there is much to write. */
const CACHE_KIB = 64 * 1024;

const stores = new WeakMap<Db, FilledStore>();

/** From now on {@link beginFilling} has a thread for this database. */
export function offerFilling(db: Db, store: FilledStore): void {
  stores.set(db, store);
}

const LOG_THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
parentPort.on('message', () => {
  const db = new Database(workerData.file, { fileMustExist: true });
  try {
    for (const pragma of workerData.pragmas) db.pragma(pragma);
    db.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    // Opened for each time, because a connection that stays open would keep a removed log from being replaced.
    db.close();
  }
  parentPort.postMessage(null);
});
`;

interface LogThread {
  /** Resolves when what was in the log at the beginning is in the database. Rejects when the thread has failed. */
  write(): Promise<void>;
  close(): Promise<void>;
}

function startLogThread(db: Db, store: FilledStore): LogThread {
  const worker = startFileThread(LOG_THREAD, db, store);
  worker.unref();
  let waiting: PromiseWithResolvers<void> | null = null;
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    waiting?.reject(failure);
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`log thread ended with ${code}`)));
  worker.on('message', () => waiting?.resolve());
  return {
    write() {
      waiting = Promise.withResolvers();
      if (failure) waiting.reject(failure);
      else worker.postMessage(null);
      return waiting.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Does nothing on a database without a file. One filling of a database at a time. */
export function beginFilling(db: Db): Filling {
  const store = stores.get(db);
  if (!store) return { step: async () => {}, end: async () => {} };
  let thread: LogThread | null = null;
  let before: { readonly cache: unknown; readonly autocheckpoint: unknown } | null = null;
  let writtenUpTo = totalChanges(db);
  let beside: Promise<void> | null = null;
  let isBesideDone = false;
  let failed = false;

  const rows = (): number => totalChanges(db) - writtenUpTo;
  const setting = (name: string): unknown => db.pragma(name, { simple: true });

  function takeOver(): LogThread {
    before ??= { cache: setting('cache_size'), autocheckpoint: setting('wal_autocheckpoint') };
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma('wal_autocheckpoint = 0');
    return startLogThread(db, store as FilledStore);
  }

  function giveBack(): void {
    if (!before || !db.open) return;
    db.pragma(`cache_size = ${String(before.cache)}`);
    db.pragma(`wal_autocheckpoint = ${String(before.autocheckpoint)}`);
    before = null;
  }

  async function write(): Promise<void> {
    if (failed) return;
    try {
      store?.check();
      thread ??= takeOver();
      await thread.write();
    } catch (thrown) {
      // The connection writes its log itself, as it always does outside a filling; only calls wait longer then.
      failed = true;
      store?.log.warn('the log of the database is not written aside', { error: String(thrown) });
      giveBack();
    }
  }

  return {
    async step() {
      if (failed || (beside === null && rows() < LONG_LOG_ROWS)) return;
      if (beside === null) {
        beside = write().then(() => {
          isBesideDone = true;
        });
        return;
      }
      if (!isBesideDone && rows() < TOO_LONG_ROWS) return;
      await beside;
      // What was added beside it is little, so nobody waits long for the rest.
      await write();
      beside = null;
      isBesideDone = false;
      writtenUpTo = totalChanges(db);
    },
    async end() {
      await beside;
      if (thread !== null) await write();
      await thread?.close();
      giveBack();
    },
  };
}
