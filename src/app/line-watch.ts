// Notices that the site desk's machine is gone while calls wait for an answer. A machine that loses its power or its cable says
// nothing more, so that a call would wait for as long as it may; one that is only slow still takes a connection.
import { pause } from './pause.ts';

/** So long a call may take before anybody looks. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 1_000;

interface LineWatch {
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

  async function look(): Promise<void> {
    looks = true;
    while (waiting.size > 0 && !signal.aborted) {
      await pause(LOOK_EVERY_MS, signal);
      const late = [...waiting].filter(([, sinceMs]) => performance.now() - sinceMs >= PATIENCE_MS);
      if (late.length === 0 || (await options.isThere())) continue;
      const gone = [...waiting.keys()];
      if (gone.length > 0) options.onGone();
      for (const one of gone) one.abort();
    }
    looks = false;
  }

  return {
    async during(work) {
      const gone = new AbortController();
      waiting.set(gone, performance.now());
      if (!looks) void look();
      try {
        return await work(gone.signal);
      } finally {
        waiting.delete(gone);
      }
    },
  };
}
