// What goes on beside syncing: backups and retention each hour, a look at the store's files, holds that end, clocks that
// differ.
import type { Topic } from '../contract/events.ts';
import { wallClockAt } from '../domain/site-time.ts';
import type { ServiceClock } from './line/service-clock.ts';
import type { Clock, Log } from './ports.ts';
import { forgetCommandAnswers } from './store/desk/command-answers.ts';
import { forgetOldDocuments } from './store/mirror/documents.ts';
import { lapseHolds } from './store/mirror/holds.ts';
import type { Store } from './store/open.ts';
import { forgetConfirmedRows } from './store/outbox/outbox-recovery.ts';

export interface UpkeepOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly timeZone: string;
  readonly log: Log;
  readonly onChange: (topics: Topic[]) => void;
  /** A write failed; the upkeep goes on by itself. */
  readonly onStoreTrouble: (thrown: unknown) => void;
}

export interface Upkeep {
  start(): void;
  /** Something about holds has changed: looks when the next one ends. Never throws. */
  watchHolds(): void;
  /** In words for a person, while the service's clock and this machine's are too far apart; null otherwise. */
  clockDifference(): string | null;
  /** Ends when no backup is being made any more; the store can be closed then. */
  close(): Promise<void>;
}

const CLOCK_WARNING_MS = 2 * 60_000;
const CLOCK_WATCH_MS = 15_000;
const HOLD_END_GRACE_MS = 250;
const HOLD_WATCH_MS = 60_000;
const AFTER_TROUBLE_MS = 15_000;
const BACKUP_MS = 60 * 60_000;
/** After a first start or a recovery no backup has what is entered now. */
const FIRST_BACKUPS_MS = [60_000, 10 * 60_000];
/** Within this time it is said that the database was removed under the running desk, also when nobody saves anything. */
const STORE_WATCH_MS = 5_000;
/** Forms and labels of people long gone make every backup and every start slower. */
const DOCUMENTS_KEPT_MS = 14 * 86_400_000;
/** Long enough to answer for what was sent, short enough not to keep what the service keeps anyway. */
const CONFIRMED_ROWS_KEPT_MS = 30 * 86_400_000;
/** A screen may repeat a command after a night or a long weekend asleep, not after a week. */
const COMMAND_ANSWERS_KEPT_MS = 7 * 86_400_000;

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, clock, serviceClock, log } = options;
  const { db } = store;
  let closed = false;
  /** Never fails. */
  let backingUp: Promise<void> = Promise.resolve();
  let cancelBackup: () => void = () => {};
  let cancelStore: () => void = () => {};
  let cancelHolds: () => void = () => {};
  let cancelClock: () => void = () => {};

  /** Holds end by themselves at the service; here they are marked when their time comes. */
  function watchHolds(): void {
    if (closed) return;
    cancelHolds();
    const nowMs = serviceClock.nowMs();
    let nextEndMs: number | null;
    try {
      const lapsed = lapseHolds(db, nowMs);
      if (lapsed.changed) options.onChange(['board', 'slots']);
      ({ nextEndMs } = lapsed);
    } catch (thrown) {
      storeTrouble('the ends of holds could not be written down', thrown);
      cancelHolds = clock.after(AFTER_TROUBLE_MS, watchHolds);
      return;
    }
    if (nextEndMs === null) return;
    // What is known of the service's time may change meanwhile, so no hold is left unwatched for long.
    const restMs = Math.max(0, nextEndMs - nowMs) + HOLD_END_GRACE_MS;
    cancelHolds = clock.after(Math.min(restMs, HOLD_WATCH_MS), watchHolds);
  }

  function storeTrouble(what: string, thrown: unknown): void {
    log.error(what, { error: String(thrown) });
    options.onStoreTrouble(thrown);
  }

  function forgetOldThings(): void {
    // A wall clock that was set ahead must not make everything old at once.
    const nowMs = Math.min(clock.nowMs(), serviceClock.nowMs());
    const changes = forgetConfirmedRows(db, nowMs - CONFIRMED_ROWS_KEPT_MS);
    const documents = forgetOldDocuments(db, nowMs - DOCUMENTS_KEPT_MS);
    const commandAnswers = forgetCommandAnswers(db, nowMs - COMMAND_ANSWERS_KEPT_MS);
    if (changes + documents + commandAnswers > 0) {
      log.info('removed after the time they are kept', { changes, documents, commandAnswers });
    }
  }

  /** After each of these pauses, then each hour. */
  function backUpAgain([pauseMs = BACKUP_MS, ...laterMs]: readonly number[]): void {
    cancelBackup = clock.after(pauseMs, () => {
      // Whatever fails, the next hour begins: a desk runs for weeks.
      try {
        forgetOldThings();
      } catch (thrown) {
        storeTrouble('what was kept long enough could not be removed', thrown);
      }
      backingUp = store
        .backUp()
        .then(() => log.debug('backup made'))
        .catch((thrown: unknown) => log.error('backup failed', { error: String(thrown) }))
        .finally(() => {
          if (!closed) backUpAgain(laterMs);
        });
    });
  }

  function watchStore(): void {
    cancelStore = clock.after(STORE_WATCH_MS, () => {
      try {
        if (store.look()) options.onChange(['session']);
      } catch (thrown) {
        storeTrouble('the store could not be looked after', thrown);
      }
      watchStore();
    });
  }

  const clocksDiffer = (): boolean => Math.abs(serviceClock.aheadMs()) >= CLOCK_WARNING_MS;

  /** A machine's clock can be set at any moment, and nothing tells but looking. */
  function watchClock(differed: boolean): void {
    cancelClock = clock.after(CLOCK_WATCH_MS, () => {
      const differ = clocksDiffer();
      if (differ !== differed) {
        log.warn('clocks', { differ, aheadMs: serviceClock.aheadMs() });
        options.onChange(['session']);
        watchHolds();
      }
      watchClock(differ);
    });
  }

  return {
    start() {
      watchHolds();
      backUpAgain(store.isBackedUp() ? [] : FIRST_BACKUPS_MS);
      watchStore();
      watchClock(clocksDiffer());
    },
    watchHolds,
    clockDifference() {
      if (!clocksDiffer()) return null;
      const shown = wallClockAt(serviceClock.nowMs(), options.timeZone);
      const minutes = Math.round(Math.abs(serviceClock.aheadMs()) / 60_000);
      return `The service's clock shows ${shown.time}; this machine's differs by ${minutes} min.`;
    },
    async close() {
      closed = true;
      cancelBackup();
      cancelStore();
      cancelHolds();
      cancelClock();
      await backingUp;
    },
  };
}
