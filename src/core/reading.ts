// When the service is read: at the start, at regular intervals, at once when the connection is back or a person asks,
// and again soon after a reading failed. What one reading reads is decided by the puller (core/pull).
import { AppException, toAppError } from '../domain/app-error.ts';
import { faultInLog } from '../domain/fault-in-log.ts';
import type { Connection } from './line/connection.ts';
import type { Clock, Log } from './ports/machine.ts';
import type { Puller } from './pull/puller.ts';
import { READING_TRACES } from './line/traces.ts';
import type { ReadingTrace } from './line/traces.ts';

export interface ReadingOptions {
  readonly puller: Pick<Puller, 'read' | 'wantEverything' | 'isFetchingDocuments'>;
  readonly connection: Pick<Connection, 'usable' | 'status' | 'lookForPerson'>;
  readonly clock: Clock;
  readonly log: Log;
  /** From the start of one reading to the start of the next; milliseconds. */
  readonly pullMs: number;
  /** How long after the start the first reading begins; milliseconds. */
  readonly firstAfterMs: () => number;
  /** Called when a reading has ended or failed, and when it has brought the whole board. */
  readonly onProgress: () => void;
  /** What stopped a reading; the disk may be the reason. */
  readonly onFailure: (thrown: unknown) => void;
}

export interface Reading {
  /** The first reading begins after the pause of the options. */
  start(): void;
  /** A person asks: everything is read. Where the connection is down, it is tried first. */
  readEverything(): void;
  /** Something is worth being read now. Nothing is read that is not due. */
  readSoon(): void;
  /** The connection was down and is back. */
  connectionIsBack(): void;
  /** The service has asked for a pause, which may be long: nobody waits for the first reading any more. */
  pauseBegan(): void;
  /** A pause that the service asked for is over. Returns whether a reading is under way or begins. */
  pauseIsOver(): boolean;
  /** The reading that is under way has brought the whole board. */
  boardWasRead(): void;
  /**
   * True while the service is being read, or will be within a second: data that is missing may come at any moment.
   * False while the connection is down.
   */
  isUnderWay(): boolean;
  /**
   * True once the first reading since the start has brought the board, or has failed in a way that waiting does not
   * mend. Until then nobody can say that a record does not exist.
   */
  isFirstOver(): boolean;
  /** Begins nothing new; resolves when the reading under way has ended. */
  close(): Promise<void>;
}

/** For somebody who waits, a reading that begins within this time counts as begun. */
const SOON_MS = 1_000;
/** A connection that comes and goes must not make the desk read everything each time. */
const EVERYTHING_AGAIN_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 5_000;
/** From the end of one reading to the start of the next at least, however long the first one took. */
const LEAST_PAUSE_MS = 1_000;

/** Begins nothing before {@link Reading.start}. */
export function createReading(options: ReadingOptions): Reading {
  const { puller, connection, clock, log } = options;
  let closed = false;
  let underWay: Promise<void> | null = null;
  let beginsSoon = false;
  /** Somebody asked while a reading was under way. It may already be past what they want, so another one follows it. */
  let isWantedAgain = false;
  /** A person asked, and no reading has begun since. */
  let isAskedFor = false;
  /** A reading was due while nothing could be asked. */
  let isOverdue = false;
  let firstIsOver = false;
  let everythingWantedAtMs = clock.monotonicMs();
  let cancelNext: () => void = () => {};

  function readAfter(delayMs: number): void {
    if (closed) return;
    cancelNext();
    beginsSoon = delayMs <= SOON_MS;
    cancelNext = clock.after(delayMs, read);
  }

  function wantEverything(trace: ReadingTrace): void {
    everythingWantedAtMs = clock.monotonicMs();
    puller.wantEverything(trace);
  }

  function read(): void {
    if (closed) return;
    beginsSoon = false;
    if (underWay) {
      isWantedAgain = true;
      return;
    }
    if (!connection.usable()) {
      // The next reading begins when the connection is back. If it is known to be down, waiting for the first reading
      // is no use.
      firstIsOver ||= connection.status().state !== 'connecting';
      isOverdue = true;
      return;
    }
    isOverdue = false;
    const startedAtMs = clock.monotonicMs();
    isWantedAgain = false;
    const trace = { isAskedFor };
    isAskedFor = false;
    underWay = READING_TRACES.tracePromise(() => puller.read(), trace)
      .then(() => Math.max(LEAST_PAUSE_MS, options.pullMs - (clock.monotonicMs() - startedAtMs)))
      .catch((thrown: unknown) => {
        if (!closed) noteFailure(thrown);
        return AFTER_FAILURE_MS;
      })
      .then((delayMs) => {
        underWay = null;
        if (closed) return;
        options.onProgress();
        readAfter(isWantedAgain ? 0 : delayMs);
      });
  }

  function noteFailure(thrown: unknown): void {
    options.onFailure(thrown);
    const error = toAppError(thrown, 'pull');
    log.warn('a reading of the service was cut short', { kind: error.kind, ...faultInLog(thrown) });
    if (!(thrown instanceof AppException)) log.error('a reading failed', faultInLog(thrown));
    // After a lost answer the next reading goes on where this one stopped. After any other failure the next one would
    // fail as well, so nobody should wait for it.
    firstIsOver ||= error.retry !== 'later' || connection.status().state !== 'online';
  }

  return {
    start: () => readAfter(options.firstAfterMs()),
    readEverything() {
      isAskedFor = true;
      wantEverything({ isAskedFor });
      if (!connection.usable()) connection.lookForPerson();
      readAfter(0);
    },
    readSoon() {
      // Before the first reading has begun, and without a connection, it comes by itself.
      if (firstIsOver && connection.usable()) readAfter(0);
    },
    connectionIsBack() {
      if (clock.monotonicMs() - everythingWantedAtMs >= EVERYTHING_AGAIN_MS)
        wantEverything({ isAskedFor: false });
      readAfter(0);
    },
    pauseBegan() {
      if (closed || firstIsOver) return;
      firstIsOver = true;
      options.onProgress();
    },
    pauseIsOver() {
      // The one that is under way has waited, and goes on by itself. Where none was due, none has to begin with each pause.
      if (isOverdue && underWay === null) readAfter(0);
      return underWay !== null || isOverdue;
    },
    boardWasRead() {
      if (closed) return;
      firstIsOver = true;
      options.onProgress();
    },
    isUnderWay: () =>
      connection.usable() && (underWay !== null || beginsSoon || puller.isFetchingDocuments()),
    isFirstOver: () => firstIsOver,
    async close() {
      closed = true;
      cancelNext();
      await underWay;
    },
  };
}
