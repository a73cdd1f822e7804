// How old what is shown is: never younger than it is, and never in the future, whatever happens to clocks meanwhile.
import { describe, expect, it } from 'vitest';
import { createFreshness } from '../../../../src/core/pull/freshness.ts';
import { readSetting } from '../../../../src/core/store/desk/settings.ts';
import { useStore } from '../../../support/store-fixture.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const NINE_MS = Date.parse('2026-03-03T09:00:00Z');
const MINUTE_MS = 60_000;

const store = useStore();

/** A run of the desk at which everything was read two minutes before its end. Returns when the run ended. */
async function earlierRun(): Promise<number> {
  const clock = createTestClock(NINE_MS);
  await clock.advance(MINUTE_MS);
  const now = clock.monotonicMs();
  const freshness = createFreshness(store.db, clock);
  freshness.set({ visits: now, newBookings: now, everything: now });
  await clock.advance(2 * MINUTE_MS);
  freshness.set({ visits: null, newBookings: null, everything: null });
  return clock.nowMs();
}

describe('what was read before a restart', () => {
  it('is as old as it was, and as much older as the desk was off', async () => {
    const endedMs = await earlierRun();
    const nowMs = endedMs + 30 * MINUTE_MS;
    const freshness = createFreshness(store.db, createTestClock(nowMs));
    expect(freshness.at(nowMs).visits).toBe(nowMs - 32 * MINUTE_MS);
  });

  it('is in the past by any clock, and no younger than it was, though the clock was set back meanwhile', async () => {
    const endedMs = await earlierRun();
    const setBackMs = endedMs - 24 * 60 * MINUTE_MS;
    const freshness = createFreshness(store.db, createTestClock(setBackMs));
    for (const moment of Object.values(freshness.at(setBackMs))) {
      expect(moment).toBeLessThanOrEqual(setBackMs - 2 * MINUTE_MS);
      expect(moment).toBeGreaterThan(setBackMs - 15 * MINUTE_MS);
    }
  });
});

it('is saved once in ten minutes, at once when something is known for the first time, and when the desk stops', async () => {
  const clock = createTestClock(NINE_MS);
  const freshness = createFreshness(store.db, clock);
  const saved = (): unknown => readSetting(store.db, 'boardAges');
  freshness.set({ visits: clock.monotonicMs(), newBookings: null, everything: null });
  const first = saved();
  await clock.advance(5 * MINUTE_MS);
  freshness.set({ visits: clock.monotonicMs(), newBookings: null, everything: null });
  expect(saved()).toEqual(first);
  // The next run takes the data for older than it is.
  const restarted = createFreshness(store.db, createTestClock(clock.nowMs()));
  expect(restarted.at(clock.nowMs()).visits).toBe(NINE_MS);
  freshness.set({ visits: null, newBookings: clock.monotonicMs(), everything: null });
  expect(saved()).toMatchObject({ visits: 0, newBookings: 0 });
  await clock.advance(10 * MINUTE_MS);
  freshness.set({ visits: null, newBookings: null, everything: null });
  expect(saved()).toMatchObject({ visits: 10 * MINUTE_MS, newBookings: 10 * MINUTE_MS });
  await clock.advance(MINUTE_MS);
  freshness.set({ visits: clock.monotonicMs(), newBookings: null, everything: null });
  freshness.save();
  expect(saved()).toMatchObject({ visits: 0, newBookings: 11 * MINUTE_MS });
});

it('what was never read has no age', () => {
  const freshness = createFreshness(store.db, createTestClock(NINE_MS));
  expect(freshness.at(NINE_MS)).toEqual({ visits: null, newBookings: null, everything: null });
});
