// The pause for which the service asks when it was asked too much: from the refusal to its end.
import type { Clock } from '../ports/machine.ts';
import { createAskedPauses } from './asked-pauses.ts';

export interface QuietOptions {
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs' | 'after'>;
  /** The pause is over. */
  readonly onOver: () => void;
  /** Something was answered since the last of several pauses in a row, and no other one has begun. */
  readonly onRowOver: () => void;
}

export interface Quiet {
  /** The service has refused a request, and asks to be left alone for so long; null: it does not say. */
  refused(askedForMs: number | null): void;
  /** A request was answered as it should be. */
  answered(): void;
  /** Milliseconds until {@link QuietOptions.onOver}; 0: there is no pause. */
  restMs(): number;
  /** When it ends, in milliseconds since the epoch by this machine's clock; null: there is none. */
  untilMs(): number | null;
  /** When the service asked for it last, on the monotonic clock; -Infinity before. */
  sinceMonotonicMs(): number;
  /** After several pauses in a row: whether another one is to be expected yet. */
  isRowOver(): boolean;
  /** A person had the service asked, and it answers: the pause is over, without `onOver`. False where there was none. */
  end(): boolean;
  close(): void;
}

export function createQuiet(options: QuietOptions): Quiet {
  const { clock } = options;
  const pauses = createAskedPauses(clock);
  let untilMonotonicMs = -Infinity;
  let untilMs: number | null = null;
  let sinceMonotonicMs = -Infinity;
  let cancelOver: () => void = () => {};
  let cancelRow: () => void = () => {};

  function forget(): void {
    untilMonotonicMs = -Infinity;
    untilMs = null;
  }

  return {
    refused(askedForMs) {
      const isQuiet = clock.monotonicMs() < untilMonotonicMs;
      // What was on its way as the pause began is refused for the same reason.
      const pauseMs = isQuiet ? (askedForMs ?? 0) : pauses.next(askedForMs);
      sinceMonotonicMs = clock.monotonicMs();
      untilMonotonicMs = Math.max(untilMonotonicMs, sinceMonotonicMs + pauseMs);
      const restMs = untilMonotonicMs - sinceMonotonicMs;
      untilMs = Math.ceil(clock.nowMs() + restMs);
      cancelRow();
      cancelOver();
      cancelOver = clock.after(restMs, () => {
        forget();
        options.onOver();
      });
    },
    answered() {
      pauses.answered();
      const restMs = pauses.restOfRowMs();
      if (restMs === 0) return;
      // Perhaps nothing else is answered for a while. A timer may fire a moment too early.
      cancelRow();
      cancelRow = clock.after(Math.ceil(restMs) + 1, options.onRowOver);
    },
    // A timer may fire a moment too early or late. If the time alone told, nothing could be asked then, or before it is known whose turn it is.
    restMs: () => (untilMs === null ? 0 : Math.max(1, untilMonotonicMs - clock.monotonicMs())),
    untilMs: () => untilMs,
    sinceMonotonicMs: () => sinceMonotonicMs,
    isRowOver: () => pauses.restOfRowMs() === 0,
    end() {
      if (untilMs === null) return false;
      cancelOver();
      forget();
      pauses.endedByPerson();
      return true;
    },
    close() {
      cancelOver();
      cancelRow();
    },
  };
}
