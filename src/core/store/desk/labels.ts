// The labels made out at this desk: whom each was made for, which code it carries, how it was proven.
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { ProofWay } from '../../../domain/paper.ts';
import type { PrintJobState } from '../../../domain/print-job-state.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** How a label was proven to be on the right tube, and which paper that was. */
export interface LabelProof {
  /** `typed` proves less than a scan, so it comes with a reason. */
  readonly how: ProofWay;
  readonly reason: string | null;
  readonly code: string;
  readonly jobId: string | null;
}

export interface Label {
  readonly id: string;
  readonly registrationId: string;
  readonly ordinal: number;
  /** What stands on the label when it was last made out; null before, and once it is out of date. */
  readonly code: string | null;
  /** Whom it was last made for; null before, once it is out of date, and where an older version did not keep it. */
  readonly madeFor: LabelSubject | null;
  readonly verifiedAtMs: number | null;
  readonly proof: LabelProof | null;
  /** Newest print job that counts, leaving out those whose papers are to be destroyed; null when there is none. */
  readonly jobId: string | null;
  readonly jobState: PrintJobState | null;
  /** A paper of it may exist: some job of it reached a printer, or may have, cancelled ones included. */
  readonly perhapsPrinted: boolean;
}

interface LabelTableRow {
  id: string;
  registration_id: string;
  ordinal: number;
  code: string | null;
  made_for: string | null;
  verified_at_ms: number | null;
  proof: string | null;
  job_id: string | null;
  job_state: PrintJobState | null;
  perhaps_printed: number;
}

/** Jobs whose papers were named for destruction belong to a label that is no more. */
const COUNTS = `NOT EXISTS (SELECT 1 FROM paper_to_destroy WHERE paper_to_destroy.job_id = print_job.id)`;

const SELECT = `
  SELECT label.id, label.registration_id, label.ordinal, label.code, label.made_for, label.verified_at_ms, label.proof,
    newest.id AS job_id, newest.state AS job_state,
    EXISTS (SELECT 1 FROM print_job WHERE print_job.label_id = label.id AND ${COUNTS}
      AND (print_job.perhaps_printed = 1 OR print_job.state = 'sending')) AS perhaps_printed
  FROM label LEFT JOIN print_job AS newest ON newest.sequence = (
    SELECT max(print_job.sequence) FROM print_job WHERE print_job.label_id = label.id AND ${COUNTS})`;

function toLabel(row: LabelTableRow): Label {
  return {
    id: row.id,
    registrationId: row.registration_id,
    ordinal: row.ordinal,
    code: row.code,
    madeFor: row.made_for === null ? null : (JSON.parse(row.made_for) as LabelSubject),
    verifiedAtMs: row.verified_at_ms,
    proof: row.proof === null ? null : (JSON.parse(row.proof) as LabelProof),
    jobId: row.job_id,
    jobState: row.job_state,
    perhapsPrinted: row.perhaps_printed === 1,
  };
}

/** The labels made out so far, by registration. */
export function labelsOf(db: Db, registrationIds: readonly string[]): Map<string, Label[]> {
  const byRegistration = new Map<string, Label[]>();
  const rows = all<LabelTableRow>(
    db,
    `${SELECT} WHERE label.registration_id IN (SELECT value FROM json_each(?)) ORDER BY label.ordinal`,
    [JSON.stringify(registrationIds)],
  );
  for (const row of rows) {
    const labels = byRegistration.get(row.registration_id);
    if (labels) labels.push(toLabel(row));
    else byRegistration.set(row.registration_id, [toLabel(row)]);
  }
  return byRegistration;
}

export interface MadeLabel {
  readonly id: string;
  readonly visitId: string;
  readonly ordinal: number;
  readonly madeFor: LabelSubject;
}

/** Makes a label out, for the first time or anew. What proved the one before proves nothing of this one. */
export function makeLabel(db: Db, label: MadeLabel): void {
  run(
    db,
    `INSERT INTO label (id, visit_id, registration_id, ordinal, code, made_for)
     VALUES (@id, @visitId, @registrationId, @ordinal, @code, @madeFor)
     ON CONFLICT (registration_id, ordinal) DO UPDATE SET visit_id = excluded.visit_id, code = excluded.code,
       made_for = excluded.made_for, verified_at_ms = NULL, verified_by = NULL, proof = NULL`,
    {
      id: label.id,
      visitId: label.visitId,
      ordinal: label.ordinal,
      registrationId: label.madeFor.registrationId,
      code: label.madeFor.code,
      madeFor: JSON.stringify(label.madeFor),
    },
  );
}

export function proveLabel(
  db: Db,
  labelId: string,
  by: { readonly atMs: number; readonly actor: string; readonly proof: LabelProof },
): void {
  run(
    db,
    'UPDATE label SET verified_at_ms = ?, verified_by = ?, proof = ? WHERE id = ? AND verified_at_ms IS NULL',
    [by.atMs, by.actor, JSON.stringify(by.proof), labelId],
  );
}

/** The label is about nobody any more: nothing proves it, and the next one is made out anew. */
export function forgetLabelMade(db: Db, labelId: string): void {
  run(
    db,
    `UPDATE label SET code = NULL, made_for = NULL, verified_at_ms = NULL, verified_by = NULL, proof = NULL
     WHERE id = ?`,
    [labelId],
  );
}

/** Whether some label made at this desk carries the code. */
export function isCodeOfLabelMade(db: Db, code: string): boolean {
  return get(db, 'SELECT 1 FROM label WHERE code = ? COLLATE NOCASE', [code]) !== null;
}
