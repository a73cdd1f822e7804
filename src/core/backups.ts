// Makes a backup of the store by itself: each hour, and sooner after a first start.
import type { Clock, Log } from './ports/machine.ts';
import type { Store } from './store/open.ts';

export interface Backups {
  start(): void;
  /** Begins none any more; resolves when none is being made. Never fails. */
  close(): Promise<void>;
}

const BACKUP_MS = 60 * 60_000;
/** The pauses before the first backups after a first start or a recovery, when no backup has what is entered. */
const FIRST_BACKUPS_MS = [60_000, 10 * 60_000];

export interface BackupsOptions {
  readonly store: Pick<Store, 'backUp' | 'isBackedUp'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Begins nothing before {@link Backups.start}. */
export function createBackups({ store, clock, log }: BackupsOptions): Backups {
  let closed = false;
  /** Never fails. */
  let backingUp: Promise<void> = Promise.resolve();
  let cancel: () => void = () => {};

  /** A backup that fails is only logged: the next one is made an hour later in any case. */
  function backUpAgain([pauseMs = BACKUP_MS, ...laterMs]: readonly number[]): void {
    cancel = clock.after(pauseMs, () => {
      backingUp = store
        .backUp()
        .then(() => log.debug('backup made'))
        .catch((thrown: unknown) => log.error('backup failed', { error: String(thrown) }))
        .finally(() => {
          if (!closed) backUpAgain(laterMs);
        });
    });
  }

  return {
    start: () => backUpAgain(store.isBackedUp() ? [] : FIRST_BACKUPS_MS),
    async close() {
      closed = true;
      cancel();
      await backingUp;
    },
  };
}
