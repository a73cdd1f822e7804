// Prints at this machine for the site desk: asks it for work at the printers that only this machine reaches, does it, and says what came
// of it. What is printed is kept in memory alone, and only while it is printed. See docs/decisions/072.
import { randomUUID } from 'node:crypto';
import { faultInLog } from '../domain/fault-in-log.ts';
import { nextWorkAnswer, stepAnswer } from '../contract/desk-printing.ts';
import type { DeskWork, StepAnswer, WorkStep } from '../contract/desk-printing.ts';
import type { Log } from '../core/ports/machine.ts';
import type { FindPrinters, PageTransport, PrinterTransport, StatusReading } from '../core/ports/printers.ts';
import type { JoinedSite } from './joined-site.ts';
import { pause } from './pause.ts';

/** The site desk answers a question for work after eight seconds at most. */
const NEXT_TIMEOUT_MS = 14_000;
const STEP_TIMEOUT_MS = 20_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 3_000;
/** Another process of this desk has the work; it may end. */
const OTHER_PROCESS_MS = 5_000;
/** For so long the site desk is told again what came of a piece of work. It has given up waiting long before. */
const TOLD_FOR_MS = 5 * 60_000;

/** The printers as this machine reaches them. Nothing of them is loaded before there is work. */
export interface OwnPrinters {
  readonly transport: PrinterTransport;
  readonly pages: PageTransport;
  readonly find: FindPrinters;
  close(): Promise<void>;
}

export interface PrintingForSite {
  /** Takes no more work. Resolves once what is under way has ended, or the site desk was told that it broke off. */
  close(): Promise<void>;
}

type Told = Extract<WorkStep, { step: 'ended' | 'later' }>;

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

export function printForSite(options: {
  readonly site: Pick<JoinedSite, 'ask'>;
  readonly printers: () => Promise<OwnPrinters>;
  readonly log: Log;
}): PrintingForSite {
  const { site, log } = options;
  const run = randomUUID();
  const closing = new AbortController();
  const gone = new AbortController();
  /** Work that this process has, until the site desk has noted what came of it. */
  const busy = new Map<string, AbortController>();
  const underWay = new Set<Promise<void>>();
  let printers: Promise<OwnPrinters> | null = null;
  const ownPrinters = (): Promise<OwnPrinters> => (printers ??= options.printers());

  /** Null: no answer came. */
  async function say(step: WorkStep): Promise<StepAnswer | null> {
    const answer = await site.ask('/desk/printing/step', step, {
      timeoutMs: STEP_TIMEOUT_MS,
      signal: gone.signal,
    });
    if (answer === null) return null;
    const parsed = stepAnswer.safeParse(answer.json);
    return answer.status === 200 && parsed.success ? parsed.data : { kind: 'refused' };
  }

  /** Says it until it was heard. What was printed is known here alone. */
  async function insist(step: Told): Promise<void> {
    const sinceMs = performance.now();
    for (let retryMs = FIRST_RETRY_MS; !gone.signal.aborted; retryMs = longer(retryMs)) {
      const answer = await say(step);
      if (answer?.kind === 'refused') log.warn('the site desk did not take what came of printing work');
      if (answer !== null || performance.now() - sinceMs > TOLD_FOR_MS) return;
      await pause(retryMs, gone.signal);
    }
  }

  /** A job, as this machine's transports take it. What cannot be had from the site desk counts as nothing to print. */
  function jobOf(work: string, onOver: () => void) {
    return {
      async begin(): Promise<Uint8Array | null> {
        const answer = await say({ step: 'begin', run, work });
        if (answer?.kind === 'bytes' && answer.bytes !== null) return toBytes(answer.bytes);
        // After any other answer, or none, the site desk has to hear that nothing was sent.
        if (answer?.kind === 'bytes' || answer?.kind === 'over') onOver();
        return null;
      },
      async look(): Promise<Uint8Array | null> {
        const answer = await say({ step: 'look', run, work });
        return answer?.kind === 'bytes' && answer.bytes !== null ? toBytes(answer.bytes) : null;
      },
      async read(reply: Uint8Array): Promise<StatusReading> {
        const answer = await say({ step: 'read', run, work, reply: toText(reply) });
        if (answer?.kind !== 'reading' || !answer.complete) return { complete: false };
        return { complete: true, problem: answer.problem };
      },
    };
  }

  async function resultOf(
    { work, what, signal }: { readonly work: string; readonly what: DeskWork; readonly signal: AbortSignal },
    onOver: () => void,
  ): Promise<{ readonly result: unknown; readonly later?: Promise<'acknowledged' | 'silent'> }> {
    const { transport, pages, find } = await ownPrinters();
    const job = jobOf(work, onOver);
    switch (what.kind) {
      case 'raw': {
        const { address, limits } = what;
        const asked = (question: typeof what.question) =>
          question && { bytes: toBytes(question.bytes), timeoutMs: question.timeoutMs, read: job.read };
        const questions = { question: asked(what.question), receipt: asked(what.receipt) };
        const ended = await transport.deliver(address, { ...questions, begin: job.begin, signal }, limits);
        if (ended.outcome === 'sent') return { result: { ...ended, reply: toText(ended.reply) } };
        if (ended.outcome !== 'unacknowledged') return { result: ended };
        const { later, outcome, reply } = ended;
        return { result: { outcome, reply: toText(reply) }, later };
      }
      case 'pages': {
        const { begin, look } = job;
        return { result: await pages.deliver(what.address, { name: what.name, begin, look, signal }) };
      }
      case 'find-job':
        return { result: await pages.find(what.address, what.name) };
      case 'report':
        return { result: await pages.report(what.address, what.printerJob, what.name) };
      case 'cancel':
        return { result: await pages.cancel(what.address, what.printerJob, what.name) };
      case 'ask':
        return { result: await pages.ask(what.address, signal) };
      case 'find-printers':
        return { result: await find(signal) };
    }
  }

  async function carryOut(work: string, what: DeskWork): Promise<void> {
    const stop = new AbortController();
    busy.set(work, stop);
    const known = { isOver: false };
    try {
      const ended = await resultOf({ work, what, signal: stop.signal }, () => (known.isOver = true));
      // The site desk has nothing to print any more, or has ended the asking.
      if (known.isOver || stop.signal.aborted) return;
      await insist({ step: 'ended', run, work, result: ended.result });
      busy.delete(work);
      if (ended.later) await insist({ step: 'later', run, work, answer: await ended.later });
    } catch (thrown) {
      log.error('printing for the site desk ended in an unforeseen way', faultInLog(thrown));
      const detail = 'printing ended there in an unforeseen way';
      await insist({ step: 'ended', run, work, result: { outcome: 'unsure', detail } });
    } finally {
      busy.delete(work);
    }
  }

  function take(work: string, what: DeskWork): void {
    const done = carryOut(work, what);
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  }

  async function askForWork(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!closing.signal.aborted) {
      const askedMs = performance.now();
      const answer = await site.ask(
        '/desk/printing/next',
        { run, has: [...busy.keys()] },
        { timeoutMs: NEXT_TIMEOUT_MS, signal: closing.signal },
      );
      const next = answer?.status === 200 ? nextWorkAnswer.safeParse(answer.json) : null;
      if (!next?.success) {
        await pause(retryMs, closing.signal);
        retryMs = longer(retryMs);
        continue;
      }
      retryMs = FIRST_RETRY_MS;
      const said = next.data;
      if (said.kind === 'work') {
        if (!busy.has(said.work)) take(said.work, said.what);
      } else if (said.kind === 'stop') {
        busy.get(said.work)?.abort();
        busy.delete(said.work);
      } else if (said.kind === 'other-process') {
        log.warn('another process prints for this desk already, so this one gets no printing work');
        await pause(OTHER_PROCESS_MS, closing.signal);
      } else if (performance.now() - askedMs < FIRST_RETRY_MS) {
        await pause(FIRST_RETRY_MS, closing.signal);
      }
    }
  }

  const asking = askForWork();
  return {
    async close() {
      closing.abort();
      await asking;
      const settled = Promise.all(underWay);
      await Promise.race([settled, pause(CLOSED_WITHIN_MS, gone.signal)]);
      gone.abort();
      await (await printers?.catch(() => null))?.close();
    },
  };
}

/** A process that is to end waits so long for a printer. */
const CLOSED_WITHIN_MS = 4_000;

const longer = (ms: number): number => Math.min(ms * 2, LONGEST_RETRY_MS);
