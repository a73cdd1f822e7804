// One job at a time to each printer, from the queue on disk. Says what became of a job and no more than can be known.
import type { Topic } from '../../../contract/events.ts';
import { AppException, conflict, notFound, printerUnavailable } from '../../../domain/app-error.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { Clock, DrawText, Log, PrinterDelivery, PrinterTransport, Random } from '../../ports.ts';
import type { PrintJob, PrintJobState, PrintJobStore } from '../../store/desk/print-jobs.ts';
import { layOutLabel, type LabelContent } from '../layout/label-layout.ts';
import { labelToZpl } from '../languages/zpl/zpl.ts';

/** A printer as the site set it up; what the queue needs of it. */
export interface QueuePrinter {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly dotsPerMm: 8 | 12;
  readonly labelWidthMm: number;
  readonly labelHeightMm: number;
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

/** How the last delivery to a printer went; `unknown` before the first. */
export interface PrinterState {
  readonly state: 'unknown' | 'ready' | 'unreachable' | 'attention';
  readonly detail: string | null;
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
   * mark. Throws `not-found`, or `conflict` when the job is on its way or done.
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
  /** Jobs that a person should look at. */
  problemCount(): number;
  /** Starts nothing new; resolves when the deliveries under way have ended. */
  close(): Promise<void>;
}

/** Whether a job may still go out, and if not, why, in words for the person who reads the queue. */
export type JobStanding = { readonly good: true } | { readonly good: false; readonly reason: string };

export interface PrintQueueParts {
  readonly jobs: PrintJobStore;
  readonly transport: PrinterTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly printers: readonly QueuePrinter[];
  /** Draws names in letters that printers lack; null refuses such names. */
  readonly draw: DrawText | null;
  /**
   * Asked just before the first byte of a job leaves: is everything that it was made for still so? A job that is no
   * longer good is cancelled with the reason and never sent. Reads the store only.
   */
  readonly stillGood: (job: PrintJob) => JobStanding;
  /** Milliseconds since the epoch as the records carry them. */
  readonly nowMs: () => number;
  readonly onChange: (...topics: Topic[]) => void;
}

const CONNECT_TIMEOUT_MS = 3_000;
/** Printers that never close the line make the next label wait this long; the label itself is out long before. */
const ACKNOWLEDGE_TIMEOUT_MS = 2_000;
/** Waits between attempts at a printer that cannot be reached; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000];
/** After this a label no longer comes out by itself: nobody stands at the printer waiting for it any more. */
const SENDS_ITSELF_FOR_MS = 10 * 60_000;
const STORE_TROUBLE_PAUSE_MS = 5_000;

const RETRIABLE: ReadonlySet<PrintJobState> = new Set([
  'attention',
  'failed',
  'unsure',
  'sent-unacknowledged',
]);
const PERHAPS_PRINTED: ReadonlySet<PrintJobState> = new Set(['unsure', 'sent', 'sent-unacknowledged']);
const CANCELLABLE: ReadonlySet<PrintJobState> = new Set([
  'queued',
  'attention',
  'failed',
  'unsure',
  'sent-unacknowledged',
]);

interface Line {
  readonly printer: QueuePrinter;
  state: PrinterState;
  delivery: Promise<void> | null;
  /** Woken while a delivery was under way: look again when it ends. */
  wokenMeanwhile: boolean;
  failures: number;
  cancelWait: (() => void) | null;
}

/** Opens the queue: what was leaving when the desk stopped is unsure, the rest goes on. */
export function createPrintQueue(parts: PrintQueueParts): PrintQueue {
  const { jobs, clock, log, nowMs } = parts;
  const lines = new Map<string, Line>(
    parts.printers.map((printer) => [
      printer.id,
      {
        printer,
        state: { state: 'unknown', detail: null },
        delivery: null,
        wokenMeanwhile: false,
        failures: 0,
        cancelWait: null,
      },
    ]),
  );
  /** Since when a job has been trying to go out by itself, on the monotonic clock. */
  const tryingSince = new Map<string, number>();
  let closed = false;
  let woken = false;

  const park = (job: PrintJob, state: 'attention' | 'failed', detail: string): void => {
    tryingSince.delete(job.id);
    jobs.change(job.id, { state, detail, nextAttemptAtMs: null, finishedAtMs: null });
  };

  /** Jobs that were leaving and of which nobody knows the end. */
  const doubtAbandoned = (detail: string, line: Line | null = null): void => {
    for (const job of jobs.open()) {
      if (job.state !== 'sending' || (line && job.printerId !== line.printer.id)) continue;
      jobs.change(job.id, { state: 'unsure', detail, nextAttemptAtMs: null, finishedAtMs: nowMs() });
    }
  };

  const recover = (): void => {
    doubtAbandoned('the desk stopped while it was being sent');
    for (const job of jobs.open()) {
      if (!lines.has(job.printerId)) {
        park(job, 'failed', 'its printer is not set up any more');
      } else if (nowMs() - job.createdAtMs > SENDS_ITSELF_FOR_MS && job.state === 'queued') {
        park(job, 'attention', 'the desk was stopped before it was sent');
      } else if (nowMs() - job.createdAtMs > SENDS_ITSELF_FOR_MS) {
        park(job, 'attention', job.detail ?? 'the printer could not be reached');
      }
    }
  };

  /** Nothing left this machine: the job and those behind it say why, and try again for a while. */
  const postpone = (line: Line, job: PrintJob, why: string): void => {
    line.state = { state: 'unreachable', detail: why };
    const delayMs = BACKOFF_MS[Math.min(line.failures, BACKOFF_MS.length - 1)] ?? 0;
    line.failures += 1;
    const behind = jobs
      .open()
      .filter((other) => other.printerId === line.printer.id && other.state === 'queued');
    for (const waiting of [job, ...behind]) {
      const since = tryingSince.get(waiting.id) ?? clock.monotonicMs();
      tryingSince.set(waiting.id, since);
      if (clock.monotonicMs() - since >= SENDS_ITSELF_FOR_MS) {
        park(waiting, 'attention', why);
      } else {
        jobs.change(waiting.id, {
          state: 'attention',
          detail: why,
          nextAttemptAtMs: nowMs() + delayMs,
          finishedAtMs: null,
        });
      }
    }
    line.cancelWait = clock.after(delayMs, () => {
      line.cancelWait = null;
      run(line);
    });
  };

  const conclude = (line: Line, job: PrintJob, delivery: PrinterDelivery): void => {
    if (delivery.outcome === 'not-started') {
      postpone(line, job, delivery.detail);
      return;
    }
    line.failures = 0;
    tryingSince.delete(job.id);
    const ended = { nextAttemptAtMs: null, finishedAtMs: nowMs() };
    switch (delivery.outcome) {
      case 'sent':
        line.state = { state: 'ready', detail: null };
        jobs.change(job.id, { state: 'sent', detail: null, ...ended });
        return;
      case 'unacknowledged': {
        const detail = 'the printer took it and did not say that it had it all';
        line.state = { state: 'ready', detail };
        jobs.change(job.id, { state: 'sent-unacknowledged', detail, ...ended });
        return;
      }
      case 'unsure':
        line.state = { state: 'attention', detail: delivery.detail };
        jobs.change(job.id, { state: 'unsure', detail: delivery.detail, ...ended });
    }
  };

  const standingOf = (job: PrintJob): JobStanding | null => {
    try {
      return parts.stillGood(job);
    } catch (thrown) {
      log.error('whether a label is still good could not be found out', {
        job: job.id,
        error: String(thrown),
      });
      return null;
    }
  };

  const cancelJob = (job: PrintJob, reason: string): void => {
    tryingSince.delete(job.id);
    jobs.change(job.id, {
      state: 'cancelled',
      detail: reason,
      nextAttemptAtMs: null,
      finishedAtMs: nowMs(),
    });
  };

  const send = async (line: Line, job: PrintJob): Promise<void> => {
    const standing = standingOf(job);
    if (!standing?.good) {
      if (standing) cancelJob(job, standing.reason);
      else park(job, 'attention', 'it could not be checked whether the label is still right');
      parts.onChange('print-jobs', 'board', 'connection');
      return;
    }
    // On disk first: should the desk stop now, the job is in doubt and not sent twice.
    const bytes = jobs.beginSending(job.id);
    if (!bytes) return;
    parts.onChange('print-jobs', 'board');
    let delivery: PrinterDelivery;
    try {
      delivery = await parts.transport.deliver(line.printer, bytes, {
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        acknowledgeTimeoutMs: ACKNOWLEDGE_TIMEOUT_MS,
      });
    } catch (thrown) {
      log.error('printer transport threw', { printer: line.printer.id, error: String(thrown) });
      delivery = { outcome: 'unsure', detail: 'the delivery ended in an unforeseen way' };
    }
    log.info('label delivered', { printer: line.printer.id, job: job.id, outcome: delivery.outcome });
    conclude(line, job, delivery);
    parts.onChange('print-jobs', 'board', 'connection');
  };

  const drain = async (line: Line): Promise<void> => {
    while (!closed && line.cancelWait === null) {
      const job = jobs.nextFor(line.printer.id);
      if (!job) return;
      await send(line, job);
    }
  };

  function run(line: Line): void {
    if (closed || line.delivery) return;
    line.delivery = drain(line)
      .catch((thrown: unknown) => {
        // Only the store throws here; what it could not note stays as it is on disk, which is the careful state.
        log.error('print queue could not use its store', { printer: line.printer.id, error: String(thrown) });
        line.cancelWait = clock.after(STORE_TROUBLE_PAUSE_MS, () => {
          line.cancelWait = null;
          try {
            doubtAbandoned('what became of it could not be written down', line);
          } catch {
            // Still no store: the run below meets the same trouble and waits again.
          }
          run(line);
        });
      })
      .finally(() => {
        line.delivery = null;
        if (line.wokenMeanwhile) wakeLine(line);
      });
  }

  function wakeLine(line: Line): void {
    line.wokenMeanwhile = line.delivery !== null;
    if (line.delivery) return;
    line.cancelWait?.();
    line.cancelWait = null;
    run(line);
  }

  const wake = (): void => {
    if (woken || closed) return;
    woken = true;
    // Never inside the caller's transaction: what is marked as leaving must be on disk by then.
    queueMicrotask(() => {
      woken = false;
      for (const line of lines.values()) wakeLine(line);
    });
  };

  const requireJob = (jobId: string, allowed: ReadonlySet<PrintJobState>): PrintJob => {
    const job = jobs.find(jobId);
    if (!job) throw new AppException(notFound('There is no such print job.'));
    if (!allowed.has(job.state)) throw new AppException(conflict('state', `The print job is ${job.state}.`));
    return job;
  };

  const layOut = (printer: QueuePrinter, content: LabelContent): Uint8Array => {
    const stock = {
      widthMm: printer.labelWidthMm,
      heightMm: printer.labelHeightMm,
      dotsPerMm: printer.dotsPerMm,
    };
    return labelToZpl(layOutLabel(content, stock, parts.draw));
  };

  recover();
  wake();

  return {
    enqueueLabel(order) {
      const line = lines.get(order.printerId);
      if (!line) {
        throw new AppException(printerUnavailable(order.printerId, 'There is no such printer at this desk.'));
      }
      const bytes = layOut(line.printer, order.content);
      const reprintBytes = order.content.reprint
        ? bytes
        : layOut(line.printer, { ...order.content, reprint: true });
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
      if (!lines.has(job.printerId)) {
        throw new AppException(printerUnavailable(job.printerId, 'Its printer is not set up any more.'));
      }
      if (job.perhapsPrinted) jobs.markAsReprint(job.id);
      tryingSince.delete(job.id);
      jobs.change(job.id, { state: 'queued', detail: null, nextAttemptAtMs: null, finishedAtMs: null });
    },
    markPrinted(jobId) {
      const job = requireJob(jobId, PERHAPS_PRINTED);
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
    printerStates: () => new Map(Array.from(lines, ([id, line]) => [id, line.state])),
    problemCount: () => jobs.problemCount(),
    async close() {
      closed = true;
      for (const line of lines.values()) line.cancelWait?.();
      await Promise.all(Array.from(lines.values(), (line) => line.delivery));
    },
  };
}
