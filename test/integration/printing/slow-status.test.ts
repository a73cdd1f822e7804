// Receipt printers that take their time to say how they are, on real lines behind the real queue: none that is out of paper gets a ticket,
// and one that cannot say anything delays its first ticket alone.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import type { PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { startPrinterSink, type PrinterSink } from '../../support/printer-sinks.ts';
import { openRealQueue } from '../../support/real-queue.ts';
import { enqueueSample } from '../../support/sample-jobs.ts';
import { storeFolder, type StoreFolder } from '../../support/store-fixture.ts';

const WELL = Buffer.from([0x16, 0x12, 0x12, 0x12]);
const NO_PAPER = Buffer.from([0x16, 0x12, 0x12, 0x72]);
/** Longer than printers on a good network need, and than the desk once waited. */
const ANSWERS_AFTER_MS = 900;
/** So long a printer is waited for of which nobody knows yet that it never answers. */
const PATIENT_MS = 2_500;
const IMPATIENT_MS = 400;
const QUESTION_BYTES = 12;

let folder: StoreFolder;
let store: Store;
let queue: PrintQueue;
let sink: PrinterSink | null;
/** How long each delivery waited for an answer, in order. */
let patience: (number | undefined)[];

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  sink = null;
  patience = [];
});
afterEach(async () => {
  await queue.close();
  await sink?.close();
  store.close();
  folder.remove();
});

/** A printer that answers so; null: never. */
async function openFor(answer: () => Buffer | null): Promise<void> {
  sink = await startPrinterSink({
    onConnection(socket) {
      socket.once('data', () => {
        const said = answer();
        if (said) setTimeout(() => socket.write(said), ANSWERS_AFTER_MS);
      });
      // As printers do: once the paper is out, and after what they have to say.
      socket.on('end', () => setTimeout(() => socket.end(), ANSWERS_AFTER_MS));
    },
  });
  const real = createRawSocketTransport();
  const transport: typeof real = {
    ...real,
    deliver(address, job, limits) {
      patience.push(job.question?.timeoutMs);
      return real.deliver(address, job, limits);
    },
  };
  const printer = { id: 'roll', name: 'Roll', ...sink.address, language: 'escpos', paperDots: 576 } as const;
  queue = openRealQueue(store.db, { transport, printers: [printer] });
}
function print(): string {
  const pdf = new Uint8Array();
  const id = transaction(store.db, () => enqueueSample(queue, { kind: 'visit ticket', id: 'roll', pdf }));
  queue.wake();
  return id;
}
const jobWith = (id: string): PrintJob | null => findPrintJob(store.db, id);
const becomes = (id: string, state: string): Promise<void> =>
  vi.waitFor(() => expect(jobWith(id)?.state).toBe(state), { timeout: 20_000, interval: 20 });
/** What arrived besides the question. */
const printed = (): number => (sink?.jobs ?? []).filter((job) => job.length > QUESTION_BYTES).length;

describe('a receipt printer', () => {
  it('that says late that it is out of paper gets no ticket, and gets it once it has paper', async () => {
    let says = NO_PAPER;
    await openFor(() => says);
    const id = print();
    await becomes(id, 'attention');
    expect(jobWith(id)?.detail).toContain('out of paper');
    expect(printed()).toBe(0);
    says = WELL;
    queue.retry(id);
    queue.wake();
    await becomes(id, 'sent');
    expect(printed()).toBe(1);
    // It answers, so it is waited for from now on.
    expect(patience).toEqual([PATIENT_MS, PATIENT_MS]);
  });

  it('that never answers is not waited for a second time, until it has answered', async () => {
    let says: Buffer | null = null;
    await openFor(() => says);
    for (const _ticket of [1, 2]) await becomes(print(), 'sent');
    expect(patience).toEqual([PATIENT_MS, IMPATIENT_MS]);
    // Its answer comes after the ticket has begun: late, but it is one.
    says = NO_PAPER;
    await becomes(print(), 'sent');
    const id = print();
    await becomes(id, 'attention');
    expect(jobWith(id)?.detail).toContain('out of paper');
    expect(patience.slice(2)).toEqual([IMPATIENT_MS, PATIENT_MS]);
  });
});
