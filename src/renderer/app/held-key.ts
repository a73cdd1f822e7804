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
 *
 *     const held = heldKey(() => useActions.getState().actions);
 *     held.hold(printLabel);
 */
export function heldKey(offered: () => readonly Action[]): {
  hold: (meant: HeldMeaning) => void;
  drop: () => void;
} {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const drop = (): void => clearTimeout(waiting);
  return {
    hold: (meant) => {
      drop();
      waiting = setTimeout(() => {
        if (typeof meant === 'function') meant();
        else
          offered()
            .find(({ id, owner }) => id === meant.id && owner === meant.owner)
            ?.run();
      }, SCAN_GUARD_MS);
    },
    drop,
  };
}
