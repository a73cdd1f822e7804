// How many jobs of each printer are not done with, and what is known of their paper.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { PROVEN } from './print-job.ts';

interface JobCounts {
  /** Jobs that wait, or failed, and of which nothing is being sent. */
  readonly waiting: number;
  /** Of these, how many may have come out at an earlier try. */
  readonly waitingAgain: number;
  /** Jobs that it got, and of which nobody knows whether they came out; also those that stand still there. */
  readonly inDoubt: number;
}

const UNSENT = `state IN ('queued', 'attention', 'failed')`;
const IN_DOUBT = `state IN ('unsure', 'sent-unacknowledged') OR (state = 'sent' AND device_report = 'stopped')`;

/** By the printer's id. A printer without any is not in it. */
export function jobCounts(db: Db): ReadonlyMap<string, JobCounts> {
  const rows = all<JobCounts & { printer_id: string }>(
    db,
    `SELECT printer_id, SUM(${UNSENT}) AS waiting, SUM(${UNSENT} AND perhaps_printed) AS waitingAgain,
       SUM((${IN_DOUBT}) AND NOT ${PROVEN}) AS inDoubt
     FROM print_job WHERE ${UNSENT} OR ${IN_DOUBT} GROUP BY printer_id`,
  );
  return new Map(rows.map(({ printer_id, ...counts }) => [printer_id, counts]));
}
