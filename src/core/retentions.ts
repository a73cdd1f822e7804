// What the desk removes by itself because it is old: each kind of data, for how long it is kept, and which screens show it.
import type { Topic } from '../contract/events.ts';
import { wallClockAt } from '../domain/site-time.ts';
import { forgetCommandAnswers } from './store/desk/command-answers.ts';
import { DRAFT_KEPT_MS, forgetOldDrafts } from './store/desk/drafts.ts';
import { forgetGivenUpForms } from './store/desk/local-forms.ts';
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
import { forgetFinishedRows } from './store/outbox/outbox-recovery.ts';
import type { Db } from './store/open.ts';

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

/** One kind of data that is kept for a limited time. */
export interface Retention {
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

export interface RetentionOptions {
  readonly timeZone: string;
  /** Milliseconds from the making of a print job until its bytes are removed. */
  readonly printJobBytesKeptMs: number;
  /** How long other things are kept; see {@link Kept}. */
  readonly kept?: Partial<Kept> | undefined;
}

/** In the order in which they are removed. To be made once: it remembers at which of the patients it has stopped. */
export function retentionsOf(options: RetentionOptions): readonly Retention[] {
  const kept = { ...USUALLY_KEPT, ...options.kept };
  const dateOf = (atMs: number): string => wallClockAt(atMs, options.timeZone).date;
  return [
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
      // Before the visits: the change that was given up stays as long as it has one.
      what: 'localForms',
      keptMs: kept.visitsMs,
      isOnlyHere: true,
      sliceSize: 200,
      forget: forgetGivenUpForms,
      shownBy: [],
    },
    {
      // A visit has up to a dozen rows, so fewer of them go at once.
      what: 'visits',
      keptMs: kept.visitsMs,
      isOnlyHere: true,
      sliceSize: 10,
      forget: (db, beforeMs, limit) => forgetOldVisits(db, { beforeMs, beforeDate: dateOf(beforeMs) }, limit),
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
      forget: (db, beforeMs, limit) => forgetOldSlots(db, dateOf(beforeMs), limit),
      shownBy: ['slots'],
    },
  ];
}
