// The labels made at this desk: the person and the code of each one, and how it was proven.
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { ProofWay } from '../../../domain/paper.ts';
import type { PrintJobState } from '../../../domain/print-job-state.ts';
import { all, allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { groupRows } from '../db/group-rows.ts';

/** How a label was proven to be on the right tube, and by which paper. */
export interface LabelProof {
  /** `typed` proves less than a scan, so a reason is kept with it. */
  readonly how: ProofWay;
  readonly reason: string | null;
  readonly code: string;
  readonly jobId: string | null;
}

/** A label that was made at this desk. Its id follows from registration and ordinal, which counts from 1. */
export interface Label {
  readonly id: string;
  readonly registrationId: string;
  readonly ordinal: number;
  /** The code on the label as `jobId` made it; null before that, and after the label was taken back. */
  readonly code: string | null;
  /**
   * The person and registration that `jobId` made it for; null before that, after it was taken back, and where an
   * older version did not keep it.
   */
  readonly madeFor: LabelSubject | null;
  readonly verifiedAtMs: number | null;
  readonly proof: LabelProof | null;
  /**
   * The newest print job of the label, one that was cancelled only where there is no other; jobs whose papers are to be destroyed do not
   * count. Null when there is none.
   */
  readonly jobId: string | null;
  readonly jobState: PrintJobState | null;
  /** Nothing was sent of `jobId` yet, and it is tried again by itself. */
  readonly waitsForPrinter: boolean;
  /** A paper of it may exist: one of its jobs, perhaps a cancelled one, reached a printer or may have. */
  readonly perhapsPrinted: boolean;
  /** Another job than `jobId` was cancelled, and its paper may have come out all the same. */
  readonly cancelledMayExist: boolean;
}

/** The code for which a print job was made out, as its index has it. */
const CODE_MADE = `json_extract(made_for, '$.code')`;

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
  waits_for_printer: number;
  perhaps_printed: number;
  cancelled_may_exist: number;
}

/** A job whose paper is to be destroyed belongs to an earlier version of the label. */
const COUNTS = `NOT EXISTS (SELECT 1 FROM paper_to_destroy WHERE paper_to_destroy.job_id = print_job.id)`;

/**
 * Nothing will be sent of it, and somebody has said that nothing came out, where that was in doubt: where the label was printed before, it
 * is again what it was before this job, and the paper on the tube can be scanned back. Of several such jobs the last may be one that has
 * a paper all the same.
 */
const GIVEN_UP = `print_job.state = 'cancelled', (print_job.state = 'cancelled' AND print_job.perhaps_printed = 0)`;

const SELECT = `
  SELECT label.id, label.registration_id, label.ordinal, label.code,
    iif(label.made_for IS NULL, NULL, coalesce(newest.made_for, label.made_for)) AS made_for,
    label.verified_at_ms, label.proof, newest.id AS job_id, newest.state AS job_state,
    newest.state = 'attention' AND newest.next_attempt_at_ms IS NOT NULL AS waits_for_printer,
    EXISTS (SELECT 1 FROM print_job WHERE print_job.label_id = label.id AND ${COUNTS}
      AND (print_job.perhaps_printed = 1 OR print_job.state = 'sending')) AS perhaps_printed,
    EXISTS (SELECT 1 FROM print_job WHERE print_job.label_id = label.id AND ${COUNTS}
      AND print_job.state = 'cancelled' AND print_job.perhaps_printed = 1 AND print_job.id <> newest.id) AS cancelled_may_exist
  FROM label LEFT JOIN print_job AS newest ON newest.sequence = (
    SELECT print_job.sequence FROM print_job WHERE print_job.label_id = label.id AND ${COUNTS}
    ORDER BY ${GIVEN_UP}, print_job.sequence DESC LIMIT 1)`;

function toLabel(row: LabelTableRow): Label {
  const madeFor = row.made_for === null ? null : (JSON.parse(row.made_for) as LabelSubject);
  return {
    id: row.id,
    registrationId: row.registration_id,
    ordinal: row.ordinal,
    code: madeFor?.code ?? row.code,
    madeFor,
    verifiedAtMs: row.verified_at_ms,
    proof: row.proof === null ? null : (JSON.parse(row.proof) as LabelProof),
    jobId: row.job_id,
    jobState: row.job_state,
    waitsForPrinter: row.waits_for_printer === 1,
    perhapsPrinted: row.perhaps_printed === 1,
    cancelledMayExist: row.cancelled_may_exist === 1,
  };
}

/** The labels made so far, by the registration's local id; registrations without one are left out. */
export function labelsOf(db: Db, registrationIds: readonly string[]): Map<string, Label[]> {
  const rows = allAmong<LabelTableRow>(
    db,
    `${SELECT} WHERE label.registration_id IN (SELECT value FROM json_each(?)) ORDER BY label.ordinal`,
    registrationIds,
  );
  return groupRows(rows, (row) => row.registration_id, toLabel);
}

/** One label; null when it was never made. */
export function findLabel(db: Db, id: string): Label | null {
  const row = get<LabelTableRow>(db, `${SELECT} WHERE label.id = ?`, [id]);
  return row && toLabel(row);
}

/**
 * Whether an earlier paper with its code may exist than the one that is being sent to its printer now: of another job or an earlier try, one
 * of which somebody has said that it is destroyed included.
 */
export function hasEarlierPaper(db: Db, { id, code }: Pick<Label, 'id' | 'code'>): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM print_job WHERE label_id = @id AND perhaps_printed = 1 AND ${CODE_MADE} = @code COLLATE NOCASE`,
      { id, code },
    ) !== null
  );
}

/** For whom the papers of a label were made that may exist, those included of which somebody has said that they are destroyed. */
export function subjectsOfPapers(db: Db, labelId: string): LabelSubject[] {
  return all<{ made_for: string }>(
    db,
    'SELECT made_for FROM print_job WHERE label_id = ? AND perhaps_printed = 1 AND made_for IS NOT NULL',
    [labelId],
  ).map((row) => JSON.parse(row.made_for) as LabelSubject);
}

export interface MadeLabel {
  readonly id: string;
  readonly visitId: string;
  readonly ordinal: number;
  readonly madeFor: LabelSubject;
}

/**
 * Writes down that a label is made, for the first time or again. A proof of the one before is removed, because it
 * proves nothing about this one.
 */
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

/** Keeps a code of the desk's own that a label carries: it leads to its registration (the desk's own id) for good. */
export function keepDeskLabelCode(db: Db, code: string, registrationId: string): void {
  run(db, 'INSERT INTO desk_label_code (code, registration_id) VALUES (?, ?) ON CONFLICT (code) DO NOTHING', [
    code,
    registrationId,
  ]);
}

/** Writes down that a label is on its tube; the first proof stays. `atMs`: milliseconds since the epoch. */
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

/**
 * Takes the label back: it has no code, no person and no proof any more, and has to be made again. `visitId`: only where it was made last at
 * this visit; its registration may have another one since, at which it was made anew.
 */
export function forgetLabelMade(db: Db, labelId: string, visitId: string | null = null): void {
  run(
    db,
    `UPDATE label SET code = NULL, made_for = NULL, verified_at_ms = NULL, verified_by = NULL, proof = NULL
     WHERE id = @labelId AND visit_id = coalesce(@visitId, visit_id)`,
    { labelId, visitId },
  );
}

/**
 * Whether a label made at this desk carries the code, or an earlier paper of it may: the label may have been printed since with another
 * code, and the paper of before is still on somebody's tube.
 */
export function isCodeOfLabelMade(db: Db, code: string): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM label WHERE code = @code COLLATE NOCASE
       UNION ALL SELECT 1 FROM print_job WHERE ${CODE_MADE} = @code COLLATE NOCASE AND made_for IS NOT NULL
         AND (perhaps_printed = 1 OR state = 'sending') AND NOT EXISTS (SELECT 1 FROM paper_to_destroy
           WHERE paper_to_destroy.job_id = print_job.id AND destroyed_at_ms IS NOT NULL) LIMIT 1`,
      { code },
    ) !== null
  );
}
