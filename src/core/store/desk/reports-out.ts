// Reports of results on paper that do not hold any more, and of which nobody has said yet that whoever has them was told. Two triggers add
// them: when a reading brings other results, and when a report that was on its way to the printer meanwhile is, or may be, printed.
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Times are milliseconds since the epoch by the service's clock. */
export interface ReportOut {
  /** Local id. */
  readonly registrationId: string;
  /** When the last of them was printed, or may have been. */
  readonly printedAtMs: number;
  /** When the desk read that the results are others, or that there are none. */
  readonly changedAtMs: number;
}

const SELECT = `SELECT registration_id AS registrationId, printed_at_ms AS printedAtMs, changed_at_ms AS changedAtMs FROM report_out`;

/** Those that were changed first come first. */
export const listReportsOut = (db: Db): ReportOut[] =>
  all<ReportOut>(db, `${SELECT} ORDER BY changed_at_ms, registration_id`);

export const findReportOut = (db: Db, registrationId: string): ReportOut | null =>
  get<ReportOut>(db, `${SELECT} WHERE registration_id = ?`, [registrationId]) ?? null;

export const countReportsOut = (db: Db): number =>
  get<{ count: number }>(db, 'SELECT count(*) AS count FROM report_out')?.count ?? 0;

/** Whoever has it was told. */
export const settleReportOut = (db: Db, registrationId: string): void =>
  void run(db, 'DELETE FROM report_out WHERE registration_id = ?', [registrationId]);
