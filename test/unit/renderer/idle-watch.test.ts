// A window that nobody is at locks itself after so many minutes, and not while somebody is there.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForIdle } from '../../../src/renderer/app/sign-in/idle-watch.ts';

const MINUTE_MS = 60_000;

let place: EventTarget;
let onIdle: ReturnType<typeof vi.fn<() => void>>;
let onStillHere: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-03T09:00:00Z') });
  place = new EventTarget();
  onIdle = vi.fn<() => void>();
  onStillHere = vi.fn<() => void>();
  stop = watchForIdle(place, 5 * MINUTE_MS, { onIdle, onStillHere });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const sign = (name = 'keydown'): boolean => place.dispatchEvent(new Event(name));

it('locks after five minutes without a sign of anybody, and not before', () => {
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(onIdle).toHaveBeenCalled();
});

it.each(['keydown', 'pointerdown', 'pointermove', 'wheel'])('waits five minutes more after a %s', (name) => {
  for (let times = 0; times < 4; times += 1) {
    vi.advanceTimersByTime(4 * MINUTE_MS);
    sign(name);
  }
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * MINUTE_MS);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(onIdle).toHaveBeenCalled();
});

it('asks whoever touches a machine that slept, before the touch counts', () => {
  // While it sleeps no timer runs, and the wall clock goes on.
  vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
  sign('pointermove');
  expect(onIdle).toHaveBeenCalledOnce();
  expect(onStillHere).not.toHaveBeenCalled();
});

it('tells the engine once a minute at most that somebody is there', () => {
  for (let second = 0; second < 150; second += 1) {
    vi.advanceTimersByTime(1_000);
    sign();
  }
  expect(onStillHere).toHaveBeenCalledTimes(2);
});

it('watches no more once somebody has signed out', () => {
  stop();
  vi.advanceTimersByTime(10 * MINUTE_MS);
  sign();
  expect(onIdle).not.toHaveBeenCalled();
});
