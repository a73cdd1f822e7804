// The service's time. It is kept as a distance from the monotonic clock, which nobody can set. So a change of this
// machine's clock moves neither today's board nor the end of holds, and work done offline gets the right time.
import type { Clock } from '../ports/machine.ts';

export interface ServiceClock {
  /** The service's time in milliseconds since the epoch. Until the service told its time, this machine's time. */
  nowMs(): number;
  /** An answer has the date `serverDateMs` (since the epoch), and its request took `tookMs`. Both in milliseconds. */
  heard(serverDateMs: number, tookMs: number): void;
  /** How far the service's clock is ahead of this machine's, in milliseconds; negative when it is behind. */
  aheadMs(): number;
  /** Whether the service has told its time yet. */
  isKnown(): boolean;
}

/** The Date header has whole seconds only. */
const DATE_RESOLUTION_MS = 1_000;
/** A difference up to this is not corrected, because timers and sockets delay answers by about as much. */
const TOLERANCE_MS = 500;

export function createServiceClock(clock: Clock): ServiceClock {
  /** The service's time when the monotonic clock was at 0; null until the service told its time. */
  let originMs: number | null = null;

  const nowMs = (): number => Math.round(originMs === null ? clock.nowMs() : originMs + clock.monotonicMs());

  return {
    nowMs,
    heard(serverDateMs, tookMs) {
      // The header was written at some time between request and answer, and lost its fraction of a second.
      const earliest = serverDateMs;
      const latest = serverDateMs + DATE_RESOLUTION_MS + tookMs;
      const believed = nowMs();
      const fits = believed >= earliest - TOLERANCE_MS && believed <= latest + TOLERANCE_MS;
      const right = fits ? believed : (earliest + latest) / 2;
      if (originMs === null || !fits) originMs = right - clock.monotonicMs();
    },
    aheadMs: () => nowMs() - clock.nowMs(),
    isKnown: () => originMs !== null,
  };
}
