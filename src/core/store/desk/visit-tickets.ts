// The tickets of visits: the number in the queue, and the code that leads to the visit.
import type { PrintJobState } from '../../../domain/print-job-state.ts';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface VisitTicket {
  readonly code: string;
  readonly number: number;
  /** The newest print job of the ticket, which cannot have been removed: rows of its jobs stay as long as the visit. */
  readonly jobId: string | null;
  readonly jobState: PrintJobState | null;
  /** A paper of it may exist. */
  readonly perhapsPrinted: boolean;
}

interface TicketRow {
  code: string;
  number: number;
  job_id: string | null;
  job_state: PrintJobState | null;
  perhaps_printed: number;
}

/** The ticket of a visit; null when none was made. */
export function findVisitTicket(db: Db, visitId: string): VisitTicket | null {
  const row = get<TicketRow>(
    db,
    `SELECT visit_ticket.code, visit_ticket.number, newest.id AS job_id, newest.state AS job_state,
       EXISTS (SELECT 1 FROM print_job WHERE print_job.visit_id = visit_ticket.visit_id AND ticket_for IS NOT NULL
         AND (perhaps_printed = 1 OR state = 'sending')) AS perhaps_printed
     FROM visit_ticket LEFT JOIN print_job AS newest ON newest.sequence = (
       SELECT MAX(sequence) FROM print_job WHERE visit_id = visit_ticket.visit_id AND ticket_for IS NOT NULL)
     WHERE visit_ticket.visit_id = ?`,
    [visitId],
  );
  return (
    row && {
      code: row.code,
      number: row.number,
      jobId: row.job_id,
      jobState: row.job_state,
      perhapsPrinted: row.perhaps_printed === 1,
    }
  );
}

/** Gives a visit the next number of its day and place. It must not have a ticket yet. */
export function makeVisitTicket(
  db: Db,
  ticket: {
    readonly visitId: string;
    readonly code: string;
    readonly locationId: string;
    readonly date: string;
    readonly nowMs: number;
  },
): void {
  run(
    db,
    `INSERT INTO visit_ticket (visit_id, code, location_id, date, number, made_at_ms)
     VALUES (@visitId, @code, @locationId, @date,
       (SELECT COALESCE(MAX(number), 0) + 1 FROM visit_ticket WHERE location_id = @locationId AND date = @date), @nowMs)`,
    ticket,
  );
}

/** The visit whose ticket has one of these codes, in any case; null when there is none. */
export function visitIdOfTicket(db: Db, codes: readonly string[]): string | null {
  for (const code of codes) {
    const row = get<{ visit_id: string }>(db, 'SELECT visit_id FROM visit_ticket WHERE code = ?', [
      code.toUpperCase(),
    ]);
    if (row) return row.visit_id;
  }
  return null;
}
