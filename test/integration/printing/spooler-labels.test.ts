// Labels through the queues of Windows, from the queue of jobs to the picture that the desktop window is given: read back by a decoder, and
// compared dot by dot with what was laid out. The window is a replacement here.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { createPictureReader } from '../../../src/adapters/picture-reader.ts';
import { createPrinterTransport } from '../../../src/adapters/printer-transport.ts';
import { createSpoolerLabels } from '../../../src/adapters/spooler-labels.ts';
import type { Spooled, SpooledLabel, Spooler } from '../../../src/adapters/spooler-queues.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { layOutLabel } from '../../../src/core/printing/layout/label-layout.ts';
import type { LabelPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import type { PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { stockOf } from '../../../src/core/printing/queue/printer-stock.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { faults, type Dots, type Person } from '../../support/generated-labels.ts';
import { readCodes } from '../../support/label-eyes.ts';
import { labelPrinter, sampleLabel } from '../../support/print-parts.ts';
import { enqueueSample } from '../../support/sample-jobs.ts';
import { drawStripes, readsNoCode } from '../../support/striped-pages.ts';
import { openRealQueue } from '../../support/real-queue.ts';
import { sampleContent } from '../../support/sample-label.ts';
import { silentLog } from '../../support/silent-log.ts';
import { storeFolder, type StoreFolder } from '../../support/store-fixture.ts';

const QUEUE = 'ZDesigner ZD421-203dpi ZPL';
const CODE = 'DRW-7K2M9Q';
const draw = createDrawText();
const pictures = createPictureReader(silentLog);
afterAll(() => pictures.close());

let given: { readonly queue: string; readonly label: SpooledLabel }[];
let ends: Spooled;
/** What the window says of the label with this number, from 1; null: what `ends` says of all. */
let saysOf: ((number: number) => Spooled) | null;
const spooler: Spooler = {
  queues: () => Promise.resolve([QUEUE]),
  print: () => Promise.reject(new Error('no page is printed here')),
  printLabel: async (queue, label) => {
    given.push({ queue, label });
    return saysOf?.(given.length) ?? ends;
  },
};
let stored: StoreFolder;
let store: Store;
let queue: PrintQueue;
beforeEach(() => {
  given = [];
  ends = 'taken';
  saysOf = null;
  stored = storeFolder();
  store = stored.open();
});
afterEach(async () => {
  await queue.close();
  stored.remove();
});

const printerOf = (change: Partial<LabelPrinter> = {}): LabelPrinter => ({
  ...labelPrinter({ queue: QUEUE }),
  language: 'pictures',
  ...change,
});

function open(
  printer: LabelPrinter,
  { by = spooler as Spooler | null, ownPrinters = true, isWindows = true } = {},
): void {
  const transport = createPrinterTransport({ ownPrinters, queues: isWindows ? 'windows' : 'cups' });
  const labelQueues = isWindows ? createSpoolerLabels(by, { ownPrinters }) : undefined;
  queue = openRealQueue(store.db, { transport, labelQueues, printers: [printer], pictures, draw });
}

const ordered = (make: () => string): string => {
  const id = transaction(store.db, make);
  queue.wake();
  return id;
};
/** A thread reads the picture first, and has to be started for that. */
const eventually = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000, interval: 20 });
const stateOf = (id: string): PrintJob['state'] | undefined => findPrintJob(store.db, id)?.state;
async function printed(printer: LabelPrinter, code = CODE): Promise<SpooledLabel | undefined> {
  open(printer);
  const id = ordered(() => queue.enqueueLabel(sampleLabel(code)));
  await eventually(() => stateOf(id) === 'sent');
  expect(given.map(({ queue: name }) => name)).toEqual([QUEUE]);
  return given[0]?.label;
}

async function dotsOf(png: Uint8Array): Promise<Dots> {
  const image = await loadImage(Buffer.from(png));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  // Black and white, and nothing between them that a driver would make a pattern of; no dot is left for the paper to show through.
  const inks = new Set(
    Array.from({ length: width * height }, (_, at) => data.slice(at * 4, at * 4 + 4).join()),
  );
  expect(Array.from(inks).sort()).toEqual(['0,0,0,255', '255,255,255,255']);
  return {
    width,
    height,
    black: Uint8Array.from({ length: width * height }, (_, at) => (data[at * 4] === 0 ? 1 : 0)),
  };
}

describe('a label', () => {
  it.each([
    [
      { labelWidthMm: 50.8, labelHeightMm: 25.4, dotsPerMm: 8 },
      { dpi: 203, widthDots: 406, heightDots: 203 },
    ],
    [
      { labelWidthMm: 50.8, labelHeightMm: 25.4, dotsPerMm: 12 },
      { dpi: 300, widthDots: 600, heightDots: 300 },
    ],
    [
      { labelWidthMm: 57, labelHeightMm: 32, dotsPerMm: 8 },
      { dpi: 203, widthDots: 455, heightDots: 255 },
    ],
    [
      { labelWidthMm: 25.4, labelHeightMm: 25.4, dotsPerMm: 12, symbol: 'data-matrix' },
      { dpi: 300, widthDots: 300, heightDots: 300 },
    ],
  ] as const)('on %j is a picture of that size, and says what was laid out', async (stock, size) => {
    const printer = printerOf(stock);
    const label = await printed(printer);
    const { labelWidthMm: widthMm, labelHeightMm: heightMm } = stock;
    expect(label).toMatchObject({ ...size, widthMm, heightMm });
    const png = label?.png ?? new Uint8Array();
    expect(await readCodes(png)).toEqual([CODE]);
    const layout = layOutLabel(sampleContent({ code: CODE }), stockOf(printer), {
      language: LABEL_LANGUAGES.pictures,
      draw,
      symbol: printer.symbol,
    });
    const { firstName, lastName, dateOfBirth, reprint } = sampleContent({ code: CODE });
    const person: Person = { firstName, lastName, dateOfBirth, reprint, code: CODE };
    expect(faults(await dotsOf(png), { layout, person, pictureOf: () => null })).toEqual([]);
  });

  it('that was made for another size is not given away', async () => {
    open(printerOf());
    const id = ordered(() => queue.enqueueLabel(sampleLabel(CODE)));
    const wrong = LABEL_LANGUAGES.pictures.encode(
      layOutLabel(sampleContent({ code: CODE }), stockOf(printerOf({ labelWidthMm: 60 })), {
        language: LABEL_LANGUAGES.pictures,
        draw,
      }),
    );
    store.db.prepare('UPDATE print_job SET bytes = ? WHERE id = ?').run(wrong, id);
    await eventually(() => stateOf(id) === 'failed');
    expect(findPrintJob(store.db, id)?.detail).toContain('made for another printer');
    expect(given).toEqual([]);
  });

  it.each([
    ['taken', 'sent'],
    ['not-begun', 'attention'],
    ['unsure', 'unsure'],
  ] as const)('of which the window says %s is %s', async (said, state) => {
    ends = said;
    open(printerOf());
    const id = ordered(() => queue.enqueueLabel(sampleLabel(CODE)));
    await eventually(() => stateOf(id) === state);
    expect(given).toHaveLength(1);
  });

  it.each([
    ['there is no such queue', { queue: 'Attic' }, {}, 'no printer queue “Attic”'],
    ['there is no desktop window', {}, { by: null }, 'by the desktop window'],
    ['the desk is in training', {}, { ownPrinters: false }, 'in training nothing is printed'],
    ['the desk went to a computer without Windows', {}, { isWindows: false }, 'set the printer up anew'],
    ['the queue is that of a further desk', { at: 'desk-2' }, {}, 'set the printer up anew'],
    [
      'the printer is still set up with its own language',
      { language: 'zpl' },
      {},
      'takes labels as pictures',
    ],
  ] as const)('is not begun where %s', async (_where, change, how, words) => {
    open(printerOf(change), how);
    const id = ordered(() => queue.enqueueLabel(sampleLabel(CODE)));
    await eventually(() => stateOf(id) === 'attention');
    expect(findPrintJob(store.db, id)?.detail).toContain(words);
    expect(given).toEqual([]);
  });
});

describe('a form of several pages', () => {
  const big = (): LabelPrinter => printerOf({ dotsPerMm: 12, labelWidthMm: 101.6, labelHeightMm: 152.4 });
  const form = (): string =>
    ordered(() => enqueueSample(queue, { kind: 'pages', id: 'front', pdf: new Uint8Array(9) }));
  const openForPages = (): void => {
    const transport = createPrinterTransport({ ownPrinters: true, queues: 'windows' });
    queue = openRealQueue(store.db, {
      transport,
      labelQueues: createSpoolerLabels(spooler, { ownPrinters: true }),
      printers: [big()],
      pictures: { ...pictures, ...readsNoCode },
      drawPages: async (...asked) => {
        const drawn = await drawStripes(...asked);
        return 'pages' in drawn ? { pages: [...drawn.pages, ...drawn.pages, ...drawn.pages] } : drawn;
      },
      draw,
    });
  };

  it('is given to the queue label by label, each of the label’s size and with its number', async () => {
    openForPages();
    const id = form();
    await eventually(() => stateOf(id) === 'sent');
    expect(given).toHaveLength(3);
    for (const { queue: name, label } of given) {
      expect(name).toBe(QUEUE);
      expect(label).toMatchObject({
        dpi: 300,
        widthDots: 1_200,
        heightDots: 1_800,
        widthMm: 101.6,
        heightMm: 152.4,
      });
    }
    // The pages are alike; what stands above them is not.
    expect(new Set(given.map(({ label }) => Buffer.from(label.png).toString('base64'))).size).toBe(3);
  });

  it.each([
    [1, 'not-begun', 'attention', 'took nothing'],
    [1, 'unsure', 'unsure', 'reported a failure'],
    [2, 'not-begun', 'unsure', 'some of the labels'],
    [2, 'unsure', 'unsure', 'some of the labels'],
  ] as const)(
    'of whose label %i the window says %s is %s, and no further label is given',
    async (number, said, state, words) => {
      saysOf = (index) => (index === number ? said : 'taken');
      openForPages();
      const id = form();
      await eventually(() => stateOf(id) === state);
      expect(findPrintJob(store.db, id)?.detail).toContain(words);
      expect(given).toHaveLength(number);
    },
  );
});

describe('a sheet for setting the printer up', () => {
  const order = { printerId: 'front', title: 'Sheet', actor: 'Desk', nowMs: Date.now() };

  it('is read back, on paper of the label’s size', async () => {
    open(printerOf({ dotsPerMm: 12 }));
    const id = ordered(() =>
      queue.enqueueTestSheet({ ...order, sheet: { kind: 'test', code: 'T07K2M9QXZ' } }),
    );
    await eventually(() => stateOf(id) === 'sent');
    expect(given[0]?.label).toMatchObject({ widthMm: 50.8, heightMm: 25.4, dpi: 300 });
    expect(await readCodes(given[0]?.label.png ?? new Uint8Array())).toEqual(['T07K2M9QXZ']);
  });

  it.each([
    [8, 203],
    [12, 300],
  ] as const)('is a ruler whose millimetres are those of %s dots', async (dotsPerMm, dpi) => {
    open(printerOf({ dotsPerMm }));
    const id = ordered(() => queue.enqueueTestSheet({ ...order, sheet: { kind: 'ruler' } }));
    await eventually(() => stateOf(id) === 'sent');
    const label = given[0]?.label;
    expect(label).toMatchObject({ widthMm: 104, heightMm: 80, dpi });
    const { width, black } = await dotsOf(label?.png ?? new Uint8Array());
    for (const mm of [0, 10, 50, 100]) {
      expect(black[24 * width + Math.round((mm / 25.4) * dpi)]).toBe(1);
    }
  });

  it('that is damaged is not given away', async () => {
    open(printerOf());
    const id = transaction(store.db, () => queue.enqueueTestSheet({ ...order, sheet: { kind: 'ruler' } }));
    store.db.prepare("UPDATE print_job SET bytes = CAST('^XA^XZ' AS BLOB) WHERE id = ?").run(id);
    queue.wake();
    await eventually(() => stateOf(id) === 'failed');
    expect(given).toEqual([]);
  });
});
