// The slots of a day at a location, as they were last read.
import { instantsOf } from '../../../domain/site-time.ts';
import type { Slot } from '../../../wire/test-location.ts';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface StoredSlots {
  readonly slots: readonly Slot[];
  readonly fetchedAtMs: number;
}

export function saveSlots(
  db: Db,
  day: { readonly locationId: string; readonly date: string },
  slots: readonly Slot[],
  nowMs: number,
): void {
  run(
    db,
    `INSERT INTO mirror_slots (location_id, date, body, fetched_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (location_id, date) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
    [day.locationId, day.date, JSON.stringify(slots), nowMs],
  );
}

export function readSlots(
  db: Db,
  day: { readonly locationId: string; readonly date: string },
): StoredSlots | null {
  const row = get<{ body: string; fetched_at_ms: number }>(
    db,
    'SELECT body, fetched_at_ms FROM mirror_slots WHERE location_id = ? AND date = ?',
    [day.locationId, day.date],
  );
  return row && { slots: JSON.parse(row.body) as Slot[], fetchedAtMs: row.fetched_at_ms };
}

/**
 * When each slot of a day begins (milliseconds since the epoch), in the order given. The service gives local times of
 * the site, `YYYY-MM-DD HH:MM`. A time that occurs twice when summer time ends is given twice, the earlier one first.
 */
export function slotStarts(slots: readonly Pick<Slot, 'time'>[], timeZone: string): number[] {
  const told = new Map<string, number>();
  return slots.map(({ time }) => {
    const before = told.get(time) ?? 0;
    told.set(time, before + 1);
    const instants = instantsOf(time.slice(0, 10), time.slice(11, 16), timeZone);
    return instants[Math.min(before, instants.length - 1)] ?? instants[0];
  });
}
