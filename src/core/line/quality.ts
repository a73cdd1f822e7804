// How well the line carries, measured from the requests that are made anyway: how long answers take, how many get lost.
import type { Clock } from '../ports.ts';

/** `not-known` before there is enough to judge by. `down` is the connection's own state, not a measurement. */
export type LineQuality = 'not-known' | 'normal' | 'slow' | 'unreliable';

export interface LineMeasure {
  readonly quality: LineQuality;
  /** The middle one of the latest answers' times, in milliseconds; null when there were none. */
  readonly typicalAnswerMs: number | null;
  /** Requests of the last minutes, and how many of them got no answer. */
  readonly requests: number;
  readonly lost: number;
}

export interface QualityMeter {
  answered(tookMs: number): void;
  lost(): void;
  /** The line was switched: what was measured before says nothing about it. */
  forget(): void;
  read(): LineMeasure;
}

const LOOK_BACK_MS = 3 * 60_000;
const REQUESTS_KEPT = 40;
const ENOUGH = 3;
/** From here on a person waits noticeably for every step. */
const SLOW_MS = 2_000;
/** One lost answer is chance; more than one in ten is the line's habit. */
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
      // Asked before the line was switched, answered after: that says how the line was, not how it is.
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

function qualityOf(measure: Omit<LineMeasure, 'quality'>): LineQuality {
  const { requests, lost, typicalAnswerMs } = measure;
  if (lost >= UNRELIABLE_COUNT && lost / requests > UNRELIABLE_SHARE) return 'unreliable';
  if (requests < ENOUGH || typicalAnswerMs === null) return 'not-known';
  return typicalAnswerMs >= SLOW_MS ? 'slow' : 'normal';
}
