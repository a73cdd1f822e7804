// The service's time. It is kept as a distance from the monotonic clock, which nobody can set. So a change of this
// machine's clock moves neither today's board nor the end of holds, and work done offline gets the right time.
import type { Clock } from '../ports/machine.ts';

export interface ServiceClock {
  /**
   * The service's time in milliseconds since the epoch. Until the service told a time that can be believed: this machine's
   * time, or the last believed one where this machine's clock is behind that, so that it was set back.
   */
  nowMs(): number;
  /** An answer has the date `serverDateMs` (since the epoch), and its request took `tookMs`. Both in milliseconds. */
  heard(serverDateMs: number, tookMs: number): void;
  /** How far the service's clock is ahead of this machine's, in milliseconds; negative when it is behind. */
  aheadMs(): number;
  /** Whether the service has told a time that is believed. */
  isKnown(): boolean;
  /** What the service says the time is now, where that is not believed; null while it is. Milliseconds since the epoch. */
  doubtedMs(): number | null;
  /**
   * The last time that the service told before this run, where the desk goes by this machine's clock alone and this run began, by that,
   * more than holidays later; null otherwise. The clock may be wrong, or the desk was off for so long. Milliseconds since the epoch.
   */
  longAgoMs(): number | null;
  /**
   * How far this machine's clock was ahead of the service's when that last told the time before this run (negative: behind), where the desk
   * goes by this machine's clock alone and that was no small difference; null otherwise. It may have been set right since. Milliseconds.
   */
  wasAheadMs(): number | null;
}

/** Where the last believed time outlives a restart. Milliseconds since the epoch. */
export interface BelievedTime {
  /** Null while no time was believed yet. */
  readonly last: () => number | null;
  readonly keep: (nowMs: number) => void;
  /** How far this machine's clock was ahead of that time, in milliseconds; null where that was never kept. */
  readonly lastAheadMs: () => number | null;
  readonly keepAheadMs: (aheadMs: number) => void;
}

/** The Date header has whole seconds only. */
const DATE_RESOLUTION_MS = 1_000;
/** A difference up to this is not corrected, because timers and sockets delay answers by about as much. */
const TOLERANCE_MS = 500;
const DAY_MS = 86_400_000;
/** A clock in daily use is not further off; one that is has lost its time, or never had it. */
const PLAUSIBLE_MS = 2 * DAY_MS;
/** A machine can have been off for so long with a clock that stood still. */
const LONGEST_OFF_MS = 92 * DAY_MS;
/** Longer than holidays: with so much between two runs, somebody is asked to look at the date. */
const LONG_OFF_MS = 14 * DAY_MS;
/** What is kept of the time is written so often, because a reading that finds nothing new is to write nothing. */
const KEEP_EVERY_MS = 4 * 3_600_000;
/** A clock that differs by so much is wrong: times by it would be told, and be sent with what is done. */
export const CLOCK_DIFFERS_MS = 2 * 60_000;
/** A clock that runs a little fast changes what is kept of it some times a day at most. */
const AHEAD_CHANGED_MS = 30_000;

/** `believed` null: whatever the service tells is believed, as in training, where people move its time by days. */
export function createServiceClock(clock: Clock, believed: BelievedTime | null = null): ServiceClock {
  const startedAtMs = clock.monotonicMs();
  const lastRunMs = believed?.last() ?? null;
  const lastAheadMs = believed?.lastAheadMs() ?? 0;
  let keptMs = lastRunMs;
  let keptAheadMs = lastAheadMs;
  /** The service's time when the monotonic clock was at 0; null until the service told a time that is believed. */
  let originMs: number | null = null;
  /** The same of the time that it told and that is not believed. */
  let doubtedOriginMs: number | null = null;

  /** The time here can be hours older than what is kept of the last run, and this clock a little slow. */
  const isBeforeLastRun = (atMs: number): boolean => lastRunMs !== null && atMs < lastRunMs - PLAUSIBLE_MS;

  function nowMs(): number {
    if (originMs !== null) return Math.round(originMs + clock.monotonicMs());
    const machineMs = clock.nowMs();
    if (lastRunMs === null) return Math.round(machineMs);
    // Earlier than this it cannot be. A clock that was behind already when the service last told the time is not one that was set back.
    const earliestMs = lastRunMs + clock.monotonicMs() - startedAtMs;
    const isSetBack = machineMs < earliestMs + Math.min(0, lastAheadMs) - CLOCK_DIFFERS_MS;
    return Math.round(isSetBack ? earliestMs : machineMs);
  }

  /**
   * Two of three must agree: the service, what this desk goes by, and this machine's clock. At the first answer of a run the
   * desk goes by nothing yet, so the time of the last run judges: time does not go back, and only a clock that went wrong does.
   */
  function isBelievable(serverMs: number): boolean {
    if (believed === null) return true;
    const agreesWith = (ms: number): boolean => Math.abs(serverMs - ms) <= PLAUSIBLE_MS;
    if (agreesWith(nowMs()) || agreesWith(clock.nowMs())) return true;
    if (originMs !== null || isBeforeLastRun(serverMs)) return false;
    if (lastRunMs === null || isBeforeLastRun(clock.nowMs())) return true;
    return serverMs <= lastRunMs + LONGEST_OFF_MS;
  }

  function keep(): void {
    const now = nowMs();
    const aheadMs = Math.round(clock.nowMs() - now);
    if (believed !== null && Math.abs(aheadMs - keptAheadMs) >= AHEAD_CHANGED_MS) {
      keptAheadMs = aheadMs;
      believed.keepAheadMs(aheadMs);
    }
    if (believed === null || (keptMs !== null && Math.abs(now - keptMs) < KEEP_EVERY_MS)) return;
    keptMs = now;
    believed.keep(now);
  }

  return {
    nowMs,
    heard(serverDateMs, tookMs) {
      // The header was written at some time between request and answer, and lost its fraction of a second.
      const earliest = serverDateMs;
      const latest = serverDateMs + DATE_RESOLUTION_MS + tookMs;
      const told = (earliest + latest) / 2;
      if (!isBelievable(told)) {
        doubtedOriginMs = told - clock.monotonicMs();
        return;
      }
      doubtedOriginMs = null;
      const here = nowMs();
      const fits = here >= earliest - TOLERANCE_MS && here <= latest + TOLERANCE_MS;
      if (originMs === null || !fits) originMs = (fits ? here : told) - clock.monotonicMs();
      keep();
    },
    aheadMs: () => nowMs() - clock.nowMs(),
    isKnown: () => originMs !== null,
    longAgoMs() {
      const startMs = clock.nowMs() - (clock.monotonicMs() - startedAtMs);
      return originMs === null && lastRunMs !== null && startMs > lastRunMs + LONG_OFF_MS ? lastRunMs : null;
    },
    wasAheadMs: () => (originMs === null && Math.abs(lastAheadMs) >= CLOCK_DIFFERS_MS ? lastAheadMs : null),
    doubtedMs: () => (doubtedOriginMs === null ? null : Math.round(doubtedOriginMs + clock.monotonicMs())),
  };
}
