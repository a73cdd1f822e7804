// The print queue on disk: what is made out goes to its printer, one job at a time for each.
import { AppException, conflict, notFound, printerUnavailable } from '../../../domain/app-error.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { DrawText, Random } from '../../ports.ts';
import { PRINT_JOB_BYTES_KEPT_MS } from '../../store/desk/print-jobs.ts';
import type { PrintJob, PrintJobState } from '../../store/desk/print-jobs.ts';
import { LABEL_LANGUAGES, type LabelLanguageId } from '../languages/registry.ts';
import { layOutLabel, type LabelContent, type LabelLayout } from '../layout/label-layout.ts';
import { refuseLabel } from '../layout/label-stock.ts';
import { CANCELLABLE, FINDABLE, needsPerson, RETRIABLE } from './job-rules.ts';
import {
  createPrinterLine,
  SENDS_ITSELF_FOR_MS,
  type PrinterLineParts,
  type PrinterState,
} from './printer-line.ts';

/** A label printer as the site set it up. */
export interface LabelPrinter {
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly host: string;
  /** TCP port; 9100 at most printers. */
  readonly port: number;
  readonly dotsPerMm: 8 | 12;
  readonly labelWidthMm: number;
  readonly labelHeightMm: number;
  readonly language: LabelLanguageId;
}

export interface LabelOrder {
  readonly printerId: string;
  /** For people, in the queue's list. */
  readonly title: string;
  readonly visitId: string | null;
  readonly labelId: string | null;
  /** Asked about again just before the label leaves; null for what is no person's label. */
  readonly madeFor: LabelSubject | null;
  readonly content: LabelContent;
  readonly reprintReason: string | null;
  readonly actor: string;
  readonly nowMs: number;
}

export interface PrintQueue {
  /**
   * Makes a label out and writes it to the queue, inside the caller's transaction; returns the job's id. An older job
   * of the same label of which nothing was sent yet is cancelled. Throws `rejected` naming the field when the label
   * cannot be right, `printer-unavailable` when there is no such printer. Call {@link wake} after the commit.
   */
  enqueueLabel(order: LabelOrder): string;
  /** Looks for work at once; cheap when there is none. */
  wake(): void;
  /**
   * Lets a job go out again, inside the caller's transaction. One that may have been printed goes with its reprint
   * mark. Throws `not-found`, or `conflict` when the job is on its way or done, is no longer good, or was kept too long.
   */
  retry(jobId: string): void;
  /** A person found the label at the printer. Throws `not-found`, or `conflict` when nothing of it was ever sent. */
  markPrinted(jobId: string): void;
  /** Throws `not-found`, or `conflict` when the job is on its way or done. */
  cancel(jobId: string, reason: string): void;
  /**
   * Takes back, inside the caller's transaction, what has not left for a printer yet; such a job is `cancelled` with the
   * reason as its detail and never goes out. Returns these jobs. What is leaving or has left stays as it is.
   */
  withdraw(of: { readonly visitId: string } | { readonly labelId: string }, reason: string): PrintJob[];
  printerStates(): ReadonlyMap<string, PrinterState>;
  /** True when a person should look at a job. */
  needsPerson(job: PrintJob): boolean;
  /** How many jobs a person should look at: those that {@link needsPerson} says it of. */
  problemCount(): number;
  /** Starts nothing new; resolves when the deliveries under way have ended. */
  close(): Promise<void>;
}

export interface PrintQueueParts extends PrinterLineParts {
  readonly random: Random;
  readonly printers: readonly LabelPrinter[];
  /** Draws names in letters that printers lack; null refuses such names. */
  readonly draw: DrawText | null;
}

const RECOVER_AGAIN_MS = 5_000;
/** Labels of people who come on one day are made out within it, and a tube is handled for another day or two. */
const LOOK_ALIKE_WITHIN_MS = PRINT_JOB_BYTES_KEPT_MS;

/** Opens the queue: what was leaving when the desk stopped is unsure, the rest goes on. */
export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { jobs, nowMs, clock, log } = parts;
  const printers = new Map(parts.printers.map((printer) => [printer.id, printer]));
  const lines = new Map(parts.printers.map((printer) => [printer.id, createPrinterLine(printer, parts)]));
  let closed = false;
  let woken = false;

  const park = (job: PrintJob, state: 'attention' | 'failed', detail: string): void =>
    jobs.change(job.id, { state, detail, nextAttemptAtMs: null, finishedAtMs: null });

  const recover = (): void => {
    jobs.doubtLeaving('the desk stopped while it was being sent', { nowMs: nowMs(), printerId: null });
    for (const job of jobs.open()) {
      if (!printers.has(job.printerId)) {
        park(job, 'failed', 'its printer is not set up any more');
      } else if (nowMs() - job.createdAtMs > SENDS_ITSELF_FOR_MS && job.state === 'queued') {
        park(job, 'attention', 'the desk was stopped before it was sent');
      } else if (nowMs() - job.createdAtMs > SENDS_ITSELF_FOR_MS) {
        park(job, 'attention', job.detail ?? 'the printer could not be reached');
      }
    }
  };

  /** Whether the jobs of the last run were looked after; nothing leaves before. */
  let recovered = false;
  let cancelRecovery: () => void = () => {};
  const recoverOnce = (): boolean => {
    if (recovered) return true;
    cancelRecovery();
    try {
      recover();
      recovered = true;
    } catch (thrown) {
      // The desk starts although the disk cannot be written, so that its board can be read.
      log.error('print jobs of the last run could not be looked after', { error: String(thrown) });
      parts.onStoreTrouble(thrown);
      cancelRecovery = clock.after(RECOVER_AGAIN_MS, wake);
    }
    return recovered;
  };

  const wake = (): void => {
    if (woken || closed) return;
    woken = true;
    // Never inside the caller's transaction: what is marked as leaving must be on disk by then.
    queueMicrotask(() => {
      woken = false;
      if (!closed && recoverOnce()) for (const line of lines.values()) line.wake();
    });
  };

  const requireJob = (jobId: string, allowed: ReadonlySet<PrintJobState>): PrintJob => {
    const job = jobs.find(jobId);
    if (!job) throw new AppException(notFound('There is no such print job.'));
    if (!allowed.has(job.state)) throw new AppException(conflict('state', `The print job is ${job.state}.`));
    return job;
  };

  const cancelJob = (job: PrintJob, reason: string): void => {
    lines.get(job.printerId)?.forget(job.id);
    jobs.change(job.id, {
      state: 'cancelled',
      detail: reason,
      nextAttemptAtMs: null,
      finishedAtMs: nowMs(),
    });
  };

  const makeOut = (printer: LabelPrinter, content: LabelContent): LabelLayout => {
    const stock = {
      widthMm: printer.labelWidthMm,
      heightMm: printer.labelHeightMm,
      dotsPerMm: printer.dotsPerMm,
    };
    const language = LABEL_LANGUAGES[printer.language];
    return layOutLabel(content, stock, { language, draw: parts.draw });
  };

  /** A name that was cut must not look like the name of somebody else of these days who was born the same day. */
  const refuseLookAlike = (printer: LabelPrinter, order: LabelOrder, layout: LabelLayout): void => {
    if (!layout.name.isCut || !order.madeFor) return;
    const { dateOfBirth, patientId } = order.madeFor;
    const sinceMs = order.nowMs - LOOK_ALIKE_WITHIN_MS;
    for (const other of jobs.othersBornOn({ dateOfBirth, patientId, sinceMs })) {
      const { lines } = makeOut(printer, {
        ...order.content,
        firstName: other.firstName,
        lastName: other.lastName,
      }).name;
      if (lines.join('\n') === layout.name.lines.join('\n')) {
        refuseLabel(
          'lastName',
          'is so long that, cut, it looks like that of another person born the same day; use wider labels',
        );
      }
    }
  };

  const isProblem = (job: PrintJob): boolean =>
    needsPerson(job, { mayStillAnswer: lines.get(job.printerId)?.mayStillAnswer(job.id) ?? false });

  recoverOnce();
  wake();

  return {
    enqueueLabel(order) {
      const printer = printers.get(order.printerId);
      if (!printer) {
        throw new AppException(printerUnavailable(order.printerId, 'There is no such printer at this desk.'));
      }
      const { encode } = LABEL_LANGUAGES[printer.language];
      const layout = makeOut(printer, order.content);
      refuseLookAlike(printer, order, layout);
      const bytes = encode(layout);
      const reprintBytes = order.content.reprint
        ? bytes
        : encode(makeOut(printer, { ...order.content, reprint: true }));
      const older = order.labelId === null ? [] : jobs.unsentOfLabel(order.labelId);
      for (const job of older) cancelJob(job, 'printed anew instead');
      const id = parts.random.uuid();
      jobs.insert({
        id,
        printerId: order.printerId,
        title: order.title,
        visitId: order.visitId,
        labelId: order.labelId,
        madeFor: order.madeFor,
        bytes,
        reprintBytes,
        reprintReason: order.reprintReason,
        actor: order.actor,
        createdAtMs: order.nowMs,
      });
      return id;
    },
    wake,
    retry(jobId) {
      const job = requireJob(jobId, RETRIABLE);
      const line = lines.get(job.printerId);
      if (!line) {
        throw new AppException(printerUnavailable(job.printerId, 'Its printer is not set up any more.'));
      }
      if (!jobs.hasBytes(job.id)) {
        throw new AppException(
          conflict('state', 'What was to be printed is not kept any more. Print the label from its visit.'),
        );
      }
      const standing = parts.stillGood(job);
      if (!standing.good) throw new AppException(conflict('changed', standing.reason));
      if (job.perhapsPrinted) jobs.markAsReprint(job.id);
      line.forget(job.id);
      jobs.change(job.id, { state: 'queued', detail: null, nextAttemptAtMs: null, finishedAtMs: null });
    },
    markPrinted(jobId) {
      const job = requireJob(jobId, FINDABLE);
      jobs.change(job.id, {
        state: 'printed',
        detail: null,
        nextAttemptAtMs: null,
        finishedAtMs: job.finishedAtMs ?? nowMs(),
      });
    },
    cancel(jobId, reason) {
      cancelJob(requireJob(jobId, CANCELLABLE), reason);
    },
    withdraw(of, reason) {
      const waiting = 'visitId' in of ? jobs.unsentOfVisit(of.visitId) : jobs.unsentOfLabel(of.labelId);
      for (const job of waiting) cancelJob(job, reason);
      return waiting;
    },
    printerStates: () => new Map(Array.from(lines, ([id, line]) => [id, line.state()])),
    needsPerson: isProblem,
    problemCount: () => jobs.unsettled().filter(isProblem).length,
    async close() {
      closed = true;
      cancelRecovery();
      await Promise.all(Array.from(lines.values(), (line) => line.close()));
    },
  };
}
