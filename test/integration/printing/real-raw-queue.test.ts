// Labels through a queue of a real printing system (CUPS), where it is installed: what reaches the printer behind the queue is the label,
// byte for byte, and the desk says no more of it than that this computer has it. Elsewhere these tests are skipped, and the run says why.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPrinterTransport } from '../../../src/adapters/printer-transport.ts';
import { type PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { jobWords } from '../../../src/renderer/shared/words/job-words.ts';
import { startCupsScheduler } from '../../support/cups-scheduler.ts';
import { drawZpl, readCodes } from '../../support/label-eyes.ts';
import { labelPrinter, sampleLabel } from '../../support/print-parts.ts';
import { storeFolder, type StoreFolder } from '../../support/store-fixture.ts';
import { openRealQueue } from '../../support/real-queue.ts';

const QUEUE = 'labels';
const LONG = { timeout: 300_000 };
const WITHIN = { timeout: 300_000, interval: 100 };

/** A printer behind the queue, which can be switched off and on again at its place. */
class Behind {
  readonly arrived: Buffer[] = [];
  #server: Server | null = null;
  #port = 0;

  async switchOn(): Promise<number> {
    const server = createServer((socket) => {
      const pieces: Buffer[] = [];
      socket.on('data', (piece: Buffer) => pieces.push(piece));
      socket.on('error', () => undefined);
      socket.on('end', () => {
        // One that only looks whether somebody is there has nothing to print.
        if (pieces.length > 0) this.arrived.push(Buffer.concat(pieces));
        socket.end();
      });
    });
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    return this.#port;
  }
  async switchOff(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((done) => server.close(() => done()));
  }
}

const folder = mkdtempSync(join(tmpdir(), 'drawdesk-raw-queue-'));
// CUPS' own parts run as a user of their own.
chmodSync(folder, 0o755);
const behind = new Behind();
const scheduler = await startCupsScheduler(join(folder, 'cups'));
const port = await behind.switchOn();
/** Without a description of a printer it is a raw queue; a printer that is away is tried again. */
const DEVICE = ['-v', `socket://127.0.0.1:${port}`, '-o', 'printer-error-policy=retry-job'] as const;
const without = typeof scheduler === 'string' ? scheduler : scheduler.addQueue(QUEUE, DEVICE);
if (without !== null) console.warn(`Tests with a queue of CUPS are skipped: ${without}`);
afterAll(async () => {
  if (typeof scheduler !== 'string') await scheduler.close();
  await behind.switchOff();
  rmSync(folder, { recursive: true, force: true });
});

const cups = (command: string, ...options: string[]): string => {
  const ended = spawnSync(command, options, { encoding: 'utf8' });
  expect(ended.status, `${command} ${options.join(' ')}: ${ended.stderr}`).toBe(0);
  return ended.stdout;
};
const waitingInQueue = (): number => cups('lpstat', '-o', QUEUE).split('\n').filter(Boolean).length;

describe.skipIf(without !== null)(`a label through a queue of CUPS ${without ?? ''}`, () => {
  let stored: StoreFolder;
  let store: Store;
  let queue: PrintQueue;
  beforeEach(() => {
    behind.arrived.splice(0);
    stored = storeFolder();
    store = stored.open();
    queue = openRealQueue(store.db, {
      transport: createPrinterTransport({ ownPrinters: true }),
      printers: [labelPrinter({ queue: QUEUE })],
    });
  });
  afterEach(async () => {
    await queue.close();
    store.close();
    stored.remove();
    cups('cancel', '-a', QUEUE);
    cups('cupsenable', QUEUE);
    cups('cupsaccept', QUEUE);
  });

  const print = (code: string): string => {
    const id = transaction(store.db, () => queue.enqueueLabel(sampleLabel(code)));
    queue.wake();
    return id;
  };
  const job = (id: string): PrintJob => findPrintJob(store.db, id) as PrintJob;
  const bytesOf = (id: string): Buffer =>
    (store.db.prepare('SELECT bytes FROM print_job WHERE id = ?').get(id) as { bytes: Buffer }).bytes;
  const inState = (id: string, state: PrintJob['state']) =>
    vi.waitFor(() => expect(job(id)).toMatchObject({ state }), WITHIN);

  it('reaches the printer byte for byte, and is said to be given to the printing system', LONG, async () => {
    const id = print('DRW-7K2M9Q');
    await inState(id, 'sent');
    expect(jobWords(job(id).state, 'label', { byQueue: true }).word).toBe(
      'Given to this computer’s printing system',
    );
    await vi.waitFor(() => expect(behind.arrived).toHaveLength(1), WITHIN);
    expect(behind.arrived[0]?.equals(bytesOf(id))).toBe(true);
    const png = await drawZpl(behind.arrived[0] as Buffer, { widthMm: 50.8, heightMm: 25.4, dotsPerMm: 8 });
    expect(await readCodes(png)).toEqual(['DRW-7K2M9Q']);
  });

  it('keeps every byte that there is, whatever CUPS takes it for', LONG, async () => {
    const every = Buffer.from(Array.from({ length: 256 * 40 }, (_, at) => (at * 7 + (at >> 8)) % 256));
    const likeText = Buffer.concat([Buffer.from('%!PS-Adobe-3.0\n#!/bin/sh\n%PDF-1.7\n'), every]);
    const limits = { connectTimeoutMs: 0, acknowledgeTimeoutMs: 0, lingerMs: 0 };
    for (const bytes of [every, likeText]) {
      const transport = createPrinterTransport({ ownPrinters: true });
      expect(await transport.deliver({ queue: QUEUE }, { begin: () => bytes }, limits)).toMatchObject({
        outcome: 'taken',
      });
      await vi.waitFor(() => expect(behind.arrived.at(-1)?.equals(bytes)).toBe(true), WITHIN);
      transport.close();
    }
  });

  it(
    'is given nothing while the queue is paused or takes no jobs, and goes out once it does',
    LONG,
    async () => {
      cups('cupsdisable', QUEUE);
      const id = print('DRW-7K2M9Q');
      await inState(id, 'attention');
      expect(job(id)).toMatchObject({
        detail: 'the queue is paused: resume it in this computer’s printer settings',
        perhapsPrinted: false,
      });
      expect(waitingInQueue()).toBe(0);
      cups('cupsreject', QUEUE);
      cups('cupsenable', QUEUE);
      queue.wake();
      await vi.waitFor(() => expect(job(id).detail).toContain('the queue takes no jobs'), WITHIN);
      cups('cupsaccept', QUEUE);
      queue.wake();
      await inState(id, 'sent');
      await vi.waitFor(() => expect(behind.arrived).toHaveLength(1), WITHIN);
      expect(behind.arrived[0]?.equals(bytesOf(id))).toBe(true);
    },
  );

  it(
    'whose printer is gone waits in the queue, comes out once when it is back, and is never said to be printed',
    LONG,
    async () => {
      await behind.switchOff();
      const id = print('DRW-7K2M9Q');
      await inState(id, 'sent');
      expect(waitingInQueue()).toBe(1);
      expect(jobWords(job(id).state, 'label', { byQueue: true }).advice).toBe(
        'It does not say what becomes of it.',
      );
      // Whatever the queue does with it, the desk gives it away once.
      queue.wake();
      await behind.switchOn();
      await vi.waitFor(() => expect(behind.arrived).toHaveLength(1), WITHIN);
      await vi.waitFor(() => expect(waitingInQueue()).toBe(0), WITHIN);
      expect(behind.arrived).toHaveLength(1);
      expect(job(id).state).toBe('sent');
    },
  );

  it(
    'that somebody takes out of the queue comes out nowhere, and the desk says no more of it than before',
    LONG,
    async () => {
      await behind.switchOff();
      const id = print('DRW-7K2M9Q');
      await inState(id, 'sent');
      cups('cancel', '-a', QUEUE);
      await vi.waitFor(() => expect(waitingInQueue()).toBe(0), WITHIN);
      await behind.switchOn();
      // Nobody tells the desk: it says no more than before, and remembers that a paper may exist.
      expect(job(id)).toMatchObject({ state: 'sent', perhapsPrinted: true });
      const next = print('DRW-8K2M9Q');
      await inState(next, 'sent');
      await vi.waitFor(() => expect(behind.arrived).toHaveLength(1), WITHIN);
      expect(behind.arrived[0]?.equals(bytesOf(next))).toBe(true);
    },
  );

  describe('whose queue is deleted on this computer', () => {
    const again = (): void => {
      if (typeof scheduler !== 'string') expect(scheduler.addQueue(QUEUE, DEVICE)).toBeNull();
    };
    const gone = (id: string) =>
      vi.waitFor(
        () => expect(job(id).detail).toContain(`this computer has no printer queue “${QUEUE}”`),
        WITHIN,
      );

    it(
      'while the label waits here waits on, and comes out once when there is such a queue again',
      LONG,
      async () => {
        cups('cupsdisable', QUEUE);
        const id = print('DRW-7K2M9Q');
        await inState(id, 'attention');
        cups('lpadmin', '-x', QUEUE);
        queue.wake();
        await gone(id);
        expect(job(id)).toMatchObject({ state: 'attention', perhapsPrinted: false });
        again();
        queue.wake();
        await inState(id, 'sent');
        await vi.waitFor(() => expect(behind.arrived).toHaveLength(1), WITHIN);
        expect(behind.arrived[0]?.equals(bytesOf(id))).toBe(true);
      },
    );

    it(
      'with the label in it: it comes out nowhere, is never called printed, and the next one waits',
      LONG,
      async () => {
        await behind.switchOff();
        const id = print('DRW-7K2M9Q');
        await inState(id, 'sent');
        cups('lpadmin', '-x', QUEUE);
        const next = print('DRW-8K2M9Q');
        await gone(next);
        // Nobody tells the desk what became of the first one.
        expect(job(id)).toMatchObject({ state: 'sent', perhapsPrinted: true });
        await behind.switchOn();
        again();
        queue.wake();
        await inState(next, 'sent');
        await vi.waitFor(() => expect(behind.arrived).toHaveLength(1), WITHIN);
        expect(behind.arrived[0]?.equals(bytesOf(next))).toBe(true);
      },
    );
  });
});
