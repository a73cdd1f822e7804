// Moments of this machine's clock, told by the service's.
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  askTimeBy,
  clocksNow,
  nextStep,
  noteServiceNow,
  serviceNowMs,
  serviceTimeOf,
  watchForSleep,
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

describe('a machine that sleeps', () => {
  const MINUTE_MS = 60_000;
  const TEN = Date.UTC(2026, 2, 15, 10, 0);
  /** The monotonic clock stands still meanwhile, as it does in a browser on Linux and macOS. */
  const sleep = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  function start(): { asked: () => number } {
    let asked = 0;
    // The machine's own clock is wrong all the time.
    vi.useFakeTimers({ now: TEN - 9 * 60 * MINUTE_MS });
    askTimeBy(() => void (asked += 1));
    noteServiceNow(TEN);
    return { asked: () => asked };
  }

  it('wakes at the time it is by then, and the engine is asked once', async () => {
    const { asked } = start();
    vi.advanceTimersByTime(MINUTE_MS);
    sleep(50 * MINUTE_MS);
    expect(serviceNowMs()).toBe(TEN + 51 * MINUTE_MS);
    expect(serviceNowMs()).toBe(TEN + 51 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toBe(1);
    noteServiceNow(TEN + 51 * MINUTE_MS + 3_000, clocksNow());
    expect(serviceNowMs()).toBe(TEN + 51 * MINUTE_MS + 3_000);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(serviceNowMs()).toBe(TEN + 61 * MINUTE_MS + 3_000);
    expect(asked()).toBe(1);
  });

  it('shows it by itself within seconds, also where only minutes are shown', async () => {
    const { asked } = start();
    const shown: number[] = [];
    const stop = watchNow(
      (nowMs) => nextStep(nowMs, 60 * MINUTE_MS),
      () => void shown.push(serviceNowMs()),
    );
    sleep(30 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(10_100);
    expect(asked()).toBe(1);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown[0]).toBeGreaterThanOrEqual(TEN + 30 * MINUTE_MS);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks at the first touch, and again while there is no answer', async () => {
    const { asked } = start();
    const target = new EventTarget();
    const stop = watchForSleep(target);
    target.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(0);
    sleep(30 * MINUTE_MS);
    target.dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(11_000);
    target.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(2);
    stop();
  });

  it('does not go by an answer that was given before it slept', async () => {
    const { asked } = start();
    const clocks = clocksNow();
    sleep(30 * MINUTE_MS);
    noteServiceNow(TEN, clocks);
    expect(serviceNowMs()).toBe(TEN + 30 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBeGreaterThan(0);
  });

  it('is told from a clock that was set only by the engine, whose answer counts', async () => {
    const { asked } = start();
    sleep(60 * MINUTE_MS);
    serviceNowMs();
    noteServiceNow(TEN + 1_000, clocksNow());
    expect(serviceNowMs()).toBe(TEN + 1_000);
    // Set back, or by years: no sleep, and asked for all the same.
    await vi.advanceTimersByTimeAsync(0);
    const before = asked();
    sleep(-60 * MINUTE_MS);
    expect(serviceNowMs()).toBe(TEN + 1_000);
    sleep(365 * 24 * 60 * MINUTE_MS);
    expect(serviceNowMs()).toBe(TEN + 1_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBeGreaterThan(before);
    // And a sleep after it counts as such.
    sleep(20 * MINUTE_MS);
    expect(serviceNowMs()).toBe(TEN + 1_000 + 20 * MINUTE_MS);
  });
});
