// The labels a visit needs: how many, which code each carries, which were scanned back.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type LabelJobState =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'sent-unacknowledged'
  | 'attention'
  | 'failed'
  | 'unsure'
  | 'printed'
  | 'cancelled';

export interface Label {
  readonly id: string;
  readonly visitId: string;
  readonly registrationId: string;
  readonly ordinal: number;
  /** Null until first printed; fixed from then on. */
  readonly code: string | null;
  readonly verifiedAtMs: number | null;
  /** State of the newest print job of this label; null when there is none. */
  readonly jobState: LabelJobState | null;
  /** A paper of it may exist: some job of it reached a printer, or may have, cancelled ones included. */
  readonly perhapsPrinted: boolean;
}

interface LabelTableRow {
  id: string;
  visit_id: string;
  registration_id: string;
  ordinal: number;
  code: string | null;
  verified_at_ms: number | null;
  job_state: LabelJobState | null;
  perhaps_printed: number;
}

const SELECT = `
  SELECT label.id, label.visit_id, label.registration_id, label.ordinal, label.code, label.verified_at_ms,
    (SELECT state FROM print_job WHERE print_job.label_id = label.id ORDER BY print_job.sequence DESC LIMIT 1) AS job_state,
    EXISTS (SELECT 1 FROM print_job WHERE print_job.label_id = label.id
      AND (print_job.perhaps_printed = 1 OR print_job.state = 'sending')) AS perhaps_printed
  FROM label`;

function toLabel(row: LabelTableRow): Label {
  return {
    id: row.id,
    visitId: row.visit_id,
    registrationId: row.registration_id,
    ordinal: row.ordinal,
    code: row.code,
    verifiedAtMs: row.verified_at_ms,
    jobState: row.job_state,
    perhapsPrinted: row.perhaps_printed === 1,
  };
}

/** The labels made out so far, by visit. */
export function labelsOf(db: Db, visitIds: readonly string[]): Map<string, Label[]> {
  const byVisit = new Map<string, Label[]>();
  const rows = all<LabelTableRow>(
    db,
    `${SELECT} WHERE label.visit_id IN (SELECT value FROM json_each(?)) ORDER BY label.rowid`,
    [JSON.stringify(visitIds)],
  );
  for (const row of rows) {
    const labels = byVisit.get(row.visit_id);
    if (labels) labels.push(toLabel(row));
    else byVisit.set(row.visit_id, [toLabel(row)]);
  }
  return byVisit;
}

export interface NewLabel {
  readonly id: string;
  readonly visitId: string;
  readonly registrationId: string;
  readonly ordinal: number;
}

/** Makes out a label; one that exists already stays as it is. */
export function ensureLabel(db: Db, label: NewLabel): void {
  run(
    db,
    `INSERT INTO label (id, visit_id, registration_id, ordinal) VALUES (@id, @visitId, @registrationId, @ordinal)
     ON CONFLICT (registration_id, ordinal) DO NOTHING`,
    { ...label },
  );
}

export function fixLabelCode(db: Db, labelId: string, code: string): void {
  run(db, 'UPDATE label SET code = ? WHERE id = ? AND code IS NULL', [code, labelId]);
}

export function markLabelVerified(
  db: Db,
  labelId: string,
  by: { readonly atMs: number; readonly actor: string },
): void {
  run(db, 'UPDATE label SET verified_at_ms = ?, verified_by = ? WHERE id = ? AND verified_at_ms IS NULL', [
    by.atMs,
    by.actor,
    labelId,
  ]);
}

/** A label printed again must be scanned again: the proof belonged to the one before. */
export function clearLabelVerification(db: Db, labelId: string): void {
  run(db, 'UPDATE label SET verified_at_ms = NULL, verified_by = NULL WHERE id = ?', [labelId]);
}
