// Limits the requests that the desk sends without a person asking. Requests that a person waits for are not limited.
import type { Clock } from '../ports/machine.ts';

export interface RequestLimit {
  /** Milliseconds until the next request may be sent. 0: it may be sent now, and is counted. */
  take(): number;
}

const MINUTE_MS = 60_000;

/** At most `perMinute` requests in any 60 seconds. After a minute without requests all of them may be sent at once. */
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
