// How long the turns of the event loop are, in processor time of this thread. Other programs on the machine make a turn late,
// but not longer, so this figure is the same on a busy machine.

export interface TurnWatch {
  /** Milliseconds of processor time, one for each turn that did any work. */
  stop(): number[];
}

/** Turns below this did nothing but go round. */
const IDLE_TURN_MS = 0.1;

export function watchTurns(): TurnWatch {
  const turns: number[] = [];
  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let before = usedMs();
  let isOver = false;
  const next = (): void => {
    const now = usedMs();
    if (now - before >= IDLE_TURN_MS) turns.push(now - before);
    before = now;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return {
    stop() {
      isOver = true;
      return turns;
    },
  };
}
