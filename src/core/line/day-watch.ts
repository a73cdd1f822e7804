// Notices that the service's day turns, at midnight or because the service told another time, and says so: every screen shows and uses
// the day of the site, and nothing else may happen for hours at a desk at night.
import { addDays, instantOf, wallClockAt } from '../../domain/site-time.ts';
import type { Clock } from '../ports/machine.ts';

export interface DayWatch {
  /** From now on midnight is noticed by itself. */
  start(): void;
  /** To be called after the service has told its time, which may be that of another day. */
  look(): void;
  close(): void;
}

/** A machine that slept does not count that time, and a timer may come a little too soon. */
const LOOK_AGAIN_MS = 60_000;

/** `nowMs`: the service's time, milliseconds since the epoch. `onTurn`: the day is another one than it was. */
export function createDayWatch(options: {
  readonly clock: Pick<Clock, 'after'>;
  readonly nowMs: () => number;
  readonly timeZone: string;
  readonly onTurn: () => void;
}): DayWatch {
  const { clock, nowMs, timeZone, onTurn } = options;
  /** Milliseconds since the epoch, the end not included; null until it was looked at. */
  let day: { readonly fromMs: number; readonly untilMs: number } | null = null;
  let cancel: () => void = () => {};

  const dayAt = (atMs: number): { readonly fromMs: number; readonly untilMs: number } => {
    const { date } = wallClockAt(atMs, timeZone);
    return {
      fromMs: instantOf(date, '00:00', timeZone),
      untilMs: instantOf(addDays(date, 1), '00:00', timeZone),
    };
  };

  function look(): void {
    const atMs = nowMs();
    if (day !== null && atMs >= day.fromMs && atMs < day.untilMs) return;
    const isFirst = day === null;
    day = dayAt(atMs);
    if (!isFirst) onTurn();
  }

  function watch(): void {
    look();
    const leftMs = (day?.untilMs ?? 0) - nowMs();
    cancel = clock.after(Math.max(1, Math.min(LOOK_AGAIN_MS, leftMs)), watch);
  }

  return { start: watch, look, close: () => cancel() };
}
