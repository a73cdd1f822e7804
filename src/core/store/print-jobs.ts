// The print queue on disk: what waits for a printer, what became of it. A job is `sending` here before a byte leaves.
import type Database from 'better-sqlite3-multiple-ciphers';
import type { PRINT_JOB_STATES } from '../../contract/views.ts';

export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

export interface PrintJob {
  readonly id: string;
  readonly printerId: string;
  readonly title: string;
  readonly visitId: string | null;
  readonly labelId: string | null;
  readonly state: PrintJobState;
  readonly detail: string | null;
  readonly attempts: number;
  /** Set while the job goes out by itself; null when it waits for a person or is done. */
  readonly nextAttemptAtMs: number | null;
  readonly reprintReason: string | null;
  readonly actor: string;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

export interface NewPrintJob {
  readonly id: string;
  readonly printerId: string;
  readonly title: string;
  readonly visitId: string | null;
  readonly labelId: string | null;
  readonly bytes: Uint8Array;
  /** What is sent instead once something of `bytes` may have been printed. */
  readonly reprintBytes: Uint8Array;
  readonly reprintReason: string | null;
  readonly actor: string;
  readonly createdAtMs: number;
}

interface PrintJobRow {
  id: string;
  printer_id: string;
  title: string;
  visit_id: string | null;
  label_id: string | null;
  state: PrintJobState;
  detail: string | null;
  attempts: number;
  next_attempt_at_ms: number | null;
  reprint_reason: string | null;
  actor: string;
  created_at_ms: number;
  finished_at_ms: number | null;
}

const COLUMNS = `id, printer_id, title, visit_id, label_id, state, detail, attempts, next_attempt_at_ms,
  reprint_reason, actor, created_at_ms, finished_at_ms`;

function toPrintJob(row: PrintJobRow): PrintJob {
  return {
    id: row.id,
    printerId: row.printer_id,
    title: row.title,
    visitId: row.visit_id,
    labelId: row.label_id,
    state: row.state,
    detail: row.detail,
    attempts: row.attempts,
    nextAttemptAtMs: row.next_attempt_at_ms,
    reprintReason: row.reprint_reason,
    actor: row.actor,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}

export function findPrintJob(db: Database.Database, id: string): PrintJob | null {
  const row = db.prepare(`SELECT ${COLUMNS} FROM print_job WHERE id = ?`).get(id) as PrintJobRow | undefined;
  return row ? toPrintJob(row) : null;
}

/** Newest first. */
export function listPrintJobs(db: Database.Database, limit: number): PrintJob[] {
  const rows = db
    .prepare(`SELECT ${COLUMNS} FROM print_job ORDER BY sequence DESC LIMIT ?`)
    .all(limit) as PrintJobRow[];
  return rows.map(toPrintJob);
}

/** Removes jobs that ended before an instant (milliseconds since the epoch); those that wait or are in doubt stay. */
export function purgePrintJobs(db: Database.Database, endedBeforeMs: number): number {
  return db
    .prepare(
      `DELETE FROM print_job WHERE finished_at_ms < ?
         AND state IN ('sent', 'sent-unacknowledged', 'printed', 'cancelled')`,
    )
    .run(endedBeforeMs).changes;
}

/** What became of a job, as far as the transport can know; or what a person decided. */
export interface PrintJobChange {
  readonly state: PrintJobState;
  readonly detail: string | null;
  readonly nextAttemptAtMs: number | null;
  readonly finishedAtMs: number | null;
}

/** The queue's rows, for the queue. Every function works inside a caller's transaction or alone. */
export interface PrintJobStore {
  find(id: string): PrintJob | null;
  insert(job: NewPrintJob): void;
  /** The oldest job that may go out to a printer now; null when none may. */
  nextFor(printerId: string): PrintJob | null;
  open(): PrintJob[];
  /** Jobs of a label that nothing was sent of yet. */
  unsentOfLabel(labelId: string): PrintJob[];
  problemCount(): number;
  /** Marks the job as leaving, counts the attempt, and returns its bytes; null when it is not waiting any more. */
  beginSending(id: string): Uint8Array | null;
  change(id: string, change: PrintJobChange): void;
  /** From now on the job is sent with its reprint mark. */
  markAsReprint(id: string): void;
}

export function createPrintJobStore(db: Database.Database): PrintJobStore {
  const insert = db.prepare(
    `INSERT INTO print_job (id, sequence, printer_id, title, visit_id, label_id, bytes, reprint_bytes, state,
       reprint_reason, actor, created_at_ms)
     VALUES (@id, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM print_job), @printerId, @title, @visitId, @labelId,
       @bytes, @reprintBytes, 'queued', @reprintReason, @actor, @createdAtMs)`,
  );
  const next = db.prepare(
    `SELECT ${COLUMNS} FROM print_job WHERE printer_id = ?
       AND (state = 'queued' OR (state = 'attention' AND next_attempt_at_ms IS NOT NULL))
     ORDER BY sequence LIMIT 1`,
  );
  const open = db.prepare(
    `SELECT ${COLUMNS} FROM print_job WHERE state IN ('queued', 'sending', 'attention') ORDER BY sequence`,
  );
  const unsent = db.prepare(
    `SELECT ${COLUMNS} FROM print_job WHERE label_id = ? AND state IN ('queued', 'attention', 'failed')`,
  );
  const problems = db.prepare(
    `SELECT COUNT(*) AS count FROM print_job WHERE state IN ('attention', 'failed', 'unsure')`,
  );
  const begin = db.prepare(
    `UPDATE print_job SET state = 'sending', detail = NULL, attempts = attempts + 1, next_attempt_at_ms = NULL
     WHERE id = ? AND state IN ('queued', 'attention') RETURNING bytes`,
  );
  const change = db.prepare(
    `UPDATE print_job SET state = @state, detail = @detail, next_attempt_at_ms = @nextAttemptAtMs,
       finished_at_ms = @finishedAtMs
     WHERE id = @id`,
  );
  const mark = db.prepare('UPDATE print_job SET bytes = reprint_bytes WHERE id = ?');
  return {
    find: (id) => findPrintJob(db, id),
    insert: (job) => void insert.run(job),
    nextFor: (printerId) => {
      const row = next.get(printerId) as PrintJobRow | undefined;
      return row ? toPrintJob(row) : null;
    },
    open: () => (open.all() as PrintJobRow[]).map(toPrintJob),
    unsentOfLabel: (labelId) => (unsent.all(labelId) as PrintJobRow[]).map(toPrintJob),
    problemCount: () => (problems.get() as { count: number }).count,
    beginSending: (id) => (begin.get(id) as { bytes: Uint8Array } | undefined)?.bytes ?? null,
    change: (id, to) => void change.run({ id, ...to }),
    markAsReprint: (id) => void mark.run(id),
  };
}
