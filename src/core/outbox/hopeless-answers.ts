// Counts the answers about a change that asking again does not improve, until a person has to decide.
import type { AppError } from '../../domain/app-error.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { HOPELESS_LIMIT } from './retry-policy.ts';
import type { Verdict } from './verdict.ts';

export interface HopelessAnswers {
  /**
   * After some hopeless answers in a row a person has to decide, because asking again does not help. Hopeless is an
   * answer that cannot be understood, a refusal that is not the service's own while the service answers everything
   * else, and the service's own refusal to be asked what became of the change.
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

/** `nonsense`: it cannot be understood. `foreign`: it is not the service's own. `refused`: a look that the service refuses. */
type HopelessKind = 'nonsense' | 'foreign' | 'refused';

/** What leaves a change in doubt with one of these was no answer to the change itself: that would have been its end. */
const REFUSALS: ReadonlySet<AppError['kind']> = new Set(['rejected', 'conflict', 'not-found']);

interface Count {
  readonly why: HopelessKind;
  readonly times: number;
  /** How many of them were answers to looks. */
  readonly looks: number;
  /** When another request was last answered well. */
  readonly answeredWellAtMs: number;
}

function hopelessKind(error: AppError): HopelessKind | null {
  if (error.kind === 'bug') return 'nonsense';
  if (REFUSALS.has(error.kind)) return 'refused';
  return error.kind === 'busy' && error.reason === 'gateway' ? 'foreign' : null;
}

/** @param answeredWellAtMs when the service last answered any request as it should (monotonic clock); -Infinity before that */
export function countHopelessAnswers(answeredWellAtMs: () => number): HopelessAnswers {
  /** By sequence: the hopeless answers in a row. */
  const counts = new Map<number, Count>();
  return {
    askPersonAtLast(row, verdict) {
      // Verifying only showed that the row may be sent again; the count goes on with the result of that.
      if (verdict.to === 'pending' && verdict.error === null) return verdict;
      // The row still waits with the same old error, which is no new answer.
      if (verdict.to === 'unknown' && !verdict.counted) return verdict;
      const why = verdict.to === 'unknown' && verdict.error !== null ? hopelessKind(verdict.error) : null;
      const before = counts.get(row.sequence);
      if (verdict.to !== 'unknown' || verdict.error === null || why === null) {
        counts.delete(row.sequence);
        return verdict;
      }
      const wellAtMs = answeredWellAtMs();
      // While nothing else is answered well either, the cause is the connection, and that is waited for.
      const isNews = why !== 'foreign' || wellAtMs > (before?.answeredWellAtMs ?? -Infinity);
      // Only answers in a row count, because a bad connection garbles one now and then.
      const counted = isNews ? 1 : 0;
      const same = before?.why === why ? before : { times: 0, looks: 0 };
      const times = same.times + counted;
      const looks = same.looks + (row.state === 'unknown' ? counted : 0);
      counts.set(row.sequence, { why, times, looks, answeredWellAtMs: wellAtMs });
      return times >= HOPELESS_LIMIT ? { to: 'needs-human', error: verdict.error } : verdict;
    },
    forgetLooks(row) {
      const before = counts.get(row.sequence);
      if (before) counts.set(row.sequence, { ...before, times: before.times - before.looks, looks: 0 });
    },
  };
}
