// Notices that the site desk's machine is gone while calls wait for an answer. A machine that loses its power or its cable says
// nothing more, so that a call would wait for as long as it may; one that is only slow still takes a connection.
import { pause } from './pause.ts';

/** So long a call may take before anybody looks. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/**
 * So long nobody must be there at any look, and nothing be heard otherwise, before the machine is called gone. A computer that goes from one
 * access point to the next is cut off for two or three seconds, and what it has asked for is then answered all the same.
 */
const GONE_AFTER_MS = 4_000;

interface LineWatch {
  /** Something came over the line: the machine is there, whatever the last look said. */
  heard(): void;
  /** Gives `work` a signal that ends it, in whatever way it then ends, once nobody is there to answer it. */
  during<Answer>(work: (gone: AbortSignal) => Promise<Answer>): Promise<Answer>;
}

/**
 * @example
 * const answer = await watch.during((gone) => line.post(path, body, { headers, timeoutMs, signal: gone }));
 */
export function watchLine(options: {
  /** Whether the machine takes a connection, after some seconds at most. */
  readonly isThere: () => Promise<boolean>;
  /** Called before what waits is ended. */
  readonly onGone: () => void;
  readonly signal: AbortSignal;
}): LineWatch {
  const { signal } = options;
  /** What waits, and since when, by the monotonic clock. */
  const waiting = new Map<AbortController, number>();
  let looks = false;
  /** When the first of the looks in a row began at which nobody was there; null after one at which somebody was. */
  let missingSinceMs: number | null = null;

  async function look(): Promise<void> {
    looks = true;
    missingSinceMs = null;
    while (waiting.size > 0 && !signal.aborted) {
      await pause(LOOK_EVERY_MS, signal);
      const lookedAtMs = performance.now();
      const late = [...waiting].filter(([, sinceMs]) => lookedAtMs - sinceMs >= PATIENCE_MS);
      if (late.length === 0) continue;
      missingSinceMs ??= lookedAtMs;
      if (await options.isThere()) missingSinceMs = null;
      if (missingSinceMs === null || performance.now() - missingSinceMs < GONE_AFTER_MS) continue;
      missingSinceMs = null;
      const gone = [...waiting.keys()];
      if (gone.length > 0) options.onGone();
      for (const one of gone) one.abort();
    }
    looks = false;
  }

  const heard = (): void => {
    missingSinceMs = null;
  };

  return {
    heard,
    async during(work) {
      const gone = new AbortController();
      waiting.set(gone, performance.now());
      if (!looks) void look();
      try {
        const answer = await work(gone.signal);
        heard();
        return answer;
      } finally {
        waiting.delete(gone);
      }
    },
  };
}
