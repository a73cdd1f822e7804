// Counts of the site as a whole, for its line on the fleet page.
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** Today's visits of a location in numbers. */
export interface VisitCounts {
  /** Arrived and not left. */
  readonly open: number;
  /** Arrived, and nobody has taken them yet. */
  readonly waiting: number;
  /** Since when the longest waiting has waited; milliseconds since the epoch, null: nobody waits. */
  readonly waitingSinceMs: number | null;
  readonly expected: number;
}

/** `date` is the day at the site, `YYYY-MM-DD`. */
export function countVisitsNow(db: Db, locationId: string, date: string): VisitCounts {
  return get<VisitCounts>(
    db,
    `SELECT count(*) FILTER (WHERE desk_state IN ('arrived', 'collecting', 'collected')) AS open,
       count(*) FILTER (WHERE desk_state = 'arrived') AS waiting,
       min(arrived_at_ms) FILTER (WHERE desk_state = 'arrived') AS waitingSinceMs,
       count(*) FILTER (WHERE desk_state = 'expected') AS expected
     FROM visit WHERE location_id = ? AND date = ?`,
    [locationId, date],
  ) as VisitCounts;
}

/** The ids of the printers with a job that waits for a person and was made after an instant (milliseconds since the epoch). */
export function printersKeepingJobs(db: Db, sinceMs: number): string[] {
  return all<{ id: string }>(
    db,
    "SELECT DISTINCT printer_id AS id FROM print_job WHERE state IN ('attention', 'failed') AND created_at_ms >= ?",
    [sinceMs],
  ).map(({ id }) => id);
}
