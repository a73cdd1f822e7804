// What the service tells again as it was is not written again, and its time is known all the same, across restarts too.
import { expect, it } from 'vitest';
import { get } from '../../../../../src/core/store/db/database.ts';
import { keepTold, readTold, saveTimesTold } from '../../../../../src/core/store/mirror/told-rows.ts';
import type { ToldRow } from '../../../../../src/core/store/mirror/told-rows.ts';
import { useStore } from '../../../../support/store-fixture.ts';

const NINE_MS = Date.parse('2026-03-03T09:00:00Z');
const HOUR_MS = 3_600_000;
const DAY: ToldRow = { table: 'mirror_slots', key: { location_id: 'place', date: '2026-03-03' } };
const MONTH: ToldRow = { table: 'mirror_calendar', key: { location_id: 'place', month: '2026-03' } };

const store = useStore();

/** What a desk would find that starts after a power cut. */
const savedTime = (): number | undefined =>
  get<{ at: number }>(store.db, 'SELECT fetched_at_ms AS at FROM mirror_slots')?.at;
const changes = (): number => get<{ n: number }>(store.db, 'SELECT total_changes() AS n')?.n ?? 0;

it('has the time at which it was told last, though nothing was written', () => {
  expect(readTold(store.db, DAY)).toBeNull();
  keepTold(store.db, DAY, '[1]', NINE_MS);
  const before = changes();
  keepTold(store.db, DAY, '[1]', NINE_MS + HOUR_MS);
  expect(changes()).toBe(before);
  expect(savedTime()).toBe(NINE_MS);
  expect(readTold(store.db, DAY)).toEqual({ body: '[1]', fetchedAtMs: NINE_MS + HOUR_MS });
});

it('is written at once where it is another one', () => {
  keepTold(store.db, DAY, '[1]', NINE_MS);
  keepTold(store.db, DAY, '[1]', NINE_MS + HOUR_MS);
  keepTold(store.db, DAY, '[2]', NINE_MS + HOUR_MS / 2);
  expect(savedTime()).toBe(NINE_MS + HOUR_MS / 2);
  expect(readTold(store.db, DAY)).toEqual({ body: '[2]', fetchedAtMs: NINE_MS + HOUR_MS / 2 });
});

it('has its time saved after some hours, with those of other rows, and when the desk stops', () => {
  keepTold(store.db, DAY, '[1]', NINE_MS);
  keepTold(store.db, MONTH, '{}', NINE_MS + 4 * HOUR_MS);
  keepTold(store.db, MONTH, '{}', NINE_MS + 5 * HOUR_MS);
  keepTold(store.db, DAY, '[1]', NINE_MS + 5 * HOUR_MS);
  expect(savedTime()).toBe(NINE_MS + 5 * HOUR_MS);
  expect(get(store.db, 'SELECT fetched_at_ms AS at FROM mirror_calendar')).toEqual({
    at: NINE_MS + 5 * HOUR_MS,
  });
  keepTold(store.db, DAY, '[1]', NINE_MS + 6 * HOUR_MS);
  expect(savedTime()).toBe(NINE_MS + 5 * HOUR_MS);
  saveTimesTold(store.db);
  expect(savedTime()).toBe(NINE_MS + 6 * HOUR_MS);
  const before = changes();
  saveTimesTold(store.db);
  expect(changes()).toBe(before);
});

it('is never newer than by a clock that was set back', () => {
  keepTold(store.db, DAY, '[1]', NINE_MS);
  keepTold(store.db, DAY, '[1]', NINE_MS - HOUR_MS);
  expect(readTold(store.db, DAY)?.fetchedAtMs).toBe(NINE_MS - HOUR_MS);
  expect(savedTime()).toBe(NINE_MS - HOUR_MS);
});
