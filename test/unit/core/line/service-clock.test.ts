// The service’s time is learned from its answers and does not follow this machine’s clock.
import { expect, it } from 'vitest';
import { createServiceClock } from '../../../../src/core/line/service-clock.ts';

const NINE_MS = Date.parse('2026-11-20T09:00:00Z');

/** A machine whose wall clock can be set, and whose growing clock cannot. */
function machine() {
  const at = { wallMs: NINE_MS, grownMs: 0 };
  return {
    at,
    pass(ms: number) {
      at.wallMs += ms;
      at.grownMs += ms;
    },
    clock: createServiceClock({
      nowMs: () => at.wallMs,
      monotonicMs: () => at.grownMs,
      after: () => () => {},
    }),
  };
}

it('uses this machine’s time until the service has told its own', () => {
  const { clock } = machine();
  expect(clock.nowMs()).toBe(NINE_MS);
});

it('learns the service’s time from an answer, and ignores the rounding of a second', () => {
  const { clock } = machine();
  clock.heard(NINE_MS, 0);
  expect(clock.aheadMs()).toBe(0);
  clock.heard(NINE_MS - 3 * 60_000, 0);
  expect(clock.aheadMs()).toBe(-3 * 60_000 + 500);
  clock.heard(NINE_MS - 3 * 60_000 + 1_000, 0);
  expect(clock.aheadMs()).toBe(-3 * 60_000 + 500);
});

it('does not take an answer that was long on the way for a clock that is behind', () => {
  const { clock } = machine();
  clock.heard(NINE_MS, 0);
  clock.heard(NINE_MS - 8_000, 9_000);
  expect(clock.aheadMs()).toBe(0);
});

it('keeps the service’s time when this machine’s clock is set forward or back', () => {
  const { clock, at, pass } = machine();
  clock.heard(NINE_MS, 0);
  at.wallMs += 26 * 3_600_000;
  pass(60_000);
  expect(clock.nowMs()).toBe(NINE_MS + 60_000);
  expect(clock.aheadMs()).toBe(-26 * 3_600_000);
  at.wallMs -= 52 * 3_600_000;
  expect(clock.nowMs()).toBe(NINE_MS + 60_000);
});
