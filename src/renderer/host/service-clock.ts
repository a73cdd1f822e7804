// The service's time as the engine last told it, continued by this window's monotonic clock. That clock stands still while the machine
// sleeps (not on Windows): what it has missed is told by the machine's clock until the engine has been asked.
import { useCallback, useSyncExternalStore } from 'react';

/** What this window's two clocks show at one moment: one that stands still during sleep, and one that can be set. */
interface Clocks {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

interface Told extends Clocks {
  readonly nowMs: number;
  /** By how much the two clocks have come apart since, as far as was noticed. */
  apartMs: number;
  /** How much of that is time slept. */
  sleptMs: number;
  /** When the engine was asked because of it, by the monotonic clock; null while there was no need. */
  askedAtMs: number | null;
}

let told: Told | null = null;
let askTime = (): void => undefined;
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
/** Two clocks that come apart by less than this are corrected little by little, and nothing has happened. */
const APART_MS = 2_000;
/** A clock that goes further ahead at once was wrong by far before, and was set right. */
const LONGEST_SLEEP_MS = 7 * 24 * 60 * MINUTE_MS;
/** Nobody has to touch a machine that wakes: what is shown is put right by itself. */
const LOOK_EVERY_MS = 10_000;
const ASK_AGAIN_MS = 10_000;

/** What somebody does at a window that has slept. */
const SIGNS_OF_WAKING = ['visibilitychange', 'focus', 'keydown', 'pointerdown'] as const;

/**
 * Milliseconds since the epoch by the service's clock; this machine's own before the engine has said anything.
 * @example hold.run({ slotId: null, startsAtMs: serviceNowMs() })
 */
export function serviceNowMs(): number {
  if (told === null) return Date.now();
  lookForSleep(told);
  return presentBy(told);
}

const presentBy = ({ nowMs, monotonicMs, sleptMs }: Told): number =>
  Math.round(nowMs + performance.now() - monotonicMs + sleptMs);

/** @example const asked = clocksNow(); const answer = await call(); noteServiceNow(answer.nowMs, asked); */
export const clocksNow = (): Clocks => ({ monotonicMs: performance.now(), wallMs: Date.now() });

function apartSince({ monotonicMs, wallMs }: Clocks): number {
  return Date.now() - wallMs - (performance.now() - monotonicMs);
}

/**
 * Notices that the machine has slept or that its clock was set, which look alike. Either way the engine is asked; until it has answered,
 * what the clock went ahead by is taken for sleep, because a time before the sleep would be stored as the time of what is done now.
 */
function lookForSleep(last: Told): void {
  const apartMs = apartSince(last);
  const wentAheadMs = apartMs - last.apartMs;
  const nowMs = performance.now();
  if (Math.abs(wentAheadMs) > APART_MS) {
    last.apartMs = apartMs;
    if (wentAheadMs > 0 && wentAheadMs <= LONGEST_SLEEP_MS) last.sleptMs += wentAheadMs;
  } else if (last.askedAtMs === null || nowMs - last.askedAtMs < ASK_AGAIN_MS) return;
  last.askedAtMs = nowMs;
  // Somebody may be in the middle of drawing with the present time.
  queueMicrotask(() => {
    tick();
    askTime();
  });
}

/** `ask` asks the engine for the time, and its answer is given to {@link noteServiceNow}. */
export function askTimeBy(ask: () => void): void {
  askTime = ask;
}

/**
 * Has the time put right as soon as somebody touches or looks at a window that has slept. Returns what ends it.
 * @example useEffect(() => watchForSleep(window), []);
 */
export function watchForSleep(target: EventTarget): () => void {
  const onSign = (): void => {
    if (told) lookForSleep(told);
  };
  for (const sign of SIGNS_OF_WAKING) target.addEventListener(sign, onSign, { capture: true });
  return () => {
    for (const sign of SIGNS_OF_WAKING) target.removeEventListener(sign, onSign, { capture: true });
  };
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
  waitUntil(dueMs, dueMs - nowMs);
}

function waitUntil(dueMs: number, leftMs: number): void {
  timer = setTimeout(
    () => {
      const nowLeftMs = dueMs - serviceNowMs();
      if (nowLeftMs <= 0) tick();
      else waitUntil(dueMs, nowLeftMs);
    },
    Math.min(leftMs + TIMER_ERROR_MS, LOOK_EVERY_MS),
  );
}

/**
 * Takes over what an answer says about the present. A jump (the training clock) shows at once. `asked`: the clocks when it was asked
 * for; an answer may have been given before a sleep and be read after it.
 */
export function noteServiceNow(nowMs: number, asked?: Clocks): void {
  const isFromBefore = asked !== undefined && Math.abs(apartSince(asked)) > APART_MS;
  // Asked for anew where no newer answer has come since.
  if (isFromBefore && told !== null) return lookForSleep(told);
  if (isFromBefore) queueMicrotask(() => askTime());
  const jumped = told === null || Math.abs(nowMs - presentBy(told)) > 1_500;
  told = { nowMs, ...clocksNow(), apartMs: 0, sleptMs: 0, askedAtMs: null };
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
