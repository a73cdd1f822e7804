// The service's time, hung on the clock that only grows: whatever happens to this machine's wall clock while the desk
// runs, today's board stays today's, holds end when they end, and what is entered offline is dated right.
import type { Clock } from '../ports.ts';

export interface ServiceClock {
  /** Milliseconds since the epoch by the service's clock. Until the service told its time, what this machine believes. */
  nowMs(): number;
  /** An answer dated `serverDateMs` came after `tookMs` on the way, both in milliseconds. */
  heard(serverDateMs: number, tookMs: number): void;
  /** Whether the service told its time since this start. */
  isKnown(): boolean;
  /** What the service's clock is ahead of this machine's wall clock, in milliseconds; negative when it is behind. */
  aheadMs(): number;
}

/** The Date header is cut down to a whole second. */
const DATE_RESOLUTION_MS = 1_000;
/** Readings this close to what is believed do not move it: timers and sockets have their own delays. */
const TOLERANCE_MS = 500;

export function createServiceClock(clock: Clock): ServiceClock {
  /** Service time when the growing clock stood at 0; null until the service was heard. */
  let originMs: number | null = null;

  const nowMs = (): number => Math.round(originMs === null ? clock.nowMs() : originMs + clock.monotonicMs());

  return {
    nowMs,
    heard(serverDateMs, tookMs) {
      // Written somewhere between the question and the answer, and cut down to its second.
      const earliest = serverDateMs;
      const latest = serverDateMs + DATE_RESOLUTION_MS + tookMs;
      const believed = nowMs();
      const fits = believed >= earliest - TOLERANCE_MS && believed <= latest + TOLERANCE_MS;
      const right = fits ? believed : (earliest + latest) / 2;
      if (originMs === null || !fits) originMs = right - clock.monotonicMs();
    },
    isKnown: () => originMs !== null,
    aheadMs: () => nowMs() - clock.nowMs(),
  };
}
