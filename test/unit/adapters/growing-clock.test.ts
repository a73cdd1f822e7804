// The monotonic clock also counts the time for which the machine slept.
import { expect, test } from 'vitest';
import { createGrowingClock, growingClock } from '../../../src/adapters/growing-clock.ts';

/** A machine that can be put to sleep. */
function machine() {
  let awakeMs = 5_000;
  let uptimeMs = 900_000;
  return {
    clock: createGrowingClock({ awakeMs: () => awakeMs, uptimeMs: () => uptimeMs }),
    pass(ms: number) {
      awakeMs += ms;
      uptimeMs += ms;
    },
    sleep(ms: number) {
      uptimeMs += ms;
    },
    drift(ms: number) {
      uptimeMs += ms;
    },
  };
}

test('goes on by the time for which the machine slept', () => {
  const { clock, pass, sleep } = machine();
  const before = clock();
  pass(1_000);
  expect(clock() - before).toBe(1_000);
  sleep(3 * 3_600_000);
  pass(1_000);
  expect(clock() - before).toBe(3 * 3_600_000 + 2_000);
});

test('does not take a coarse uptime for sleep, and never goes back', () => {
  const { clock, pass, drift } = machine();
  const before = clock();
  drift(900);
  pass(1_000);
  expect(clock() - before).toBe(1_000);
  drift(-1_800);
  pass(1_000);
  expect(clock() - before).toBe(2_000);
});

test('the machine’s own clock grows', async () => {
  const before = growingClock();
  await new Promise<void>((next) => setImmediate(next));
  expect(growingClock()).toBeGreaterThan(before);
});
