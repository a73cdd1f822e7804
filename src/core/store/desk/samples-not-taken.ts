// Samples that were not taken, and why: one row for each label that has no tube.
import type { NotTakenReason } from '../../../domain/sample.ts';
import { allAmong, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface SampleNotTaken {
  readonly labelId: string;
  readonly reason: NotTakenReason;
  readonly note: string | null;
}

/** The samples of these visits that were not taken, by the label's id. */
export function samplesNotTakenOf(db: Db, visitIds: readonly string[]): Map<string, SampleNotTaken> {
  return new Map(
    allAmong<{ label_id: string; reason: NotTakenReason; note: string | null }>(
      db,
      'SELECT label_id, reason, note FROM sample_not_taken WHERE visit_id IN (SELECT value FROM json_each(?))',
      visitIds,
    ).map(({ label_id: labelId, reason, note }) => [labelId, { labelId, reason, note }]),
  );
}

export function saveSampleNotTaken(
  db: Db,
  sample: SampleNotTaken & { readonly visitId: string; readonly actor: string; readonly atMs: number },
): void {
  run(
    db,
    `INSERT INTO sample_not_taken (label_id, visit_id, reason, note, actor, at_ms)
     VALUES (@labelId, @visitId, @reason, @note, @actor, @atMs)
     ON CONFLICT (label_id) DO UPDATE SET visit_id = excluded.visit_id, reason = excluded.reason, note = excluded.note,
       actor = excluded.actor, at_ms = excluded.at_ms`,
    { ...sample },
  );
}

/** The sample is to be taken after all: the reason is removed. */
export function forgetSampleNotTaken(db: Db, labelId: string): void {
  run(db, 'DELETE FROM sample_not_taken WHERE label_id = ?', [labelId]);
}

export function forgetSamplesNotTakenOf(db: Db, visitId: string): void {
  run(db, 'DELETE FROM sample_not_taken WHERE visit_id = ?', [visitId]);
}
