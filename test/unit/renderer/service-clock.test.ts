// Moments of this machine's clock, told by the service's.
import { afterEach, expect, test, vi } from 'vitest';
import {
  nextStep,
  noteServiceNow,
  serviceTimeOf,
  watchNow,
} from '../../../src/renderer/host/service-clock.ts';

afterEach(() => vi.useRealTimers());

test('a moment of a machine whose clock is nine hours behind is told as the service had it', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 15, 1, 0) });
  noteServiceNow(Date.UTC(2026, 2, 15, 10, 0));
  const pulledMs = Date.now();
  vi.advanceTimersByTime(60_000);
  expect(serviceTimeOf(pulledMs)).toBe(Date.UTC(2026, 2, 15, 10, 0));
});

test('a window that shows minutes wakes when one changes, and each second while seconds are shown', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 15, 10, 0, 30) });
  noteServiceNow(Date.UTC(2026, 2, 15, 10, 0, 30));
  let minutes = 0;
  let waits = 0;
  let seconds = 0;
  const stops = [
    watchNow(
      (nowMs) => nextStep(nowMs, 60_000),
      () => void (minutes += 1),
    ),
    watchNow(
      (nowMs) => nextStep(nowMs, 60_000, Date.UTC(2026, 2, 15, 9, 50, 15)),
      () => void (waits += 1),
    ),
  ];
  vi.advanceTimersByTime(29_900);
  expect([minutes, waits]).toEqual([0, 0]);
  vi.advanceTimersByTime(200);
  expect([minutes, waits]).toEqual([1, 1]);
  vi.advanceTimersByTime(10 * 60_000);
  // Two moments a minute, and everybody is told at each of them, so that no two screens differ.
  expect([minutes, waits]).toEqual([21, 21]);
  const stopSeconds = watchNow(
    (nowMs) => nowMs + 1_000,
    () => void (seconds += 1),
  );
  vi.advanceTimersByTime(10_100);
  expect(seconds).toBe(10);
  stopSeconds();
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a clock that jumps is shown at once, and the next minute at its new time', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 15, 10, 0, 30) });
  noteServiceNow(Date.UTC(2026, 2, 15, 10, 0, 30));
  let told = 0;
  const stop = watchNow(
    (nowMs) => nextStep(nowMs, 60_000),
    () => void (told += 1),
  );
  noteServiceNow(Date.UTC(2026, 2, 15, 12, 30, 55));
  expect(told).toBe(1);
  vi.advanceTimersByTime(5_100);
  expect(told).toBe(2);
  stop();
});
