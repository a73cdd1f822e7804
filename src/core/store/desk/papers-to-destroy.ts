// Labels on paper that exist, or may exist, and must not be used. They stay listed until a person says that they are
// destroyed.
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { PaperFault } from '../../../domain/paper.ts';
import { all, allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { groupRows } from '../db/group-rows.ts';

export interface PaperToDestroy {
  /** The print job that made it. */
  readonly jobId: string;
  readonly visitId: string;
  readonly labelId: string;
  /** The code on the paper; null where an older version did not keep it. */
  readonly code: string | null;
  readonly madeFor: LabelSubject | null;
  readonly why: PaperFault;
  /** It is on its way to the printer, so it may still come out. */
  readonly isBeingSent: boolean;
}

interface PaperRow {
  job_id: string;
  visit_id: string;
  label_id: string;
  code: string | null;
  made_for: string | null;
  why: PaperFault;
  being_sent: number;
}

const COLUMNS = `job_id, visit_id, label_id, code, made_for, why,
  EXISTS (SELECT 1 FROM print_job WHERE print_job.id = job_id AND print_job.state = 'sending') AS being_sent`;

function toPaper(row: PaperRow): PaperToDestroy {
  return {
    jobId: row.job_id,
    visitId: row.visit_id,
    labelId: row.label_id,
    code: row.code,
    madeFor: row.made_for === null ? null : (JSON.parse(row.made_for) as LabelSubject),
    why: row.why,
    isBeingSent: row.being_sent === 1,
  };
}

/**
 * Lists every paper of a label that may exist, those of cancelled jobs included. Call it after the jobs that have not
 * left for the printer were cancelled. Returns how many papers are new on the list.
 */
export function namePapersForDestruction(
  db: Db,
  label: {
    readonly labelId: string;
    readonly visitId: string;
    /** The code on the label, for papers whose jobs do not tell it. */
    readonly code: string | null;
    readonly why: PaperFault;
    readonly nowMs: number;
  },
): number {
  return run(
    db,
    `INSERT OR IGNORE INTO paper_to_destroy (job_id, visit_id, label_id, code, made_for, why, named_at_ms)
     SELECT id, @visitId, @labelId, coalesce(json_extract(made_for, '$.code'), @code), made_for, @why, @nowMs
     FROM print_job WHERE label_id = @labelId AND (perhaps_printed = 1 OR state = 'sending')`,
    { ...label },
  );
}

/**
 * The papers of a label need not be destroyed after all: the service has its registration again. Those of which somebody has said that they
 * are destroyed stay so.
 */
export function wantPapersAgain(db: Db, labelId: string): void {
  run(
    db,
    `DELETE FROM paper_to_destroy WHERE label_id = ? AND why = 'registration-gone' AND destroyed_at_ms IS NULL`,
    [labelId],
  );
}

/** Whether papers of a label are to be destroyed because its registration was gone; those of which somebody has said so do not count. */
export function hasPapersOfOneGone(db: Db, labelId: string): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM paper_to_destroy WHERE label_id = ? AND why = 'registration-gone' AND destroyed_at_ms IS NULL`,
      [labelId],
    ) !== null
  );
}

/** Why the paper of a print job has to be destroyed, or had to be; null where it need not be. */
export function paperFaultOf(db: Db, jobId: string): PaperFault | null {
  return (
    get<{ why: PaperFault }>(db, 'SELECT why FROM paper_to_destroy WHERE job_id = ?', [jobId])?.why ?? null
  );
}

/** Papers of these visits that nobody has said to be destroyed, by visit, the oldest first. */
export function papersToDestroyOf(db: Db, visitIds: readonly string[]): Map<string, PaperToDestroy[]> {
  const rows = allAmong<PaperRow>(
    db,
    `SELECT ${COLUMNS} FROM paper_to_destroy
     WHERE destroyed_at_ms IS NULL AND visit_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    visitIds,
  );
  return groupRows(rows, (row) => row.visit_id, toPaper);
}

/**
 * Papers with this code that are or were on the list, destroyed ones included: a scan of the code may be a scan of one
 * of them.
 */
export function findPapersToDestroy(db: Db, code: string): PaperToDestroy[] {
  return all<PaperRow>(
    db,
    `SELECT ${COLUMNS} FROM paper_to_destroy WHERE code = ? COLLATE NOCASE ORDER BY rowid`,
    [code],
  ).map(toPaper);
}

/** A person says that the paper was destroyed or never came out. Returns false when it was not on the list. */
export function markPaperDestroyed(
  db: Db,
  jobId: string,
  by: { readonly atMs: number; readonly actor: string },
): boolean {
  return (
    run(
      db,
      'UPDATE paper_to_destroy SET destroyed_at_ms = ?, destroyed_by = ? WHERE job_id = ? AND destroyed_at_ms IS NULL',
      [by.atMs, by.actor, jobId],
    ) === 1
  );
}
