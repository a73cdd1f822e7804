// Saves what goes on without: people are let in, to see what is there, also where nothing can be written down.
import { isDiskFailure } from './store/db/connect.ts';
import type { Store } from './store/open.ts';

/**
 * Writes, and returns whether that is saved. False where nothing can be: the database was lost, another machine is the site desk, or
 * the disk is full or fails. Other errors are thrown.
 *
 *     if (!saveIfPossible(() => setWrongPins(db, initials, 1))) uncounted.set(initials, 1);
 */
export type SaveIfPossible = (write: () => void) => boolean;

/** `onDiskFailure` is told of each write that the disk refused. */
export function createSaveIfPossible(
  store: Pick<Store, 'isLost'>,
  onDiskFailure: (thrown: unknown) => void,
): SaveIfPossible {
  return (write) => {
    if (store.isLost()) return false;
    try {
      write();
      return true;
    } catch (thrown) {
      if (!isDiskFailure(thrown)) throw thrown;
      onDiskFailure(thrown);
      return false;
    }
  };
}
