// When the service is read: at the start, every so often, at once when the connection is back or a person asks, and again
// soon after a reading failed. What is read in one reading is the puller's business (core/pull).
import { AppException, toAppError } from '../domain/app-error.ts';
import type { Connection } from './line/connection.ts';
import type { Clock, Log } from './ports.ts';
import type { Puller } from './pull/puller.ts';

export interface ReadingOptions {
  readonly puller: Pick<Puller, 'read' | 'wantEverything' | 'isFetchingDocuments'>;
  readonly connection: Pick<Connection, 'usable' | 'status' | 'lookNow'>;
  readonly clock: Clock;
  readonly log: Log;
  /** From the beginning of one reading to the beginning of the next, milliseconds. */
  readonly pullMs: number;
  /** A reading has ended, well or not, or has brought the whole board. */
  readonly onProgress: () => void;
  /** What stopped a reading; the disk may be the reason. */
  readonly onFailure: (thrown: unknown) => void;
}

export interface Reading {
  /** Reads as soon as the event loop is free. */
  start(): void;
  /** A person asks: reads everything, and looks for the line first where it is down. */
  readEverything(): void;
  /** The line was down and is back. */
  lineIsBack(): void;
  /** The reading under way has brought the whole board. */
  boardWasRead(): void;
  /**
   * True while something is being read, or will be within a second: what is not here yet may come any moment. False with
   * the line down.
   */
  isUnderWay(): boolean;
  /**
   * True once the first reading since the start has brought the board, or has ended in a way that waiting will not mend.
   * Until then nobody can say that something is not there.
   */
  isFirstOver(): boolean;
  /** Begins nothing new; resolves when the reading under way has ended. */
  close(): Promise<void>;
}

/** A reading that begins within this time counts as begun for somebody who waits for it. */
const SOON_MS = 1_000;
/** A line that comes and goes is no reason to read everything each time. */
const EVERYTHING_AGAIN_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 5_000;
/** Between the end of one reading and the beginning of the next, however long the first one took. */
const LEAST_PAUSE_MS = 1_000;

/** Begins nothing before {@link Reading.start}. */
export function createReading(options: ReadingOptions): Reading {
  const { puller, connection, clock, log } = options;
  let closed = false;
  let underWay: Promise<void> | null = null;
  let beginsSoon = false;
  /** Somebody asked while a reading was under way, which may have passed what they ask for. */
  let isWantedAgain = false;
  let firstIsOver = false;
  let everythingWantedAtMs = clock.monotonicMs();
  let cancelNext: () => void = () => {};

  function readAfter(delayMs: number): void {
    if (closed) return;
    cancelNext();
    beginsSoon = delayMs <= SOON_MS;
    cancelNext = clock.after(delayMs, read);
  }

  function wantEverything(): void {
    everythingWantedAtMs = clock.monotonicMs();
    puller.wantEverything();
  }

  function read(): void {
    if (closed) return;
    beginsSoon = false;
    if (underWay) {
      isWantedAgain = true;
      return;
    }
    if (!connection.usable()) {
      // The next reading begins when the line is back. Without a line at the start there is nothing to wait for.
      firstIsOver ||= connection.status().state !== 'connecting';
      return;
    }
    const startedAtMs = clock.monotonicMs();
    isWantedAgain = false;
    underWay = puller
      .read()
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
    log.warn('a reading of the service was cut short', { kind: error.kind, detail: error.detail });
    if (!(thrown instanceof AppException)) log.error('a reading failed', { error: String(thrown) });
    // After a lost answer the next reading goes on where this one stopped; any other failure would only come again.
    firstIsOver ||= error.retry !== 'later' || connection.status().state !== 'online';
  }

  return {
    start: () => readAfter(0),
    readEverything() {
      wantEverything();
      if (!connection.usable()) connection.lookNow();
      readAfter(0);
    },
    lineIsBack() {
      if (clock.monotonicMs() - everythingWantedAtMs >= EVERYTHING_AGAIN_MS) wantEverything();
      readAfter(0);
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
