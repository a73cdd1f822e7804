// Sends the waiting changes. Changes of the same record are sent one after the other, in the order in which they were
// saved; up to three records are sent at once. A row is marked `sending` on disk before its request is sent. A row that
// needs a person stays visible, and stops only the rows that need it.
import { bug, toAppError } from '../../domain/app-error.ts';
import { faultInLog } from '../../domain/fault-in-log.ts';
import type { Clock, Log, Random } from '../ports/machine.ts';
import { isDiskFailure } from '../store/db/connect.ts';
import { transaction } from '../store/db/database.ts';
import type { Db } from '../store/db/database.ts';
import { changeRow, moveRow } from '../store/outbox/outbox-moves.ts';
import { findRowBySequence, listReadyRows, listRecentlySent } from '../store/outbox/outbox.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import { writeSetting } from '../store/desk/settings.ts';
import type { Gateway } from '../line/gateway.ts';
import { CHANGE_TRACES } from '../line/traces.ts';
import { execute } from './attempt.ts';
import { countCutOffs } from './cut-offs.ts';
import { createEchoes } from './echoes.ts';
import { weighForbidden } from './forbidden.ts';
import { countHopelessAnswers } from './hopeless-answers.ts';
import { LONGEST_WAIT_ON_DISK_MS } from './retry-policy.ts';
import type { SendingRules } from './sending-rules.ts';
import { inDoubt } from './verdict.ts';
import type { Entry, Verdict } from './verdict.ts';

const ROWS_AT_ONCE = 3;
/** After a write to the disk failed: the first and the longest pause before the next try. */
const FIRST_DISK_PAUSE_MS = 1_000;
const LONGEST_DISK_PAUSE_MS = 60_000;
/**
 * How far back rows that were sent are read at a start; long, because until the service tells the time this machine's clock may be wrong by
 * hours.
 */
const ECHOES_REMEMBERED_MS = 24 * 60 * 60_000;

export interface SenderOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly rules: SendingRules;
  /** False while the connection is down, the key may do nothing, or the service asked for a pause. */
  readonly maySend: () => boolean;
  /** The service's time, in milliseconds since the epoch. */
  readonly serverNowMs: () => number;
  /** The same by what the service has told since the start; null before it told its time. */
  readonly toldNowMs: () => number | null;
  /** A row has another state, so screens must read the records that it changes again. */
  readonly onMoved: (row: OutboxRow) => void;
  /** The site's time zone. */
  readonly timeZone: string;
  /** Writes to the disk have begun to fail, or work again; {@link Sender.isDiskStuck} tells which. */
  readonly onDiskStuck: () => void;
  /** Something that must be recorded in the activity. Called inside the transaction that moves the row. */
  readonly onEntry: (row: OutboxRow, entry: Entry) => void;
}

export interface Sender {
  /** Looks for something to send now. Takes little time when there is nothing. */
  wake(): void;
  /**
   * The connection is back: rows that wait only because it was down are sent now instead of after their pause, except those with which
   * it went down again and again.
   */
  connectionIsBack(): void;
  /** Whether something is being sent. */
  isSending(): boolean;
  /**
   * Another part of the desk could not write to the disk: nothing is sent until a small write succeeds. Errors that are
   * not about the disk are ignored. Never throws.
   */
  diskFailed(thrown: unknown): void;
  /**
   * True while nothing can be written to the disk. Nothing is sent then, and results that came in are kept in memory.
   */
  isDiskStuck(): boolean;
  /** Sends nothing more. Resolves when the requests under way have ended. */
  close(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { db, clock, random, log, rules, gateway } = options;
  const underWay = new Map<number, Promise<void>>();
  const subjectsUnderWay = new Set<string>();
  /**
   * By sequence: since when a row is in doubt, on the monotonic clock, because the wall clock may be set at any time.
   */
  const inDoubtSince = new Map<number, number>();
  const hopeless = countHopelessAnswers(clock, gateway);
  const cutOffs = countCutOffs(clock);
  const echoes = createEchoes(clock, rules.lateWriteMs);
  /** By sequence: results that could not be written to the disk yet. */
  const unwritten = new Map<number, { readonly row: OutboxRow; readonly verdict: Verdict }>();
  let diskFailures = 0;
  let cancelTimer: () => void = () => {};
  let cancelDiskTimer: () => void = () => {};
  let closed = false;

  // Copies of changes that ended or were sent shortly before this start may still be under way too.
  for (const row of listRecentlySent(db, options.serverNowMs() - ECHOES_REMEMBERED_MS)) {
    if (row.state === 'confirmed') echoes.confirmed(row);
    else if (row.attempts > 0) echoes.mayCome(row);
  }

  function doubtAgeMs(row: OutboxRow): number {
    if (row.state !== 'unknown') return 0;
    const since = inDoubtSince.get(row.sequence);
    if (since !== undefined) return clock.monotonicMs() - since;
    inDoubtSince.set(row.sequence, clock.monotonicMs());
    echoes.mayCome(row);
    return 0;
  }

  function waitMs(row: OutboxRow): number {
    const echo = echoes.restMs(row);
    if (echo > 0) return echo;
    const rest = (row.nextAttemptAtMs ?? 0) - clock.nowMs();
    // If the machine's clock was set back, a short pause would last for hours, so such a pause is ended.
    return rest > LONGEST_WAIT_ON_DISK_MS ? 0 : Math.max(0, rest);
  }

  /** Never throws, because timers call it, and nobody could catch the error there. */
  function wake(): void {
    if (closed || diskFailures > 0) return;
    cancelTimer();
    cancelTimer = () => {};
    if (!options.maySend()) return;
    try {
      startReady();
    } catch (thrown) {
      failed('the outbox could not be read, so nothing was sent', thrown, null);
    }
  }

  function startReady(): void {
    let nextMs = Infinity;
    for (const row of rules.ready(db)) {
      if (underWay.size >= ROWS_AT_ONCE) return;
      if (underWay.has(row.sequence) || subjectsUnderWay.has(row.subjectId)) continue;
      if (unwritten.has(row.sequence)) continue;
      const rest = waitMs(row);
      if (rest > 0) {
        // Starts the measurement of its doubt now, although the row still waits.
        doubtAgeMs(row);
        nextMs = Math.min(nextMs, rest);
      } else start(row);
    }
    if (nextMs < Infinity) cancelTimer = clock.after(nextMs, wake);
  }

  function start(row: OutboxRow): void {
    subjectsUnderWay.add(row.subjectId);
    const { commandId } = row;
    const running = CHANGE_TRACES.tracePromise(() => attempt(row), { commandId })
      .finally(() => {
        underWay.delete(row.sequence);
        subjectsUnderWay.delete(row.subjectId);
      })
      .then(wake, (thrown: unknown) => failed('a row could not be sent', thrown, row));
    underWay.set(row.sequence, running);
  }

  /**
   * When the disk is full or fails, all sending stops, because results could not be stored. The disk is tried again
   * after growing pauses, and sending goes on when a write succeeds. Any other failure is a mistake in our code about
   * this one row, and stops nothing else.
   */
  function failed(what: string, thrown: unknown, row: OutboxRow | null): void {
    if (closed) return;
    log.error(what, { row: row?.id ?? null, kind: row?.kind ?? null, ...faultInLog(thrown) });
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
      failed('the disk still cannot be written, so nothing is sent', thrown, null);
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

  /**
   * Stores the result of an attempt. If the disk fails, the result is kept in memory and stored when the disk works.
   */
  function finish(row: OutboxRow, verdict: Verdict): void {
    try {
      conclude(row, verdict);
    } catch (thrown) {
      if (isDiskFailure(thrown)) unwritten.set(row.sequence, { row, verdict });
      failed('the result of an attempt could not be stored', thrown, row);
      if (isDiskFailure(thrown) || closed) return;
      // The answer cannot be stored, so it is not known whether the change was carried out.
      conclude(row, hopeless.askPersonAtLast(row, inDoubt(toAppError(thrown, row.kind))));
    }
  }

  async function attempt(ready: OutboxRow): Promise<void> {
    const { change } = ready;
    if (change === null) {
      finish(ready, {
        to: 'needs-human',
        error: bug('this version of the desk cannot read this change, so it cannot send it'),
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
      toldNowMs: options.toldNowMs,
      doubtAgeMs: doubtAgeMs(row),
      judge: rules.judge,
      lateWriteMs: rules.lateWriteMs,
      timeZone: options.timeZone,
    };
    let verdict: Verdict;
    try {
      const found = await execute(rules.executors, given, sending ? 'send' : 'verify');
      verdict = await weighForbidden(given, found);
    } catch (thrown) {
      if (closed) return;
      log.error('sending a change failed in an unforeseen way, so the change is in doubt', {
        row: row.id,
        kind: row.kind,
        ...faultInLog(thrown),
      });
      verdict = inDoubt(toAppError(thrown, row.kind));
    }
    if (verdict.looked) hopeless.forgetLooks(row);
    cutOffs.met(row, verdict);
    finish(row, hopeless.askPersonAtLast(row, verdict));
  }

  /** Marks the row as being sent, on disk. After a crash from here on the row counts as perhaps carried out. */
  function begin(row: OutboxRow): OutboxRow {
    const begun = transaction(db, () => rules.begin(db, row, options.serverNowMs()));
    options.onMoved(begun);
    return begun;
  }

  function conclude(before: OutboxRow, verdict: Verdict): void {
    const moved = transaction(db, () => {
      const row = findRowBySequence(db, before.sequence);
      // A person decided about the row while it was being verified, and that decision counts.
      if (!row || row.state !== before.state) return null;
      const after = apply(row, verdict);
      if (verdict.entry) options.onEntry(after, verdict.entry);
      return after;
    });
    if (!moved) return;
    if (moved.state === 'unknown') {
      // Measured from the end of the attempt, because its request cannot have been sent later than that.
      if (before.state === 'sending') {
        inDoubtSince.set(moved.sequence, clock.monotonicMs());
        // Refused, or only looked for: nothing is under way.
        if (moved.lastError !== null && rules.judge(moved.lastError) === 'unknown') echoes.mayCome(moved);
      }
    } else inDoubtSince.delete(moved.sequence);
    if (moved.state === 'confirmed') echoes.confirmed(moved);
    options.onMoved(moved);
  }

  function apply(row: OutboxRow, verdict: Verdict): OutboxRow {
    // Compared with when records were read and made, which goes by the service's time. Pauses are this machine's own.
    const finishedAtMs = options.serverNowMs();
    const afterMs = (delayMs: number | null): number | null => {
      const pauseMs = delayMs ?? rules.pauseMs(row.attempts, random.fraction());
      // After a look that went well it may be sent at once: what was met before it was waited for, or a person did not want to.
      const wentWell = 'error' in verdict && verdict.error === null;
      const restMs = Math.max(pauseMs, wentWell ? 0 : cutOffs.restMs(row));
      return restMs === 0 ? null : clock.nowMs() + Math.ceil(restMs);
    };
    switch (verdict.to) {
      case 'confirmed': {
        gateway.wrote(verdict.apply?.() ?? []);
        return moveRow(db, row.sequence, 'confirmed', {
          finishedAtMs,
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
        const change = {
          lastError: verdict.error,
          nextAttemptAtMs: afterMs(verdict.delayMs),
          ...(verdict.resolution ? { resolution: verdict.resolution } : {}),
        };
        if (row.state !== 'unknown') return moveRow(db, row.sequence, 'unknown', change);
        changeRow(db, row.sequence, { ...change, attempts: row.attempts + (verdict.counted ? 1 : 0) });
        return findRowBySequence(db, row.sequence) as OutboxRow;
      }
      case 'discarded':
        return moveRow(db, row.sequence, 'discarded', {
          resolution: verdict.resolution,
          finishedAtMs,
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
    connectionIsBack() {
      try {
        // In one go: hundreds may wait after a morning with a line that came and went, and each write would wait for the disk by itself.
        transaction(db, () => {
          for (const row of listReadyRows(db)) {
            const wasCutOff = row.lastError?.kind === 'offline' || row.lastError?.kind === 'timeout';
            if (wasCutOff && row.nextAttemptAtMs !== null && !underWay.has(row.sequence)) {
              const restMs = cutOffs.restMs(row);
              const nextAttemptAtMs = restMs > 0 ? clock.nowMs() + Math.ceil(restMs) : null;
              changeRow(db, row.sequence, { nextAttemptAtMs });
            }
          }
        });
      } catch (thrown) {
        failed('waiting rows could not be released after the connection came back', thrown, null);
      }
      wake();
    },
    isSending: () => underWay.size > 0,
    diskFailed(thrown) {
      // Only the first report counts. Otherwise each part that meets the same full disk would make the pauses longer.
      if (diskFailures === 0 && isDiskFailure(thrown)) {
        failed('the disk cannot be written, so nothing is sent', thrown, null);
      }
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
