// The slots of a day at a location, as they were last read.
import { instantsOf } from '../../../domain/site-time.ts';
import type { Slot } from '../../../wire/test-location.ts';
import type { Db } from '../db/database.ts';
import { keepTold, readTold } from './told-rows.ts';
import type { ToldRow } from './told-rows.ts';

export interface StoredSlots {
  readonly slots: readonly Slot[];
  readonly fetchedAtMs: number;
}

/** A day at a location, `YYYY-MM-DD`. */
interface LocationDay {
  readonly locationId: string;
  readonly date: string;
}

const rowOf = ({ locationId, date }: LocationDay): ToldRow => ({
  table: 'mirror_slots',
  key: { location_id: locationId, date },
});

/** Whether a slot is on this day. Shown among those of another day, where its time alone is said, somebody would be booked on the wrong one. */
export const isSlotOf = (date: string, { time }: Pick<Slot, 'time'>): boolean => time.startsWith(`${date} `);

/** Stores what the service told of a day, without slots that it says are on another one. */
export function saveSlots(db: Db, day: LocationDay, slots: readonly Slot[], nowMs: number): void {
  const ofDay = slots.filter((slot) => isSlotOf(day.date, slot));
  keepTold(db, rowOf(day), JSON.stringify(ofDay), nowMs);
}

export function readSlots(db: Db, day: LocationDay): StoredSlots | null {
  const told = readTold(db, rowOf(day));
  return told && { slots: JSON.parse(told.body) as Slot[], fetchedAtMs: told.fetchedAtMs };
}

/**
 * When each slot of a day begins (milliseconds since the epoch), in the order given. The service gives local times of
 * the site, `YYYY-MM-DD HH:MM`. A time that occurs twice when summer time ends is given twice, the earlier one first.
 */
export function slotStarts(slots: readonly Pick<Slot, 'time'>[], timeZone: string): number[] {
  // Working out an instant takes long, and many slots begin at one time.
  const told = new Map<string, { instants: ReturnType<typeof instantsOf>; before: number }>();
  return slots.map(({ time }) => {
    const known = told.get(time);
    const instants = known?.instants ?? instantsOf(time.slice(0, 10), time.slice(11, 16), timeZone);
    const before = known?.before ?? 0;
    told.set(time, { instants, before: before + 1 });
    return instants[Math.min(before, instants.length - 1)] ?? instants[0];
  });
}
