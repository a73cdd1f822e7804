// Counts the answers about a change that asking again does not improve, until a person has to decide.
import type { AppError } from '../../domain/app-error.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Clock } from '../ports/machine.ts';
import { HOPELESS_LIMIT, SERVER_ERRORS_WAITED_OUT_MS } from './retry-policy.ts';
import type { Verdict } from './verdict.ts';

export interface HopelessAnswers {
  /**
   * After some hopeless answers in a row a person has to decide, because asking again does not help. Hopeless is an
   * answer that cannot be understood, the service's own refusal to be asked what became of the change, and a server error, or a refusal
   * that is not the service's own, that has lasted for some time, longer where the service carries out no other change either: it may
   * only be read while it is worked on, and each change fails.
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
 * `nonsense`: it cannot be understood. `refused`: a look that the service refuses. `failing`: a server error, or an answer that is not
 * the service's own: a page of maintenance comes with any status.
 */
type HopelessKind = 'nonsense' | 'refused' | 'failing';

/** What leaves a change in doubt with one of these was no answer to the change itself: that would have been its end. */
const REFUSALS: ReadonlySet<AppError['kind']> = new Set(['rejected', 'conflict', 'not-found']);

/** Hopeless answers in a row. */
interface Series {
  readonly times: number;
  /** How many of them were answers to looks. */
  readonly looks: number;
  /** When the first of them came, by the monotonic clock. */
  readonly sinceMs: number;
  /** When another request was last answered well. */
  readonly wellAtMs: number;
}

interface Count {
  readonly why: HopelessKind;
  readonly all: Series;
  /** Only those since whose forerunner the service has carried out another change. */
  readonly amongChanges: Series;
}

function hopelessKind(error: AppError): HopelessKind | null {
  if (error.kind === 'bug') return 'nonsense';
  if (REFUSALS.has(error.kind)) return 'refused';
  return error.kind === 'busy' && error.reason !== 'rate-limited' ? 'failing' : null;
}

/** What the attempt was answered, where that may be hopeless; null where it ended, goes on, or was refused and is asked for otherwise. */
function hopelessAnswer(verdict: Verdict): { readonly why: HopelessKind; readonly error: AppError } | null {
  if ((verdict.to !== 'unknown' && verdict.to !== 'pending') || verdict.error === null) return null;
  const { to, error } = verdict;
  const why = hopelessKind(error);
  // A change that certainly was not carried out is asked for in another way after a refusal.
  return why === null || (to === 'pending' && why === 'refused') ? null : { why, error };
}

function tellsOfConnection(verdict: Verdict): boolean {
  if ((verdict.to !== 'unknown' && verdict.to !== 'pending') || verdict.error === null) return false;
  const { kind } = verdict.error;
  return kind === 'offline' || kind === 'timeout' || kind === 'unauthorised' || kind === 'busy';
}

/** One more; `wellAtMs` null where it counts whatever else was answered well since the one before. */
function oneMore(
  before: Series,
  { nowMs, isLook, wellAtMs }: { nowMs: number; isLook: boolean; wellAtMs: number | null },
): Series {
  // While nothing else is answered well either, the cause is the connection, and that is waited for.
  if (wellAtMs !== null && wellAtMs <= before.wellAtMs) return before;
  return {
    times: before.times + 1,
    looks: before.looks + (isLook ? 1 : 0),
    sinceMs: before.times === 0 ? nowMs : before.sinceMs,
    wellAtMs: wellAtMs ?? before.wellAtMs,
  };
}

const withoutLooks = (series: Series): Series => ({
  ...series,
  times: series.times - series.looks,
  looks: 0,
});

function isHopeless({ why, all, amongChanges }: Count, nowMs: number): boolean {
  if (why !== 'failing') return all.times >= HOPELESS_LIMIT;
  const { whileItReads, whileItChanges } = SERVER_ERRORS_WAITED_OUT_MS;
  const hasLasted = ({ times, sinceMs }: Series, forMs: number): boolean =>
    times >= HOPELESS_LIMIT && nowMs - sinceMs >= forMs;
  return hasLasted(all, whileItReads) || hasLasted(amongChanges, whileItChanges);
}

export function countHopelessAnswers(
  clock: Pick<Clock, 'monotonicMs'>,
  gateway: Pick<Gateway, 'answeredWellAtMs' | 'changedWellAtMs'>,
): HopelessAnswers {
  /** By sequence: the hopeless answers in a row. */
  const counts = new Map<number, Count>();

  /** The first server error may have come while nothing was answered, so what counts begins with it and not before. */
  function begin(why: HopelessKind, nowMs: number): Count {
    const none = { times: 0, looks: 0, sinceMs: nowMs };
    const wellAtMs = why === 'failing' ? gateway.answeredWellAtMs() : -Infinity;
    return {
      why,
      all: { ...none, wellAtMs },
      amongChanges: { ...none, wellAtMs: gateway.changedWellAtMs() },
    };
  }

  return {
    askPersonAtLast(row, verdict) {
      // Verifying only showed that the row may be sent again; the count goes on with the result of that.
      if (verdict.to === 'pending' && verdict.error === null) return verdict;
      // The row still waits with the same old error, which is no new answer.
      if (verdict.to === 'unknown' && !verdict.counted) return verdict;
      const answer = hopelessAnswer(verdict);
      const before = counts.get(row.sequence);
      if (answer === null) {
        // An hour without a lost answer is long on a bad connection, and one says nothing of what the service makes of the change.
        if (before?.why === 'failing' && tellsOfConnection(verdict)) return verdict;
        counts.delete(row.sequence);
        return verdict;
      }
      const { why, error } = answer;
      const nowMs = clock.monotonicMs();
      const isLook = row.state === 'unknown';
      // Only answers in a row count, because a bad connection garbles one now and then.
      const same = before?.why === why ? before : begin(why, nowMs);
      const answeredWellAtMs = why === 'failing' ? gateway.answeredWellAtMs() : null;
      const count: Count = {
        why,
        all: oneMore(same.all, { nowMs, isLook, wellAtMs: answeredWellAtMs }),
        amongChanges: oneMore(same.amongChanges, { nowMs, isLook, wellAtMs: gateway.changedWellAtMs() }),
      };
      counts.set(row.sequence, count);
      return isHopeless(count, nowMs) ? { to: 'needs-human', error } : verdict;
    },
    forgetLooks(row) {
      const before = counts.get(row.sequence);
      if (!before) return;
      counts.set(row.sequence, {
        ...before,
        all: withoutLooks(before.all),
        amongChanges: withoutLooks(before.amongChanges),
      });
    },
  };
}
