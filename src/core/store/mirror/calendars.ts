// The months of a location as they were last read: for each day whether a slot is free.
import type { Calendar } from '../../../wire/test-location.ts';
import type { Db } from '../db/database.ts';
import { keepTold, readTold } from './told-rows.ts';
import type { ToldRow } from './told-rows.ts';

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

const rowOf = ({ locationId, month }: LocationMonth): ToldRow => ({
  table: 'mirror_calendar',
  key: { location_id: locationId, month },
});

export function saveCalendar(db: Db, of: LocationMonth, calendar: Calendar, nowMs: number): void {
  keepTold(db, rowOf(of), JSON.stringify(calendar.availability), nowMs);
}

/** Null when the month was never read. */
export function readCalendar(db: Db, of: LocationMonth): StoredCalendar | null {
  const told = readTold(db, rowOf(of));
  return (
    told && {
      availability: JSON.parse(told.body) as Calendar['availability'],
      fetchedAtMs: told.fetchedAtMs,
    }
  );
}
