// What the engine does by itself beside syncing: backups (backups.ts), removing what is old, a look at the store's files,
// ending holds on time, and noticing that this machine's clock and the service's differ.
import type { Topic } from '../contract/events.ts';
import { faultInLog } from '../domain/fault-in-log.ts';
import { formatDate, wallClockAt } from '../domain/site-time.ts';
import { spanWords } from '../domain/span-words.ts';
import { createBackups } from './backups.ts';
import type { Backups } from './backups.ts';
import { CLOCK_DIFFERS_MS } from './line/service-clock.ts';
import type { ServiceClock } from './line/service-clock.ts';
import type { Clock, Log } from './ports/machine.ts';
import { lapseHolds } from './store/mirror/holds.ts';
import { retentionsOf, type Retention, type RetentionOptions } from './retentions.ts';
import type { Store } from './store/open.ts';

export interface UpkeepOptions extends RetentionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly log: Log;
  readonly onChange: (topics: Topic[]) => void;
  /** A write failed; the upkeep goes on by itself. */
  readonly onStoreTrouble: (thrown: unknown) => void;
  /** Nothing could be written to the disk when it was tried last. */
  readonly isDiskStuck: () => boolean;
}

export interface Upkeep {
  start(): void;
  /** Something about holds has changed: works out again when the next one ends. */
  watchHolds(): void;
  /**
   * Says, in words for a person, how far the service's clock and this machine's differ, that the service's is not believed, or that
   * this machine's is to be looked at because nobody else tells the time; null while nothing is to be done.
   */
  clockTrouble(): {
    readonly kind: 'clock-differs' | 'clock-doubted' | 'clock-unconfirmed';
    readonly detail: string;
  } | null;
  readonly backupTrouble: Backups['trouble'];
  /** Resolves when no backup is being made and no file is read through any more; then the store can be closed. */
  close(): Promise<void>;
}

const CLOCK_WATCH_MS = 15_000;
type ClockStanding = 'agrees' | 'differs' | 'doubted' | 'unconfirmed';
const CLOCK_WORDS: Readonly<Record<ClockStanding, string>> = {
  agrees: 'this clock and the service’s agree again',
  differs: 'this clock and the service’s differ',
  doubted: 'the service tells a date that is not believed; the desk keeps its own time',
  unconfirmed:
    'this clock is far ahead of what the service told last, and the service has not told its time yet',
};
const HOLD_END_GRACE_MS = 250;
const HOLD_WATCH_MS = 60_000;
const AFTER_TROUBLE_MS = 15_000;
/** Within this time people are told that the database was removed, even when nobody saves anything. */
const STORE_WATCH_MS = 5_000;
/** When the first screens are there: it takes a processor for a second or two where there are years of records. */
const CHECK_AFTER_MS = 20_000;
/** Soon after a start, because some desks are never on for an hour, but after the first board is on the screens. */
const FIRST_FORGETTING_MS = 60_000;
const FORGETTING_MS = 60 * 60_000;
/** Between two slices, so that calls and scans that came meanwhile are answered first. */
const SLICE_PAUSE_MS = 50;

/** Begins nothing before {@link Upkeep.start}. */
export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, clock, serviceClock, log } = options;
  const { db } = store;
  const retentions = retentionsOf(options);
  const backups = createBackups(options);
  let closed = false;
  let cancelForgetting: () => void = () => {};
  let cancelStore: () => void = () => {};
  let cancelHolds: () => void = () => {};
  let cancelClock: () => void = () => {};
  let cancelCheck: () => void = () => {};
  /** Never fails. */
  let checking: Promise<void> = Promise.resolve();

  /** The service ends a hold without telling anybody; here it is marked as ended at its time. */
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
      storeTrouble('the end of a hold could not be stored; it is tried again', thrown);
      cancelHolds = clock.after(AFTER_TROUBLE_MS, watchHolds);
      return;
    }
    if (nextEndMs === null) return;
    // The estimate of the service's time may change meanwhile, so each hold is looked at again within a minute.
    const restMs = Math.max(0, nextEndMs - nowMs) + HOLD_END_GRACE_MS;
    cancelHolds = clock.after(Math.min(restMs, HOLD_WATCH_MS), watchHolds);
  }

  function storeTrouble(what: string, thrown: unknown): void {
    log.error(what, faultInLog(thrown));
    options.onStoreTrouble(thrown);
  }

  function forgetAfter(delayMs: number): void {
    cancelForgetting = clock.after(delayMs, () => {
      // By a clock that has jumped, even what was read this morning is old, and nothing can be read again now.
      const mayForget = ({ isOnlyHere }: Retention): boolean =>
        isOnlyHere === true ? serviceClock.isKnown() : serviceClock.longAgoMs() === null;
      forgetSlice(retentions.filter(mayForget), {});
    });
  }

  /** Removes one slice of the first retention, then goes on with the rest of it or with the next one. */
  function forgetSlice(left: readonly Retention[], removed: Readonly<Record<string, number>>): void {
    const [retention, ...others] = left;
    if (!retention) {
      if (Object.keys(removed).length > 0) log.info('old data removed', removed);
      const stale = retentions.flatMap(({ what, shownBy }) => (what in removed ? shownBy : []));
      if (stale.length > 0) options.onChange([...new Set(stale)]);
      forgetAfter(FORGETTING_MS);
      return;
    }
    const { what, keptMs, sliceSize, forget } = retention;
    let count = 0;
    let goesOn = false;
    try {
      // When somebody sets this machine's clock ahead, not everything is old all at once.
      const done = forget(db, Math.min(clock.nowMs(), serviceClock.nowMs()) - keptMs, sliceSize);
      count = typeof done === 'number' ? done : done.removed;
      goesOn = typeof done === 'number' ? done >= sliceSize : done.goesOn;
    } catch (thrown) {
      // The other kinds are still removed; this one is tried again with them in an hour.
      storeTrouble(`old ${what} could not be removed`, thrown);
    }
    const soFar = count === 0 ? removed : { ...removed, [what]: (removed[what] ?? 0) + count };
    const next = goesOn ? left : others;
    cancelForgetting = clock.after(SLICE_PAUSE_MS, () => forgetSlice(next, soFar));
  }

  /** What opening the file left for now. */
  function checkFile(): void {
    cancelCheck = clock.after(CHECK_AFTER_MS, () => {
      checking = store.check().then(
        (isDamaged) => {
          if (isDamaged) options.onChange(['session']);
        },
        (thrown: unknown) => log.error('the database could not be read through', { error: String(thrown) }),
      );
    });
  }

  function watchStore(): void {
    cancelStore = clock.after(STORE_WATCH_MS, () => {
      try {
        if (store.look(options.isDiskStuck())) options.onChange(['session']);
      } catch (thrown) {
        storeTrouble('the files of the store could not be checked', thrown);
      }
      watchStore();
    });
  }

  const clocksDiffer = (): boolean => Math.abs(serviceClock.aheadMs()) >= CLOCK_DIFFERS_MS;
  const clockStanding = (): ClockStanding =>
    serviceClock.doubtedMs() !== null
      ? 'doubted'
      : clocksDiffer()
        ? 'differs'
        : serviceClock.longAgoMs() !== null || serviceClock.wasAheadMs() !== null
          ? 'unconfirmed'
          : 'agrees';

  /**
   * Somebody may set this machine's clock at any moment, which no event reports; so the difference is looked at
   * regularly.
   */
  function watchClock(before: ClockStanding): void {
    cancelClock = clock.after(CLOCK_WATCH_MS, () => {
      const standing = clockStanding();
      if (standing !== before) {
        log.warn(CLOCK_WORDS[standing], { aheadMs: serviceClock.aheadMs() });
        options.onChange(['session']);
        watchHolds();
      }
      watchClock(standing);
    });
  }

  return {
    start() {
      watchHolds();
      forgetAfter(FIRST_FORGETTING_MS);
      backups.start();
      watchStore();
      watchClock(clockStanding());
      checkFile();
    },
    watchHolds,
    backupTrouble: backups.trouble,
    clockTrouble() {
      const doubtedMs = serviceClock.doubtedMs();
      const longAgoMs = serviceClock.longAgoMs();
      const standing = clockStanding();
      if (standing === 'agrees') return null;
      const shown = (atMs: number): string => {
        const { date, time } = wallClockAt(atMs, options.timeZone);
        return `${formatDate(date)} ${time}`;
      };
      const apart = (aheadMs: number): string => `${spanWords(aheadMs)} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
      if (doubtedMs === null && longAgoMs !== null) {
        return {
          kind: 'clock-unconfirmed',
          detail: `This computer’s clock shows ${shown(clock.nowMs())}. When the service last told the time, it was ${shown(longAgoMs)}.`,
        };
      }
      const wasAheadMs = serviceClock.wasAheadMs();
      if (doubtedMs === null && wasAheadMs !== null && !clocksDiffer()) {
        return {
          kind: 'clock-unconfirmed',
          detail: `This computer’s clock shows ${shown(clock.nowMs())}. When the service last told the time, it was ${apart(wasAheadMs)}.`,
        };
      }
      if (doubtedMs === null) {
        return {
          kind: 'clock-differs',
          detail: `The service’s clock shows ${shown(serviceClock.nowMs())}; this computer’s shows ${shown(clock.nowMs())}, ${apart(-serviceClock.aheadMs())}.`,
        };
      }
      const nowMs = serviceClock.nowMs();
      return {
        kind: 'clock-doubted',
        detail: `The service says ${shown(doubtedMs)}; this desk goes by ${shown(nowMs)}, so the service is ${apart(doubtedMs - nowMs)}.`,
      };
    },
    async close() {
      closed = true;
      const backedUp = backups.close();
      cancelForgetting();
      cancelStore();
      cancelHolds();
      cancelClock();
      cancelCheck();
      await Promise.all([backedUp, checking]);
    },
  };
}
