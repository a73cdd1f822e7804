// The printing of a further desk in tests: its own process with the printers that a test gives it, or a hand that makes each step by
// itself.
import { createRawSocketTransport } from '../../../../src/adapters/raw-socket.ts';
import { printForSite } from '../../../../src/app/desk-printing.ts';
import type { OwnPrinters, PrintingForSite } from '../../../../src/app/desk-printing.ts';
import { nextWorkAnswer, stepAnswer } from '../../../../src/contract/desk-printing.ts';
import type { NextWorkAnswer, StepAnswer } from '../../../../src/contract/desk-printing.ts';
import { noPages } from '../../../support/no-pages.ts';
import { silentLog } from '../../../support/silent-log.ts';
import type { Machine } from './site-under-test.ts';

/** The process of a further desk prints from now on, over real sockets unless `printers` says otherwise. */
export function printsFor(machine: Machine, printers: Partial<OwnPrinters> = {}): PrintingForSite {
  return printForSite({
    site: machine.site,
    log: silentLog,
    printers: async () => ({
      transport: createRawSocketTransport(),
      pages: noPages,
      find: async () => ({ found: [], leftOut: 0, searched: [] }),
      close: async () => undefined,
      ...printers,
    }),
  });
}

/** A further desk whose steps the test makes one by one. */
export class Hand {
  readonly run = crypto.randomUUID();
  readonly has: string[] = [];
  readonly #machine: Machine;
  #asking = new AbortController();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Asks for work; null: no answer came. */
  async ask(): Promise<NextWorkAnswer | null> {
    this.#asking = new AbortController();
    const body = { run: this.run, has: [...this.has] };
    const limits = { timeoutMs: 60_000, signal: this.#asking.signal };
    const answer = await this.#machine.site.ask('/desk/printing/next', body, limits);
    return answer?.status === 200 ? nextWorkAnswer.parse(answer.json) : null;
  }

  /** Takes the next work, and asks on, as a desk does that is there. */
  async take(): Promise<string> {
    const next = await this.ask();
    if (next?.kind !== 'work') throw new Error(`there is no work: ${next?.kind}`);
    this.has.push(next.work);
    void this.ask();
    return next.work;
  }

  /** The line of its asking breaks. */
  breakOff(): void {
    this.#asking.abort();
  }

  async say(work: string, step: Record<string, unknown>): Promise<StepAnswer> {
    const limits = { timeoutMs: 20_000, signal: new AbortController().signal };
    const body = { run: this.run, work, ...step };
    const answer = await this.#machine.site.ask('/desk/printing/step', body, limits);
    if (answer?.status !== 200) throw new Error(`the site desk answered ${answer?.status}`);
    return stepAnswer.parse(answer.json);
  }

  begin(work: string): Promise<StepAnswer> {
    return this.say(work, { step: 'begin' });
  }
  ended(work: string, result: unknown): Promise<StepAnswer> {
    return this.say(work, { step: 'ended', result });
  }
}

/** What a desk says of a label that its printer took. */
export const SENT = { outcome: 'sent', reply: '' };
