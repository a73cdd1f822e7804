// The time of day of the service at the end of a run: from a moment on it goes so many times as fast, as the desk's does
// (`DESK_CLOCK_FACTOR`), so that a slot's hold is over there when the desk takes it to be over.

export interface HurryingTime {
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  /** From now on it goes so many times as fast. */
  hurry(factor: number): void;
}

export function createHurryingTime(): HurryingTime {
  let since: { readonly atMs: number; readonly factor: number } | null = null;
  return {
    nowMs: () => {
      const machineMs = Date.now();
      return since === null ? machineMs : since.atMs + (machineMs - since.atMs) * since.factor;
    },
    hurry: (factor) => {
      since = { atMs: Date.now(), factor };
    },
  };
}
