// The line to one printer: its jobs leave one at a time, and each is written down as far as is known and no further.
import type { PrintJob, PrintJobStore } from '../../store/desk/print-jobs.ts';
import type { Topic } from '../../../contract/events.ts';
import type { ActivityAbout } from '../../../domain/activity.ts';
import type { Clock, Log, PrinterDelivery, PrinterLimits, PrinterTransport } from '../../ports.ts';
import type { JobStanding } from './job-rules.ts';

/** How the last delivery to a printer went; `unknown` before the first. */
export interface PrinterState {
  readonly state: 'unknown' | 'ready' | 'unreachable' | 'attention';
  readonly detail: string | null;
}

export interface PrinterLine {
  /** Looks for work at once, also when a printer that could not be reached is waited for. */
  wake(): void;
  state(): PrinterState;
  /** Jobs that this printer was given a moment ago and may still acknowledge. */
  mayStillAnswer(jobId: string): boolean;
  /** Forgets since when the job has been tried automatically: the time starts again at the next try. */
  forget(jobId: string): void;
  /** Starts nothing new; resolves when the delivery under way has ended. */
  close(): Promise<void>;
}

/** What the activity says of a label once the queue knows it. */
export type LabelOutcomeKind =
  'label-sent' | 'label-sent-unacknowledged' | 'label-unsure' | 'label-not-sent' | 'label-held-back';

export interface PrinterLineParts {
  readonly jobs: PrintJobStore;
  readonly transport: PrinterTransport;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked just before the first byte of a job leaves; a job that is no longer good is cancelled and never sent. */
  readonly stillGood: (job: PrintJob) => JobStanding;
  /** Milliseconds since the epoch as the records carry them. */
  readonly nowMs: () => number;
  /** Writes an entry of the activity, inside the transaction of the change that it speaks of. */
  readonly record: (
    by: { readonly actor: string; readonly atMs: number },
    kind: LabelOutcomeKind,
    about: ActivityAbout<LabelOutcomeKind>,
  ) => void;
  readonly onChange: (...topics: Topic[]) => void;
  /** A read or a write of the store failed; the queue tries again by itself. */
  readonly onStoreTrouble: (thrown: unknown) => void;
}

const LIMITS: PrinterLimits = {
  connectTimeoutMs: 3_000,
  // Printers that never close the connection make the next label wait this long; the label itself is out long before.
  acknowledgeTimeoutMs: 2_000,
  lingerMs: 10_000,
};
/** Waits between attempts at a printer that cannot be reached; the last one repeats. */
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000];
/** After this a label no longer comes out by itself: nobody stands at the printer waiting for it any more. */
export const SENDS_ITSELF_FOR_MS = 10 * 60_000;
const STORE_TROUBLE_PAUSE_MS = 5_000;
const STORE_TROUBLE =
  'this machine’s disk takes nothing that is written; printing goes on by itself once it does';
const CANNOT_CHECK = 'it could not be checked whether the label is still right';
const SILENT =
  'the printer was handed the whole job and has not said that it took it: it may print it, or never have read it';

/** Opens the line to a printer. Nothing leaves before {@link PrinterLine.wake}. */
export function createPrinterLine(
  printer: { readonly id: string; readonly name: string; readonly host: string; readonly port: number },
  parts: PrinterLineParts,
): PrinterLine {
  const { jobs, clock, log, nowMs } = parts;
  let state: PrinterState = { state: 'unknown', detail: null };
  let delivery: Promise<void> | null = null;
  /** Woken while a delivery was under way: look again when it ends. */
  let wokenMeanwhile = false;
  let failures = 0;
  let cancelWait: (() => void) | null = null;
  let closed = false;
  /** The store could not note what became of a delivery: its job is put in doubt before anything else leaves. */
  let endNotNoted = false;
  /** Since when a job has been trying to go out by itself, on the monotonic clock. */
  const tryingSince = new Map<string, number>();
  const listenedTo = new Set<string>();

  const record = (job: PrintJob, kind: LabelOutcomeKind, reason: string | null): void =>
    parts.record({ actor: job.actor, atMs: nowMs() }, kind, {
      visitId: job.visitId,
      ...(job.madeFor ? { patientId: job.madeFor.patientId } : {}),
      jobId: job.id,
      code: job.madeFor?.code ?? null,
      printer: printer.name,
      reason,
    });

  /** The job waits for a person from now on. */
  const park = (job: PrintJob, detail: string): void => {
    tryingSince.delete(job.id);
    jobs.together(() => {
      jobs.change(job.id, { state: 'attention', detail, nextAttemptAtMs: null, finishedAtMs: null });
      record(job, 'label-not-sent', detail);
    });
  };

  /** Nothing left this machine: the job and those behind it say why, and try again for a while. */
  const postpone = (job: PrintJob, why: string): void => {
    state = { state: 'unreachable', detail: why };
    const delayMs = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 0;
    failures += 1;
    jobs.countAttempt(job.id);
    for (const waiting of jobs.waitingFor(printer.id)) {
      const since = tryingSince.get(waiting.id) ?? clock.monotonicMs();
      tryingSince.set(waiting.id, since);
      if (clock.monotonicMs() - since >= SENDS_ITSELF_FOR_MS) {
        park(waiting, why);
      } else {
        jobs.change(waiting.id, {
          state: 'attention',
          detail: why,
          nextAttemptAtMs: nowMs() + delayMs,
          finishedAtMs: null,
        });
      }
    }
    cancelWait = clock.after(delayMs, () => {
      cancelWait = null;
      run();
    });
  };

  /** Waits for the acknowledgement of a printer that was given the job. A late acknowledgement marks the job as sent. */
  const listenOn = (job: PrintJob, later: Promise<'acknowledged' | 'silent'>): void => {
    listenedTo.add(job.id);
    void later.then((answer) => {
      listenedTo.delete(job.id);
      if (closed) return;
      try {
        // A person may have decided about it meanwhile.
        const stands = jobs.find(job.id)?.state === 'sent-unacknowledged';
        if (answer === 'acknowledged' && stands) {
          state = { state: 'ready', detail: null };
          jobs.together(() => {
            jobs.change(job.id, {
              state: 'sent',
              detail: null,
              nextAttemptAtMs: null,
              finishedAtMs: nowMs(),
            });
            record(job, 'label-sent', null);
          });
        }
      } catch (thrown) {
        // The job stays unacknowledged, which is the careful state.
        log.error('a late acknowledgement could not be written down', { job: job.id, error: String(thrown) });
        parts.onStoreTrouble(thrown);
      }
      parts.onChange('print-jobs', 'board', 'connection', 'activity');
    });
  };

  const conclude = (job: PrintJob, ended: PrinterDelivery): void => {
    if (ended.outcome === 'not-started') {
      postpone(job, ended.detail);
      return;
    }
    failures = 0;
    tryingSince.delete(job.id);
    const end = (to: 'sent' | 'sent-unacknowledged' | 'unsure', detail: string | null): void =>
      jobs.together(() => {
        jobs.change(job.id, { state: to, detail, nextAttemptAtMs: null, finishedAtMs: nowMs() });
        record(job, `label-${to}`, detail);
      });
    switch (ended.outcome) {
      case 'withheld':
        // The reason was written to the store where the job was withheld.
        return;
      case 'sent':
        state = { state: 'ready', detail: null };
        end('sent', null);
        return;
      case 'unacknowledged':
        state = { state: 'attention', detail: SILENT };
        end('sent-unacknowledged', SILENT);
        listenOn(job, ended.later);
        return;
      case 'unsure':
        state = { state: 'attention', detail: ended.detail };
        end('unsure', ended.detail);
    }
  };

  const standingOf = (job: PrintJob): JobStanding | null => {
    try {
      return parts.stillGood(job);
    } catch (thrown) {
      log.error('it could not be found out whether a label is still good', {
        job: job.id,
        error: String(thrown),
      });
      return null;
    }
  };

  /** The bytes of a job that is about to leave; null when it must not, which is written down. */
  const begin = (jobId: string): Uint8Array | null => {
    const job = jobs.find(jobId);
    // Cancelled or withdrawn while the connection was made.
    if (job?.state !== 'queued' && job?.state !== 'attention') return null;
    const standing = standingOf(job);
    if (standing?.good === false) {
      jobs.together(() => {
        jobs.change(job.id, {
          state: 'cancelled',
          detail: standing.reason,
          nextAttemptAtMs: null,
          finishedAtMs: nowMs(),
        });
        record(job, 'label-held-back', standing.reason);
      });
    }
    if (!standing) park(job, CANNOT_CHECK);
    if (!standing?.good) return null;
    // On disk before the first byte: should the desk stop now, the job is in doubt and is not sent twice.
    const bytes = jobs.beginSending(job.id);
    parts.onChange('print-jobs', 'board');
    return bytes;
  };

  const send = async (job: PrintJob): Promise<void> => {
    const handover: { begun: boolean; storeTrouble: { readonly thrown: unknown } | null } = {
      begun: false,
      storeTrouble: null,
    };
    let ended: PrinterDelivery;
    try {
      ended = await parts.transport.deliver(
        printer,
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
        },
        LIMITS,
      );
    } catch (thrown) {
      log.error('printer transport threw', { printer: printer.id, error: String(thrown) });
      // Who never asked for the bytes has sent none of them.
      ended = {
        outcome: handover.begun ? 'unsure' : 'not-started',
        detail: 'the delivery ended in an unforeseen way',
      };
    }
    if (handover.storeTrouble) throw handover.storeTrouble.thrown;
    // The transport took the bytes, so it may have sent some of them.
    if (handover.begun && ended.outcome === 'not-started')
      ended = { outcome: 'unsure', detail: ended.detail };
    log.info('label delivered', { printer: printer.id, job: job.id, outcome: ended.outcome });
    conclude(job, ended);
    parts.onChange('print-jobs', 'board', 'connection', 'activity');
  };

  const drain = async (): Promise<void> => {
    if (endNotNoted) {
      // Throws while there is still no store: then there is another pause.
      jobs.doubtLeaving('what became of it could not be written down', {
        nowMs: nowMs(),
        printerId: printer.id,
      });
      endNotNoted = false;
      parts.onChange('print-jobs', 'board', 'connection');
    }
    while (!closed && cancelWait === null) {
      const job = jobs.nextFor(printer.id);
      if (!job) return;
      await send(job);
    }
  };

  function run(): void {
    if (closed || delivery) return;
    delivery = drain()
      .catch((thrown: unknown) => {
        // Only the store throws here; what it could not note stays as it is on disk, which is the careful state.
        log.error('print queue could not use its store', { printer: printer.id, error: String(thrown) });
        state = { state: 'attention', detail: STORE_TROUBLE };
        parts.onStoreTrouble(thrown);
        parts.onChange('print-jobs', 'connection');
        // Kept until it is done: whoever prints meanwhile ends the pause, and must not end the doubt with it.
        endNotNoted = true;
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
    state: () => state,
    mayStillAnswer: (jobId) => listenedTo.has(jobId),
    forget: (jobId) => void tryingSince.delete(jobId),
    async close() {
      closed = true;
      cancelWait?.();
      await delivery;
    },
  };
}
