// A clock that stands still until a test moves it, with the timers that hang on it.
import type { Clock } from '../../src/core/ports.ts';

export interface TestClock extends Clock {
  /** Sets this machine's time without any time passing, as somebody does who corrects a clock. */
  setNow(nowMs: number): void;
  /** Lets time pass and runs what was due in it, in order, each with the work that follows from it. */
  advance(durationMs: number): Promise<void>;
  /** Lets what is under way go on until nothing of it is due now. */
  settle(): Promise<void>;
}

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Turns of the event loop that a step gets: promises, the zip of the driver, an answer of the test's service. */
const TURNS = 12;

async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise<void>((next) => setImmediate(next));
}

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
    async advance(durationMs) {
      const untilMs = monotonicMs + durationMs;
      await runDue(untilMs);
      nowMs += untilMs - monotonicMs;
      monotonicMs = untilMs;
    },
    settle: () => runDue(monotonicMs),
  };
}
