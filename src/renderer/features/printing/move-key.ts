// The key that has waiting jobs printed on another printer.
import { useAction } from '../../ui/actions.ts';

/** A key pressed twice in a hurry comes again within this time. */
const KEY_AGAIN_MS = 700;
let movedByKeyAtMs = -Infinity;

/** @example useMoveKey({ words: 'Print on Back instead', enabled: isFirst, blocked, run: moveAway }) */
export function useMoveKey(wanted: {
  words: string;
  enabled: boolean;
  blocked: string | null;
  run: () => void;
}): void {
  useAction({
    ...wanted,
    id: 'other-printer',
    key: 'T',
    run: () => {
      // What was moved goes, and the next person's is the first one now: the key pressed once too often is not meant for that.
      if (performance.now() - movedByKeyAtMs < KEY_AGAIN_MS) return;
      movedByKeyAtMs = performance.now();
      wanted.run();
    },
  });
}
