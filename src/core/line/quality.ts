// How good the connection is, measured with the requests that are sent anyway: how long answers take, how many are
// lost.
import type { Clock } from '../ports/machine.ts';

/** `not-known` until there are enough requests to judge by. That the connection is down is not measured here. */
export type ConnectionQuality = 'not-known' | 'normal' | 'slow' | 'unreliable';

export interface ConnectionMeasure {
  readonly quality: ConnectionQuality;
  /** The median time of the latest answers, in milliseconds; null when there were none. */
  readonly typicalAnswerMs: number | null;
  /** The number of requests in the last minutes, and how many of them got no answer. */
  readonly requests: number;
  readonly lost: number;
}

export interface QualityMeter {
  answered(tookMs: number): void;
  lost(): void;
  /** Forgets what was measured, because the network was switched. */
  forget(): void;
  read(): ConnectionMeasure;
}

const LOOK_BACK_MS = 3 * 60_000;
const REQUESTS_KEPT = 40;
const ENOUGH = 3;
/** From this time on a person notices the wait at every step. */
const SLOW_MS = 2_000;
/** One lost answer is chance. At least two, and more than one in ten, mean an unreliable connection. */
const UNRELIABLE_SHARE = 0.1;
const UNRELIABLE_COUNT = 2;

export function createQualityMeter(clock: Pick<Clock, 'monotonicMs'>): QualityMeter {
  let seen: { readonly atMs: number; readonly tookMs: number | null }[] = [];
  let forgottenAtMs = Number.NEGATIVE_INFINITY;

  function note(tookMs: number | null): void {
    seen = [...seen.slice(1 - REQUESTS_KEPT), { atMs: clock.monotonicMs(), tookMs }];
  }

  return {
    answered(tookMs) {
      // A request that was sent before the network was switched says nothing about the new connection.
      if (clock.monotonicMs() - tookMs >= forgottenAtMs) note(tookMs);
    },
    lost: () => note(null),
    forget() {
      seen = [];
      forgottenAtMs = clock.monotonicMs();
    },
    read() {
      const since = clock.monotonicMs() - LOOK_BACK_MS;
      const recent = seen.filter(({ atMs }) => atMs >= since);
      const times = recent.flatMap(({ tookMs }) => tookMs ?? []).sort((a, b) => a - b);
      const typicalAnswerMs = times[Math.floor(times.length / 2)] ?? null;
      const lost = recent.length - times.length;
      return {
        quality: qualityOf({ requests: recent.length, lost, typicalAnswerMs }),
        typicalAnswerMs: typicalAnswerMs === null ? null : Math.round(typicalAnswerMs),
        requests: recent.length,
        lost,
      };
    },
  };
}

function qualityOf(measure: Omit<ConnectionMeasure, 'quality'>): ConnectionQuality {
  const { requests, lost, typicalAnswerMs } = measure;
  if (lost >= UNRELIABLE_COUNT && lost / requests > UNRELIABLE_SHARE) return 'unreliable';
  if (requests < ENOUGH || typicalAnswerMs === null) return 'not-known';
  return typicalAnswerMs >= SLOW_MS ? 'slow' : 'normal';
}
