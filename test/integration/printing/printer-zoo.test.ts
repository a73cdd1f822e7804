// Printers that misbehave, on real lines behind the real queue: what each job ends in, and what the screen says, is what the
// table in docs/printing.md says. No job is lost, none is doubled, and none is said to be printed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import type { PrinterTransport } from '../../../src/core/ports/printers.ts';
import type { DeskPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import { pagesForLabels } from '../../../src/core/printing/queue/label-pages.ts';
import type { OfficePrinter } from '../../../src/core/printing/queue/page-printer.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { startFakeIppPrinter, type FakeIppPrinter } from '../../support/fake-ipp-printer.ts';
import { bigLabelPrinter, labelPrinter } from '../../support/print-parts.ts';
import { startCableAnimal, type CountedPrinter } from '../../support/printer-zoo-cables.ts';
import { startNarrowLine, startZooPrinter, ZOO, type ZooAnimal } from '../../support/printer-zoo.ts';
import { enqueueSample, rowsOfDocument, wordsFor, type SampleKind } from '../../support/sample-jobs.ts';
import { noSerialPorts } from '../../support/serial-printer.ts';
import { drawStripes, readsNoCode } from '../../support/striped-pages.ts';
import { storeFolder } from '../../support/store-fixture.ts';
import { neverDrawn } from '../../support/never-drawn.ts';
import { noPictures } from '../../support/picture-reader.ts';
import { openRealQueue } from '../../support/real-queue.ts';

const KINDS = ['label', 'visit ticket', 'pages', 'label at a cable', 'form on labels'] as const;
type Kind = (typeof KINDS)[number];

/** Requests of pages have no bytes that nobody asked for: HTTP answers each request once. No connection is at a cable, nor a web server. */
const DOES_NOT_APPLY: ReadonlySet<string> = new Set([
  'pages sends status bytes unasked',
  'label at a cable closes early',
  'label at a cable is a web server',
]);

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'x'), Buffer.from('\n%%EOF\n')]);
/** The longest that the desk listens to a printer, and what a loaded machine needs besides. */
const SETTLED_WITHIN_MS = 45_000;
const ANSWERS_LATE_MS = 1_500;

const opened: { close(): Promise<void> }[] = [];

/** A desk of its own for each printer, so that no queue deals with the jobs of another. */
function openStore(): Store {
  const folder = storeFolder();
  const store = folder.open();
  opened.push({
    close: async () => {
      store.close();
      folder.remove();
    },
  });
  return store;
}

/** What became of one job. */
interface Ended {
  readonly states: readonly string[];
  readonly words: string;
  readonly job: PrintJob;
  /** How often the whole job was read by something that could print it. */
  readonly takenWhole: number;
  /** How often something of it arrived. */
  readonly begun: number;
  readonly needsPerson: boolean;
}

const until = async (holds: () => boolean): Promise<void> => {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('the job did not come to an end');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

interface NetworkCage extends CountedPrinter {
  readonly address: { readonly host: string; readonly port: number };
}

async function zooCage(animal: ZooAnimal): Promise<NetworkCage> {
  const printer = await startZooPrinter(animal);
  opened.push(printer);
  return {
    address: printer.address,
    takenWhole: (bytes) => printer.arrived.filter((job) => job.equals(bytes)).length,
    begun: () => printer.arrived.filter((job) => job.length > 0).length,
  };
}

/** A printer for pages that misbehaves in this way. */
async function pageCage(animal: ZooAnimal): Promise<NetworkCage> {
  const plain = (printer: FakeIppPrinter, port = printer.port): NetworkCage => ({
    address: { host: '127.0.0.1', port },
    takenWhole: (bytes) => printer.jobs.filter(({ document }) => document.equals(bytes)).length,
    begun: () => printer.asked.filter((name) => name === 'Print-Job').length,
  });
  const good = async (): Promise<FakeIppPrinter> => {
    const printer = await startFakeIppPrinter();
    opened.push(printer);
    return printer;
  };
  switch (animal) {
    case 'reads slowly':
    case 'tiny window': {
      const printer = await good();
      const narrow = animal === 'tiny window' ? { bytes: 1_024, pauseMs: 0 } : { bytes: 16_384, pauseMs: 30 };
      const line = await startNarrowLine({ host: '127.0.0.1', port: printer.port }, narrow);
      opened.push(line);
      return plain(printer, line.address.port);
    }
    case 'resets in the middle': {
      const printer = await good();
      printer.will.breaksAfterBytes = 20_000;
      return plain(printer);
    }
    case 'accepts and drops':
      return plain(await good());
    case 'speaks late': {
      const printer = await good();
      printer.will.before = (_operation, exchange) => {
        const { end } = exchange.response;
        exchange.response.end = ((...args: Parameters<typeof end>) => {
          setTimeout(() => end.apply(exchange.response, args), ANSWERS_LATE_MS);
          return exchange.response;
        }) as typeof end;
        return false;
      };
      return plain(printer);
    }
    case 'never reads':
    case 'closes early':
    case 'wrong language':
    case 'is a web server':
    case 'is switched off':
    case 'sends status bytes unasked':
      return { ...(await zooCage(animal)), takenWhole: () => 0, begun: () => 0 };
  }
}

interface Caged {
  readonly cage: CountedPrinter;
  readonly printers: readonly DeskPrinter[];
  readonly officePrinters: readonly OfficePrinter[];
  readonly transport: PrinterTransport;
}

/** The printer, and how the desk has it among its own. */
async function cageOf(kind: Kind, animal: ZooAnimal): Promise<Caged> {
  const id = `${kind} ${animal}`;
  const none = { printers: [], officePrinters: [], transport: createRawSocketTransport() };
  switch (kind) {
    case 'label at a cable': {
      const cage = await startCableAnimal(animal);
      opened.push(cage);
      const printers = [{ ...labelPrinter(cage.address), id }];
      return { ...none, cage, printers, transport: cage.transport };
    }
    case 'pages': {
      const cage = await pageCage(animal);
      const url = `http://${cage.address.host}:${cage.address.port}/ipp/print`;
      return { ...none, cage, officePrinters: [{ id, name: id, address: { kind: 'ipp', url } }] };
    }
    case 'label': {
      const cage = await zooCage(animal);
      return { ...none, cage, printers: [{ ...labelPrinter(cage.address), id }] };
    }
    case 'form on labels': {
      const cage = await zooCage(animal);
      return { ...none, cage, printers: [{ ...bigLabelPrinter(cage.address), id }] };
    }
    case 'visit ticket': {
      const cage = await zooCage(animal);
      return {
        ...none,
        cage,
        printers: [{ id, name: id, ...cage.address, language: 'escpos', paperDots: 576 }],
      };
    }
  }
}

/** What a printer with big labels is sent for the form. */
async function bytesOnLabels(): Promise<Buffer> {
  const printer = bigLabelPrinter({ host: '127.0.0.1', port: 9 });
  const parts = { drawPages: drawStripes, pictures: readsNoCode, draw: null, isTraining: false };
  const made = await pagesForLabels(printer, { pdf: PDF, job: { perhapsPrinted: false } }, parts);
  if (!('labels' in made)) throw new Error('the form does not come on a label');
  return Buffer.concat([...made.labels]);
}
let formBytes: Buffer;

const SAMPLES: Readonly<Record<Kind, SampleKind>> = {
  label: 'label',
  'visit ticket': 'visit ticket',
  pages: 'pages',
  'label at a cable': 'label',
  'form on labels': 'pages',
};

/** Prints one job of the kind on the printer, and waits until nothing more can happen to it by itself. */
async function printOn(store: Store, kind: Kind, animal: ZooAnimal): Promise<Ended> {
  const id = `${kind} ${animal}`;
  const { cage, printers, officePrinters, transport } = await cageOf(kind, animal);
  const http = createHttp();
  opened.push(http);
  const states: string[] = [];
  let jobId = '';
  const look = (): PrintJob | null => {
    const job = jobId === '' ? null : findPrintJob(store.db, jobId);
    if (job && states.at(-1) !== job.state) states.push(job.state);
    return job;
  };
  let uuids = 0;
  const queue = openRealQueue(store.db, {
    transport,
    pages: createPageTransport(http, neverDrawn),
    drawPages: drawStripes,
    pictures: { ...noPictures, ...readsNoCode },
    officePrinters,
    random: { uuid: () => `${id} ${(uuids += 1)}`, fraction: () => 0 },
    printers,
    onChange: () => void look(),
  });
  opened.push(queue);
  jobId = transaction(store.db, () => enqueueSample(queue, { kind: SAMPLES[kind], id, pdf: PDF }));
  const stored = store.db.prepare('SELECT bytes FROM print_job WHERE id = ?').get(jobId) as { bytes: Buffer };
  const bytes = kind === 'form on labels' ? formBytes : stored.bytes;
  queue.wake();
  await until(() => {
    const job = look();
    if (!job || job.state === 'queued' || job.state === 'sending') return false;
    if (job.state === 'sent-unacknowledged') return queue.needsPerson(job);
    return job.state !== 'sent' || kind !== 'pages' || job.deviceReport === 'done';
  });
  // What is over is not sent once more when the queue is woken.
  const begunBefore = cage.begun();
  queue.wake();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const job = look() as PrintJob;
  if (job.state !== 'attention') expect(cage.begun(), id).toBe(begunBefore);
  return {
    states,
    words: wordsFor(job),
    job,
    takenWhole: cage.takenWhole(bytes),
    begun: cage.begun(),
    needsPerson: queue.needsPerson(job),
  };
}

/** The rows of the table, by the printer's name. */
function tableOfDocument(): Map<string, Readonly<Record<Kind, string>>> {
  const rows = rowsOfDocument('Printers that misbehave');
  return new Map(
    rows.map(([animal = '', label = '', ticket = '', pages = '', cable = '', form = '']) => [
      animal,
      { label, 'visit ticket': ticket, pages, 'label at a cable': cable, 'form on labels': form },
    ]),
  );
}

const ended = new Map<string, Ended>();

/** Printers that take seconds to come to an end. The others are tried one after another meanwhile, so that none waits for the test. */
const SLOW: ReadonlySet<ZooAnimal> = new Set(['never reads', 'speaks late']);

/** Whether this printer can be had on this computer. */
const isHere = (kind: Kind): boolean => kind !== 'label at a cable' || noSerialPorts === null;

beforeAll(async () => {
  formBytes = await bytesOnLabels();
  if (noSerialPorts !== null) console.warn(`Tests with serial ports are skipped: ${noSerialPorts}`);
  const cases = KINDS.filter(isHere).flatMap((kind) =>
    ZOO.filter((animal) => !DOES_NOT_APPLY.has(`${kind} ${animal}`)).map((animal) => ({
      kind,
      animal,
      // Opening a database keeps this process busy, for longer than the desk waits for a printer: all are opened first.
      store: openStore(),
    })),
  );
  const print = async ({ kind, animal, store }: (typeof cases)[number]): Promise<void> => {
    ended.set(`${kind} ${animal}`, await printOn(store, kind, animal));
  };
  const slow = cases.filter(({ animal }) => SLOW.has(animal)).map(print);
  for (const one of cases.filter(({ animal }) => !SLOW.has(animal))) await print(one);
  await Promise.all(slow);
}, 180_000);
afterAll(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

it('the table has each printer of the zoo once, and no other', () => {
  expect([...tableOfDocument().keys()]).toEqual([...ZOO]);
});

describe.each(ZOO)('a printer that %s', (animal) => {
  it.each(KINDS.filter(isHere))('leaves a %s in the state and with the words of the table', (kind) => {
    const said = tableOfDocument().get(animal)?.[kind];
    const result = ended.get(`${kind} ${animal}`);
    if (!result) {
      expect(DOES_NOT_APPLY.has(`${kind} ${animal}`)).toBe(true);
      expect(said).toBe('does not apply');
      return;
    }
    expect(said).toBe(result.words);
    // Nothing is said to be printed: only a person or a scan can say that.
    expect(result.states).not.toContain('printed');
    // Doubled: 0. A second try goes out only where no byte of the first one left.
    expect(result.takenWhole).toBeLessThanOrEqual(1);
    expect(result.begun).toBeLessThanOrEqual(1);
    // Claimed taken that was not: 0.
    if (result.job.state === 'sent') expect(result.takenWhole).toBe(1);
    // Lost: 0. What the printer has not taken is before a person, or goes out by itself.
    if (result.takenWhole === 0) expect(result.needsPerson).toBe(true);
    expect(result.job.perhapsPrinted || result.takenWhole === 0).toBe(true);
  });
});

it('a printer that speaks late is waited for, and meanwhile nothing is said that is not known', () => {
  for (const kind of ['label', 'visit ticket', 'form on labels'])
    expect(ended.get(`${kind} speaks late`)?.states.slice(-2)).toEqual(['sent-unacknowledged', 'sent']);
});
