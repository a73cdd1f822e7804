// From the queue on disk to a printer at a cable: what the state says is what the cable can tell.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCablePrinters } from '../../../src/adapters/cable/cable-printer.ts';
import { createDeviceOpener } from '../../../src/adapters/cable/device-file.ts';
import { type PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { USUAL_LINE } from '../../../src/domain/printer-cable.ts';
import { drawZpl, readCodes } from '../../support/label-eyes.ts';
import { labelPrinter, sampleLabel } from '../../support/print-parts.ts';
import { noSerialPorts, startSerialPrinter, type SerialPrinter } from '../../support/serial-printer.ts';
import { storeFolder, type StoreFolder } from '../../support/store-fixture.ts';
import { openRealQueue } from '../../support/real-queue.ts';

const WELL =
  '\x02030,0,0,0203,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n';
/** The longest that anything here waits, on a machine that is busy with other things. */
const WITHIN = { timeout: 15_000 };

beforeAll(() => {
  if (noSerialPorts !== null) console.warn(`Tests with serial ports are skipped: ${noSerialPorts}`);
});

describe.skipIf(noSerialPorts !== null)(`a label at a cable ${noSerialPorts ?? ''}`, () => {
  let printer: SerialPrinter;
  let folder: StoreFolder;
  let store: Store;
  let queue: PrintQueue;
  const opened: { close(): unknown }[] = [];

  const openDevice = createDeviceOpener({
    isPrinter: () => false,
    isSerial: (file) => /^\/dev\/pts\/\d+$/.test(file),
  });

  function openQueue(file = printer.file): void {
    const cables = createCablePrinters({ openDevice, beginsWithinMs: 100 });
    opened.push(cables);
    queue = openRealQueue(store.db, {
      transport: cables,
      printers: [labelPrinter({ device: file, line: USUAL_LINE })],
    });
    opened.push(queue);
  }
  beforeEach(async () => {
    printer = await startSerialPrinter();
    opened.push(printer);
    folder = storeFolder();
    store = folder.open();
  });
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close();
    store.close();
    folder.remove();
  });

  const print = (code: string): string => {
    const id = transaction(store.db, () => queue.enqueueLabel(sampleLabel(code)));
    queue.wake();
    return id;
  };
  const job = (id: string): PrintJob => findPrintJob(store.db, id) as PrintJob;
  const inState = (id: string, state: PrintJob['state']) =>
    vi.waitFor(() => expect(job(id)).toMatchObject({ state }), WITHIN);

  it('arrives whole, and is sent once the printer has answered after it', async () => {
    printer.answer((arrived) => (arrived.toString('latin1').endsWith('~HS') ? WELL : null));
    openQueue();
    const id = print('DRW-7K2M9Q');
    await inState(id, 'sent');
    const arrived = printer.arrived().toString('latin1').replace('~HS', '');
    const png = await drawZpl(Buffer.from(arrived, 'latin1'), {
      widthMm: 50.8,
      heightMm: 25.4,
      dotsPerMm: 8,
    });
    expect(await readCodes(png)).toEqual(['DRW-7K2M9Q']);
  });

  it('waits for a person or its scan where the printer says nothing, and is not sent twice', async () => {
    openQueue();
    const id = print('DRW-7K2M9Q');
    await inState(id, 'sent-unacknowledged');
    await vi.waitFor(() => expect(queue.needsPerson(job(id))).toBe(true), WITHIN);
    queue.wake();
    const next = print('DRW-8K2M9Q');
    await inState(next, 'sent-unacknowledged');
    expect(printer.arrived().toString('latin1').match(/\^XA/g)).toHaveLength(2);
  });

  it('waits while the printer takes nothing, and goes out once by itself when it does', async () => {
    // The line is filled up to where it takes nothing more.
    printer.stopReading();
    const filler = createCablePrinters({ openDevice, goesOnWithinMs: 100 });
    const spaces = { begin: () => Buffer.alloc(1_000_000, ' ') };
    const address = { device: printer.file, line: USUAL_LINE };
    const limits = { connectTimeoutMs: 0, acknowledgeTimeoutMs: 0, lingerMs: 0 };
    expect(await filler.deliver(address, spaces, limits)).toMatchObject({ outcome: 'unsure' });
    openQueue();
    const id = print('DRW-8K2M9Q');
    await inState(id, 'attention');
    expect(job(id)).toMatchObject({
      detail: 'the printer takes nothing: look whether it is paused, open, or out of paper',
      perhapsPrinted: false,
    });
    printer.goOn();
    await inState(id, 'sent-unacknowledged');
    expect(
      printer
        .arrived()
        .toString('latin1')
        .match(/DRW-8K2M9Q/g)?.length,
    ).toBeGreaterThan(0);
    expect(printer.arrived().toString('latin1').match(/\^XA/g)).toHaveLength(1);
  });

  it('waits for a printer that is not there', async () => {
    // Not that of a printer that was unplugged: another test's may have its number by now.
    openQueue('/dev/pts/999999');
    const id = print('DRW-7K2M9Q');
    await inState(id, 'attention');
    expect(job(id)).toMatchObject({
      detail: `no printer is at /dev/pts/999999: look at its cable, and whether it is switched on`,
      perhapsPrinted: false,
    });
  });
});
