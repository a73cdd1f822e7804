// A key that means something alone is held back for a moment: it may be the first one of a scan.
import type { Action } from '../ui/actions.ts';

/** Longer than a scanner's gap, far shorter than a person notices. */
const SCAN_GUARD_MS = 50;

/** What a key does: an action of a screen, or something that every screen has. */
export type HeldMeaning = Action | (() => void);

/**
 * Keeps one key's meaning for 50 ms, and then does it; `drop` forgets it, as the next key does. Of an action it does what is
 * offered by then, so that an answer that arrives within those 50 ms (a label is ready, a person is checked in) makes the
 * press neither lost nor old; where its owner no longer offers it, as when another visit was opened, nothing is done.
 * Whatever a pointer presses comes after it: on a busy computer the 50 ms can be over long since, and the key would else take
 * people away from where they have just clicked. Within them the click is what they do, and the key is forgotten.
 *
 *     const held = heldKey(() => useActions.getState().actions);
 *     held.hold(printLabel, event.timeStamp);
 */
export function heldKey(offered: () => readonly Action[]): {
  /** `timeMs`: when it was pressed, by the event's own time stamp. */
  hold: (meant: HeldMeaning, timeMs: number) => void;
  drop: () => void;
  /** `timeMs`: when the pointer was pressed, by the same clock. */
  givePlace: (timeMs: number) => void;
} {
  let waiting: {
    readonly timer: ReturnType<typeof setTimeout>;
    readonly meant: HeldMeaning;
    readonly timeMs: number;
  } | null = null;
  const take = (): typeof waiting => {
    const taken = waiting;
    if (taken) clearTimeout(taken.timer);
    waiting = null;
    return taken;
  };
  const carryOut = (meant: HeldMeaning): void => {
    if (typeof meant === 'function') meant();
    else
      offered()
        .find(({ id, owner }) => id === meant.id && owner === meant.owner)
        ?.run();
  };
  return {
    hold: (meant, timeMs) => {
      take();
      const timer = setTimeout(() => {
        waiting = null;
        carryOut(meant);
      }, SCAN_GUARD_MS);
      waiting = { timer, meant, timeMs };
    },
    drop: () => void take(),
    givePlace: (timeMs) => {
      const taken = take();
      if (taken && timeMs - taken.timeMs >= SCAN_GUARD_MS) carryOut(taken.meant);
    },
  };
}
