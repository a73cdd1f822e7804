// A print job, and the row that it is kept as.
import type { PersonShown } from '../../../domain/identity.ts';
import type { PrintJobState } from '../../../domain/print-job-state.ts';
import type { DeviceReport } from '../../../domain/device-report.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { PrintedPages } from '../../../domain/printed-pages.ts';

/** A job of the print queue, without its bytes. Times are milliseconds since the epoch. */
export interface PrintJob {
  readonly id: string;
  readonly printerId: string;
  readonly title: string;
  readonly visitId: string | null;
  readonly labelId: string | null;
  /**
   * The person and registration of the label; null for a job that prints no label of a person, and for jobs of older
   * versions.
   */
  readonly madeFor: LabelSubject | null;
  /** Which whole pages it prints; null for a label or a ticket. */
  readonly document: PrintedPages | null;
  /** The name under which a printer was given it last; null before, and where printers take no names. */
  readonly givenAs: string | null;
  /** The printer's own number for it; null until it has taken it, and where it gives none. */
  readonly printerJob: string | null;
  /** What the printer said last of the job that it took; null when it said nothing. */
  readonly deviceReport: DeviceReport | null;
  /** Whom a visit ticket is for; null for what is no ticket. */
  readonly ticketFor: PersonShown | null;
  /** For which settings of a printer its bytes were made out; opaque, to be compared. Null for jobs of older versions. */
  readonly madeOutFor: string | null;
  readonly state: PrintJobState;
  readonly detail: string | null;
  readonly attempts: number;
  /** Bytes of it may have reached a printer, whatever became of the job later. */
  readonly perhapsPrinted: boolean;
  /** Its label was scanned back, so it was printed, whatever the printer reported. */
  readonly proven: boolean;
  /** When it is tried again by itself; null when it waits for a person or is finished. */
  readonly nextAttemptAtMs: number | null;
  readonly reprintReason: string | null;
  readonly actor: string;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

export interface NewPrintJob extends Pick<
  PrintJob,
  | 'id'
  | 'printerId'
  | 'title'
  | 'visitId'
  | 'labelId'
  | 'madeFor'
  | 'document'
  | 'ticketFor'
  | 'madeOutFor'
  | 'reprintReason'
  | 'actor'
  | 'createdAtMs'
> {
  readonly bytes: Uint8Array;
  /**
   * The label with its reprint mark. It is sent instead of `bytes` once those may have been printed. Empty: there is no
   * such version, and `bytes` are sent again.
   */
  readonly reprintBytes: Uint8Array;
  /** What it shows, as JSON, from which it can be made out for another printer; left out where it cannot. */
  readonly content?: string;
}

export interface PrintJobRow {
  id: string;
  printer_id: string;
  title: string;
  visit_id: string | null;
  label_id: string | null;
  made_for: string | null;
  document: string | null;
  given_as: string | null;
  printer_job: string | null;
  device_report: DeviceReport | null;
  ticket_for: string | null;
  made_out_for: string | null;
  state: PrintJobState;
  detail: string | null;
  attempts: number;
  perhaps_printed: number;
  proven: number;
  next_attempt_at_ms: number | null;
  reprint_reason: string | null;
  actor: string;
  created_at_ms: number;
  finished_at_ms: number | null;
}

/** Its label was scanned back; SQL. */
export const PROVEN = `EXISTS (SELECT 1 FROM label WHERE label.id = print_job.label_id AND label.verified_at_ms IS NOT NULL)`;
/** What {@link toPrintJob} needs; SQL. */
export const COLUMNS = `id, printer_id, title, visit_id, label_id, made_for, document, ticket_for, made_out_for, given_as, printer_job, device_report, state, detail, attempts, perhaps_printed,
  next_attempt_at_ms, reprint_reason, actor, created_at_ms, finished_at_ms,
  ${PROVEN} AS proven`;

export function toPrintJob(row: PrintJobRow): PrintJob {
  return {
    id: row.id,
    printerId: row.printer_id,
    title: row.title,
    visitId: row.visit_id,
    labelId: row.label_id,
    madeFor: row.made_for === null ? null : (JSON.parse(row.made_for) as LabelSubject),
    document: row.document === null ? null : (JSON.parse(row.document) as PrintedPages),
    givenAs: row.given_as,
    printerJob: row.printer_job,
    deviceReport: row.device_report,
    ticketFor: row.ticket_for === null ? null : (JSON.parse(row.ticket_for) as PersonShown),
    madeOutFor: row.made_out_for,
    state: row.state,
    detail: row.detail,
    attempts: row.attempts,
    perhapsPrinted: row.perhaps_printed === 1,
    proven: row.proven === 1,
    nextAttemptAtMs: row.next_attempt_at_ms,
    reprintReason: row.reprint_reason,
    actor: row.actor,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  };
}
