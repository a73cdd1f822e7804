// Each training printer with each of its troubles, over real lines and through the real queue: what the job ends in, what the screen says
// and what came out is what the table in docs/printing.md says. Once the trouble is over, nothing is lost and nothing comes out twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import { createPictureReader } from '../../../src/adapters/picture-reader.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import { startTrainingOfficePrinter } from '../../../src/app/training-office-printer.ts';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import type { DeskPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import type { OfficePrinter } from '../../../src/core/printing/queue/page-printer.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction, type Store } from '../../../src/core/store/open.ts';
import { formOfPages } from '../../support/drawn-pages.ts';
import { neverDrawn } from '../../support/never-drawn.ts';
import { bigLabelPrinter, labelPrinter } from '../../support/print-parts.ts';
import { openRealQueue } from '../../support/real-queue.ts';
import { enqueueSample, rowsOfDocument, wordsFor, type SampleKind } from '../../support/sample-jobs.ts';
import { silentLog } from '../../support/silent-log.ts';
import { drawStripes, readsNoCode } from '../../support/striped-pages.ts';
import { storeFolder } from '../../support/store-fixture.ts';
import { openTrainingPrinter } from '../../support/training-desk.ts';

/** As the table calls them. */
const PRINTERS = [
  'label, ZPL',
  'label, EPL2',
  'label, TSPL',
  'visit ticket',
  'pages',
  'form on labels, ZPL',
] as const;
type Printer = (typeof PRINTERS)[number];
const LANGUAGES = { 'label, ZPL': 'zpl', 'label, EPL2': 'epl2', 'label, TSPL': 'tspl' } as const;
const SAMPLES: Readonly<Record<Printer, SampleKind>> = {
  'label, ZPL': 'label',
  'label, EPL2': 'label',
  'label, TSPL': 'label',
  'visit ticket': 'visit ticket',
  pages: 'pages',
  'form on labels, ZPL': 'pages',
};
/** They are not asked how they are before a job. */
const SENDS_WITHOUT_ASKING: ReadonlySet<Printer> = new Set([
  'label, ZPL',
  'label, EPL2',
  'label, TSPL',
  'form on labels, ZPL',
]);
const TROUBLES = {
  'out of paper': 'no-paper',
  'switched off': 'off',
  slow: 'slow',
  'breaks off': 'breaks',
} as const;
type Trouble = keyof typeof TROUBLES;
const TROUBLE_NAMES = Object.keys(TROUBLES) as Trouble[];

/** Longer than the desk waits at first for a label printer, shorter than it listens. */
const SLOW_MS = 2_600;
const SETTLED_WITHIN_MS = 60_000;
/** Longer than a reset connection takes the desk to notice. */
const QUIET_MS = 200;

/** Reads the labels that go as pictures, as the desk's own does. */
const pictures = createPictureReader(silentLog);
const socket = createRawSocketTransport();
/** A receipt printer is asked before each ticket; on a machine with other work its answer may take longer than the desk waits for. */
const transport: ReturnType<typeof createRawSocketTransport> = {
  ...socket,
  deliver: (address, job, limits) =>
    socket.deliver(
      address,
      { ...job, ...(job.question ? { question: { ...job.question, timeoutMs: 20_000 } } : {}) },
      limits,
    ),
};
const opened: { close(): Promise<void> }[] = [];
let pdf: Buffer;

/** What all training printers have in common. */
interface Instrument {
  setMode(mode: (typeof TROUBLES)[Trouble] | 'ready'): Promise<void>;
  received(): number;
  readonly printers: readonly DeskPrinter[];
  readonly officePrinters: readonly OfficePrinter[];
}

async function instrumentOf(printer: Printer): Promise<Instrument> {
  const none = { printers: [], officePrinters: [] };
  if (printer === 'pages') {
    const office = await startTrainingOfficePrinter({
      log: silentLog,
      nowMs: () => Date.now(),
      onChange: () => undefined,
    });
    opened.push(office);
    const address = { kind: 'ipp', url: office.url } as const;
    const { setMode, received } = office;
    return { ...none, setMode, received, officePrinters: [{ id: printer, name: printer, address }] };
  }
  if (printer === 'form on labels, ZPL') {
    const training = await openTrainingPrinter({ dotsPerMm: 12, slowMs: SLOW_MS });
    opened.push(training);
    const { setMode, received, address } = training;
    return { ...none, setMode, received, printers: [{ ...bigLabelPrinter(address), id: printer }] };
  }
  const language = printer === 'visit ticket' ? 'escpos' : LANGUAGES[printer];
  const training = await openTrainingPrinter({ language, slowMs: SLOW_MS });
  opened.push(training);
  const { setMode, received, address } = training;
  const printers: DeskPrinter[] =
    language === 'escpos'
      ? [{ id: printer, name: printer, ...address, language, paperDots: 576 }]
      : [{ ...labelPrinter(address), id: printer, name: printer, language }];
  return { ...none, setMode, received, printers };
}

interface Ended {
  readonly states: readonly string[];
  readonly words: string;
  readonly cameOut: number;
  readonly needsPerson: boolean;
  /** After the trouble was over. */
  readonly later: { readonly words: string; readonly cameOut: number };
}

async function printOn(store: Store, printer: Printer, trouble: Trouble): Promise<Ended> {
  const instrument = await instrumentOf(printer);
  await instrument.setMode(TROUBLES[trouble]);
  const http = createHttp();
  opened.push(http);
  const states: string[] = [];
  let jobId = '';
  const look = (): PrintJob | null => {
    const job = jobId === '' ? null : findPrintJob(store.db, jobId);
    if (job && states.at(-1) !== job.state) states.push(job.state);
    return job;
  };
  const queue = openRealQueue(store.db, {
    transport,
    pages: createPageTransport(http, neverDrawn),
    printers: instrument.printers,
    officePrinters: instrument.officePrinters,
    draw: createDrawText(),
    pictures: { ...pictures, ...readsNoCode },
    drawPages: drawStripes,
    onChange: () => void look(),
  });
  opened.push(queue);
  const kind = SAMPLES[printer];
  jobId = transaction(store.db, () => enqueueSample(queue, { kind, id: printer, pdf }));
  queue.wake();
  const settled = async (isEnd: (job: PrintJob) => boolean): Promise<PrintJob> => {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    for (let job = look(); job === null || !isEnd(job); job = look()) {
      if (performance.now() > deadline) throw new Error(`${printer}, ${trouble}: no end, ${states.join()}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return look() as PrintJob;
  };
  const isOver = (job: PrintJob): boolean => {
    if (job.state === 'queued' || job.state === 'sending') return false;
    if (job.state === 'sent-unacknowledged') return queue.needsPerson(job);
    return job.state !== 'sent' || printer !== 'pages' || job.deviceReport === 'done';
  };
  const job = await settled(isOver);
  const ended = {
    words: wordsFor(job),
    cameOut: instrument.received(),
    needsPerson: queue.needsPerson(job),
  };
  await instrument.setMode('ready');
  queue.wake();
  const goesOn = job.state === 'attention';
  const after = await settled((now) => isOver(now) && !(goesOn && now.state === 'attention'));
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  return { ...ended, states, later: { words: wordsFor(after), cameOut: instrument.received() } };
}

const all = new Map<string, Ended>();
const keyOf = (printer: Printer, trouble: Trouble): string => `${printer}: ${trouble}`;

beforeAll(async () => {
  pdf = await formOfPages(['TRF-7K2M9Q', 'Its second page']);
  const cases = PRINTERS.flatMap((printer) =>
    TROUBLE_NAMES.map((trouble) => {
      const folder = storeFolder();
      const store = folder.open();
      opened.push({
        close: async () => {
          store.close();
          folder.remove();
        },
      });
      return { printer, trouble, store };
    }),
  );
  const print = async ({ printer, trouble, store }: (typeof cases)[number]): Promise<void> => {
    all.set(keyOf(printer, trouble), await printOn(store, printer, trouble));
  };
  // Those that end at once are tried one after another, so that none waits for the test.
  const waits = ({ printer, trouble }: (typeof cases)[number]): boolean =>
    trouble === 'slow' || (trouble === 'out of paper' && SENDS_WITHOUT_ASKING.has(printer));
  for (const one of cases.filter((one) => !waits(one))) await print(one);
  await Promise.all(cases.filter(waits).map(print));
});
afterAll(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
  await pictures.close();
});

const table = rowsOfDocument('Training printers');

it('the table has each training printer with each trouble once, and no other', () => {
  expect(table.map(([printer, trouble]) => `${printer}: ${trouble}`)).toEqual(
    PRINTERS.flatMap((printer) => TROUBLE_NAMES.map((trouble) => keyOf(printer, trouble))),
  );
});

describe.each(PRINTERS)('the training printer (%s)', (printer) => {
  it.each(TROUBLE_NAMES)('%s leaves the job with the words of the table', (trouble) => {
    const [, , words, cameOut, afterwards, out] =
      table.find((row) => row[0] === printer && row[1] === trouble) ?? [];
    const result = all.get(keyOf(printer, trouble));
    if (!result) throw new Error('it was not tried');
    expect([result.words, result.cameOut, result.later.words, result.later.cameOut]).toEqual([
      words,
      Number(cameOut),
      afterwards,
      Number(out),
    ]);
    expect(result.states).not.toContain('printed');
    // What has not come out is before a person, or goes out by itself.
    if (result.cameOut === 0) expect(result.needsPerson).toBe(true);
    expect(result.later.cameOut).toBeLessThanOrEqual(1);
  });
});
