// Moments of this machine's clock, told by the service's.
import { afterEach, expect, test, vi } from 'vitest';
import { noteServiceNow, serviceTimeOf } from '../../../src/renderer/host/service-clock.ts';

afterEach(() => vi.useRealTimers());

test('a moment of a machine whose clock is nine hours behind is told as the service had it', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 15, 1, 0) });
  noteServiceNow(Date.UTC(2026, 2, 15, 10, 0));
  const pulledMs = Date.now();
  vi.advanceTimersByTime(60_000);
  expect(serviceTimeOf(pulledMs)).toBe(Date.UTC(2026, 2, 15, 10, 0));
});
