// Work at the printers of further desks, each piece given once, to one process, and ended once. What became of it is never said to be
// more than is known: before `begin` nothing was sent, after it nobody knows until the desk has said so.
import type { DeskWork, StepAnswer, WorkStep } from '../../../contract/desk-printing.ts';
import { workResults } from '../../../contract/desk-printing.ts';
import type { Clock, Random } from '../../ports/machine.ts';
import type { AwaitedQuestion, MaybeLater } from '../../ports/printers.ts';
import { lostResult, resultOf, type WorkResult } from './work-results.ts';

/** Why what a desk said of work was refused. */
export type RefusedStep =
  'begun-already' | 'not-begun' | 'not-its-work' | 'ended-already' | 'makes-no-sense' | 'two-processes';

/** Who waits for a piece of work, and gives what it needs. */
export interface WorkOrder {
  readonly deskId: string;
  readonly what: DeskWork;
  readonly begin?: () => MaybeLater<Uint8Array | null>;
  readonly look?: () => MaybeLater<Uint8Array | null>;
  readonly read?: AwaitedQuestion['read'];
  /** What its printer says after the last byte. */
  readonly readReceipt?: AwaitedQuestion['read'];
  readonly signal?: AbortSignal | undefined;
}

interface Work extends WorkOrder {
  readonly id: string;
  /** The process that has it; null while nobody has. */
  run: string | null;
  begun: boolean;
  cancelTimer: () => void;
  cancelGrace: () => void;
  settle(result: WorkResult): void;
}

export interface DeskWorks {
  /** Resolves when it has ended, whatever becomes of the desk; never rejects. */
  give(order: WorkOrder): Promise<WorkResult>;
  /** Hands the desk's next piece of work that is not among `has` to this process; null: there is none. */
  nextFor(
    desk: { readonly id: string; readonly run: string },
    has: ReadonlySet<string>,
  ): { readonly work: string; readonly what: DeskWork } | null;
  /** One of `has` that nobody waits for; null: there is none. */
  strayOf(deskId: string, has: ReadonlySet<string>): string | null;
  step(
    desk: { readonly id: string; readonly name: string },
    step: WorkStep,
  ): Promise<StepAnswer | RefusedStep>;
  /** The desk is away: what has not begun has not been sent. For the rest its word is waited for. */
  away(deskId: string, why: string): void;
  /** The process is back: what it has begun goes on. */
  back(deskId: string, run: string): void;
  /** The desk, or with null every desk, can say nothing any more. */
  end(deskId: string | null, why: string, reached?: true): void;
}

/** How long a desk may take until it begins, and from there until it says what became of it. */
const WITHIN_MS: Readonly<Record<DeskWork['kind'], { readonly begin: number; readonly end: number }>> = {
  // At a cable a printer may stop for two minutes, in the middle and at the end: somebody puts in a new roll.
  raw: { begin: 30_000, end: 300_000 },
  // Pages may have to be drawn first, and a printing system takes a minute.
  pages: { begin: 180_000, end: 300_000 },
  'find-job': { begin: 30_000, end: 0 },
  report: { begin: 30_000, end: 0 },
  cancel: { begin: 30_000, end: 0 },
  ask: { begin: 30_000, end: 0 },
  'find-printers': { begin: 30_000, end: 0 },
};
/** A line that broke after `begin` may come back with the desk's word; until then nobody says that it is not known. */
const WORD_WITHIN_MS = 30_000;
/** After its printer's time to close its side. */
const LATER_GRACE_MS = 5_000;
/** More than desks can have under way. */
const MOST_PAST = 500;
const TOO_LATE = 'it did not say in time what became of it';

type Later = 'acknowledged' | 'silent';

const toText = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** `onWork` is called when there is something to tell a desk. */
export function createDeskWorks(parts: {
  readonly clock: Clock;
  readonly random: Random;
  readonly nameOf: (deskId: string) => string;
  readonly onWork: (deskId: string) => void;
}): DeskWorks {
  const { clock, random } = parts;
  const works = new Map<string, Work>();
  /** How the latest works ended: `told` by the desk itself, or given up with nothing begun. Those in doubt are not among them. */
  const past = new Map<string, { deskId: string; run: string | null; how: 'told' | 'given-up' }>();
  /** Labels that were sent whole, whose printers may still close their side. */
  const listening = new Map<string, { deskId: string; run: string | null; hear: (answer: Later) => void }>();

  function remember({ id, deskId, run }: Work, how: 'told' | 'given-up'): void {
    past.set(id, { deskId, run, how });
    const [oldest] = past.keys();
    if (past.size > MOST_PAST && oldest !== undefined) past.delete(oldest);
  }

  function lose(work: Work, why: string, reached?: true): void {
    if (!work.begun) remember(work, 'given-up');
    const known = { begun: work.begun, detail: why, ...(reached ? { reached } : {}) };
    work.settle(lostResult(work.what.kind, known));
  }

  /** A step of work that has ended. A lost answer makes a desk say it twice; that changes nothing. */
  function afterwards(deskId: string, { step, run, work }: WorkStep): StepAnswer | RefusedStep {
    const known = past.get(work);
    if (!known) return 'ended-already';
    if (known.deskId !== deskId || known.run !== run) return 'not-its-work';
    if (known.how === 'given-up') return { kind: 'over' };
    return step === 'ended' || step === 'later' ? { kind: 'noted' } : 'ended-already';
  }

  function timer(work: Work, ms: number): void {
    work.cancelTimer();
    work.cancelTimer = clock.after(ms, () => lose(work, `${parts.nameOf(work.deskId)}: ${TOO_LATE}`));
  }

  function listenOn(work: Work): Promise<Later> {
    const { promise, resolve } = Promise.withResolvers<Later>();
    const lingerMs = work.what.kind === 'raw' ? work.what.limits.lingerMs : 0;
    const cancel = clock.after(lingerMs + LATER_GRACE_MS, () => hear('silent'));
    function hear(answer: Later): void {
      cancel();
      listening.delete(work.id);
      resolve(answer);
    }
    listening.set(work.id, { deskId: work.deskId, run: work.run, hear });
    return promise;
  }

  function ended(work: Work, said: unknown): StepAnswer | RefusedStep {
    const { kind } = work.what;
    const parsed = workResults[kind].safeParse(said);
    const result = parsed.success
      ? resultOf(kind, parsed.data, {
          begun: work.begun,
          deskName: parts.nameOf(work.deskId),
          later: () => listenOn(work),
        })
      : 'makes-no-sense';
    if (typeof result === 'string') {
      // Nothing is believed of it. Without the bytes nothing can have been printed.
      lose(work, `what ${parts.nameOf(work.deskId)} said of it cannot be`);
      return result;
    }
    remember(work, 'told');
    work.settle(result.result);
    return { kind: 'noted' };
  }

  return {
    give(order) {
      const { promise, resolve } = Promise.withResolvers<WorkResult>();
      const id = random.uuid();
      const stop = (): void => {
        // What has begun goes on.
        if (work.begun) return;
        remember(work, 'given-up');
        work.settle(lostResult(order.what.kind, { begun: false, stopped: true, detail: 'it was stopped' }));
      };
      const work: Work = {
        ...order,
        id,
        run: null,
        begun: false,
        cancelTimer: () => {},
        cancelGrace: () => {},
        settle(result) {
          if (!works.delete(id)) return;
          work.cancelTimer();
          work.cancelGrace();
          order.signal?.removeEventListener('abort', stop);
          resolve(result);
          parts.onWork(order.deskId);
        },
      };
      works.set(id, work);
      timer(work, WITHIN_MS[order.what.kind].begin);
      order.signal?.addEventListener('abort', stop);
      if (order.signal?.aborted) stop();
      else parts.onWork(order.deskId);
      return promise;
    },

    nextFor({ id: deskId, run }, has) {
      for (const work of works.values()) {
        if (work.deskId !== deskId || work.begun || has.has(work.id)) continue;
        work.run = run;
        return { work: work.id, what: work.what };
      }
      return null;
    },

    strayOf: (deskId, has) => [...has].find((id) => works.get(id)?.deskId !== deskId) ?? null,

    async step(desk, step) {
      if (step.step === 'later') {
        const heard = listening.get(step.work);
        if (!heard) return afterwards(desk.id, step);
        if (heard.deskId !== desk.id || heard.run !== step.run) return 'not-its-work';
        heard.hear(step.answer);
        return { kind: 'noted' };
      }
      const work = works.get(step.work);
      if (!work) return afterwards(desk.id, step);
      if (work.deskId !== desk.id || work.run !== step.run) return 'not-its-work';
      switch (step.step) {
        case 'read': {
          const read = work.begun ? work.readReceipt : work.read;
          if (!read) return 'makes-no-sense';
          const reading = await read(Buffer.from(step.reply, 'base64'));
          return { kind: 'reading', problem: null, ...reading };
        }
        case 'look': {
          if (!work.look || work.begun) return 'makes-no-sense';
          return { kind: 'bytes', bytes: toText(await work.look()) };
        }
        case 'begin': {
          if (!work.begin) return 'makes-no-sense';
          if (work.begun) return 'begun-already';
          work.begun = true;
          timer(work, WITHIN_MS[work.what.kind].end);
          const bytes = await work.begin();
          if (!bytes) {
            remember(work, 'given-up');
            work.settle({ outcome: 'withheld' });
          }
          // It may have been given up meanwhile.
          return { kind: 'bytes', bytes: works.has(work.id) ? toText(bytes) : null };
        }
        case 'ended':
          return ended(work, step.result);
      }
    },

    away(deskId, why) {
      for (const work of [...works.values()].filter((one) => one.deskId === deskId)) {
        if (!work.begun) lose(work, why);
        else {
          work.cancelGrace();
          work.cancelGrace = clock.after(WORD_WITHIN_MS, () => lose(work, why));
        }
      }
    },

    back(deskId, run) {
      for (const work of works.values()) if (work.deskId === deskId && work.run === run) work.cancelGrace();
    },

    end(deskId, why, reached) {
      for (const work of [...works.values()])
        if (deskId === null || work.deskId === deskId) lose(work, why, reached);
      for (const heard of [...listening.values()])
        if (deskId === null || heard.deskId === deskId) heard.hear('silent');
    },
  };
}
