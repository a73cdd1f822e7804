// The sandbox's own time: the machine's, moved on by what training or a test has asked for.

export interface SandboxClock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Moves time on by whole or broken seconds, never back. */
  advanceSeconds(seconds: number): void;
  /** Calls back after each move. */
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
