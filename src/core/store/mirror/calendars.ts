// The months of a location as they were last read: for each day whether a slot is free.
import type { Calendar } from '../../../wire/test-location.ts';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** A month at a location; `month` is `YYYY-MM`. */
export interface LocationMonth {
  readonly locationId: string;
  readonly month: string;
}

export interface StoredCalendar {
  /** By day, `YYYY-MM-DD`; of a day that is missing nothing is known. */
  readonly availability: Calendar['availability'];
  readonly fetchedAtMs: number;
}

export function saveCalendar(db: Db, of: LocationMonth, calendar: Calendar, nowMs: number): void {
  run(
    db,
    `INSERT INTO mirror_calendar (location_id, month, body, fetched_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (location_id, month) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    [of.locationId, of.month, JSON.stringify(calendar.availability), nowMs],
  );
}

/** Null when the month was never read. */
export function readCalendar(db: Db, of: LocationMonth): StoredCalendar | null {
  const row = get<{ body: string; fetched_at_ms: number }>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_calendar WHERE location_id = ? AND month = ?',
    [of.locationId, of.month],
  );
  return (
    row && {
      availability: JSON.parse(row.body) as Calendar['availability'],
      fetchedAtMs: row.fetched_at_ms,
    }
  );
}
