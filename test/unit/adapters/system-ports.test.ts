// The machine's clock and randomness behind their ports.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';

describe('the clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('calls back once, after the delay', () => {
    const callback = vi.fn();
    systemClock.after(1_000, callback);
    vi.advanceTimersByTime(999);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test('does not call back once cancelled', () => {
    const callback = vi.fn();
    systemClock.after(1_000, callback)();
    vi.advanceTimersByTime(5_000);
    expect(callback).not.toHaveBeenCalled();
  });

  test('waits for delays that are too long for a timer of Node, and can be cancelled half-way', () => {
    const fortyDaysMs = 40 * 86_400_000;
    const callback = vi.fn();
    const cancelled = vi.fn();
    systemClock.after(fortyDaysMs, callback);
    const cancel = systemClock.after(fortyDaysMs, cancelled);
    vi.advanceTimersByTime(fortyDaysMs - 1);
    expect(callback).not.toHaveBeenCalled();
    cancel();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
    expect(cancelled).not.toHaveBeenCalled();
  });
});

test('randomness gives different UUIDs, and fractions from 0 to below 1', () => {
  const uuids = Array.from({ length: 100 }, () => systemRandom.uuid());
  expect(new Set(uuids).size).toBe(100);
  const fractions = Array.from({ length: 1_000 }, () => systemRandom.fraction());
  expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
  expect(Math.max(...fractions)).toBeGreaterThan(0.9);
  expect(Math.min(...fractions)).toBeLessThan(0.1);
});
