// How much the desk asks of the service by itself. What a person waits for is never held back by it.
import type { Clock } from '../ports.ts';

export interface RequestLimit {
  /** Counts one request, and tells in how many milliseconds it may be made: 0 for now, when it is counted. */
  take(): number;
}

const MINUTE_MS = 60_000;

/** At most so many requests in any minute. A quiet minute leaves room for as many at once. */
export function createRequestLimit(clock: Pick<Clock, 'monotonicMs'>, perMinute: number): RequestLimit {
  const made: number[] = [];
  return {
    take() {
      const nowMs = clock.monotonicMs();
      while (made.length > 0 && nowMs - (made[0] as number) >= MINUTE_MS) made.shift();
      if (made.length >= perMinute) return Math.ceil(MINUTE_MS - (nowMs - (made[0] as number)));
      made.push(nowMs);
      return 0;
    },
  };
}
