// Keeps a desk open whose disk goes and comes back. What is open of a file stays of the disk before, so nothing of it can be
// written again, and the desk is opened anew on what is there now, as a new start would do it.
import type { Log } from '../core/ports/machine.ts';
import { faultInLog } from '../domain/fault-in-log.ts';

/** What a host does around an opening anew: its windows wait meanwhile, and are answered by the new engine afterwards. */
export interface AroundOpening {
  before(): Promise<void> | void;
  after(): Promise<void> | void;
}

export interface LastingOptions<Opened> {
  /** Opens the desk. `onBack` is called once, when what it has open can be read no longer and is there again. */
  open(how: { readonly onBack: () => void; readonly wereAway: boolean }): Promise<Opened>;
  /** Locks the folder again: the lock, too, is of the disk before. */
  takeFolderAgain(): Promise<void>;
  readonly around: AroundOpening | null;
  readonly log: Log;
  /** It could not be opened anew. Nothing of it is open then, and the host must end. */
  readonly giveUp: (thrown: unknown) => void;
}

/** A desk that is opened anew when its disk is back. */
export interface Lasting<Opened> {
  /** The one that is open now. */
  now(): Opened;
  /** Resolves when nothing is open any more. */
  close(): Promise<void>;
}

/** With an old engine that is still at work, a new one would print and send the same things once more. */
const LONGEST_CLOSE_MS = 10_000;

/** @throws what `open` throws the first time */
export async function keepOpen<Opened extends { close(): Promise<void> }>(
  options: LastingOptions<Opened>,
): Promise<Lasting<Opened>> {
  const { log, around } = options;
  let opened: Opened | null = null;
  let opening: Promise<void> = Promise.resolve();
  let isOver = false;

  const openOnce = async (wereAway: boolean): Promise<Opened> =>
    (opened = await options.open({
      wereAway,
      onBack: () => {
        opening = openAnew();
      },
    }));

  async function openAnew(): Promise<void> {
    try {
      log.warn('the disk of the data folder was away and is back; the desk is opened anew');
      await around?.before();
      const before = opened;
      opened = null;
      if (!(await isClosedInTime(before)))
        throw new Error('what was open of the desk could not be closed in time');
      await options.takeFolderAgain();
      if (isOver) return;
      await openOnce(true);
      await around?.after();
    } catch (thrown) {
      log.error('the desk could not be opened anew', faultInLog(thrown));
      if (!isOver) options.giveUp(thrown);
    }
  }

  /** Most of it cannot be closed in order, because its files cannot be written. */
  const isClosedInTime = (before: Opened | null): Promise<boolean> =>
    new Promise((resolve) => {
      const tooLong = setTimeout(() => resolve(false), LONGEST_CLOSE_MS);
      const close = async (): Promise<void> => before?.close();
      void close()
        .catch((thrown: unknown) =>
          log.warn('not all of the desk could be closed in order', faultInLog(thrown)),
        )
        .then(() => {
          clearTimeout(tooLong);
          resolve(true);
        });
    });

  await openOnce(false);
  return {
    now() {
      if (!opened) throw new Error('the desk was asked while it was being opened anew');
      return opened;
    },
    async close() {
      isOver = true;
      await opening;
      await opened?.close();
    },
  };
}
