// Counts the answers about a change that asking again does not improve, until a person has to decide.
import type { AppError } from '../../domain/app-error.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Clock } from '../ports/machine.ts';
import { HOPELESS_LIMIT, SERVER_ERRORS_WAITED_OUT_MS } from './retry-policy.ts';
import type { Verdict } from './verdict.ts';

export interface HopelessAnswers {
  /**
   * After some hopeless answers in a row a person has to decide, because asking again does not help. Hopeless is an
   * answer that cannot be understood, a refusal that is not the service's own while the service answers everything
   * else, the service's own refusal to be asked what became of the change, and a server error while everything else is answered,
   * once that has lasted for some time: it is this one record that the service cannot do.
   *
   * @param row as it was before the attempt
   * @returns the verdict itself, or in its place that a person is needed
   */
  askPersonAtLast(row: OutboxRow, verdict: Verdict): Verdict;
  /**
   * A look was answered as it should be, so the failed ones before it do not count any more. What sending was answered does:
   * the service may well answer each look, and each request to carry the change out with nonsense.
   */
  forgetLooks(row: OutboxRow): void;
}

/**
 * `nonsense`: it cannot be understood. `foreign`: it is not the service's own. `refused`: a look that the service refuses. `failing`: a
 * server error.
 */
type HopelessKind = 'nonsense' | 'foreign' | 'refused' | 'failing';

/** What leaves a change in doubt with one of these was no answer to the change itself: that would have been its end. */
const REFUSALS: ReadonlySet<AppError['kind']> = new Set(['rejected', 'conflict', 'not-found']);

interface Count {
  readonly why: HopelessKind;
  readonly times: number;
  /** How many of them were answers to looks. */
  readonly looks: number;
  /** When another request was last answered well. */
  readonly answeredWellAtMs: number;
  /** When the first of them came, by the monotonic clock. */
  readonly sinceMs: number;
}

function hopelessKind(error: AppError): HopelessKind | null {
  if (error.kind === 'bug') return 'nonsense';
  if (REFUSALS.has(error.kind)) return 'refused';
  if (error.kind !== 'busy' || error.reason === 'rate-limited') return null;
  return error.reason === 'gateway' ? 'foreign' : 'failing';
}

/** What the attempt was answered, where that may be hopeless; null where it ended, goes on, or was refused and is asked for otherwise. */
function hopelessAnswer(verdict: Verdict): { readonly why: HopelessKind; readonly error: AppError } | null {
  if ((verdict.to !== 'unknown' && verdict.to !== 'pending') || verdict.error === null) return null;
  const { to, error } = verdict;
  const why = hopelessKind(error);
  // A change that certainly was not carried out is asked for in another way after a refusal.
  return why === null || (to === 'pending' && why === 'refused') ? null : { why, error };
}

/** @param answeredWellAtMs when the service last answered any request as it should (monotonic clock); -Infinity before that */
export function countHopelessAnswers(
  clock: Pick<Clock, 'monotonicMs'>,
  answeredWellAtMs: () => number,
): HopelessAnswers {
  /** By sequence: the hopeless answers in a row. */
  const counts = new Map<number, Count>();
  return {
    askPersonAtLast(row, verdict) {
      // Verifying only showed that the row may be sent again; the count goes on with the result of that.
      if (verdict.to === 'pending' && verdict.error === null) return verdict;
      // The row still waits with the same old error, which is no new answer.
      if (verdict.to === 'unknown' && !verdict.counted) return verdict;
      const answer = hopelessAnswer(verdict);
      const before = counts.get(row.sequence);
      if (answer === null) {
        counts.delete(row.sequence);
        return verdict;
      }
      const { why, error } = answer;
      const nowMs = clock.monotonicMs();
      const wellAtMs = answeredWellAtMs();
      // While nothing else is answered well either, the cause is the connection, and that is waited for.
      const isOfConnection = why === 'foreign' || why === 'failing';
      const isNews = !isOfConnection || wellAtMs > (before?.answeredWellAtMs ?? -Infinity);
      // Only answers in a row count, because a bad connection garbles one now and then.
      const counted = isNews ? 1 : 0;
      const same = before?.why === why ? before : { times: 0, looks: 0, sinceMs: nowMs };
      const times = same.times + counted;
      const looks = same.looks + (row.state === 'unknown' ? counted : 0);
      const { sinceMs } = same;
      counts.set(row.sequence, { why, times, looks, answeredWellAtMs: wellAtMs, sinceMs });
      // A service that can only be read while it is worked on fails for each change, and nobody can do anything about that.
      const isWaitedOut = why !== 'failing' || nowMs - sinceMs >= SERVER_ERRORS_WAITED_OUT_MS;
      return times >= HOPELESS_LIMIT && isWaitedOut ? { to: 'needs-human', error } : verdict;
    },
    forgetLooks(row) {
      const before = counts.get(row.sequence);
      if (before) counts.set(row.sequence, { ...before, times: before.times - before.looks, looks: 0 });
    },
  };
}
