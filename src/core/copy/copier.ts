// Carries the changes of this desk's own tables to the site's PostgreSQL database, in order, while the desk works. Nobody waits
// for it: a database that does not answer makes the copy older, and nothing else. When another machine has taken the site over,
// the database says so, and from then on this desk saves nothing.
import { faultInLog } from '../../domain/fault-in-log.ts';
import type { CopyAgreed, CopyHolder, CopyRefusal, CopyStart } from '../ports/copy.ts';
import { CopyDatabaseFailure } from '../ports/copy.ts';
import { isDiskFailure } from '../store/db/connect.ts';
import { fencedWords, heldWords, otherMachineWords } from '../store/copy/copy-words.ts';
import { readCopyState, writeCopyState } from '../store/copy/copy-state.ts';
import type { CopyState } from '../store/copy/copy-state.ts';
import { POSTGRES_SCHEMA } from '../store/copy/postgres-schema.ts';
import {
  acknowledge,
  countRecorded,
  countUncopied,
  isAnythingRecorded,
  noteSent,
  readRecorded,
  recordAllAnew,
  startRecording,
} from '../store/copy/recording.ts';
import type { Store } from '../store/open.ts';
import { createAheadCopy } from './ahead-copy.ts';
import { batchOf } from './batch.ts';
import type { Copier, CopierOptions, CopyLook } from './copier-interface.ts';
import { isOfOneMind, lastInCopy } from './one-mind.ts';
import { watchSleep } from './sleep-watch.ts';
import { createSealer, keyCheckOf, newSiteKey } from './seal.ts';
import { isToBeMended } from './to-be-mended.ts';

/** A batch is sealed on the desk's own thread, so it must take a few milliseconds only. */
const ROWS_AT_ONCE = 200;
/** Commits of the same moment go together: a batch begins when nothing was saved for so long, and people are not kept waiting. */
const GATHER_MS = 40;
/** At a desk that saves all the time a batch begins all the same, so long after the first commit that waits for one. */
const LONGEST_GATHER_MS = 250;
/** So often the site gives a sign of life, and learns whether it still is the site desk. */
const SIGN_MS = 10_000;
/** The counts for the fleet page are made again after this. */
const STATUS_MS = 2_000;
const FIRST_PAUSE_MS = 1_000;
/** When the two clocks are apart by more than this since then, somebody has set the wall clock. */
const CLOCK_SET_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * At a start nothing is sent to the service or printed before the database has said that this is still the site desk; when it does
 * not answer, for so long at most.
 */
const START_PATIENCE_MS = 20_000;
/** The same where another machine was at work with this data: longer than the longest pause between two tries, and a try. */
const ELSEWHERE_PATIENCE_MS = 90_000;
/** So many starts may end before one of them has reached the database, and the next one still knows the last that did. */
const STARTS_KEPT = 8;

/**
 * What this desk knows of its copy. A site's name that no database has ever accepted from it was a mistake in the settings, so
 * the present one takes its place.
 */
function stateUnder(db: Store['db'], site: string): CopyState | null {
  const known = readCopyState(db);
  if (known === null || known.epoch > 0 || known.site === site) return known;
  const renamed = { ...known, site };
  writeCopyState(db, renamed);
  return renamed;
}

/** The earlier of two times, null being earliest of all. What a database does not say counts for nothing. */
const earlier = (own: number | null, said: number | null | undefined): number | null =>
  said === undefined ? own : own === null || said === null ? null : Math.min(own, said);

/** Whether a database of this schema lacks something. Version 1 does not say which it is. */
const isOld = (schema = 1): boolean => schema < POSTGRES_SCHEMA;

/** Makes the triggers that record changes, if they are not there; sends nothing before {@link Copier.start}. */
export function createCopier(options: CopierOptions): Copier {
  const { store, database, clock, log, random } = options;
  const { db } = store;
  const first = (): CopyState => ({
    site: options.site,
    holder: random.uuid(),
    epoch: 0,
    key: newSiteKey(),
    number: 0,
    chain: '',
    recordedFor: '',
    copiedUntilMs: null,
    keyShownAtMs: null,
    fenced: null,
    takenOver: null,
  });
  const known = stateUnder(db, options.site);
  // A desk that was replaced saves nothing, not even triggers.
  let own = known?.fenced ? known : startRecording(db, first);
  const sealer = createSealer(own.site, own.key);
  const isOtherSite = own.site !== options.site;

  const start: CopyStart = { id: random.uuid(), after: own.starts ?? [] };
  noteStart();
  let agreed = false;
  let isDatabaseOld = false;
  const ahead = createAheadCopy({ clock, timeZone: options.timeZone, keptMs: options.aheadKeptMs });
  let certain = false;
  let worksElsewhere: string | null = null;
  let heldBy: string | null = null;
  let refused: string | null = isOtherSite
    ? `this desk's copy belongs to the site ${own.site}, and the managed settings name ${options.site}`
    : null;
  /** Since when the database has not been reached, by both clocks. */
  let unreachable: { readonly since: number; readonly sinceMs: number } | null = null;
  let problem: string | null = null;
  let lastFailure: CopyDatabaseFailure['reason'] = 'unreachable';
  let hasAnswered = false;
  let pauseMs = FIRST_PAUSE_MS;
  let nextSignAt = -Infinity;
  let status: Readonly<Record<string, unknown>> = {};
  let statusUntil = -Infinity;
  let closed = false;
  let underWay: Promise<void> | null = null;
  let cancelTimer: () => void = () => {};
  let cancelPatience: () => void = () => {};
  let timerAt = Infinity;
  /** When a commit was last heard of, and until when what has been saved since the last batch may wait; monotonic times. */
  let lastCommitAt = -Infinity;
  let gatherUntil = Infinity;
  let lastTold = '';
  let stopListening: () => void = () => {};
  const sleep = watchSleep(clock);

  const holder = (): CopyHolder => ({ site: own.site, epoch: own.epoch, holder: own.holder });
  const isOver = (): boolean => closed || own.fenced !== null || refused !== null || store.isLost();

  /** By the wall clock as it is now: somebody may have set it by years meanwhile, also back. */
  function unreachableSinceMs(): number | null {
    if (unreachable === null) return null;
    const sinceMs = clock.nowMs() - (clock.monotonicMs() - unreachable.since);
    if (Math.abs(sinceMs - unreachable.sinceMs) > CLOCK_SET_MS) unreachable = { ...unreachable, sinceMs };
    return unreachable.sinceMs;
  }

  function stage(waiting: number): CopyLook['stage'] {
    if (own.fenced) return 'fenced';
    if (refused !== null) return 'refused';
    if (ahead.why() !== null) return 'ahead';
    if (unreachable !== null) return 'unreachable';
    if (!agreed) return 'starting';
    return waiting > 0 ? 'copying' : 'copied';
  }

  const hasToBeMended = (): boolean =>
    unreachable !== null &&
    isToBeMended(lastFailure, { forMs: clock.monotonicMs() - unreachable.since, hasAnswered });

  function tell(): void {
    const now = `${stage(0)} ${hasToBeMended()}`;
    if (now === lastTold) return;
    lastTold = now;
    options.onChange();
  }

  /** Before the database is told of it. */
  function noteStart(): void {
    if (own.fenced) return;
    own = { ...own, starts: [...start.after, start.id].slice(-STARTS_KEPT) };
    try {
      writeCopyState(db, own);
    } catch (thrown) {
      // The next start takes this one for another machine's until that has been quiet for a while.
      log.warn('this start could not be noted for the copy', { error: String(thrown) });
    }
  }

  function isElsewhere(by: string | null): void {
    if (by === worksElsewhere) return;
    worksElsewhere = by;
    options.onChange();
  }

  function isCertain(): void {
    isElsewhere(null);
    if (certain) return;
    certain = true;
    cancelPatience();
    options.onMaySend();
  }

  /** Another machine may have become the site desk while this one slept: the database is to be asked as at a start. True then. */
  function step(): boolean {
    if (!sleep.sleptUntilNow() || isOver()) return false;
    certain = false;
    agreed = false;
    // The other end of a connection from before has forgotten it, and nothing says so here.
    void database.close().catch(() => {});
    cancelPatience();
    cancelPatience = clock.after(START_PATIENCE_MS, isCertain);
    // Timers stood still as well.
    cancelTimer();
    timerAt = Infinity;
    return true;
  }

  function fence(refusal: CopyRefusal): void {
    const { epoch, by: other, atMs } = refusal;
    const by = { epoch, by: other, atMs, copiedNumber: lastInCopy(refusal, { db, own, sealer }) };
    own = { ...own, fenced: by };
    try {
      writeCopyState(db, own);
    } catch (thrown) {
      // The next start is told again by the database.
      log.error('that another machine is the site desk could not be kept', { error: String(thrown) });
    }
    store.fence(fencedWords(by, { db, timeZone: options.timeZone }));
    log.error('another machine has become the site desk', { notCopied: countUncopied(db, by.copiedNumber) });
    options.onChange();
  }

  /** Nobody can have taken over in an epoch that is over: the database was restored from a backup of before this desk did. */
  const isOfBefore = ({ epoch }: CopyRefusal): boolean => epoch < own.epoch;

  /** Leaves a copy as it is that has what this desk lacks; `by`: who worked with the same data until now. */
  function keepAhead(at: CopyAgreed, by: string | null): void {
    ahead.found(at, by);
    const why = ahead.why();
    if (why === null) return;
    own = { ...own, parted: true };
    writeCopyState(db, own);
    throw new CopyDatabaseFailure('refused', why);
  }

  /** Goes on where this database and the copy are of one mind; else all rows are recorded anew. */
  function joinAt(at: CopyAgreed, by: string | null): void {
    if (isOfOneMind(at, { db, own, sealer })) {
      own = acknowledge(db, { ...own, number: at.number, chain: at.chain, parted: false });
      return;
    }
    if (at.number > own.number) keepAhead(at, by);
    log.warn('the copy does not go on where this database does; everything is copied anew', {
      copy: at.number,
      desk: own.number,
    });
    // A copy that was restored from a backup is older than this desk remembers; it is what another desk would be made from meanwhile.
    const copiedUntilMs = earlier(own.copiedUntilMs, at.copiedUntilMs);
    own = recordAllAnew(db, { ...own, copiedUntilMs, parted: false }, at);
  }

  async function agree(): Promise<void> {
    const answer = await database.agree(holder(), {
      holderName: options.machine,
      keyCheck: keyCheckOf(own.key),
      start,
    });
    if (closed) return;
    if (answer.kind === 'fenced' && isOfBefore(answer)) {
      throw new CopyDatabaseFailure(
        'refused',
        'it was restored from a backup of before this machine became the site desk, and needs npm run copy once',
      );
    }
    if (answer.kind === 'fenced') return fence(answer);
    if (answer.kind === 'held') {
      heldBy = answer.by;
      refused = heldWords(own.site, answer.by);
      return;
    }
    if (answer.kind === 'at-work') {
      // What is sent or printed would be so twice. Once that machine is quiet this one goes on.
      certain = false;
      ahead.forget();
      cancelPatience();
      cancelPatience = clock.after(ELSEWHERE_PATIENCE_MS, isCertain);
      isElsewhere(otherMachineWords(answer.by, options.machine));
      throw new CopyDatabaseFailure('refused', `${worksElsewhere} works with the same data`);
    }
    own = { ...own, epoch: answer.epoch };
    isDatabaseOld = isOld(answer.schema);
    writeCopyState(db, own);
    const by = worksElsewhere;
    // It is the site desk, also where the copy has to wait.
    isCertain();
    joinAt(answer, by);
    ahead.forget();
    agreed = true;
    hasAnswered = true;
  }

  function presentStatus(): Readonly<Record<string, unknown>> {
    if (clock.monotonicMs() >= statusUntil) {
      status = options.status();
      statusUntil = clock.monotonicMs() + STATUS_MS;
    }
    return status;
  }

  /** Sends one batch, or a sign of life when there is nothing to send. Returns whether more waits. */
  async function sendBatch(): Promise<boolean> {
    const changes = readRecorded(db, { wanted: ROWS_AT_ONCE });
    if (changes.length === 0 && clock.monotonicMs() < nextSignAt) return false;
    const { batch, next } = batchOf(changes, { db, own, sealer, start: start.id, status: presentStatus() });
    if (changes.length > 0) {
      own = { ...own, sent: { number: batch.number, chain: batch.chain } };
      noteSent(db, own);
    }
    const answer = await database.write(holder(), batch);
    if (closed) return false;
    if (answer.kind === 'fenced' && !isOfBefore(answer)) {
      fence(answer);
      return false;
    }
    if (answer.kind !== 'copied') {
      agreed = false;
      return true;
    }
    isDatabaseOld = isOld(answer.schema);
    // The recovery key may have been shown while the database was waited for.
    own = { ...own, number: next.number, chain: next.chain, copiedUntilMs: next.copiedUntilMs };
    if (changes.length > 0) own = acknowledge(db, own);
    nextSignAt = clock.monotonicMs() + SIGN_MS / 2;
    return changes.length >= ROWS_AT_ONCE;
  }

  async function work(): Promise<void> {
    try {
      for (let more = true; (more || !agreed) && !isOver();) {
        step();
        if (!agreed) await agree();
        more = agreed && !isOver() ? await sendBatch() : false;
      }
      unreachable = null;
      problem = null;
      pauseMs = FIRST_PAUSE_MS;
    } catch (thrown) {
      if (!(thrown instanceof CopyDatabaseFailure) && !isDiskFailure(thrown)) {
        log.error('the copy failed', faultInLog(thrown));
      }
      const why = thrown instanceof CopyDatabaseFailure ? thrown.message : 'this machine’s disk failed';
      if (problem !== why)
        log.warn('the database of the copy cannot be used; the desk goes on without it', { why });
      problem = why;
      lastFailure = thrown instanceof CopyDatabaseFailure ? thrown.reason : 'unreachable';
      unreachable ??= { since: clock.monotonicMs(), sinceMs: clock.nowMs() };
      agreed = false;
      // Where the copy has to wait, asking is this desk's sign of life: another machine with the same data would else begin to work.
      wakeIn(ahead.why() === why ? SIGN_MS : pauseMs * (0.75 + random.fraction() / 2));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    if (closed) return;
    const hasSlept = step();
    tell();
    if (!isOver() && (hasSlept || unreachable === null)) wakeIn(hasSlept ? 0 : SIGN_MS);
  }

  /** The earlier of two wakings counts. */
  function wakeIn(delayMs: number): void {
    const at = clock.monotonicMs() + delayMs;
    if (isOver() || at >= timerAt) return;
    cancelTimer();
    timerAt = at;
    cancelTimer = clock.after(delayMs, () => {
      timerAt = Infinity;
      wake();
    });
  }

  /** The next batch begins when those who save make a pause. */
  function gather(inMs = GATHER_MS): void {
    gatherUntil = Math.min(gatherUntil, clock.monotonicMs() + LONGEST_GATHER_MS);
    wakeIn(inMs);
  }

  function wake(): void {
    if (isOver() || underWay) return;
    const quietIn = Math.min(lastCommitAt + GATHER_MS, gatherUntil) - clock.monotonicMs();
    if (quietIn > 0) return gather(quietIn);
    gatherUntil = Infinity;
    const before = own.number;
    underWay = work().finally(() => {
      underWay = null;
      // What was saved while a batch was under way.
      if (!isOver() && unreachable === null && own.number >= before && isAnythingRecorded(db)) gather();
    });
  }

  return {
    start() {
      if (isOver()) return;
      stopListening = store.onCommit(() => {
        // The copier's own commits count as well: they are few, and what people save may follow.
        lastCommitAt = clock.monotonicMs();
        // After a failure its pause counts, and not every commit.
        if (!underWay && unreachable === null) gather();
      });
      cancelPatience = clock.after(START_PATIENCE_MS, isCertain);
      step();
      wake();
    },
    look() {
      const waiting = countRecorded(db);
      return {
        stage: stage(waiting),
        problem: refused ?? ahead.why() ?? problem,
        heldBy,
        worksElsewhere,
        unreachableSinceMs: unreachableSinceMs(),
        isToBeMended: hasToBeMended(),
        copiedUntilMs: own.copiedUntilMs,
        waiting,
        isDatabaseOld,
        state: own,
      };
    },
    maySend() {
      if (step()) wake();
      return own.fenced === null && (certain || refused !== null);
    },
    keyWasShown(atMs) {
      own = { ...own, keyShownAtMs: atMs };
      writeCopyState(db, own);
    },
    async close() {
      closed = true;
      stopListening();
      cancelTimer();
      cancelPatience();
      await underWay;
      await database.close();
    },
  };
}
