// Label printers of ZPL that take labels into their memory, on real lines behind the real queue: what the desk says of them, and what comes out.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import type { Clock } from '../../../src/core/ports/machine.ts';
import type { PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { startOneLinePrinter, type AnswersBy, type OneLinePrinter } from '../../support/one-line-printer.ts';
import { labelPrinter, sampleLabel, wallClock } from '../../support/print-parts.ts';
import { openRealQueue } from '../../support/real-queue.ts';
import { storeFolder, type StoreFolder } from '../../support/store-fixture.ts';

/** Pauses are shorter by this; how long a line is waited for is not. */
const HURRY = 10;
const hurried: Clock = {
  nowMs: wallClock.nowMs,
  monotonicMs: () => HURRY * wallClock.monotonicMs(),
  after: (delayMs, callback) => wallClock.after(delayMs / HURRY, callback),
};
const PAUSE_MS = 1_500 / HURRY;

let folder: StoreFolder;
let store: Store;
let queue: PrintQueue;
let printer: OneLinePrinter;

beforeEach(async () => {
  folder = storeFolder();
  store = folder.open();
  printer = await startOneLinePrinter();
  queue = openRealQueue(store.db, {
    transport: createRawSocketTransport(),
    clock: hurried,
    printers: [labelPrinter(printer.address)],
  });
});
afterEach(async () => {
  await queue.close();
  await printer.close();
  store.close();
  folder.remove();
});

function print(code: string): string {
  const id = transaction(store.db, () => queue.enqueueLabel(sampleLabel(code)));
  queue.wake();
  return id;
}
const jobOf = (id: string) => findPrintJob(store.db, id);
const front = () => queue.printerStates().get('front');
const seen = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 30_000, interval: 10 });
const becomes = (id: string, state: string): Promise<void> =>
  seen(() => expect(jobOf(id)?.state).toBe(state));
/** Its first try may still find the connection of the question before it, and the printer takes one at a time. */
const waitsForRoll = (id: string): Promise<void> =>
  seen(() =>
    expect(jobOf(id)).toMatchObject({ state: 'attention', detail: 'it has no labels: put in a roll' }),
  );
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a printer without labels', () => {
  it('when the desk starts is said to have none before anybody prints, and prints its first label once there is a roll', async () => {
    printer.state = { noLabels: true };
    await seen(() => expect(front()?.detail).toContain('it has no labels: put in a roll'));
    const first = print('DRW-AAAA01');
    await waitsForRoll(first);
    expect([printer.inMemory, printer.cameOut]).toEqual([[], []]);
    printer.state = {};
    await becomes(first, 'sent');
    expect(printer.cameOut).toEqual(['DRW-AAAA01']);
  });

  it('is said to have none once it has taken one, gets no more, and prints all of them once there is a roll', async () => {
    printer.state = { noLabels: true, paused: true };
    const first = print('DRW-AAAA01');
    await becomes(first, 'sent');
    await seen(() => expect(front()?.detail).toContain('it has no labels: put in a roll'));
    const second = print('DRW-AAAA02');
    await waitsForRoll(second);
    await wait(10 * PAUSE_MS);
    expect([printer.inMemory, printer.cameOut]).toEqual([['DRW-AAAA01'], []]);
    expect(jobOf(first)?.state).toBe('sent');
    printer.state = {};
    printer.goOn();
    await becomes(second, 'sent');
    expect(printer.cameOut).toEqual(['DRW-AAAA01', 'DRW-AAAA02']);
    expect(front()).toEqual({ state: 'ready', detail: null });
  });

  it('that takes its time to say so is heard all the same', async () => {
    printer.state = { headOpen: true };
    printer.answersAfterMs = 1_200;
    await becomes(print('DRW-AAAA01'), 'sent');
    await seen(() => expect(front()?.detail).toContain('its print head is open: close it'));
  });

  it('is well by itself once there is a roll, also where nothing waits for it', async () => {
    printer.state = { noLabels: true };
    await becomes(print('DRW-AAAA01'), 'sent');
    await seen(() => expect(front()?.state).toBe('attention'));
    printer.state = {};
    printer.goOn();
    await seen(() => expect(front()).toEqual({ state: 'ready', detail: null }));
    expect(printer.cameOut).toEqual(['DRW-AAAA01']);
  });
});

it('a label that comes while the printer is asked is not kept waiting for the answer', async () => {
  printer.answersAfterMs = 2_000;
  await becomes(print('DRW-AAAA01'), 'sent');
  await seen(() => expect(printer.questions()).toBe(1));
  await becomes(print('DRW-AAAA02'), 'sent');
  expect(printer.happened.slice(0, 3)).toEqual(['DRW-AAAA01', 'asked', 'DRW-AAAA02']);
  expect(printer.cameOut).toEqual(['DRW-AAAA01', 'DRW-AAAA02']);
});

it.each<[AnswersBy, number]>([
  ['silence', 2],
  ['garbage', 2],
  ['half', 2],
  ['closing', 3],
])('a printer that has no labels and says it by %s is used as before', async (answersBy, mostQuestions) => {
  printer.state = { noLabels: true };
  printer.answersBy = answersBy;
  const codes = ['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03', 'DRW-AAAA04'];
  for (const code of codes) {
    await becomes(print(code), 'sent');
    const before = printer.questions();
    // The question of this pause, if there is one, and its end.
    await wait(2 * PAUSE_MS);
    if (printer.questions() > before) await wait(2_600);
    expect(front()).toEqual({ state: 'ready', detail: null });
  }
  expect(printer.inMemory).toEqual(codes);
  expect(printer.questions()).toBeLessThanOrEqual(mostQuestions + 1);
  expect(printer.questions()).toBeGreaterThan(0);
});

it('a printer that breaks the connection when it is asked is used as before', async () => {
  printer.answersBy = 'not listening';
  for (const code of ['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03']) {
    await becomes(print(code), 'sent');
    await wait(6 * PAUSE_MS);
    expect(front()).toEqual({ state: 'ready', detail: null });
  }
  expect(printer.cameOut).toEqual(['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03']);
});

it('a printer that is switched off in its trouble is said to be out of reach', async () => {
  printer.state = { noLabels: true };
  await becomes(print('DRW-AAAA01'), 'sent');
  await seen(() => expect(front()?.state).toBe('attention'));
  await printer.close();
  await seen(() =>
    expect(front()).toMatchObject({ state: 'unreachable', detail: 'the printer refuses the connection' }),
  );
  const second = print('DRW-AAAA02');
  await becomes(second, 'attention');
  expect(printer.inMemory).toEqual(['DRW-AAAA01']);
});
