// Print jobs that were asked for together, for several people at once.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { findPrintJob, type PrintJob } from './print-jobs.ts';

export interface LabelBatch {
  readonly id: string;
  /** In the order in which they are printed. */
  readonly jobs: readonly PrintJob[];
}

/** Batches that have ended are listed as long as they are among so many newest ones of their desk. */
const NEWEST = 3;
/** As many jobs as so many batches can have, and then some. */
const NEWEST_JOBS = 400;

/** Notes that these jobs belong together. `deskId`: the further desk that asked for them; null for the site desk. */
export function noteLabelBatch(
  db: Db,
  batch: { readonly id: string; readonly deskId: string | null },
  jobIds: readonly string[],
): void {
  run(
    db,
    `UPDATE print_job SET batch_id = @id, batch_desk_id = @deskId
     WHERE id IN (SELECT value FROM json_each(@jobIds))`,
    { ...batch, jobIds: JSON.stringify(jobIds) },
  );
}

/** The batches of a desk of which something still waits or is being sent, and its newest ones; the newest first. */
export function labelBatchesOf(db: Db, deskId: string | null): LabelBatch[] {
  const rows = all<{ batch_id: string; id: string }>(
    db,
    `WITH newest_job (batch_id, sequence) AS (
       SELECT batch_id, sequence FROM print_job WHERE batch_id IS NOT NULL AND batch_desk_id IS @deskId
       ORDER BY sequence DESC LIMIT ${NEWEST_JOBS}
     ), listed (id) AS (
       SELECT batch_id FROM print_job
         WHERE state IN ('queued', 'sending', 'attention') AND batch_id IS NOT NULL AND batch_desk_id IS @deskId
       UNION SELECT batch_id FROM (
         SELECT batch_id FROM newest_job GROUP BY batch_id ORDER BY MAX(sequence) DESC LIMIT ${NEWEST})
     )
     SELECT batch_id, id FROM print_job WHERE batch_id IN (SELECT id FROM listed)
     ORDER BY (SELECT MAX(sequence) FROM print_job AS other WHERE other.batch_id = print_job.batch_id) DESC, sequence`,
    { deskId },
  );
  const batches = new Map<string, PrintJob[]>();
  for (const { batch_id, id } of rows) {
    const job = findPrintJob(db, id);
    if (job) batches.set(batch_id, [...(batches.get(batch_id) ?? []), job]);
  }
  return [...batches].map(([id, jobs]) => ({ id, jobs }));
}
