// The service's time as the engine last told it, continued by this window's monotonic clock.
import { useCallback, useSyncExternalStore } from 'react';

let told: { nowMs: number; atMonotonicMs: number } | null = null;
/** By whoever shows the time: from the present to when what they show is different. */
const listeners = new Map<() => void, DueAfter>();
let timer: ReturnType<typeof setTimeout> | undefined;
let shownNowMs = 0;

/** Milliseconds since the epoch, later than the present that it is given. */
type DueAfter = (nowMs: number) => number;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A timer may come a little too soon. */
const TIMER_ERROR_MS = 2;

/**
 * Milliseconds since the epoch by the service's clock; this machine's own before the engine has said anything.
 * @example hold.run({ slotId: null, startsAtMs: serviceNowMs() })
 */
export function serviceNowMs(): number {
  return told ? Math.round(told.nowMs + performance.now() - told.atMonotonicMs) : Date.now();
}

/**
 * The service's time at the moment at which this machine's clock, which may be wrong by hours, showed `machineMs`. All other
 * times on a screen are the service's.
 * @example shownClockAt(serviceTimeOf(site.sinceMs), timeZone).time // "14:43"
 */
export function serviceTimeOf(machineMs: number): number {
  return machineMs + serviceNowMs() - Date.now();
}

/** The present that all screens show: the same for all that are drawn within a second. */
function shownNow(): number {
  const nowMs = serviceNowMs();
  if (Math.abs(nowMs - shownNowMs) >= SECOND_MS) shownNowMs = nowMs;
  return shownNowMs;
}

function tick(): void {
  shownNowMs = serviceNowMs();
  for (const listener of listeners.keys()) listener();
  wakeWhenDue();
}

/** A window in which only minutes are shown wakes when one of them changes, and not each second. */
function wakeWhenDue(): void {
  clearTimeout(timer);
  if (listeners.size === 0) return;
  const nowMs = serviceNowMs();
  const dueMs = Math.min(...[...listeners.values()].map((dueAfter) => dueAfter(nowMs)));
  timer = setTimeout(tick, dueMs - nowMs + TIMER_ERROR_MS);
}

/** Takes over what an answer says about the present. A jump (the training clock) shows at once. */
export function noteServiceNow(nowMs: number): void {
  const jumped = told === null || Math.abs(nowMs - serviceNowMs()) > 1_500;
  told = { nowMs, atMonotonicMs: performance.now() };
  if (jumped) tick();
}

/**
 * Calls `listener` each time that the moment has come which `dueAfter` named, and when the clock jumps.
 * @example const stop = watchNow(nextMinute, paint);
 */
export function watchNow(dueAfter: DueAfter, listener: () => void): () => void {
  listeners.set(listener, dueAfter);
  wakeWhenDue();
  return () => {
    listeners.delete(listener);
    wakeWhenDue();
  };
}

/**
 * The next moment that is a whole number of steps from `fromMs`.
 * @example nextStep(130_000, 60_000) // 180_000
 */
export function nextStep(nowMs: number, stepMs: number, fromMs = 0): number {
  return fromMs + (Math.floor((nowMs - fromMs) / stepMs) + 1) * stepMs;
}

/**
 * Whole minutes since `sinceMs`, negative for what is still to come; null without it. Painted anew once a minute, at
 * the moment when the number changes: two screens that show the same wait never differ.
 * @example const minutes = useMinutesSince(visit.waitingSinceMs); // 12
 */
export function useMinutesSince(sinceMs: number | null): number | null {
  const subscribe = useCallback(
    (listener: () => void) =>
      sinceMs === null ? () => undefined : watchNow((nowMs) => nextStep(nowMs, MINUTE_MS, sinceMs), listener),
    [sinceMs],
  );
  return useSyncExternalStore(subscribe, () =>
    sinceMs === null ? null : Math.floor((shownNow() - sinceMs) / MINUTE_MS),
  );
}

/**
 * The present, rounded down to `stepMs` (1,000 or more), so that a screen that shows minutes is painted once a
 * minute and not once a second.
 * @example const nowMs = useNowMs(60_000); // painted once a minute
 */
export function useNowMs(stepMs = SECOND_MS): number {
  const subscribe = useCallback(
    (listener: () => void) =>
      watchNow((nowMs) => (stepMs <= SECOND_MS ? nowMs + SECOND_MS : nextStep(nowMs, stepMs)), listener),
    [stepMs],
  );
  return useSyncExternalStore(subscribe, () => {
    // Changes once a second at most: React needs the same value between two changes.
    const nowMs = shownNow();
    return stepMs <= SECOND_MS ? nowMs : nowMs - (nowMs % stepMs);
  });
}
