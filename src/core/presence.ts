// Which windows have a visit open. In memory only: it is of use now or never. A window says so when it asks who else has it
// open, and says it again as long as it does.
import type { Topic } from '../contract/events.ts';
import type { Clock } from './ports/machine.ts';

/** A window asks again well within this time; one that has not is gone. */
const GONE_AFTER_MS = 75_000;
/** More windows than any site has. */
const MOST_WINDOWS = 500;

interface Onlooker {
  /** The further desk of the window; null: the site desk. */
  readonly deskId: string | null;
  /** Its name. */
  readonly desk: string | null;
  /** Initials. */
  readonly who: string;
  /** Since when it has the visit open, in milliseconds since the epoch. */
  readonly sinceMs: number;
}

interface WindowAt {
  readonly windowId: string;
  readonly visitId: string;
  readonly deskId: string | null;
}

export interface Presence {
  /** A window has this visit open now, and no other one. Returns who else has it open. */
  note(window: WindowAt & Omit<Onlooker, 'sinceMs'> & { readonly nowMs: number }): readonly Onlooker[];
  /** A window has left this visit. */
  left(window: WindowAt): void;
}

interface OpenWindow extends Onlooker {
  readonly visitId: string;
  seenAtMs: number;
}

export function createPresence(options: {
  readonly clock: Clock;
  readonly tell: (...topics: Topic[]) => void;
}): Presence {
  const { clock, tell } = options;
  // By desk and window: no desk can speak for a window of another.
  const windows = new Map<string, OpenWindow>();
  const keyOf = ({ deskId, windowId }: Pick<WindowAt, 'deskId' | 'windowId'>): string =>
    `${deskId ?? ''} ${windowId}`;
  let sweeping = false;

  /** Forgets windows that are gone, and tells the others; goes on as long as there is any. */
  function sweepLater(): void {
    if (sweeping) return;
    sweeping = true;
    clock.after(GONE_AFTER_MS, () => {
      sweeping = false;
      const before = windows.size;
      for (const [key, { seenAtMs }] of windows) {
        if (clock.monotonicMs() - seenAtMs >= GONE_AFTER_MS) windows.delete(key);
      }
      if (windows.size < before) tell('presence');
      if (windows.size > 0) sweepLater();
    });
  }

  return {
    note({ windowId, visitId, deskId, desk, who, nowMs }) {
      const key = keyOf({ deskId, windowId });
      const before = windows.get(key);
      const seenAtMs = clock.monotonicMs();
      if (before?.visitId === visitId && before.who === who && before.desk === desk) {
        before.seenAtMs = seenAtMs;
      } else {
        const [oldest] = windows.keys();
        if (!before && windows.size >= MOST_WINDOWS && oldest !== undefined) windows.delete(oldest);
        windows.set(key, { visitId, deskId, desk, who, sinceMs: nowMs, seenAtMs });
        tell('presence');
        sweepLater();
      }
      return [...windows]
        .filter(([other, window]) => other !== key && window.visitId === visitId)
        .map(([, window]) => window);
    },
    left({ windowId, visitId, deskId }) {
      const key = keyOf({ deskId, windowId });
      // It may have opened another visit meanwhile.
      if (windows.get(key)?.visitId === visitId && windows.delete(key)) tell('presence');
    },
  };
}
