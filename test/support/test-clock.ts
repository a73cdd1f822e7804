// A clock for tests. Its time and its timers only move when the test says so.
import type { Clock } from '../../src/core/ports/machine.ts';

export interface TestClock extends Clock {
  /** Sets the wall clock without letting time pass, as when a person corrects the machine's clock. No timer runs. */
  setNow(nowMs: number): void;
  /** The machine sleeps: time passes, and timers stand still. */
  sleep(durationMs: number): void;
  /** Lets time pass: runs the timers that become due, in order, and waits for the work that each one starts. */
  advance(durationMs: number): Promise<void>;
  /** Waits for work in progress, until nothing more is due at the present time. */
  settle(): Promise<void>;
}

interface Timer {
  atMs: number;
  readonly callback: () => void;
}

/** How many turns of the event loop each step waits, so that promises and answers of the test service can complete. */
const TURNS = 12;

async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((next) => setImmediate(next));
}

/** Makes a clock that shows `startMs` (milliseconds since the epoch). */
export function createTestClock(startMs: number): TestClock {
  let nowMs = startMs;
  let monotonicMs = 0;
  const timers = new Set<Timer>();

  const nextDue = (untilMs: number): Timer | undefined =>
    [...timers].filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];

  async function runDue(untilMs: number): Promise<void> {
    await takeTurns();
    for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
      timers.delete(timer);
      const passedMs = Math.max(0, timer.atMs - monotonicMs);
      nowMs += passedMs;
      monotonicMs += passedMs;
      timer.callback();
      await takeTurns();
    }
  }

  return {
    nowMs: () => nowMs,
    monotonicMs: () => monotonicMs,
    after(delayMs, callback) {
      const timer = { atMs: monotonicMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    setNow(next) {
      nowMs = next;
    },
    sleep(durationMs) {
      nowMs += durationMs;
      monotonicMs += durationMs;
      for (const timer of timers) timer.atMs += durationMs;
    },
    async advance(durationMs) {
      const untilMs = monotonicMs + durationMs;
      await runDue(untilMs);
      nowMs += untilMs - monotonicMs;
      monotonicMs = untilMs;
    },
    settle: () => runDue(monotonicMs),
  };
}
