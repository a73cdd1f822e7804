// The laboratory's pages on a label printer, through the real queue, the real threads and a real socket: each on a label of its own, all of
// it, with codes that are read from the bytes that arrive. One whose code would be lost is not sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { createPictureReader } from '../../../src/adapters/picture-reader.ts';
import { createPageRaster } from '../../../src/adapters/raster/page-raster.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import type { LabelPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import type { PrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { findPrintJob, type PrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import type { PageKind } from '../../../src/domain/printed-pages.ts';
import { splitJob } from '../../../src/app/training-jobs.ts';
import { startServiceUnderContract } from '../../contract/service-harness.ts';
import { formOfPages } from '../../support/drawn-pages.ts';
import { barWidths, drawZpl, headDots, rasterOf, readCodes } from '../../support/label-eyes.ts';
import { comparedWithPage, inkOf } from '../../support/page-labels.ts';
import { drawPictureJob, readEpl2, readTspl } from '../../support/picture-jobs.ts';
import { labelPrinter } from '../../support/print-parts.ts';
import { isJob, startPrinterSink, type PrinterSink } from '../../support/printer-sinks.ts';
import { openRealQueue } from '../../support/real-queue.ts';
import { silentLog } from '../../support/silent-log.ts';
import { storeFolder } from '../../support/store-fixture.ts';

const LONG = { timeout: 300_000 };
const SIX_INCH = { labelWidthMm: 101.6, labelHeightMm: 152.4, dotsPerMm: 12 } as const;
const METRIC = { labelWidthMm: 100, labelHeightMm: 150, dotsPerMm: 12 } as const;
const SHORT = { labelWidthMm: 100, labelHeightMm: 140, dotsPerMm: 12 } as const;
const STRIP_DOTS = headDots(6, 12);
/** Lines of this height are read without a glass: the letters of a patient information leaflet. */
const READABLE_LINE_MM = 1.35;

const raster = createPageRaster(silentLog);
const reader = createPictureReader(silentLog);
const folder = storeFolder();
const store = folder.open();
let listeners: (() => void)[] = [];
let sink: PrinterSink;
let queue: PrintQueue;
let forms: readonly { readonly pdf: Uint8Array; readonly code: string }[];
let reports: typeof forms;

const printerWith = (change: Partial<LabelPrinter>): LabelPrinter => ({
  ...labelPrinter(sink.address),
  ...SIX_INCH,
  ...change,
});

const openQueue = (isTraining: boolean): PrintQueue =>
  openRealQueue(store.db, {
    transport: createRawSocketTransport(),
    pictures: reader,
    drawPages: raster.forLabels,
    isTraining,
    printers: [printerWith({})],
    draw: createDrawText(),
    onChange: () => listeners.forEach((listener) => listener()),
  });

beforeAll(async () => {
  const service = await startServiceUnderContract();
  const { items } = await service.client.registrations.list({ query: { results_per_page: 100 } });
  const withResults = items.filter(({ status }) => status === 'success');
  const fetched = (of: typeof items, get: (id: string) => Promise<{ bytes: Uint8Array }>) =>
    Promise.all(
      of.slice(0, 2).map(async ({ id, trf_code }) => ({ pdf: (await get(id)).bytes, code: trf_code })),
    );
  const { registrations } = service.client;
  forms = await fetched(items, (id) => registrations.trf(id));
  reports = await fetched(withResults, (id) => registrations.resultsPdf(id));
  await service.close();
  sink = await startPrinterSink();
  queue = openQueue(false);
});
afterAll(async () => {
  await queue.close();
  await sink.close();
  await raster.close();
  await reader.close();
  store.close();
  folder.remove();
});

const jobWith = (id: string): PrintJob => {
  const job = findPrintJob(store.db, id);
  if (!job) throw new Error('no such job');
  return job;
};
const ended = (id: string, ...states: PrintJob['state'][]): Promise<PrintJob> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (states.includes(jobWith(id).state)) resolve(jobWith(id));
    };
    listeners = [look];
    look();
  });
let jobs = 0;
function print(pdf: Uint8Array, kind: PageKind = 'trf', pages = 1): string {
  const id = `pages-${(jobs += 1)}`;
  const document = { kind, registrationId: 'registration', patientId: 'patient', pages };
  queue.enqueuePages({
    id,
    printerId: 'front',
    title: id,
    visitId: null,
    document,
    pdf,
    actor: 'Desk',
    nowMs: Date.now(),
  });
  queue.wake();
  return id;
}
async function arrived(pdf: Uint8Array, kind: PageKind = 'trf'): Promise<Buffer> {
  const id = print(pdf, kind);
  expect(await ended(id, 'sent', 'failed')).toMatchObject({ state: 'sent', detail: null });
  return sink.nextWholeJob();
}
const sizeOf = ({
  labelWidthMm,
  labelHeightMm,
  dotsPerMm,
}: typeof SIX_INCH | typeof METRIC | typeof SHORT) => ({
  widthMm: labelWidthMm,
  heightMm: labelHeightMm,
  dotsPerMm,
});

describe('a page on a label printer', () => {
  it.each([
    ['101.6 × 152.4', SIX_INCH],
    ['100 × 150', METRIC],
    ['100 × 140', SHORT],
  ] as const)(
    'is all there on %s mm, letters and code, with bars of whole dots',
    LONG,
    async (_size, size) => {
      queue.setUp({ printers: [printerWith(size)], officePrinters: [] });
      const [form, otherForm] = forms;
      const [report] = reports;
      if (!form || !otherForm || !report) throw new Error('the laboratory has no such documents');
      for (const { kind, pdf, code } of [
        { kind: 'trf', ...form },
        { kind: 'results', ...report },
      ] as const) {
        const zpl = await arrived(pdf, kind);
        expect(splitJob(zpl)).toHaveLength(1);
        const png = await drawZpl(zpl, sizeOf(size));
        expect(await readCodes(png)).toEqual([code]);
        const label = await rasterOf(png);
        expect(inkOf(label, 0, STRIP_DOTS)).toBeNull();
        const how = { stripDots: STRIP_DOTS, dpi: 300 };
        const { share, lettersMm, scale } = await comparedWithPage(label, { pdf, ...how });
        expect(share).toBeLessThan(0.002);
        expect(lettersMm).toBeGreaterThan(READABLE_LINE_MM);
        expect(scale).toBeLessThan(1);
        // A report is as wide as its page: on labels of 100 mm its bars would need two per cent more than there is.
        if (kind === 'trf' || size === SIX_INCH) expect(await barWidths(png, label)).toEqual([2, 4, 6, 8]);
        if (kind !== 'trf') continue;
        // The comparison would see it: the form of somebody else is another one.
        expect((await comparedWithPage(label, { ...how, pdf: otherForm.pdf })).share).toBeGreaterThan(0.02);
      }
    },
  );

  it.each([
    ['epl2', (job: Buffer) => readEpl2(job)],
    ['tspl', (job: Buffer) => readTspl(job, 12)],
  ] as const)('goes in %s as well, the same dot by dot', LONG, async (language, read) => {
    const [form] = forms;
    if (!form) throw new Error('no form');
    queue.setUp({ printers: [printerWith({})], officePrinters: [] });
    const zpl = await rasterOf(await drawZpl(await arrived(form.pdf), sizeOf(SIX_INCH)));
    queue.setUp({ printers: [printerWith({ language })], officePrinters: [] });
    const png = drawPictureJob(read(await arrived(form.pdf)));
    expect(await readCodes(png)).toEqual([form.code]);
    const label = await rasterOf(png);
    let others = 0;
    for (let y = 0; y < label.height; y += 1) {
      for (let x = 0; x < label.width; x += 1) if (label.isBlack(x, y) !== zpl.isBlack(x, y)) others += 1;
    }
    expect(others).toBe(0);
  });

  it('is marked in training, and once it may have been printed, above the page', LONG, async () => {
    const [form] = forms;
    if (!form) throw new Error('no form');
    queue.setUp({ printers: [printerWith({})], officePrinters: [] });
    const stripOf = async (zpl: Buffer) =>
      inkOf(await rasterOf(await drawZpl(zpl, sizeOf(SIX_INCH))), 0, STRIP_DOTS);
    const inTraining = openQueue(true);
    const own = queue;
    await own.close();
    queue = inTraining;
    const training = await stripOf(await arrived(form.pdf));
    await inTraining.close();
    queue = openQueue(false);
    expect(training).not.toBeNull();
    expect((training?.top ?? 0) + (training?.height ?? 0)).toBeLessThan(STRIP_DOTS);
    const id = print(form.pdf);
    await ended(id, 'sent');
    expect(await stripOf(await sink.nextWholeJob())).toBeNull();
    // As after a kill while it was sent.
    store.db.prepare(`UPDATE print_job SET state = 'unsure', perhaps_printed = 1 WHERE id = ?`).run(id);
    queue.retry(id);
    queue.wake();
    await ended(id, 'sent');
    expect(await stripOf(await sink.nextWholeJob())).not.toBeNull();
  });

  it('has a label of its own for each page of a document', LONG, async () => {
    queue.setUp({ printers: [printerWith({})], officePrinters: [] });
    const pdf = await formOfPages(['TRF-7K2M9Q', 'Its second page']);
    const labels = splitJob(await arrived(pdf));
    expect(labels).toHaveLength(2);
    const drawn = await Promise.all(labels.map((label) => drawZpl(label, sizeOf(SIX_INCH))));
    expect(await readCodes(drawn[0] ?? new Uint8Array())).toEqual(['TRF-7K2M9Q']);
    for (const png of drawn) {
      const label = await rasterOf(png);
      // Which page of how many it is stands above it.
      expect(inkOf(label, 0, STRIP_DOTS)).not.toBeNull();
      expect(inkOf(label, STRIP_DOTS)?.height).toBeGreaterThan(100);
    }
  });

  it(
    'is not sent at all when a code of any page could not be read on it, and the queue says why',
    LONG,
    async () => {
      queue.setUp({ printers: [printerWith({})], officePrinters: [] });
      const sent = (): Buffer[] => sink.jobs.filter(isJob);
      const before = sent().length;
      const pdf = await formOfPages(['A letter', 'DRW-7K2M9Q'], {
        moduleMm: 0.17,
        barsOnPage: 2,
        framed: true,
      });
      const job = await ended(print(pdf, 'results', 2), 'failed');
      expect(job).toMatchObject({
        perhapsPrinted: false,
        detail: expect.stringContaining('a code of the document') as string,
      });
      const damaged = await ended(print(Buffer.from('%PDF-1.7\nnothing of the kind\n%%EOF\n')), 'failed');
      expect(damaged.detail).toContain('cannot be drawn');
      expect(sent()).toHaveLength(before);
      expect(await arrived(forms[0]?.pdf ?? pdf)).toBeInstanceOf(Buffer);
    },
  );

  it('is refused by labels that are too small, or a printer of 203 dpi', () => {
    const pdf = forms[0]?.pdf ?? new Uint8Array();
    for (const size of [
      { ...SIX_INCH, dotsPerMm: 8 },
      { ...SIX_INCH, labelWidthMm: 99 },
      { ...SIX_INCH, labelHeightMm: 139 },
    ] as const) {
      queue.setUp({ printers: [printerWith(size)], officePrinters: [] });
      expect(() => print(pdf)).toThrow(/no such printer/);
    }
    queue.setUp({ printers: [printerWith({})], officePrinters: [] });
    // A list is wider than a label.
    expect(() => print(pdf, 'day-list')).toThrow(/no such printer/);
  });
});
