// A printer of whole pages, as its line in the queue sees it: it gives each job a name of its own, looks for a job whose
// answer was lost before that is sent again, and asks the printer what becomes of what it has taken.
import type { Topic } from '../../../contract/events.ts';
import type { DeviceReport } from '../../../domain/device-report.ts';
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { Clock, Log } from '../../ports/machine.ts';
import type { PageAddress, PageReport, PageTransport } from '../../ports/printers.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { AT_PRINTER_FOR_MS } from './job-rules.ts';
import { forgottenThere, loseTrack, lostInRestart, outOfReach } from './lost-at-printer.ts';
import { isMadeFor } from './made-for-settings.ts';
import type { LinePrinter } from './line-printer.ts';
import { recordDocument, type RecordPrinting } from './record-outcome.ts';

/** A printer of whole pages (A4) as the site set it up. */
export interface OfficePrinter {
  readonly id: string;
  /** As screens show it. */
  readonly name: string;
  readonly address: PageAddress;
}

export interface PagePrinterParts {
  readonly jobs: PrintJobStore;
  readonly pages: PageTransport;
  readonly clock: Clock;
  readonly log: Log;
  /** The time for records, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly record: RecordPrinting;
  readonly onChange: (...topics: Topic[]) => void;
  readonly onStoreTrouble: (thrown: unknown) => void;
}

export interface PagePrinter extends LinePrinter {
  /** Goes on with what the desk knew when it stopped: asks about jobs at the printer, and looks for those in doubt. */
  resume(): void;
  /** Asks nothing more. */
  close(): void;
}

/** The pauses between questions about a job; the last one repeats. */
const ASK_AFTER_MS = [500, 1_000, 2_000, 2_000, 5_000];
/** For so long a printer that is switched off is asked again and again about a job whose end is in doubt. */
const LOOKED_FOR_MS = 10 * 60_000;
/** A printer that complains and prints all the same has printed the pages by then. */
const COMPLAINS_FOR_MS = 30_000;
/** A printer that has not answered for so long while it had the job is off, or out of reach: nobody knows what becomes of the pages. */
const SILENT_FOR_MS = 2 * 60_000;
/** Older jobs are not asked about at a start, but those with which their printer stood still: these are said to wait there. */
const RESUMED_WITHIN_MS = 12 * 3_600_000;
/** True as well where the printer got another address since the job was sent. */
const NOT_LISTED = ', and the list of jobs at its printer’s present address does not show it';

/** Why a job is in doubt, and once that it is not listed. */
const notListed = (why: string | null): string =>
  why?.endsWith(NOT_LISTED) ? why : `${why ?? 'nobody knows how its delivery ended'}${NOT_LISTED}`;

/** The report that is kept with a job that is still `sent`. */
const KEPT: Readonly<Partial<Record<PageReport['state'], DeviceReport>>> = {
  working: 'working',
  stopped: 'stopped',
  done: 'done',
};

const LOSE = { forgotten: forgottenThere, 'started-again': lostInRestart, another: loseTrack } as const;

export function createPagePrinter(printer: OfficePrinter, parts: PagePrinterParts): PagePrinter {
  const { jobs, pages, clock, log, nowMs } = parts;
  const { address } = printer;
  /** Jobs that are asked about, with the way to stop the timer of each. */
  const asked = new Map<string, () => void>();
  let closed = false;

  const tell = (): void => parts.onChange('print-jobs', 'connection', 'activity');

  /** Runs what uses the store. When the disk fails the question is repeated, so nothing is lost. */
  const guarded = (work: () => boolean): boolean => {
    try {
      return work();
    } catch (thrown) {
      log.error('what a printer said of a job could not be stored; it is asked again', {
        printer: printer.id,
        ...faultInLog(thrown),
      });
      parts.onStoreTrouble(thrown);
      return true;
    }
  };

  /** Stores what the printer says. True while it must be asked again. */
  const note = (job: PrintJob, report: PageReport): boolean => {
    const kept = KEPT[report.state];
    if (kept === job.deviceReport && report.detail === job.detail) return kept !== 'done';
    jobs.together(() => {
      const change = { detail: report.detail, nextAttemptAtMs: null, finishedAtMs: nowMs() };
      if (kept) {
        jobs.change(job.id, { ...change, state: 'sent' });
        jobs.noteAtPrinter(job.id, { printerJob: job.printerJob, deviceReport: kept });
      } else {
        jobs.change(job.id, { ...change, state: report.state === 'cancelled' ? 'cancelled' : 'unsure' });
      }
      const outcome = { done: 'reported-done', cancelled: 'cancelled', 'given-up': 'unsure' } as const;
      if (report.state === 'working' || report.state === 'stopped') return;
      recordDocument(parts, {
        job,
        printer: printer.name,
        outcome: outcome[report.state],
        reason: report.detail,
      });
    });
    tell();
    return report.state === 'working' || report.state === 'stopped';
  };

  /** Asks with pauses until `ask` resolves with false or the time is over. */
  const keepAsking = (jobId: string, forMs: number, ask: () => Promise<boolean>): void => {
    asked.get(jobId)?.();
    const sinceMs = clock.monotonicMs();
    let questions = 0;
    const next = (): void => {
      const delayMs = ASK_AFTER_MS[Math.min(questions, ASK_AFTER_MS.length - 1)] ?? 0;
      questions += 1;
      const stop = clock.after(delayMs, () => {
        void ask().then((again) => {
          // It may be asked about in another way from now on.
          if (closed || asked.get(jobId) !== stop) return;
          if (again && clock.monotonicMs() - sinceMs < forMs) next();
          else asked.delete(jobId);
        });
      });
      asked.set(jobId, stop);
    };
    if (!closed) next();
  };

  const follow = (jobId: string): void => {
    // One that stood still when the desk was closed has complained for long enough.
    let complainsSinceMs: number | null =
      jobs.find(jobId)?.deviceReport === 'stopped' ? Number.NEGATIVE_INFINITY : null;
    /** A printer that has complained for so long, and is not done, has stopped for this job, though it does not say so. */
    const judged = (report: PageReport): PageReport => {
      if (report.state !== 'working' || report.detail === null) {
        complainsSinceMs = null;
        return report;
      }
      complainsSinceMs ??= clock.monotonicMs();
      return clock.monotonicMs() - complainsSinceMs >= COMPLAINS_FOR_MS
        ? { state: 'stopped', detail: report.detail }
        : { state: 'working', detail: null };
    };
    let silentSinceMs: number | null = null;
    /** True while it is asked again. */
    const saidNothing = (): boolean => {
      silentSinceMs ??= clock.monotonicMs();
      if (clock.monotonicMs() - silentSinceMs < SILENT_FOR_MS) return true;
      return guarded(() => {
        const now = jobs.find(jobId);
        if (now?.state !== 'sent') return false;
        if (!outOfReach(parts, now, printer.name)) return true;
        tell();
        look(jobId);
        return false;
      });
    };
    keepAsking(jobId, AT_PRINTER_FOR_MS, async () => {
      const job = jobs.find(jobId);
      if (job?.state !== 'sent' || job.printerJob === null) return false;
      const report = await pages.report(address, job.printerJob, job.givenAs);
      if (closed) return false;
      if (report === 'unknown') return saidNothing();
      silentSinceMs = null;
      if (report === 'never') return false;
      return guarded(() => {
        // A person may have decided about it meanwhile.
        const now = jobs.find(jobId);
        if (now?.state !== 'sent') return false;
        if (typeof report !== 'string') return note(now, judged(report));
        if (LOSE[report](parts, now, printer.name)) tell();
        return false;
      });
    });
  };

  /** Looks for a job in doubt. A job that is found was taken, so the doubt is over. */
  const look = (jobId: string): void =>
    keepAsking(jobId, LOOKED_FOR_MS, async () => {
      const job = jobs.find(jobId);
      if (job?.state !== 'unsure' || job.givenAs === null) return false;
      const found = await pages.find(address, job.givenAs);
      if (closed) return false;
      if (found === 'unknown') return true;
      return guarded(() => {
        const now = jobs.find(jobId);
        if (now?.state !== 'unsure') return false;
        const end = { nextAttemptAtMs: null, finishedAtMs: nowMs() };
        if (found === 'absent') {
          jobs.change(jobId, { ...end, state: 'unsure', detail: notListed(now.detail) });
        } else {
          const { printerJob, report } = found;
          jobs.together(() => {
            jobs.change(jobId, { ...end, state: 'sent', detail: null });
            jobs.noteAtPrinter(jobId, { printerJob, deviceReport: null });
            recordDocument(parts, { job: now, printer: printer.name, outcome: 'sent', reason: null });
          });
          const again = jobs.find(jobId);
          if (again && note(again, report)) follow(jobId);
        }
        tell();
        return false;
      });
    });

  return {
    id: printer.id,
    name: printer.name,
    takes: (job) => isMadeFor(job, null),
    nameOf: (job) => `drawdesk-${job.id}-${job.attempts + 1}`,
    async deliver(handover, job) {
      // It was in doubt and a person wants it sent again: perhaps the printer has had it all the time.
      if (job.givenAs !== null && job.perhapsPrinted && job.printerJob === null) {
        const found = await pages.find(address, job.givenAs);
        const isThere = typeof found === 'object' && KEPT[found.report.state] !== undefined;
        if (isThere) return { outcome: 'taken', printerJob: found.printerJob };
      }
      return pages.deliver(address, {
        name: `drawdesk-${job.id}-${job.attempts + 1}`,
        look: () => jobs.bytesOf(job.id)[0] ?? null,
        begin: () => handover.begin(),
      });
    },
    taken: (job) => follow(job.id),
    resume() {
      const sinceMs = nowMs() - RESUMED_WITHIN_MS;
      for (const job of jobs.atPrinters(sinceMs)) if (job.printerId === printer.id) follow(job.id);
      for (const job of jobs.perhapsAtPrinters(sinceMs)) {
        // One that the printer itself gave up is known there already.
        if (job.printerId === printer.id && job.printerJob === null) look(job.id);
      }
    },
    close() {
      closed = true;
      for (const stop of asked.values()) stop();
    },
  };
}
