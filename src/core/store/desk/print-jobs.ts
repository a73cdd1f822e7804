// The print queue on disk: what waits for a printer, and what became of each job. A job is written down as `sending`
// before its first byte is sent.
import type { PrintJobState } from '../../../domain/print-job-state.ts';
import type { DeviceReport } from '../../../domain/device-report.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { isSameRecord } from '../outbox/id-map.ts';
import { readSetting, writeSetting } from './settings.ts';
import {
  COLUMNS,
  PROVEN,
  toPrintJob,
  type NewPrintJob,
  type PrintJob,
  type PrintJobRow,
} from './print-job.ts';

export type { PrintJobState } from '../../../domain/print-job-state.ts';
export type { NewPrintJob, PrintJob } from './print-job.ts';

/** A job that was given to its printer whole, as far as is known. */
export interface DeliveredJob extends Pick<PrintJob, 'id' | 'proven'> {
  readonly state: 'sent' | 'sent-unacknowledged' | 'printed';
  /** Jobs are numbered in the order in which they were made. */
  readonly sequence: number;
  /** They end in another order: of two, the one with the greater number ended later. */
  readonly endedOrder: number;
}

/** Of so many newest jobs it is looked up what their printers said; a desk prints as many in a week. */
const LAST_JOBS = 2_000;
/** A job that is sent without a person. */
const WAITING = `state = 'queued' OR (state = 'attention' AND next_attempt_at_ms IS NOT NULL)`;
/** Given anew with each end at a printer, in the order of these: the clock may have been wrong. */
const NEXT_END = '(SELECT COALESCE(MAX(ended_order), 0) + 1 FROM print_job)';
const UNSENT = `state IN ('queued', 'attention', 'failed')`;
const OPEN = `'queued', 'sending', 'attention'`;
const UNSETTLED = `state IN ('attention', 'failed', 'unsure', 'sent-unacknowledged')
  OR (state = 'sent' AND device_report = 'stopped')`;

export function findPrintJob(db: Db, id: string): PrintJob | null {
  const row = get<PrintJobRow>(db, `SELECT ${COLUMNS} FROM print_job WHERE id = ?`, [id]);
  return row && toPrintJob(row);
}

/** The newest jobs, and older ones that are not finished or are in doubt; the newest first. */
export function listPrintJobs(db: Db, newest: number): PrintJob[] {
  return all<PrintJobRow>(
    db,
    `SELECT ${COLUMNS} FROM print_job
     WHERE sequence > (SELECT COALESCE(MAX(sequence), 0) FROM print_job) - ? OR state IN (${OPEN}) OR ${UNSETTLED}
     ORDER BY sequence DESC`,
    [newest],
  ).map(toPrintJob);
}

/** False once the bytes of a job were removed. */
export const hasPrintBytes = (db: Db, id: string): boolean =>
  get(db, `SELECT 1 FROM print_job WHERE id = ? AND bytes <> x''`, [id]) !== null;

/** Jobs of a printer that wait, or failed, and of which nothing is being sent. */
export function unsentOfPrinter(db: Db, printerId: string): PrintJob[] {
  return all<PrintJobRow>(
    db,
    `SELECT ${COLUMNS} FROM print_job WHERE printer_id = ? AND ${UNSENT} ORDER BY sequence`,
    [printerId],
  ).map(toPrintJob);
}

export function isSendingTo(db: Db, printerId: string): boolean {
  return get(db, `SELECT 1 FROM print_job WHERE printer_id = ? AND state = 'sending'`, [printerId]) !== null;
}

/**
 * What a printer was asked about its jobs is not asked any more: another printer may have others of these numbers. By its name, which no
 * other job has, one is still looked for that nobody knows a printer to have taken: the printer may be the same one elsewhere.
 */
export function forgetJobsAtPrinter(db: Db, printerId: string): void {
  run(
    db,
    'UPDATE print_job SET printer_job = NULL, given_as = NULL WHERE printer_id = ? AND printer_job IS NOT NULL',
    [printerId],
  );
}

/**
 * The bytes of a job are kept so that it can be sent again while the person is here; see the decision on what is kept
 * of a print job.
 */
export const PRINT_JOB_BYTES_KEPT_MS = 3 * 86_400_000;

/**
 * Removes the bytes of jobs (they hold names) made before an instant (milliseconds since the epoch), `limit` jobs at
 * most; jobs that are waiting to be sent or are being sent keep theirs. The row stays, because it tells whether a label
 * was printed and for whom. A job in doubt whose label was scanned back becomes `printed`. Returns how many jobs it
 * took.
 */
export function dropPrintJobBytes(db: Db, madeBeforeMs: number, limit: number): number {
  return run(
    db,
    `UPDATE print_job SET bytes = x'', reprint_bytes = x'', content = NULL,
       state = CASE WHEN state IN ('unsure', 'sent-unacknowledged') AND ${PROVEN} THEN 'printed' ELSE state END
     WHERE id IN (
       SELECT id FROM print_job WHERE bytes <> x'' AND created_at_ms < ?
         AND state <> 'sending' AND NOT (${WAITING})
       ORDER BY created_at_ms LIMIT ?)`,
    [madeBeforeMs, limit],
  );
}

/**
 * After a backup was restored, or another desk's place was taken: every job that is unfinished there may have been printed since.
 * `why`: as people read it.
 */
export function doubtUnfinishedPrintJobs(
  db: Db,
  { nowMs, why }: { readonly nowMs: number; readonly why: string },
): void {
  run(
    db,
    `UPDATE print_job SET state = 'unsure', detail = @why,
       perhaps_printed = 1, next_attempt_at_ms = NULL, finished_at_ms = @nowMs, ended_order = ${NEXT_END}
     WHERE state IN ('queued', 'sending', 'attention')`,
    { nowMs, why },
  );
  // What was sent since is not here, and may have broken off. Where nothing was ever printed, no printer has proven to be one of labels.
  const newest = get<{ sequence: number | null }>(db, 'SELECT MAX(sequence) AS sequence FROM print_job');
  if (newest?.sequence) writeSetting(db, 'printJobsMayLackAfter', newest.sequence);
}

/**
 * Whether labels may have gone to this printer of which nothing is known here, and none has gone out whole since. Only of one of whose
 * labels one was scanned back: an office printer that was set up as a label printer by mistake takes labels whole as well.
 */
function mayLackJobs(db: Db, printerId: string): boolean {
  const upTo = readSetting(db, 'printJobsMayLackAfter');
  if (upTo === null) return false;
  return (
    get(
      db,
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM print_job WHERE printer_id = @printerId AND sequence <= @upTo AND ${PROVEN})
         AND NOT EXISTS (SELECT 1 FROM print_job WHERE printer_id = @printerId AND sequence > @upTo AND state IN ('sent', 'printed'))`,
      { printerId, upTo },
    ) !== null
  );
}

/** What became of a job, as far as the connection to the printer can know, or what a person decided. */
export interface PrintJobChange {
  readonly state: PrintJobState;
  readonly detail: string | null;
  readonly nextAttemptAtMs: number | null;
  readonly finishedAtMs: number | null;
}

/** The rows of the print queue. Each function can be called inside a transaction or by itself. */
export interface PrintJobStore {
  find(id: string): PrintJob | null;
  insert(job: NewPrintJob): void;
  /** The oldest job that may be sent to a printer now; null when there is none. */
  nextFor(printerId: string): PrintJob | null;
  /** All jobs that may be sent to a printer now, the oldest first. */
  waitingFor(printerId: string): PrintJob[];
  /** The printer's jobs among the newest ones of the desk that it was given whole, as far as is known. */
  lastDelivered(printerId: string): DeliveredJob[];
  /**
   * Whether a printer may have got a part of a job since it last took one whole. `isSentWhole`: what it did not acknowledge has left this
   * computer all the same. Also where these jobs are older than the truth, as in a backup that was put back, until one went out whole since.
   */
  perhapsBrokeOff(printerId: string, of: { readonly isSentWhole: boolean }): boolean;
  open(): PrintJob[];
  /** Jobs whose end is not known for certain, or that failed: a person may have to look. */
  unsettled(): PrintJob[];
  /** Jobs of a label that wait and of which nothing is being sent. */
  unsentOfLabel(labelId: string): PrintJob[];
  /**
   * Other people with this date of birth for whom labels were made since an instant (milliseconds since the epoch).
   * Jobs without bytes do not count, so it looks back three days at most.
   */
  othersBornOn(of: {
    readonly dateOfBirth: string;
    readonly patientId: string;
    readonly sinceMs: number;
  }): LabelSubject[];
  /** Jobs of a printer that wait and of which nothing is being sent. */
  unsentOfPrinter(printerId: string): PrintJob[];
  /** Labels of a visit that wait and of which nothing is being sent. */
  unsentOfVisit(visitId: string): PrintJob[];
  /** Tickets of a visit that wait and of which nothing is being sent. */
  unsentTicketsOf(visitId: string): PrintJob[];
  /** The bytes that may be sent for a job: as it is, and with its reprint mark where it has one. Empty once they were removed. */
  bytesOf(id: string): Uint8Array[];
  /** False once its bytes were removed; then it cannot be sent any more. */
  hasBytes(id: string): boolean;
  /** What the job shows, as it was inserted; null where it has none, or it was removed with the bytes. */
  contentOf(id: string): string | null;
  /** The job is for another printer from now on, as it is made out. */
  moveTo(id: string, printerId: string): void;
  /** From now on the job is made out like this. It has no reprint mark then: see {@link PrintJobStore.markAsReprint}. */
  makeAnew(id: string, made: Pick<NewPrintJob, 'bytes' | 'reprintBytes' | 'madeOutFor'>): void;
  /** Counts an attempt that ended before its first byte was sent. */
  countAttempt(id: string): void;
  /**
   * Marks the job as `sending`, counts the attempt and returns the bytes; null when the job does not wait any more.
   * `givenAs`: the name under which a printer gets it; null where it gets none.
   */
  beginSending(id: string, givenAs: string | null): Uint8Array | null;
  /** What is known of the job at its printer. */
  noteAtPrinter(
    id: string,
    at: { readonly printerJob: string | null; readonly deviceReport: DeviceReport | null },
  ): void;
  /** Jobs made since an instant that a printer has taken and has not ended yet, as far as it has said; older ones if it stood still with them. */
  atPrinters(sinceMs: number): PrintJob[];
  /** Jobs made since an instant of which it is not known whether a printer has them, with the name they have there. */
  perhapsAtPrinters(sinceMs: number): PrintJob[];
  change(id: string, change: PrintJobChange): void;
  /**
   * Jobs that were being sent, and whose end nobody knows, become `unsure`: the one that is given, else all.
   */
  doubtLeaving(detail: string, of: { readonly nowMs: number; readonly jobId: string | null }): void;
  /** Runs several changes in one transaction. */
  together(work: () => void): void;
  /** From now on the job's bytes are those with the reprint mark, where it has such. */
  markAsReprint(id: string): void;
}

export function createPrintJobStore(db: Db): PrintJobStore {
  const jobsWhere = (condition: string, parameters: readonly unknown[] = []): PrintJob[] =>
    all<PrintJobRow>(
      db,
      `SELECT ${COLUMNS} FROM print_job WHERE ${condition} ORDER BY sequence`,
      parameters,
    ).map(toPrintJob);
  return {
    find: (id) => findPrintJob(db, id),
    insert: (job) =>
      void run(
        db,
        `INSERT INTO print_job (id, sequence, printer_id, title, visit_id, label_id, made_for, document, ticket_for,
           made_out_for, bytes, reprint_bytes, content, state, reprint_reason, actor, created_at_ms)
         VALUES (@id, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM print_job), @printerId, @title, @visitId, @labelId,
           @madeFor, @document, @ticketFor, @madeOutFor, @bytes, @reprintBytes, @content, 'queued', @reprintReason, @actor, @createdAtMs)`,
        {
          ...job,
          madeFor: job.madeFor && JSON.stringify(job.madeFor),
          document: job.document && JSON.stringify(job.document),
          ticketFor: job.ticketFor && JSON.stringify(job.ticketFor),
          content: job.content ?? null,
        },
      ),
    nextFor: (printerId) => {
      const row = get<PrintJobRow>(
        db,
        `SELECT ${COLUMNS} FROM print_job WHERE printer_id = ? AND (${WAITING}) ORDER BY sequence LIMIT 1`,
        [printerId],
      );
      return row && toPrintJob(row);
    },
    waitingFor: (printerId) => jobsWhere(`printer_id = ? AND (${WAITING})`, [printerId]),
    lastDelivered: (printerId) =>
      all<{
        id: string;
        sequence: number;
        state: DeliveredJob['state'];
        ended_order: number;
        proven: number;
      }>(
        db,
        // By their numbers, and not by all of their state.
        `SELECT id, sequence, state, ended_order, ${PROVEN} AS proven FROM print_job
         WHERE sequence > (SELECT COALESCE(MAX(sequence), 0) FROM print_job) - ? AND printer_id = ?
           AND +state IN ('sent', 'sent-unacknowledged', 'printed') AND ended_order IS NOT NULL`,
        [LAST_JOBS, printerId],
      ).map(({ ended_order: endedOrder, proven, ...job }) => ({
        ...job,
        endedOrder,
        proven: proven === 1,
      })),
    perhapsBrokeOff: (printerId, { isSentWhole }) =>
      mayLackJobs(db, printerId) ||
      get(
        db,
        `WITH last AS (SELECT COALESCE(MAX(sequence), 0) - @newest AS sequence FROM print_job),
           whole AS (SELECT COALESCE(MAX(ended_order), 0) AS ended_order FROM print_job
             WHERE sequence > (SELECT sequence FROM last) AND printer_id = @printerId
               AND (+state IN ('sent', 'printed') OR (@isSentWhole AND +state = 'sent-unacknowledged')))
         SELECT 1 FROM print_job, whole
         WHERE print_job.sequence > (SELECT sequence FROM last) AND printer_id = @printerId AND perhaps_printed = 1
           AND +state NOT IN ('sent', 'printed') AND NOT (@isSentWhole AND +state = 'sent-unacknowledged') AND NOT ${PROVEN}
           -- Older versions did not keep it for one that was to go out again.
           AND (print_job.ended_order IS NULL OR print_job.ended_order > whole.ended_order)
         LIMIT 1`,
        { newest: LAST_JOBS, printerId, isSentWhole: isSentWhole ? 1 : 0 },
      ) !== null,
    open: () => jobsWhere(`state IN (${OPEN})`),
    unsettled: () => jobsWhere(UNSETTLED),
    unsentOfLabel: (labelId) => jobsWhere(`label_id = ? AND ${UNSENT}`, [labelId]),
    othersBornOn: (of) =>
      all<{ made_for: string }>(
        db,
        `SELECT DISTINCT made_for FROM print_job
         WHERE created_at_ms >= @sinceMs AND bytes <> x'' AND made_for IS NOT NULL
           AND json_extract(made_for, '$.dateOfBirth') = @dateOfBirth
           AND json_extract(made_for, '$.patientId') <> @patientId`,
        { ...of },
      )
        .map((row) => JSON.parse(row.made_for) as LabelSubject)
        // A person who was made here may go by the service's id since.
        .filter(({ patientId }) => !isSameRecord(db, 'patient', patientId, of.patientId)),
    unsentOfPrinter: (printerId) => unsentOfPrinter(db, printerId),
    unsentOfVisit: (visitId) => jobsWhere(`visit_id = ? AND document IS NULL AND ${UNSENT}`, [visitId]),
    unsentTicketsOf: (visitId) =>
      jobsWhere(`visit_id = ? AND ticket_for IS NOT NULL AND ${UNSENT}`, [visitId]),
    bytesOf: (id) => {
      const row = get<{ bytes: Uint8Array; reprint_bytes: Uint8Array }>(
        db,
        'SELECT bytes, reprint_bytes FROM print_job WHERE id = ?',
        [id],
      );
      return row ? [row.bytes, row.reprint_bytes].filter(({ length }) => length > 0) : [];
    },
    hasBytes: (id) => hasPrintBytes(db, id),
    contentOf: (id) =>
      get<{ content: string | null }>(db, 'SELECT content FROM print_job WHERE id = ?', [id])?.content ??
      null,
    moveTo: (id, printerId) =>
      void run(
        db,
        'UPDATE print_job SET printer_id = ?, given_as = NULL, printer_job = NULL, attempts = 0 WHERE id = ?',
        [printerId, id],
      ),
    makeAnew: (id, { bytes, reprintBytes, madeOutFor }) =>
      void run(
        db,
        'UPDATE print_job SET bytes = @bytes, reprint_bytes = @reprintBytes, made_out_for = @madeOutFor WHERE id = @id',
        { id, bytes, reprintBytes, madeOutFor },
      ),
    countAttempt: (id) => void run(db, 'UPDATE print_job SET attempts = attempts + 1 WHERE id = ?', [id]),
    doubtLeaving: (detail, { nowMs, jobId }) =>
      void run(
        db,
        `UPDATE print_job SET state = 'unsure', detail = @detail, next_attempt_at_ms = NULL, finished_at_ms = @nowMs,
           ended_order = ${NEXT_END}, perhaps_printed = 1
         WHERE state = 'sending' AND (@jobId IS NULL OR id = @jobId)`,
        { detail, nowMs, jobId },
      ),
    together: (work) => transaction(db, work),
    beginSending: (id, givenAs) =>
      get<{ bytes: Uint8Array }>(
        db,
        `UPDATE print_job SET state = 'sending', detail = NULL, attempts = attempts + 1, next_attempt_at_ms = NULL,
           given_as = @givenAs, printer_job = NULL, device_report = NULL
         WHERE id = @id AND state IN ('queued', 'attention') RETURNING bytes`,
        { id, givenAs },
      )?.bytes ?? null,
    noteAtPrinter: (id, at) =>
      void run(
        db,
        'UPDATE print_job SET printer_job = @printerJob, device_report = @deviceReport WHERE id = @id',
        { id, ...at },
      ),
    atPrinters: (sinceMs) =>
      jobsWhere(
        `state = 'sent' AND printer_job IS NOT NULL AND (device_report = 'stopped'
           OR created_at_ms >= ? AND (device_report IS NULL OR device_report <> 'done'))`,
        [sinceMs],
      ),
    perhapsAtPrinters: (sinceMs) =>
      jobsWhere(`state = 'unsure' AND given_as IS NOT NULL AND created_at_ms >= ?`, [sinceMs]),
    change: (id, to) =>
      void run(
        db,
        `UPDATE print_job SET state = @state, detail = @detail, next_attempt_at_ms = @nextAttemptAtMs,
           finished_at_ms = @finishedAtMs,
           ended_order = CASE WHEN @state IN ('unsure', 'sent', 'sent-unacknowledged') AND @finishedAtMs IS NOT NULL
             THEN ${NEXT_END} ELSE ended_order END,
           perhaps_printed = perhaps_printed OR @state IN ('unsure', 'sent', 'sent-unacknowledged', 'printed')
         WHERE id = @id`,
        { id, ...to },
      ),
    markAsReprint: (id) =>
      void run(db, `UPDATE print_job SET bytes = reprint_bytes WHERE id = ? AND reprint_bytes <> x''`, [id]),
  };
}
