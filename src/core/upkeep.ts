// What the engine does by itself beside syncing: backups (backups.ts), removing what is old, a look at the store's files,
// ending holds on time, and noticing that this machine's clock and the service's differ.
import type { Topic } from '../contract/events.ts';
import { formatDate, wallClockAt } from '../domain/site-time.ts';
import { spanWords } from '../domain/span-words.ts';
import { createBackups } from './backups.ts';
import type { Backups } from './backups.ts';
import type { ServiceClock } from './line/service-clock.ts';
import type { Clock, Log } from './ports/machine.ts';
import { forgetCommandAnswers } from './store/desk/command-answers.ts';
import { DRAFT_KEPT_MS, forgetOldDrafts } from './store/desk/drafts.ts';
import { forgetOldActivity } from './store/desk/activity.ts';
import { forgetOldOrders } from './store/desk/old-orders.ts';
import { forgetOldPrintJobs, forgetOldVisits } from './store/desk/old-visits.ts';
import { dropPrintJobBytes } from './store/desk/print-jobs.ts';
import { forgetOldDocuments } from './store/mirror/documents.ts';
import { forgetOldLabResults } from './store/mirror/lab-results.ts';
import {
  forgetOldAppointments,
  forgetOldPatients,
  forgetOldRegistrationParts,
  forgetOldSlots,
} from './store/mirror/old-records.ts';
import { lapseHolds } from './store/mirror/holds.ts';
import type { Db, Store } from './store/open.ts';
import { forgetFinishedRows } from './store/outbox/outbox-recovery.ts';

/** For how long things are kept, in milliseconds. */
export interface Kept {
  /** From the reading of a document until it is removed; it can be read again. */
  readonly documentsMs: number;
  /** The same of lab results. */
  readonly labResultsMs: number;
  /** From the writing of an entry of the activity until it is removed. */
  readonly activityMs: number;
  /** From the day of a visit until it is removed, with its labels, its tickets and its print jobs. */
  readonly visitsMs: number;
  /** From the making of a print job of no visit until it is removed. */
  readonly printJobsMs: number;
  /** From the reading of the service's records that belong to no visit here until they are removed. */
  readonly recordsMs: number;
}

const DAY_MS = 86_400_000;
/** Why just so long: docs/decisions/061-retention.md. */
const USUALLY_KEPT: Kept = {
  documentsMs: 14 * DAY_MS,
  labResultsMs: 30 * DAY_MS,
  activityMs: 8 * 365.25 * DAY_MS,
  visitsMs: 3 * 365.25 * DAY_MS,
  printJobsMs: 90 * DAY_MS,
  recordsMs: 400 * DAY_MS,
};

export interface UpkeepOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly timeZone: string;
  /** Milliseconds from the making of a print job until its bytes are removed. */
  readonly printJobBytesKeptMs: number;
  /** How long other things are kept; see {@link Kept}. */
  readonly kept?: Partial<Kept> | undefined;
  readonly log: Log;
  readonly onChange: (topics: Topic[]) => void;
  /** A write failed; the upkeep goes on by itself. */
  readonly onStoreTrouble: (thrown: unknown) => void;
}

export interface Upkeep {
  start(): void;
  /** Something about holds has changed: works out again when the next one ends. */
  watchHolds(): void;
  /**
   * Says, in words for a person, how far the service's clock and this machine's differ, or that the service's is not believed;
   * null while the difference does not matter.
   */
  clockTrouble(): { readonly kind: 'clock-differs' | 'clock-doubted'; readonly detail: string } | null;
  readonly backupTrouble: Backups['trouble'];
  /** Resolves when no backup is being made and no file is read through any more; then the store can be closed. */
  close(): Promise<void>;
}

const CLOCK_WARNING_MS = 2 * 60_000;
const CLOCK_WATCH_MS = 15_000;
type ClockStanding = 'agrees' | 'differs' | 'doubted';
const CLOCK_WORDS: Readonly<Record<ClockStanding, string>> = {
  agrees: 'this clock and the service’s agree again',
  differs: 'this clock and the service’s differ',
  doubted: 'the service tells a date that is not believed; the desk keeps its own time',
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

/** One kind of data that is kept for a limited time. */
interface Retention {
  /** Its name in the log. */
  readonly what: string;
  readonly keptMs: number;
  /**
   * Nobody has it but this desk. It is removed only once the service has told its time: this machine's clock alone may be wrong
   * by years, as after its battery died, and then all of it would be old.
   */
  readonly isOnlyHere?: true;
  /** How much one call removes at most, so that it takes a few milliseconds only and nobody waits for it. */
  readonly sliceSize: number;
  /**
   * Removes what is older than an instant (milliseconds since the epoch), `limit` at most. Returns how many; with fewer than
   * `limit` there is no more of it.
   */
  readonly forget: (db: Db, beforeMs: number, limit: number) => number | Forgotten;
  /** What shows something else once something was removed: windows are told, and none goes on offering what is gone. */
  readonly shownBy: readonly Topic[];
}

/** For what is looked at record by record: how many were removed, and whether the next call goes on with others. */
interface Forgotten {
  readonly removed: number;
  readonly goesOn: boolean;
}

/** Looks at a few patients a call, from where the last one stopped. */
function patientsForgetting(): Retention['forget'] {
  let afterId = '';
  return (db, beforeMs, limit) => {
    const { removed, lastId } = forgetOldPatients(db, beforeMs, { afterId, limit });
    afterId = lastId ?? '';
    return { removed, goesOn: lastId !== null };
  };
}

const retentionsOf = (options: UpkeepOptions, kept: Kept): readonly Retention[] => [
  {
    // A change is kept long enough to explain what was sent or given up; the service keeps what it took.
    what: 'changes',
    keptMs: 30 * 86_400_000,
    isOnlyHere: true,
    sliceSize: 200,
    forget: forgetFinishedRows,
    shownBy: ['outbox'],
  },
  {
    // Documents of people who were here long ago make every backup and every start slower.
    what: 'documents',
    keptMs: kept.documentsMs,
    sliceSize: 20,
    forget: forgetOldDocuments,
    shownBy: [],
  },
  {
    // As for documents. A trend needs them longer, but they can be read again.
    what: 'labResults',
    keptMs: kept.labResultsMs,
    sliceSize: 200,
    forget: forgetOldLabResults,
    shownBy: ['results'],
  },
  {
    what: 'activity',
    keptMs: kept.activityMs,
    isOnlyHere: true,
    sliceSize: 200,
    forget: forgetOldActivity,
    shownBy: ['activity'],
  },
  {
    // A screen may repeat a command after a weekend asleep, but not after a week.
    what: 'commandAnswers',
    keptMs: 7 * 86_400_000,
    sliceSize: 200,
    forget: forgetCommandAnswers,
    shownBy: [],
  },
  {
    // A form that nobody has come back to within a working day is not finished by anybody.
    what: 'drafts',
    keptMs: DRAFT_KEPT_MS,
    isOnlyHere: true,
    sliceSize: 200,
    forget: forgetOldDrafts,
    shownBy: [],
  },
  {
    what: 'printJobBytes',
    keptMs: options.printJobBytesKeptMs,
    sliceSize: 200,
    forget: dropPrintJobBytes,
    shownBy: ['print-jobs'],
  },
  {
    // A visit has up to a dozen rows, so fewer of them go at once.
    what: 'visits',
    keptMs: kept.visitsMs,
    isOnlyHere: true,
    sliceSize: 10,
    forget: (db, beforeMs, limit) =>
      forgetOldVisits(db, { beforeMs, beforeDate: dateOf(options, beforeMs) }, limit),
    shownBy: ['board', 'patients', 'print-jobs'],
  },
  {
    what: 'printJobs',
    keptMs: kept.printJobsMs,
    isOnlyHere: true,
    sliceSize: 200,
    forget: forgetOldPrintJobs,
    shownBy: ['print-jobs'],
  },
  {
    // After the visits, which show them.
    what: 'appointments',
    keptMs: kept.visitsMs,
    sliceSize: 100,
    forget: forgetOldAppointments,
    shownBy: ['board', 'slots'],
  },
  {
    what: 'orders',
    keptMs: kept.recordsMs,
    sliceSize: 100,
    forget: forgetOldOrders,
    shownBy: ['orders'],
  },
  {
    what: 'patients',
    keptMs: kept.recordsMs,
    sliceSize: 100,
    forget: patientsForgetting(),
    shownBy: ['patients'],
  },
  {
    what: 'registrationParts',
    keptMs: kept.recordsMs,
    sliceSize: 200,
    forget: forgetOldRegistrationParts,
    shownBy: [],
  },
  {
    what: 'timetables',
    keptMs: kept.recordsMs,
    sliceSize: 200,
    forget: (db, beforeMs, limit) => forgetOldSlots(db, dateOf(options, beforeMs), limit),
    shownBy: ['slots'],
  },
];

const dateOf = ({ timeZone }: UpkeepOptions, atMs: number): string => wallClockAt(atMs, timeZone).date;

/** Begins nothing before {@link Upkeep.start}. */
export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, clock, serviceClock, log } = options;
  const { db } = store;
  const retentions = retentionsOf(options, { ...USUALLY_KEPT, ...options.kept });
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
    log.error(what, { error: String(thrown) });
    options.onStoreTrouble(thrown);
  }

  function forgetAfter(delayMs: number): void {
    cancelForgetting = clock.after(delayMs, () =>
      forgetSlice(
        retentions.filter(({ isOnlyHere }) => isOnlyHere !== true || serviceClock.isKnown()),
        {},
      ),
    );
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
        if (store.look()) options.onChange(['session']);
      } catch (thrown) {
        storeTrouble('the files of the store could not be checked', thrown);
      }
      watchStore();
    });
  }

  const clocksDiffer = (): boolean => Math.abs(serviceClock.aheadMs()) >= CLOCK_WARNING_MS;
  const clockStanding = (): ClockStanding =>
    serviceClock.doubtedMs() !== null ? 'doubted' : clocksDiffer() ? 'differs' : 'agrees';

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
      if (doubtedMs === null && !clocksDiffer()) return null;
      const shown = (atMs: number): string => {
        const { date, time } = wallClockAt(atMs, options.timeZone);
        return `${formatDate(date)} ${time}`;
      };
      const apart = (aheadMs: number): string => `${spanWords(aheadMs)} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
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
