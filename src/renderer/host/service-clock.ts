// The service's time as the engine last told it, continued by this window's monotonic clock.
import { useSyncExternalStore } from 'react';

let told: { nowMs: number; atMonotonicMs: number } | null = null;
const listeners = new Set<() => void>();
let ticking: number | null = null;
let shownNowMs = 0;

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

function tick(): void {
  shownNowMs = serviceNowMs();
  for (const listener of listeners) listener();
}

/** Takes over what an answer says about the present. A jump (the training clock) shows at once. */
export function noteServiceNow(nowMs: number): void {
  const jumped = told === null || Math.abs(nowMs - serviceNowMs()) > 1_500;
  told = { nowMs, atMonotonicMs: performance.now() };
  if (jumped) tick();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === null) {
    shownNowMs = serviceNowMs();
    ticking = window.setInterval(tick, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && ticking !== null) {
      window.clearInterval(ticking);
      ticking = null;
    }
  };
}

/**
 * Whole minutes since `sinceMs`, negative for what is still to come; null without it. Painted anew once a minute, at
 * the moment when the number changes: two screens that show the same wait never differ.
 * @example const minutes = useMinutesSince(visit.waitingSinceMs); // 12
 */
export function useMinutesSince(sinceMs: number | null): number | null {
  return useSyncExternalStore(subscribe, () => {
    if (sinceMs === null) return null;
    if (shownNowMs === 0) shownNowMs = serviceNowMs();
    return Math.floor((shownNowMs - sinceMs) / 60_000);
  });
}

/**
 * The present, rounded down to `stepMs` (1,000 or more), so that a screen that shows minutes is painted once a
 * minute and not once a second.
 * @example const nowMs = useNowMs(60_000); // painted once a minute
 */
export function useNowMs(stepMs = 1_000): number {
  return useSyncExternalStore(subscribe, () => {
    // Changes once a second at most: React needs the same value between two changes.
    if (shownNowMs === 0) shownNowMs = serviceNowMs();
    return stepMs <= 1_000 ? shownNowMs : shownNowMs - (shownNowMs % stepMs);
  });
}
