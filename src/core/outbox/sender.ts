// Sends what waits: first in, first out along each chain, a few chains at once, each row on disk as `sending` before
// its bytes leave. A row that cannot go on is left standing, visibly, and blocks nobody but those that build on it.
import { bug, toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import type { Clock, Log, Random } from '../ports.ts';
import { isDiskFailure } from '../store/db/connect.ts';
import { transaction } from '../store/db/database.ts';
import type { Db } from '../store/db/database.ts';
import { changeRow, moveRow } from '../store/outbox/outbox-moves.ts';
import { findRowBySequence, listReadyRows, listRecentlyConfirmed } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { writeSetting } from '../store/desk/settings.ts';
import type { Gateway } from '../line/gateway.ts';
import { execute } from './attempt.ts';
import { LONGEST_WAIT_ON_DISK_MS, HOPELESS_LIMIT } from './retry-policy.ts';
import type { SendingRules } from './sending-rules.ts';
import { inDoubt } from './verdict.ts';
import type { Entry, Verdict } from './verdict.ts';

const CHAINS_AT_ONCE = 3;
/** After a failure of the disk, the first and the longest pause before it is tried again. */
const FIRST_DISK_PAUSE_MS = 1_000;
const LONGEST_DISK_PAUSE_MS = 60_000;
/** Wide enough for a clock that was set wrong and right again. */
const ECHOES_REMEMBERED_MS = 3 * 60 * 60_000;

export interface SenderOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly rules: SendingRules;
  /** False while the connection is down or the service asked for a pause. */
  readonly maySend: () => boolean;
  readonly serverNowMs: () => number;
  /** Rows moved, and with them the records they speak of. */
  readonly onMoved: (row: OutboxRow) => void;
  /** The site's time zone. */
  readonly timeZone: string;
  /** The disk stopped taking what is written, or takes it again; {@link Sender.isDiskStuck} tells which. */
  readonly onDiskStuck: () => void;
  /** Something that the activity must say. Called inside the transaction that moves the row. */
  readonly onEntry: (row: OutboxRow, entry: Entry) => void;
}

export interface Sender {
  /** Looks for something to send now. Cheap when there is nothing. */
  wake(): void;
  /** Rows that only the line held up need not sit out their pause. */
  lineIsBack(): void;
  /**
   * Tells that another part of the desk could not write to the disk: nothing is sent until a small write succeeds. Errors
   * that are not about the disk are ignored. Never throws.
   */
  diskFailed(thrown: unknown): void;
  /** True while the disk takes nothing: nothing is sent then, and what was sent waits to be written down. */
  isDiskStuck(): boolean;
  /** Ends when nothing is under way any more. */
  close(): Promise<void>;
}

/** `nonsense`: the answer cannot be understood. `foreign`: something other than the service refused. */
type HopelessKind = 'nonsense' | 'foreign';

function hopelessKind(error: AppError): HopelessKind | null {
  if (error.kind === 'bug') return 'nonsense';
  return error.kind === 'busy' && error.reason === 'gateway' ? 'foreign' : null;
}

export function createSender(options: SenderOptions): Sender {
  const { db, clock, random, log, rules, gateway } = options;
  const underWay = new Map<number, Promise<void>>();
  const subjectsUnderWay = new Set<string>();
  /** When each row in doubt came to be so, by the clock that only grows. What a wall clock says here may be anything. */
  const inDoubtSince = new Map<number, number>();
  /** Rows that got answers which waiting does not mend: which kind, how many in a row, and when another request succeeded. */
  const hopeless = new Map<
    number,
    { readonly why: HopelessKind; readonly times: number; readonly answeredWellAtMs: number }
  >();
  /** Until when a late copy of an assignment may still arrive, by registration. */
  const echoUntil = new Map<string, number>();
  /** Rows whose result could not be written to the disk yet, with the result to write. */
  const unwritten = new Map<number, { readonly row: OutboxRow; readonly verdict: Verdict }>();
  let diskFailures = 0;
  let cancelTimer: () => void = () => {};
  let cancelDiskTimer: () => void = () => {};
  let closed = false;

  // What was confirmed shortly before this start may have copies under way as well.
  for (const row of listRecentlyConfirmed(db, clock.nowMs() - ECHOES_REMEMBERED_MS)) rememberEcho(row);

  function doubtAgeMs(row: OutboxRow): number {
    if (row.state !== 'unknown') return 0;
    const since = inDoubtSince.get(row.sequence);
    if (since !== undefined) return clock.monotonicMs() - since;
    inDoubtSince.set(row.sequence, clock.monotonicMs());
    return 0;
  }

  /**
   * An assignment that took more than one try may have an early copy of itself still on the way. The next change of the
   * same registration waits until that copy can no longer undo it.
   */
  function rememberEcho(row: OutboxRow): void {
    if (row.kind === 'registration.assign' && row.attempts > 1) {
      echoUntil.set(row.subjectId, clock.monotonicMs() + rules.lateWriteMs);
    }
  }

  function waitMs(row: OutboxRow): number {
    const echo = (echoUntil.get(row.subjectId) ?? 0) - clock.monotonicMs();
    if (echo > 0 && row.state === 'pending') return echo;
    const rest = (row.nextAttemptAtMs ?? 0) - clock.nowMs();
    // A clock that was set back would make a short pause last for hours.
    return rest > LONGEST_WAIT_ON_DISK_MS ? 0 : Math.max(0, rest);
  }

  /** Called from timers and after commits, where nobody could catch anything: it never throws. */
  function wake(): void {
    if (closed || diskFailures > 0) return;
    cancelTimer();
    cancelTimer = () => {};
    if (!options.maySend()) return;
    try {
      startReady();
    } catch (thrown) {
      failed('the rows to be sent could not be read', thrown, null);
    }
  }

  function startReady(): void {
    let nextMs = Infinity;
    for (const row of rules.ready(db)) {
      if (underWay.size >= CHAINS_AT_ONCE) return;
      if (underWay.has(row.sequence) || subjectsUnderWay.has(row.subjectId)) continue;
      if (unwritten.has(row.sequence)) continue;
      const rest = waitMs(row);
      if (rest > 0) {
        // Doubt counts from here even for a row that waits.
        doubtAgeMs(row);
        nextMs = Math.min(nextMs, rest);
      } else start(row);
    }
    if (nextMs < Infinity) cancelTimer = clock.after(nextMs, wake);
  }

  function start(row: OutboxRow): void {
    subjectsUnderWay.add(row.subjectId);
    const running = attempt(row)
      .finally(() => {
        underWay.delete(row.sequence);
        subjectsUnderWay.delete(row.subjectId);
      })
      .then(wake, (thrown: unknown) => failed('a row could not be sent', thrown, row));
    underWay.set(row.sequence, running);
  }

  /**
   * A full or failing disk stops all sending, since what becomes of a row could not be written down; it is tried again
   * with growing pauses, and everything goes on by itself once it takes what is written. Any other failure is a mistake
   * of ours in this one row, and stops nothing else.
   */
  function failed(what: string, thrown: unknown, row: OutboxRow | null): void {
    if (closed) return;
    log.error(what, { row: row?.id ?? null, kind: row?.kind ?? null, error: String(thrown) });
    if (!isDiskFailure(thrown)) return;
    diskFailures += 1;
    if (diskFailures === 1) options.onDiskStuck();
    const pauseMs = Math.min(
      LONGEST_DISK_PAUSE_MS,
      FIRST_DISK_PAUSE_MS * 2 ** Math.min(diskFailures - 1, 10),
    );
    cancelDiskTimer();
    cancelDiskTimer = clock.after(pauseMs, tryDiskAgain);
  }

  function tryDiskAgain(): void {
    if (closed) return;
    try {
      writeSetting(db, 'diskTriedAtMs', clock.nowMs());
    } catch (thrown) {
      failed('the disk still takes nothing', thrown, null);
      return;
    }
    diskFailures = 0;
    for (const { row, verdict } of [...unwritten.values()]) {
      unwritten.delete(row.sequence);
      finish(row, verdict);
    }
    if (diskFailures > 0) return;
    options.onDiskStuck();
    wake();
  }

  /** Writes down how an attempt ended; where the disk does not take it, once it does. */
  function finish(row: OutboxRow, verdict: Verdict): void {
    try {
      conclude(row, verdict);
    } catch (thrown) {
      if (isDiskFailure(thrown)) unwritten.set(row.sequence, { row, verdict });
      failed('how an attempt ended could not be written down', thrown, row);
      if (isDiskFailure(thrown) || closed) return;
      // What the answer said cannot be kept, so what became of the row is not known.
      conclude(row, askPersonAtLast(row, inDoubt(toAppError(thrown, row.kind))));
    }
  }

  async function attempt(ready: OutboxRow): Promise<void> {
    const { change } = ready;
    if (change === null) {
      finish(ready, {
        to: 'needs-human',
        error: bug('this version of the desk cannot read what is to be sent'),
      });
      return;
    }
    const sending = ready.state === 'pending';
    const row = sending ? begin(ready) : ready;
    const given = {
      db,
      gateway,
      random,
      row: { ...row, change },
      nowMs: options.serverNowMs(),
      doubtAgeMs: doubtAgeMs(row),
      judge: rules.judge,
      lateWriteMs: rules.lateWriteMs,
      timeZone: options.timeZone,
    };
    let verdict: Verdict;
    try {
      verdict = await execute(rules.executors, given, sending ? 'send' : 'verify');
    } catch (thrown) {
      if (closed) return;
      log.error('outbox row could not be tried', { row: row.id, kind: row.kind, error: String(thrown) });
      verdict = { to: 'unknown', error: toAppError(thrown, row.kind), delayMs: null };
    }
    finish(row, askPersonAtLast(row, verdict));
  }

  /** On disk before a byte leaves: a crash from here on finds a row that may have been carried out. */
  function begin(row: OutboxRow): OutboxRow {
    const begun = transaction(db, () => rules.begin(db, row, clock.nowMs()));
    options.onMoved(begun);
    return begun;
  }

  /**
   * Two kinds of answer do not get better by asking for ever, so after some of them in a row a person is asked: one that
   * cannot be understood, and a refusal that is not the service's own while the service answers everything else well.
   */
  function askPersonAtLast(row: OutboxRow, verdict: Verdict): Verdict {
    // The look only says that the row may be sent again; what comes of that is the next evidence.
    if (verdict.to === 'pending' && verdict.error === null) return verdict;
    // An old error handed on by a look that only waits is no new evidence.
    if (verdict.to === 'unknown' && verdict.error === row.lastError) return verdict;
    const why = verdict.to === 'unknown' && verdict.error !== null ? hopelessKind(verdict.error) : null;
    const before = hopeless.get(row.sequence);
    if (verdict.to !== 'unknown' || verdict.error === null || why === null) {
      hopeless.delete(row.sequence);
      return verdict;
    }
    const answeredWellAtMs = gateway.answeredWellAtMs();
    // While nothing else is answered well either, it is the line, which is waited for.
    const isNews = why === 'nonsense' || answeredWellAtMs > (before?.answeredWellAtMs ?? -Infinity);
    // In a row, so that a few garbled answers of a bad line do not pass for the service's habit.
    const times = (before?.why === why ? before.times : 0) + (isNews ? 1 : 0);
    hopeless.set(row.sequence, { why, times, answeredWellAtMs });
    return times >= HOPELESS_LIMIT ? { to: 'needs-human', error: verdict.error } : verdict;
  }

  function conclude(before: OutboxRow, verdict: Verdict): void {
    const moved = transaction(db, () => {
      const row = findRowBySequence(db, before.sequence);
      // A person decided about the row while it was being verified; their decision counts.
      if (!row || row.state !== before.state) return null;
      const after = apply(row, verdict);
      if (verdict.entry) options.onEntry(after, verdict.entry);
      return after;
    });
    if (!moved) return;
    if (moved.state === 'unknown') {
      // Counted from the end of the attempt, which is later than anything it sent.
      if (before.state === 'sending') inDoubtSince.set(moved.sequence, clock.monotonicMs());
    } else inDoubtSince.delete(moved.sequence);
    if (moved.state === 'confirmed') rememberEcho(moved);
    options.onMoved(moved);
  }

  function apply(row: OutboxRow, verdict: Verdict): OutboxRow {
    const nowMs = clock.nowMs();
    const afterMs = (delayMs: number | null): number | null =>
      delayMs === 0 ? null : nowMs + Math.ceil(delayMs ?? rules.pauseMs(row.attempts, random.fraction()));
    switch (verdict.to) {
      case 'confirmed': {
        gateway.wrote(verdict.apply?.() ?? []);
        return moveRow(db, row.sequence, 'confirmed', {
          finishedAtMs: nowMs,
          lastError: null,
          answer: null,
          nextAttemptAtMs: null,
        });
      }
      case 'pending':
        verdict.apply?.();
        return moveRow(db, row.sequence, 'pending', {
          lastError: verdict.error,
          nextAttemptAtMs: afterMs(verdict.delayMs),
          ...(verdict.counted ? {} : { attempts: Math.max(0, row.attempts - 1) }),
          ...(verdict.resolution ? { resolution: verdict.resolution } : {}),
        });
      case 'unknown': {
        const change = { lastError: verdict.error, nextAttemptAtMs: afterMs(verdict.delayMs) };
        if (row.state !== 'unknown') return moveRow(db, row.sequence, 'unknown', change);
        changeRow(db, row.sequence, { ...change, attempts: row.attempts + 1 });
        return findRowBySequence(db, row.sequence) as OutboxRow;
      }
      case 'discarded':
        return moveRow(db, row.sequence, 'discarded', {
          resolution: verdict.resolution,
          finishedAtMs: nowMs,
        });
      case 'conflict':
      case 'refused':
      case 'needs-human':
        return moveRow(db, row.sequence, verdict.to, {
          lastError: verdict.error,
          nextAttemptAtMs: null,
          ...(verdict.answer === undefined ? {} : { answer: verdict.answer }),
          ...(verdict.resolution ? { resolution: verdict.resolution } : {}),
        });
    }
  }

  return {
    wake,
    lineIsBack() {
      try {
        for (const row of listReadyRows(db)) {
          const line = row.lastError?.kind === 'offline' || row.lastError?.kind === 'timeout';
          if (line && row.nextAttemptAtMs !== null && !underWay.has(row.sequence)) {
            changeRow(db, row.sequence, { nextAttemptAtMs: null });
          }
        }
      } catch (thrown) {
        failed('rows could not be let go on', thrown, null);
      }
      wake();
    },
    diskFailed(thrown) {
      // Known already: the pauses between the tries are not to grow by everybody who meets the same disk.
      if (diskFailures === 0 && isDiskFailure(thrown)) failed('the disk takes nothing', thrown, null);
    },
    isDiskStuck: () => diskFailures > 0,
    async close() {
      closed = true;
      cancelTimer();
      cancelDiskTimer();
      await Promise.allSettled(underWay.values());
    },
  };
}
