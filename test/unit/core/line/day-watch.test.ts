// Midnight at the site is noticed by itself, and so is another day that the service tells.
import { expect, it } from 'vitest';
import { createDayWatch } from '../../../../src/core/line/day-watch.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const HOUR_MS = 3_600_000;
/** 22:30 at the site, whose clocks go back in the night of 25 October. */
const EVENING_MS = Date.parse('2026-10-24T21:30:00Z');

function watched({ aheadMs = 0 } = {}) {
  const clock = createTestClock(EVENING_MS);
  const told = { aheadMs, turns: 0 };
  const watch = createDayWatch({
    clock,
    nowMs: () => clock.nowMs() + told.aheadMs,
    timeZone: 'Europe/London',
    onTurn: () => (told.turns += 1),
  });
  return { clock, told, watch };
}

it('says once that the day turns, at midnight of the site', async () => {
  const { clock, told, watch } = watched();
  watch.start();
  await clock.advance(1.5 * HOUR_MS - 1);
  expect(told.turns).toBe(0);
  await clock.advance(2);
  expect(told.turns).toBe(1);
  // The next day has 25 hours.
  await clock.advance(25 * HOUR_MS - 10);
  expect(told.turns).toBe(1);
  await clock.advance(20);
  expect(told.turns).toBe(2);
  watch.close();
  await clock.advance(48 * HOUR_MS);
  expect(told.turns).toBe(2);
});

it('says at once that the service tells the time of another day, before or after', () => {
  const { told, watch } = watched();
  watch.look();
  watch.look();
  expect(told.turns).toBe(0);
  told.aheadMs = 2 * HOUR_MS;
  watch.look();
  expect(told.turns).toBe(1);
  told.aheadMs = 0;
  watch.look();
  expect(told.turns).toBe(2);
});
