// A printer that was switched off and on knows our job no more, or has another one under its number; one that was removed or set up elsewhere
// is not asked any more. What is known of our jobs is put right.
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { recordDocument, type RecordPrinting } from './record-outcome.ts';

const ANOTHER_JOB = 'the printer has another job under its number by now, so look whether the pages came out';
const FORGOTTEN =
  'the printer does not know the job any more, as when it was switched off and on, so look whether the pages came out';
const STARTED_AGAIN =
  'the printer was switched off and on, or started anew, while it had the job, so look whether the pages came out';
const OUT_OF_REACH =
  'the printer had the job and does not answer any more: look whether it is on, and whether the pages came out';
/** Why nobody asks a printer any more about the pages that it has. */
const LEFT_BEHIND = {
  removed: 'its printer was removed while it had the job, so look whether the pages came out',
  moved: 'its printer was set up at another address while it had the job, so look whether the pages came out',
} as const;
export type LeftBehindWhy = keyof typeof LEFT_BEHIND;
const OTHER_NAME = 'the printer calls the job by another name, so it was not cancelled: cancel it there';

/** A printer that has never said anything of the job under its name may give every job a name of its own. */
const mayNameItself = ({ deviceReport }: Pick<PrintJob, 'deviceReport'>): boolean => deviceReport === null;

/** Why no cancellation was sent to a printer that tells another name under the job's number, in words. */
export const notCancelledWords = (job: Pick<PrintJob, 'deviceReport'>): string =>
  mayNameItself(job) ? OTHER_NAME : ANOTHER_JOB;

interface LostParts {
  readonly jobs: Pick<PrintJobStore, 'change' | 'together' | 'noteAtPrinter'>;
  readonly nowMs: () => number;
  readonly record: RecordPrinting;
}

type LeftBehindParts = LostParts & { readonly jobs: Pick<PrintJobStore, 'atPrinters'> };

/** In place of the name of one that is not set up any more. */
export const REMOVED_PRINTER = 'a printer that was removed';

/**
 * Puts the job in doubt, in a transaction. True when it did. At a printer that may name its jobs itself the job stays what it was:
 * taken, and nothing more is known of it.
 */
export function loseTrack(parts: LostParts, job: PrintJob, printer: string): boolean {
  if (mayNameItself(job)) return false;
  putInDoubt(parts, { job, printer, why: ANOTHER_JOB });
  return true;
}

/** The printer was started again while it had the job. Puts it in doubt, in a transaction. */
export function lostInRestart(parts: LostParts, job: PrintJob, printer: string): boolean {
  if (job.deviceReport === 'done') return false;
  putInDoubt(parts, { job, printer, why: STARTED_AGAIN });
  return true;
}

/**
 * The printer knows the job no more, in a transaction. True when something is changed. One that stood still there is in doubt: it went on
 * and ended, or was lost. Many printers forget each job as soon as it has ended, so one that was at work is taken for given away, and
 * nothing more is said of it.
 */
export function forgottenThere(parts: LostParts, job: PrintJob, printer: string): boolean {
  return heardLast(parts, { job, printer, why: FORGOTTEN });
}

/**
 * Nobody asks the printer any more what becomes of the jobs that it has, in a transaction. The same is known of them as of those that it has
 * forgotten: one that stood still there would else be said for ever to go on by itself.
 */
export function leftBehind(
  parts: LeftBehindParts,
  printer: { readonly id: string; readonly name: string },
  why: LeftBehindWhy,
): void {
  for (const job of parts.jobs.atPrinters(0)) {
    if (job.printerId !== printer.id) continue;
    // It may be the same printer at another address, so it is looked for there.
    heardLast(parts, {
      job,
      printer: printer.name,
      why: LEFT_BEHIND[why],
      isLookedFor: why === 'moved',
    });
  }
}

/** The same for printers that are not in the managed settings any more; others are left behind as they are removed. */
export function leftBehindByRemoved(parts: LeftBehindParts, isSetUp: (printerId: string) => boolean): void {
  for (const job of parts.jobs.atPrinters(0)) {
    if (!isSetUp(job.printerId))
      heardLast(parts, { job, printer: REMOVED_PRINTER, why: LEFT_BEHIND.removed });
  }
}

function heardLast(parts: LostParts, lost: Lost): boolean {
  const { job } = lost;
  switch (job.deviceReport) {
    case 'stopped':
      putInDoubt(parts, lost);
      return true;
    case 'working':
      parts.jobs.noteAtPrinter(job.id, { printerJob: job.printerJob, deviceReport: null });
      return true;
    case 'done':
    case null:
      return false;
  }
}

/**
 * The printer had the job, and has not answered for long. Puts it in doubt, in a transaction, as one of which nobody knows whether a printer has
 * it: it is looked for by its name, as after a lost answer. False where the printer never said that it had it.
 */
export function outOfReach(parts: LostParts, job: PrintJob, printer: string): boolean {
  if (job.deviceReport !== 'working' && job.deviceReport !== 'stopped') return false;
  putInDoubt(parts, { job, printer, why: OUT_OF_REACH, isLookedFor: true });
  return true;
}

interface Lost {
  readonly job: PrintJob;
  /** The printer's name. */
  readonly printer: string;
  readonly why: string;
  /** As one of which nobody knows whether a printer has it: by its name. */
  readonly isLookedFor?: boolean;
}

function putInDoubt(parts: LostParts, { job, printer, why, isLookedFor = false }: Lost): void {
  parts.jobs.together(() => {
    if (isLookedFor) parts.jobs.noteAtPrinter(job.id, { printerJob: null, deviceReport: null });
    parts.jobs.change(job.id, {
      state: 'unsure',
      detail: why,
      nextAttemptAtMs: null,
      finishedAtMs: parts.nowMs(),
    });
    recordDocument(parts, { job, printer, outcome: 'unsure', reason: why });
  });
}
