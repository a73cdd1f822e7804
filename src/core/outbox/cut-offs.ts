// How long a change keeps back although the connection is back, because the connection went each time it was sent.
import type { AppError } from '../../domain/app-error.ts';
import type { Clock } from '../ports/machine.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { longestPauseMs } from './retry-policy.ts';
import type { Verdict } from './verdict.ts';

/**
 * A connection that comes and goes takes a change with it once or twice. More often it is the request itself that does not get
 * through, while reads do: a gateway that answers every write with its own page, for one.
 */
const CUT_OFFS_OF_A_CONNECTION = 2;
/** A change that was not cut off for so long has met another outage. Longer than the longest pause, which would otherwise end the count. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;

export interface CutOffs {
  /** Counts what an attempt met. Before its verdict is stored. */
  met(row: OutboxRow, verdict: Verdict): void;
  /** How long this row is still kept back, in milliseconds; 0 for not at all. */
  restMs(row: OutboxRow): number;
}

/** An answer, or none, that tells of the connection and not of the change. A pause that the service asks for is the connection's to keep. */
const isOfConnection = ({ kind }: AppError): boolean =>
  kind === 'offline' || kind === 'timeout' || kind === 'unauthorised';

/**
 * Each change keeps a growing pause of its own from the third time on that the connection went down when it was sent. Without
 * it, every good answer to a read would send all such changes again at once, many times a second, for as long as that lasts.
 */
export function countCutOffs(clock: Pick<Clock, 'monotonicMs'>): CutOffs {
  /** By sequence, on the monotonic clock. */
  const counts = new Map<number, { readonly times: number; readonly lastMs: number }>();
  const pauseMs = (times: number): number =>
    times <= CUT_OFFS_OF_A_CONNECTION ? 0 : longestPauseMs(times - CUT_OFFS_OF_A_CONNECTION);
  return {
    met({ sequence }, verdict) {
      const waits = verdict.to === 'pending' || verdict.to === 'unknown';
      // A look that went well only shows that the change may be sent again.
      if (waits && (verdict.error === null || (verdict.to === 'unknown' && !verdict.counted))) return;
      if (!waits || !isOfConnection(verdict.error as AppError)) {
        counts.delete(sequence);
        return;
      }
      const lastMs = clock.monotonicMs();
      const before = counts.get(sequence);
      const goesOn = before !== undefined && lastMs - before.lastMs < FORGOTTEN_AFTER_MS;
      counts.set(sequence, { times: goesOn ? before.times + 1 : 1, lastMs });
    },
    restMs({ sequence }) {
      const count = counts.get(sequence);
      return count === undefined ? 0 : Math.max(0, count.lastMs + pauseMs(count.times) - clock.monotonicMs());
    },
  };
}
