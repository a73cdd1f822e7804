// The sandbox's clock: the machine's time, plus whatever training or a test has added to it.

/** The sandbox's time. It can be moved forward, so that holds end and results come without waiting. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Moves time forward. Takes whole seconds or fractions. Throws a RangeError for a negative number. */
  advanceSeconds(seconds: number): void;
  /** Calls `listener` each time after the clock was moved forward. */
  onAdvance(listener: () => void): void;
}

export function createClock(machineNowMs: () => number): SandboxClock {
  let aheadMs = 0;
  const listeners: (() => void)[] = [];
  return {
    nowMs: () => machineNowMs() + aheadMs,
    advanceSeconds: (seconds) => {
      if (!Number.isFinite(seconds) || seconds < 0) throw new RangeError('time moves forward only');
      aheadMs += Math.round(seconds * 1000);
      for (const listener of listeners) listener();
    },
    onAdvance: (listener) => {
      listeners.push(listener);
    },
  };
}
