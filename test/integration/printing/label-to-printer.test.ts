// From the queue on disk to a printer on a real line: at once, once, and also across a kill.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import { type PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import type { PrinterAddress } from '../../../src/core/ports/printers.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { findPrintJob, listPrintJobs } from '../../../src/core/store/desk/print-jobs.ts';
import { drawZpl, readCodes } from '../../support/label-eyes.ts';
import { labelPrinter, sampleLabel } from '../../support/print-parts.ts';
import { startPrinterSink } from '../../support/printer-sinks.ts';
import { openTrainingPrinter } from '../../support/training-desk.ts';
import { storeFolder, type StoreFolder } from '../../support/store-fixture.ts';
import { openRealQueue } from '../../support/real-queue.ts';

let folder: StoreFolder;
let store: Store;
let lastUuid = 0;
const opened: { close(): Promise<void> }[] = [];
/** Waits for the state that a job is to come to, woken by the queue's own news. */
let listeners: (() => void)[] = [];

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  listeners = [];
});
afterEach(async () => {
  for (const open of opened.splice(0).reverse()) await open.close();
  store.close();
  folder.remove();
});

function openQueue(address: PrinterAddress): PrintQueue {
  const queue = openRealQueue(store.db, {
    transport: createRawSocketTransport(),
    // A queue that is opened again goes on with other ids.
    random: { uuid: () => `job-${(lastUuid += 1)}`, fraction: () => 0 },
    printers: [labelPrinter(address)],
    onStoreTrouble: () => {},
    onChange: () => listeners.forEach((listener) => listener()),
  });
  opened.push(queue);
  return queue;
}

function untilState(id: string, state: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (findPrintJob(store.db, id)?.state === state) resolve();
    };
    listeners.push(look);
    look();
  });
}

function print(queue: PrintQueue, code: string): string {
  const id = transaction(store.db, () => queue.enqueueLabel(sampleLabel(code)));
  queue.wake();
  return id;
}

it('brings a label to the printer, whole and readable, and says sent', async () => {
  const sink = await startPrinterSink();
  opened.push(sink);
  const id = print(openQueue(sink.address), 'DRW-7K2M9Q');
  await untilState(id, 'sent');
  const png = await drawZpl(await sink.nextWholeJob(), { widthMm: 50.8, heightMm: 25.4, dotsPerMm: 8 });
  expect(await readCodes(png)).toEqual(['DRW-7K2M9Q']);
});

it('prints twenty labels asked for at once one after another, each once', async () => {
  let open = 0;
  let mostOpen = 0;
  const sink = await startPrinterSink({
    onConnection: (socket) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      socket.on('end', () => {
        open -= 1;
        socket.end();
      });
    },
  });
  opened.push(sink);
  const queue = openQueue(sink.address);
  const codes = Array.from({ length: 20 }, (_, index) => `DRW-AAAA${String(index).padStart(2, '0')}`);
  const ids = codes.map((code) => print(queue, code));
  for (const id of ids) await untilState(id, 'sent');
  expect(sink.jobs.map((job) => /\^FD(DRW-AAAA\d\d)/.exec(job.toString())?.[1])).toEqual(codes);
  expect(mostOpen).toBe(1);
});

it('keeps a label while the printer is off and prints it once when it is on again', async () => {
  const printer = await openTrainingPrinter();
  opened.push(printer);
  await printer.setMode('off');
  const id = print(openQueue(printer.address), 'DRW-7K2M9Q');
  await untilState(id, 'attention');
  expect(findPrintJob(store.db, id)?.detail).toBe('the printer refuses the connection');
  await printer.setMode('ready');
  await untilState(id, 'sent');
  expect(printer.received()).toBe(1);
});

it('leaves a label unsure when the desk is killed while its bytes are being sent, and does not print it a second time', async () => {
  let answers = false;
  let gotBytes: () => void = () => undefined;
  const bytesArrived = new Promise<void>((resolve) => {
    gotBytes = resolve;
  });
  const sink = await startPrinterSink({
    onConnection: (socket) => {
      socket.once('data', () => gotBytes());
      socket.on('end', () => {
        if (answers) socket.end();
      });
    },
  });
  opened.push(sink);
  store.close();
  const desk = spawn(
    process.execPath,
    ['test/support/print-and-stall.ts', folder.file, String(sink.address.port)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await bytesArrived;
  desk.kill('SIGKILL');
  await once(desk, 'exit');

  store = folder.open();
  expect(listPrintJobs(store.db, 1)[0]).toMatchObject({ id: 'job-killed', state: 'sending' });
  const queue = openQueue(sink.address);
  expect(findPrintJob(store.db, 'job-killed')).toMatchObject({
    state: 'unsure',
    detail: 'the desk stopped while it was being sent',
  });
  // A job sent afterwards proves that the queue had its turn and left the doubtful one alone.
  answers = true;
  await untilState(print(queue, 'DRW-NEXT01'), 'sent');
  expect(sink.jobs.map((job) => job.toString().match(/DRW-\w+/)?.[0])).toEqual(['DRW-KILL01', 'DRW-NEXT01']);
});
