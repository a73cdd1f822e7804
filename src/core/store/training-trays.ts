// What lies in the trays of the training printers, kept over the end of the desk: whoever is told to scan a label back after a crash
// must find its picture. In an encrypted file of its own, because invented people look like real ones.
import { rmSync } from 'node:fs';
import type { Log } from '../ports/machine.ts';
import { connect } from './db/connect.ts';
import { all, run } from './db/database.ts';
import type { Db } from './db/database.ts';

/** A job as it came, and when it came out. */
export interface TrayJob {
  /** Of this tray. Later jobs have higher numbers. */
  readonly number: number;
  readonly name: string;
  readonly receivedAtMs: number;
  readonly bytes: Uint8Array;
}

export interface Tray {
  /** In the order in which they came out. */
  jobs(): TrayJob[];
  /** Never throws: when it cannot be kept, the log says so, and the job is gone with the desk. */
  keep(job: TrayJob): void;
  clear(): void;
}

export interface TrainingTrays {
  /** The tray of a printer, by the printer's id. */
  of(printerId: string): Tray;
  clear(): void;
  close(): void;
}

const KEPT_JOBS = 200;
/** Of one tray: hundreds of labels, or some reports. The oldest go first. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** For a printer whose tray nobody looks at after its end. */
export const NO_TRAY: Tray = { jobs: () => [], keep: () => undefined, clear: () => undefined };

function openFile(file: string, key: Uint8Array): Db {
  const db = connect(file, key);
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    // A power cut may take the last labels; what was printed is no record, and the next printing must not wait for the disk.
    db.pragma('synchronous = OFF');
    run(
      db,
      `CREATE TABLE IF NOT EXISTS tray_job (printer_id TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
       received_at_ms INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (printer_id, number)) STRICT`,
    );
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Opens the file of the trays, or makes it. What cannot be read, because it is damaged or has another key, is begun anew. */
export function openTrainingTrays(options: {
  readonly file: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly log: Log;
}): TrainingTrays {
  const { file, key, log } = options;
  let db: Db | null = null;
  /** A tray is never worth an error to whoever prints. */
  const attempt = <Value>(what: string, work: (db: Db) => Value, otherwise: Value): Value => {
    try {
      return db ? work(db) : otherwise;
    } catch (thrown) {
      log.warn(`the trays of the training printers could not be ${what}`, { problem: String(thrown) });
      return otherwise;
    }
  };
  try {
    db = openFile(file, key);
  } catch (thrown) {
    log.warn('the trays of the training printers cannot be read; they are empty', {
      problem: String(thrown),
    });
    try {
      for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
      db = openFile(file, key);
    } catch (again) {
      log.warn('the trays of the training printers cannot be kept', { problem: String(again) });
    }
  }
  return {
    of: (printerId) => ({
      jobs: () =>
        attempt(
          'read',
          (open) =>
            all<TrayJob>(
              open,
              `SELECT number, name, received_at_ms AS receivedAtMs, bytes FROM tray_job WHERE printer_id = ?
               ORDER BY number`,
              [printerId],
            ),
          [],
        ),
      keep: ({ number, name, receivedAtMs, bytes }) =>
        attempt(
          'kept',
          (open) => {
            run(open, 'INSERT OR REPLACE INTO tray_job VALUES (?, ?, ?, ?, ?)', [
              printerId,
              number,
              name,
              receivedAtMs,
              bytes,
            ]);
            run(
              open,
              `DELETE FROM tray_job WHERE printer_id = @printerId AND number IN (
                 SELECT number FROM (
                   SELECT number, row_number() OVER newest AS place, sum(length(bytes)) OVER newest AS total
                   FROM tray_job WHERE printer_id = @printerId WINDOW newest AS (ORDER BY number DESC)
                 ) WHERE place > @jobs OR total > @bytes
               )`,
              { printerId, jobs: KEPT_JOBS, bytes: KEPT_BYTES },
            );
          },
          undefined,
        ),
      clear: () =>
        attempt(
          'emptied',
          (open) => void run(open, 'DELETE FROM tray_job WHERE printer_id = ?', [printerId]),
          undefined,
        ),
    }),
    clear: () => attempt('emptied', (open) => void run(open, 'DELETE FROM tray_job'), undefined),
    close: () => db?.close(),
  };
}
