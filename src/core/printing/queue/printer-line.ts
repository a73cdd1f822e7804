// Sends the jobs of one printer, one at a time, whatever it prints. The state of a job never says more than is known of its delivery.
import { faultInLog } from '../../../domain/fault-in-log.ts';
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import type { Topic } from '../../../contract/events.ts';
import type { Clock, Log } from '../../ports/machine.ts';
import type { EndsNotStored } from './ends-not-stored.ts';
import { createFallenSilent } from './fallen-silent.ts';
import { createLastLook } from './last-look.ts';
import type { LateAcknowledgements } from './late-acknowledgements.ts';
import type { LineDelivery, LinePrinter } from './line-printer.ts';
import { UNFINISHED, type JobStanding } from './job-rules.ts';
import { recordOutcome, type Outcome, type RecordPrinting } from './record-outcome.ts';
import { createWaitingTime, WAITED_TOO_LONG } from './waiting-time.ts';

/** How the last delivery to a printer went; `unknown` before the first. */
export interface PrinterState {
  /** It has said this of itself when it was asked, and is asked again until it is well. */
  readonly ofItself?: true;
  readonly state: 'unknown' | 'ready' | 'unreachable' | 'attention';
  readonly detail: string | null;
}

export interface PrinterLine {
  /** Looks for jobs to send now, also during the pause after the printer could not be reached. */
  wake(): void;
  state(): PrinterState;
  /** Why nothing goes out until the printer is set up elsewhere; null: what waits is tried. */
  outForGood(): string | null;
  /** Since when the printer takes nothing more of this job, in the middle of it, milliseconds since the epoch; null: it does not say so. */
  stoppedSinceMs(jobId: string): number | null;
  /** Forgets that the printer could not be reached. */
  forgetAway(): void;
  /** A person has something sent that was held back: the printer is sent what waits, though it has fallen silent. */
  goOn(): void;
  /** A label is printed anew. If it is the one to which the printer said nothing, the same applies. */
  printedAnew(labelId: string): void;
  /** A person wants the job printed now: from now on it goes out by itself for a while. */
  expect(jobId: string): void;
  /** Sends nothing more. Resolves when the delivery under way has ended. */
  close(): Promise<void>;
}

export interface PrinterLineParts {
  readonly jobs: PrintJobStore;
  /** It was set up before the desk was started: what its jobs of before say of the printer holds. */
  readonly isOfLastRun: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Called just before the first byte of a job is sent. A job that is not right any more is cancelled and never sent.
   */
  readonly stillGood: (job: PrintJob) => JobStanding;
  /** The time for records, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly record: RecordPrinting;
  readonly endsNotStored: EndsNotStored;
  readonly lateAcknowledgements: LateAcknowledgements;
  readonly onChange: (...topics: Topic[]) => void;
  /** The store could not be read or written. The queue tries again by itself. */
  readonly onStoreTrouble: (thrown: unknown) => void;
}

/** The pauses between attempts to reach a printer; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000];
const STORE_TROUBLE_PAUSE_MS = 5_000;
const STORE_TROUBLE =
  'nothing can be written to this machine’s disk; printing goes on by itself when that works again';
/** The words of the job that broke off would say of what waits behind it that a part had been sent. */
const ONE_BROKE_OFF = 'a job before this one broke off at the printer, so nothing of this one was sent';
const ONE_NOT_ACKNOWLEDGED =
  'the printer has not acknowledged the job before this one, so nothing of this one was sent: look at the printer, then say what became of that one';
const SILENT =
  'the whole job was sent, but the printer has not acknowledged it: it may print it, or may never have read it';

/** Prepares sending to a printer. Nothing is sent before {@link PrinterLine.wake}. */
export function createPrinterLine(printer: LinePrinter, parts: PrinterLineParts): PrinterLine {
  const { jobs, clock, log, nowMs } = parts;
  let state: PrinterState = { state: 'unknown', detail: null };
  let delivery: Promise<void> | null = null;
  /** True when `wake` was called during a delivery: jobs are looked for again when it ends. */
  let wokenMeanwhile = false;
  let failures = 0;
  /** True when jobs may say that the printer is in trouble: after such trouble, and at the start, from the last run. */
  let perhapsPostponed = true;
  let cancelWait: (() => void) | null = null;
  let closed = false;
  /** The job that is `sending` on disk, until its end is stored. */
  let leaving: string | null = null;
  /** The job in the middle of which the printer has stopped, and since when. */
  let stopped: { readonly jobId: string; readonly sinceMs: number } | null = null;
  const waiting = createWaitingTime(clock);
  const silence = createFallenSilent(jobs, parts.isOfLastRun ? printer.id : null);

  const record = (job: PrintJob, outcome: Outcome, reason: string | null): void =>
    recordOutcome(parts, { job, printer: printer.name, outcome, reason });

  /** From now on the job waits for a person. */
  const park = (job: PrintJob, detail: string): void =>
    jobs.together(() => {
      jobs.change(job.id, { state: 'attention', detail, nextAttemptAtMs: null, finishedAtMs: null });
      record(job, 'not-sent', detail);
    });

  /** What waited for too long is for a person from now on, also when the machine slept meanwhile. */
  const parkOverdue = (): void => {
    // A line that was replaced knows nothing of what came since.
    if (closed || !waiting.standsStill()) return;
    const overdue = jobs.waitingFor(printer.id).filter(({ id }) => waiting.isOverdue(id));
    for (const job of overdue) park(job, job.detail ?? WAITED_TOO_LONG);
    if (overdue.length > 0) parts.onChange('print-jobs', 'board', 'connection', 'activity');
  };

  /** A job is done with. If the machine slept in the middle of it, what waits behind it is for a person all the same. */
  const comeOn = (): void => {
    parkOverdue();
    waiting.comeOn();
  };

  /** Nothing was sent of what waits. It shows why, and is tried again for a while. */
  const postpone = (why: string): void => {
    // The line in its place has them, at another address.
    if (closed) return;
    const delayMs = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 0;
    failures += 1;
    perhapsPostponed = true;
    const nextAttemptAtMs = nowMs() + delayMs;
    for (const { id } of jobs.waitingFor(printer.id)) {
      jobs.change(id, { state: 'attention', detail: why, nextAttemptAtMs, finishedAtMs: null });
    }
    cancelWait = clock.after(delayMs, () => {
      cancelWait = null;
      run();
    });
  };

  /** The printer took a job: those behind it need nobody any more, and are tried for as long again should it fail anew. */
  const resume = (): void => {
    failures = 0;
    comeOn();
    if (closed || !perhapsPostponed) return;
    jobs.together(() => {
      for (const { id, state } of jobs.waitingFor(printer.id)) {
        if (state === 'attention')
          jobs.change(id, { state: 'queued', detail: null, nextAttemptAtMs: null, finishedAtMs: null });
      }
    });
    perhapsPostponed = false;
  };

  /**
   * Before its first byte was asked for, a person may have cancelled the job or moved it to another printer: then it is none of this line's,
   * whatever became of the connection or the drawing.
   */
  const isStillHere = ({ id }: PrintJob): boolean => {
    const now = jobs.find(id);
    return now?.printerId === printer.id && UNFINISHED.has(now.state);
  };

  /** The printer has said that it prints nothing of the job. */
  const refused = (job: PrintJob, { detail, again }: { detail: string; again: boolean }): void => {
    if (again) {
      const nextAttemptAtMs = nowMs();
      jobs.change(job.id, { state: 'attention', detail, nextAttemptAtMs, finishedAtMs: null });
      state = { state: 'attention', detail };
      postpone(detail);
      return;
    }
    state = { state: 'attention', detail };
    jobs.together(() => {
      jobs.change(job.id, { state: 'failed', detail, nextAttemptAtMs: null, finishedAtMs: null });
      record(job, 'not-sent', detail);
    });
    comeOn();
  };

  const conclude = (job: PrintJob, ended: LineDelivery): void => {
    if (ended.outcome === 'not-started') {
      if (isStillHere(job)) jobs.countAttempt(job.id);
      // What it says of itself is kept where it is asked, until it says otherwise.
      if (!printer.health?.said())
        state = { state: 'reached' in ended ? 'attention' : 'unreachable', detail: ended.detail };
      postpone(ended.detail);
      return;
    }
    if (ended.outcome === 'refused') {
      if (isStillHere(job)) refused(job, ended);
      else comeOn();
      return;
    }
    const end = (to: 'sent' | 'sent-unacknowledged' | 'unsure', detail: string | null): void =>
      jobs.together(() => {
        jobs.change(job.id, { state: to, detail, nextAttemptAtMs: null, finishedAtMs: nowMs() });
        record(job, to, detail);
      });
    switch (ended.outcome) {
      case 'withheld':
        // `begin` has stored the reason already.
        comeOn();
        return;
      case 'sent':
        state = { state: 'ready', detail: null };
        end('sent', null);
        silence.acknowledged();
        resume();
        return;
      case 'taken':
        state = { state: 'ready', detail: ('look' in ended ? ended.look : null) ?? null };
        jobs.together(() => {
          jobs.noteAtPrinter(job.id, { printerJob: ended.printerJob, deviceReport: null });
          end('sent', null);
        });
        printer.taken?.(job);
        resume();
        return;
      case 'unacknowledged':
        state = { state: 'attention', detail: SILENT };
        end('sent-unacknowledged', SILENT);
        if (silence.silentAt(job.id)) comeOn();
        else resume();
        parts.lateAcknowledgements.listen(job, ended.later, {
          printer: printer.name,
          onAcknowledged() {
            state = { state: 'ready', detail: null };
          },
        });
        // What it holds back goes out, or says why it waits, once that is known.
        void ended.later.then(wake);
        return;
      case 'unsure':
        // The next one would most likely break off as well, and each is a question to a person. So it waits like behind a
        // printer that cannot be reached, and can be moved to another one meanwhile.
        end('unsure', ended.detail);
        state = { state: 'attention', detail: ended.detail };
        postpone(ONE_BROKE_OFF);
    }
  };

  const lastLook = createLastLook(printer, {
    jobs,
    log,
    nowMs,
    stillGood: parts.stillGood,
    waiting,
    park,
    record,
  });

  /** The bytes to send now; null when the job must not be sent. */
  const begin = (jobId: string): Uint8Array | null => {
    const bytes = lastLook(jobId);
    if (bytes === null) return null;
    leaving = jobId;
    parts.onChange('print-jobs', 'board');
    return bytes;
  };

  const send = async (job: PrintJob): Promise<void> => {
    const handover: { begun: boolean; storeTrouble: { readonly thrown: unknown } | null } = {
      begun: false,
      storeTrouble: null,
    };
    let ended: LineDelivery;
    try {
      ended = await printer.deliver(
        {
          begin() {
            handover.begun = true;
            try {
              return begin(job.id);
            } catch (thrown) {
              handover.storeTrouble = { thrown };
              return null;
            }
          },
          stopped(forMs) {
            stopped = forMs === null ? null : { jobId: job.id, sinceMs: nowMs() - forMs };
            parts.onChange('print-jobs');
          },
        },
        job,
      );
    } catch (thrown) {
      log.error('a delivery to the printer ended in an unforeseen way', {
        printer: printer.id,
        ...faultInLog(thrown),
      });
      // If the transport never asked for the bytes, it has sent none of them.
      ended = {
        outcome: handover.begun ? 'unsure' : 'not-started',
        detail: 'the delivery ended in an unforeseen way',
      };
    }
    stopped = null;
    if (handover.storeTrouble) throw handover.storeTrouble.thrown;
    // The transport took the bytes, so it may have sent some of them.
    if (handover.begun && ended.outcome === 'not-started')
      ended = { outcome: 'unsure', detail: ended.detail };
    // It was for where the printer was before. The line in its place has the job, and perhaps has begun it.
    if (closed && !handover.begun) return;
    log.info('print job delivered', { printer: printer.id, job: job.id, outcome: ended.outcome });
    conclude(job, ended);
    parts.onChange('print-jobs', 'board', 'connection', 'activity');
  };

  /** True while the printer is sent nothing, because it has fallen silent. What waits says so once no late acknowledgement can come. */
  const isHeldBack = (): boolean => {
    const wasHeld = silence.isHolding();
    const heldBy = silence.heldBy();
    if (heldBy === null) {
      if (wasHeld) resume();
      return false;
    }
    const isWaiting = jobs.nextFor(printer.id) !== null;
    if (!isWaiting) waiting.forget();
    if (isWaiting && !parts.lateAcknowledgements.mayStillCome(heldBy)) {
      postpone(ONE_NOT_ACKNOWLEDGED);
      parts.onChange('print-jobs', 'board', 'connection');
    }
    printer.health?.atRest();
    return true;
  };

  /** True while nothing can come of a try for good. What waits says why, and is for a person after its time as elsewhere. */
  const isOut = (): boolean => {
    const why = printer.outForGood?.() ?? null;
    if (why === null) return false;
    if (jobs.nextFor(printer.id) === null) {
      waiting.forget();
    } else {
      postpone(why);
      parts.onChange('print-jobs', 'board', 'connection');
    }
    return true;
  };

  const drain = async (): Promise<void> => {
    // Throws if the store still cannot be written. Then another pause follows.
    parts.endsNotStored.settle();
    while (!closed && cancelWait === null) {
      parkOverdue();
      if (isOut() || isHeldBack()) return;
      const job = jobs.nextFor(printer.id);
      if (!job) {
        waiting.forget();
        printer.health?.atRest();
        return;
      }
      await send(job);
      leaving = null;
    }
  };

  function run(): void {
    if (closed || delivery) return;
    delivery = drain()
      .catch((thrown: unknown) => {
        // Only the store throws here. On disk the job stays `sending`, so it is not sent twice.
        log.error('the print queue could not be read or written, so printing pauses', {
          printer: printer.id,
          ...faultInLog(thrown),
        });
        state = { state: 'attention', detail: STORE_TROUBLE };
        parts.onStoreTrouble(thrown);
        parts.onChange('print-jobs', 'connection');
        // A new label ends the pause early, and a change of the printer ends this line, but neither must end the doubt.
        if (leaving !== null) parts.endsNotStored.note(leaving);
        leaving = null;
        cancelWait = clock.after(STORE_TROUBLE_PAUSE_MS, () => {
          cancelWait = null;
          run();
        });
      })
      .finally(() => {
        delivery = null;
        if (wokenMeanwhile) wake();
      });
  }

  function wake(): void {
    wokenMeanwhile = delivery !== null;
    if (delivery) return;
    cancelWait?.();
    cancelWait = null;
    run();
  }

  return {
    wake,
    state: () => printer.health?.said() ?? state,
    outForGood: () => printer.outForGood?.() ?? null,
    stoppedSinceMs: (jobId) => (stopped?.jobId === jobId ? stopped.sinceMs : null),
    forgetAway() {
      if (state.state === 'unreachable') state = { state: 'unknown', detail: null };
    },
    goOn: () => silence.goOn(),
    printedAnew: (labelId) => silence.printedAnew(labelId),
    expect: (jobId) => waiting.expect(jobId),
    async close() {
      closed = true;
      cancelWait?.();
      printer.health?.close();
      await delivery;
    },
  };
}
