// Printers that only a further desk reaches. The desk's own process asks for work and does it; the site desk never calls a desk.
// Whether a desk is there is known by its asking, and each has one process that is given work.
import type {
  NextWorkAnswer,
  NextWorkRequest,
  StepAnswer,
  WorkStep,
} from '../../../contract/desk-printing.ts';
import { rawAddressWithin } from '../../../domain/printer-address.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import type { Clock, Log, Random } from '../../ports/machine.ts';
import type {
  AwaitedQuestion,
  PageAddress,
  PageTransport,
  PrinterSearch,
  PrinterTransport,
} from '../../ports/printers.ts';
import { createDeskWorks, type RefusedStep } from './desk-work.ts';
import { lostResult, type Results } from './work-results.ts';

/** A further desk, as far as printing must know it. */
export interface PrintingDesk {
  readonly id: string;
  readonly name: string;
  readonly lastSeenMs: number;
  readonly shutOutAtMs: number | null;
}

/** Whether a further desk prints now. `sinceMs`: since when it is away or shut out; null while it is here. */
export interface DeskStanding {
  readonly id: string;
  readonly name: string;
  readonly state: 'here' | 'away' | 'shut-out';
  readonly sinceMs: number | null;
  /** Why nothing can be printed there, in words; null while it is here. */
  readonly why: string | null;
}

export interface DeskPrinting {
  /** The transports of this machine, and for addresses at a further desk that desk's. */
  readonly transport: PrinterTransport;
  readonly pages: PageTransport;
  /** Looks for printers as a further desk sees them. */
  find(deskId: string, signal: AbortSignal): Promise<PrinterSearch>;
  standing(deskId: string): DeskStanding;
  /**
   * Where two computers are from that work with one and the same key of the desk, as where its data folder was copied: their network
   * addresses. Null: one does.
   */
  twinsOf(deskId: string): readonly [string, string] | null;
  /** A process of the desk asks for work, `from` this network address. Answered when there is some, or after some seconds. */
  next(
    desk: { readonly id: string; readonly name: string },
    request: NextWorkRequest,
    asking: { readonly signal: AbortSignal; readonly from: string },
  ): Promise<NextWorkAnswer>;
  step(desk: { readonly id: string; readonly name: string }, step: WorkStep): Promise<StepAnswer>;
  /** The desk may ask no more. */
  shutOut(deskId: string): void;
  /** Answers all who ask for work, so that the network side can be closed. */
  hangUp(): void;
  /** Gives no more work; what has begun is in doubt. */
  close(): void;
}

/** So long a process that asks for work is kept waiting. */
const HOLD_MS = 8_000;
/** A process that was answered asks again at once; after so long it is away. */
const AWAY_AFTER_MS = 8_000;
/** A process whose asking broke off asks again at once as well, unless it has ended. */
const BROKEN_OFF_MS = 2_000;
/** Two processes that both go on asking are seen to do so every ten seconds at the latest. */
const TWINS_SHOWN_MS = 40_000;

const asText = (question: AwaitedQuestion | null) =>
  question && { bytes: Buffer.from(question.bytes).toString('base64'), timeoutMs: question.timeoutMs };

interface Asking {
  readonly has: ReadonlySet<string>;
  answer(answer: NextWorkAnswer): void;
}

interface Line {
  readonly run: string;
  readonly from: string;
  /** From where another process has asked since this one last did. A process that was started anew in its place asks; this one does no more. */
  otherFrom: string | null;
  isHere: boolean;
  awaySinceMs: number;
  asking: Asking | null;
  cancelAway: () => void;
}

export interface DeskPrintingParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly timeZone: string;
  /** The time for records, in milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly desks: () => readonly PrintingDesk[];
  /** Whoever practises prints on no printer of a desk's computer. */
  readonly isTraining: boolean;
  /** The printers that this machine reaches itself. */
  readonly transport: PrinterTransport;
  readonly pages: PageTransport;
  readonly noteRefused: (deskId: string, why: RefusedStep) => void;
  /** A desk came or went; `isBack`: it can print again. */
  readonly onPresence: (deskId: string, isBack: boolean) => void;
  /** {@link DeskPrinting.twinsOf} has changed. */
  readonly onTwins: () => void;
}

interface Twins {
  readonly from: readonly [string, string];
  readonly cancelEnd: () => void;
}

export function createDeskPrinting(parts: DeskPrintingParts): DeskPrinting {
  const { clock, nowMs, timeZone, log } = parts;
  const lines = new Map<string, Line>();
  const twins = new Map<string, Twins>();
  const startedMs = nowMs();
  let closed = false;

  const deskOf = (deskId: string): PrintingDesk | undefined => parts.desks().find(({ id }) => id === deskId);
  const nameOf = (deskId: string): string => deskOf(deskId)?.name ?? 'a desk that is not known here';
  const works = createDeskWorks({ clock, random: parts.random, nameOf, onWork: offer });

  /** `14:03`, or with the day where that is another one. */
  function sinceWords(sinceMs: number): string {
    const { date, time } = shownClockAt(sinceMs, timeZone);
    return date === shownClockAt(nowMs(), timeZone).date ? time : `${formatDate(date)} ${time}`;
  }

  function standing(deskId: string): DeskStanding {
    const desk = deskOf(deskId);
    const name = nameOf(deskId);
    if (!desk || desk.shutOutAtMs !== null) {
      const why = `its desk (${name}) was shut out: choose another desk for it where it is set up`;
      return { id: deskId, name, state: 'shut-out', sinceMs: desk?.shutOutAtMs ?? null, why };
    }
    const line = lines.get(deskId);
    if (line?.isHere) return { id: deskId, name, state: 'here', sinceMs: null, why: null };
    const sinceMs = line?.awaySinceMs ?? Math.min(desk.lastSeenMs, startedMs);
    const why = `its desk (${name}) is away since ${sinceWords(sinceMs)}`;
    return { id: deskId, name, state: 'away', sinceMs, why };
  }

  /** Tells whoever asks for work what there is. */
  function offer(deskId: string): void {
    const line = lines.get(deskId);
    if (!line?.asking || closed) return;
    const { asking, run } = line;
    const next = works.nextFor({ id: deskId, run }, asking.has);
    if (next) {
      asking.answer({ kind: 'work', ...next });
      return;
    }
    const stray = works.strayOf(deskId, asking.has);
    if (stray !== null) asking.answer({ kind: 'stop', work: stray });
  }

  function leave(deskId: string, line: Line): void {
    if (!line.isHere) return;
    line.isHere = false;
    line.awaySinceMs = nowMs();
    log.info('a further desk does not ask for printing work any more', { desk: deskId });
    works.away(deskId, standing(deskId).why ?? '');
    parts.onPresence(deskId, false);
  }

  function awayAfter(deskId: string, line: Line, ms: number): void {
    line.cancelAway();
    line.cancelAway = clock.after(ms, () => leave(deskId, line));
  }

  function lineOf(deskId: string, { run, from }: Pick<Line, 'run' | 'from'>): Line | null {
    const before = lines.get(deskId);
    if (before?.run === run) {
      if (before.otherFrom !== null) sawTwins(deskId, [before.from, before.otherFrom]);
      before.otherFrom = null;
      return before;
    }
    if (before?.isHere) {
      before.otherFrom = from;
      return null;
    }
    const line: Line = {
      run,
      from,
      otherFrom: null,
      isHere: false,
      awaySinceMs: nowMs(),
      asking: null,
      cancelAway: () => {},
    };
    lines.set(deskId, line);
    return line;
  }

  function sawTwins(deskId: string, from: Twins['from']): void {
    const before = twins.get(deskId);
    before?.cancelEnd();
    twins.set(deskId, { from, cancelEnd: clock.after(TWINS_SHOWN_MS, () => endTwins(deskId)) });
    if (before) return;
    log.warn('two computers work with one key of a further desk', { desk: deskId });
    parts.onTwins();
  }

  function endTwins(deskId: string): void {
    twins.get(deskId)?.cancelEnd();
    if (twins.delete(deskId)) parts.onTwins();
  }

  /** Asks a desk that is here; otherwise it is known already what comes of it. */
  async function give<Kind extends keyof Results>(
    order: Parameters<typeof works.give>[0] & { readonly what: { readonly kind: Kind } },
  ): Promise<Results[Kind]> {
    const { kind } = order.what;
    const { state, why } = standing(order.deskId);
    const detail = closed ? 'the site desk is being stopped' : why;
    const known = { begun: false, ...(state === 'shut-out' ? { reached: true as const } : {}) };
    const result = detail === null ? await works.give(order) : lostResult(kind, { ...known, detail });
    return result as Results[Kind];
  }

  const farPages = (address: PageAddress): { deskId: string; address: FarPageAddress } | null => {
    const { at, ...rest } = address;
    return at === undefined || rest.kind === 'folder' ? null : { deskId: at, address: rest };
  };

  return {
    transport: {
      deliver(address, job, limits) {
        const { at, ...place } = rawAddressWithin(address);
        if (at === undefined) return parts.transport.deliver(address, job, limits);
        if (parts.isTraining && !('host' in place)) {
          const detail = 'in training nothing is printed on the printers of a desk’s computer';
          return Promise.resolve({ outcome: 'not-started', detail });
        }
        const { question = null, receipt = null, signal } = job;
        return give({
          deskId: at,
          what: { kind: 'raw', address: place, limits, question: asText(question), receipt: asText(receipt) },
          begin: () => job.begin(),
          ...(question ? { read: (reply) => question.read(reply) } : {}),
          ...(receipt ? { readReceipt: (reply) => receipt.read(reply) } : {}),
          signal,
        });
      },
    },
    pages: {
      deliver(address, job) {
        const far = farPages(address);
        if (!far) return parts.pages.deliver(address, job);
        return give({
          deskId: far.deskId,
          what: { kind: 'pages', address: far.address, name: job.name },
          begin: () => job.begin(),
          look: () => job.look(),
          signal: job.signal,
        });
      },
      find(address, name) {
        const far = farPages(address);
        if (!far) return parts.pages.find(address, name);
        return give({ deskId: far.deskId, what: { kind: 'find-job', address: far.address, name } });
      },
      report(address, printerJob, name) {
        const far = farPages(address);
        if (!far) return parts.pages.report(address, printerJob, name);
        return give({
          deskId: far.deskId,
          what: { kind: 'report', address: far.address, printerJob, name },
        });
      },
      cancel(address, printerJob, name) {
        const far = farPages(address);
        if (!far) return parts.pages.cancel(address, printerJob, name);
        return give({
          deskId: far.deskId,
          what: { kind: 'cancel', address: far.address, printerJob, name },
        });
      },
      ask(address, signal) {
        const far = farPages(address);
        if (!far) return parts.pages.ask(address, signal);
        return give({ deskId: far.deskId, what: { kind: 'ask', address: far.address }, signal });
      },
    },
    find: (deskId, signal) => give({ deskId, what: { kind: 'find-printers' }, signal }),
    standing,
    twinsOf: (deskId) => twins.get(deskId)?.from ?? null,

    next({ id: deskId }, { run, has }, { signal, from }) {
      const line = closed ? null : lineOf(deskId, { run, from });
      if (!line) {
        if (!closed) parts.noteRefused(deskId, 'two-processes');
        return Promise.resolve({ kind: 'other-process' });
      }
      line.cancelAway();
      line.asking?.answer({ kind: 'nothing' });
      const { promise, resolve } = Promise.withResolvers<NextWorkAnswer>();
      const cancelHold = clock.after(HOLD_MS, () => end({ kind: 'nothing' }, AWAY_AFTER_MS));
      const brokenOff = (): void => end({ kind: 'nothing' }, BROKEN_OFF_MS);
      const asking: Asking = {
        has: new Set(has),
        answer: (answer) => end(answer, AWAY_AFTER_MS),
      };
      function end(answer: NextWorkAnswer, awayAfterMs: number): void {
        cancelHold();
        signal.removeEventListener('abort', brokenOff);
        resolve(answer);
        if (line?.asking !== asking) return;
        line.asking = null;
        awayAfter(deskId, line, awayAfterMs);
      }
      signal.addEventListener('abort', brokenOff);
      line.asking = asking;
      works.back(deskId, run);
      const isBack = !line.isHere;
      line.isHere = true;
      if (isBack) {
        log.info('a further desk asks for printing work', { desk: deskId });
        parts.onPresence(deskId, true);
      }
      if (signal.aborted) brokenOff();
      else offer(deskId);
      return promise;
    },

    async step(desk, step) {
      const answer = await works.step(desk, step);
      if (typeof answer !== 'string') return answer;
      parts.noteRefused(desk.id, answer);
      log.warn('what a further desk said of printing work was refused', { desk: desk.id, why: answer });
      return { kind: 'refused' };
    },

    shutOut(deskId) {
      const line = lines.get(deskId);
      lines.delete(deskId);
      line?.cancelAway();
      line?.asking?.answer({ kind: 'nothing' });
      // Of what has begun nobody is told what to do about the printer: that is said where it is set up, and ends with that.
      works.end(deskId, `its desk (${nameOf(deskId)}) was shut out while it was printed`, true);
      parts.onPresence(deskId, false);
      endTwins(deskId);
    },

    hangUp() {
      for (const line of lines.values()) line.asking?.answer({ kind: 'nothing' });
    },

    close() {
      closed = true;
      works.end(null, 'the site desk was stopped while it was printed');
      for (const line of lines.values()) {
        line.asking?.answer({ kind: 'nothing' });
        line.cancelAway();
      }
      for (const { cancelEnd } of twins.values()) cancelEnd();
    },
  };
}

type FarPageAddress =
  { readonly kind: 'ipp'; readonly url: string } | { readonly kind: 'queue'; readonly name: string };
