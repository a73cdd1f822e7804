// A form on a label printer that only a further desk reaches: its labels go there as one job, over real TLS and a real socket, whole, once,
// and in doubt where nobody can know.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { labelSizeDots } from '../../../src/core/printing/layout/label-stock.ts';
import { pagesForLabels } from '../../../src/core/printing/queue/label-pages.ts';
import { stockOf } from '../../../src/core/printing/queue/printer-stock.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { bigLabelPrinter } from '../../support/print-parts.ts';
import { startPrinterSink, type PrinterSink, type SinkBehaviour } from '../../support/printer-sinks.ts';
import { drawStripes, readsNoCode } from '../../support/striped-pages.ts';
import { uuidOf } from '../../support/test-desk.ts';
import { printsFor } from './support/printing-hand.ts';
import { openSite, type Machine, type SiteUnderTest } from './support/site-under-test.ts';

const REGISTRATION = uuidOf(20_001);
const draw = createDrawText();
/** A form of two pages: in EPL2, where no dot is left out, more than half a megabyte. */
const drawPages: typeof drawStripes = async (...asked) => {
  const drawn = await drawStripes(...asked);
  return 'pages' in drawn ? { pages: [...drawn.pages, ...drawn.pages] } : drawn;
};

let site: SiteUnderTest;
let room: Machine;
let ends: (() => Promise<unknown>)[];

beforeEach(async () => {
  ends = [];
  site = await openSite({}, undefined, {}, { printing: { draw, drawPages, ...readsNoCode } });
  room = await site.paired('Room 2');
  site.desk.addVisit(1);
  site.desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.trf'
      ? { status: 200, bytes: new TextEncoder().encode('%PDF-1.7 %%EOF'), contentType: 'application/pdf' }
      : null;
  await site.desk.setLine({ up: true, reading: false });
  const printing = printsFor(room);
  ends.push(() => printing.close());
  await isHere();
});
afterEach(async () => {
  for (const end of ends) await end();
  await site.close();
});

async function sinkOf(behaviour?: SinkBehaviour): Promise<PrinterSink> {
  const sink = await startPrinterSink(behaviour);
  ends.push(() => sink.close());
  return sink;
}

const at = (): string => room.key.site()?.deskId ?? '';
const isHere = (): Promise<void> =>
  expect
    .poll(() => site.desk.parts.deskPrinting.standing(at()).state, { timeout: 15_000, interval: 20 })
    .toBe('here');

/** A printer of the further desk is chosen for forms, and the form of a registration is printed. */
async function printForm({ address }: PrinterSink): Promise<string> {
  const big = { language: 'epl2', dotsPerMm: 12, labelWidthMm: 101.6, labelHeightMm: 152.4 } as const;
  const setup = {
    ...enteredLabel,
    ...big,
    name: 'Big labels',
    address: `${address.host}:${address.port}`,
    at: at(),
  };
  const { printerId } = await site.desk.done('printers.add', { setup });
  await site.desk.done('printers.choose', { document: 'form', printerId });
  const { job } = await site.desk.done('documents.print', { registrationId: REGISTRATION, kind: 'trf' });
  expect(job.printerName).toBe('Big labels');
  return job.id;
}

const jobOf = async (id: string) =>
  (await site.desk.done('printJobs.list', {})).items.find((job) => job.id === id);
const becomes = (id: string, state: string): Promise<void> =>
  expect.poll(async () => (await jobOf(id))?.state, { timeout: 300_000, interval: 20 }).toBe(state);

async function bytesOf({ again }: { readonly again: boolean }): Promise<Buffer> {
  const printer = { ...bigLabelPrinter({ host: '127.0.0.1', port: 9 }), language: 'epl2' as const };
  // As the desks of these tests are.
  const parts = { drawPages, pictures: readsNoCode, draw, isTraining: true };
  const made = await pagesForLabels(
    printer,
    { pdf: new Uint8Array(1), job: { perhapsPrinted: again } },
    parts,
  );
  if (!('labels' in made)) throw new Error('the form does not come on labels');
  expect(made.labels).toHaveLength(2);
  return Buffer.concat([...made.labels]);
}

describe('a form on big labels at a further desk', () => {
  it('arrives there whole and once, and the queue names the desk', async () => {
    const sink = await sinkOf();
    const id = await printForm(sink);
    const arrived = await sink.nextWholeJob();
    expect(arrived.length).toBeGreaterThan(500_000);
    expect(arrived.equals(await bytesOf({ again: false }))).toBe(true);
    await becomes(id, 'sent');
    expect(await jobOf(id)).toMatchObject({ printerDesk: 'Room 2', attempts: 1 });
    expect(sink.jobs).toHaveLength(1);
    expect(site.desk.printed).toEqual([]);
  });

  it('that breaks off in the middle is in doubt, and goes out again with its mark once a person says so', async () => {
    let breaks = true;
    const sink = await sinkOf({
      onConnection(socket) {
        if (breaks) socket.once('data', () => socket.resetAndDestroy());
        else socket.on('end', () => socket.end());
      },
    });
    const id = await printForm(sink);
    await becomes(id, 'unsure');
    expect((await jobOf(id))?.detail).toMatch(/^at Room 2: the /);
    await site.desk.advance(60_000);
    expect(sink.jobs).toHaveLength(1);
    breaks = false;
    await isHere();
    await site.desk.done('printJobs.retry', { jobId: id, seenAttempts: 1 });
    const arrived = await sink.nextWholeJob();
    const wanted = await bytesOf({ again: true });
    expect(arrived.subarray(-wanted.length).equals(wanted)).toBe(true);
    // Before it comes what fills up the picture that broke off.
    const { width, height } = labelSizeDots(stockOf(bigLabelPrinter({ host: '127.0.0.1', port: 9 })));
    const filler = LABEL_LANGUAGES.epl2.filler?.(Math.ceil(width / 8) * height) ?? new Uint8Array();
    expect(arrived.subarray(0, -wanted.length).equals(filler)).toBe(true);
    await becomes(id, 'sent');
    expect(await jobOf(id)).toMatchObject({ attempts: 2 });
  });

  it('is in doubt when the site desk is killed while it is sent, and is not sent again by itself', async () => {
    let acknowledge = (): void => undefined;
    const sink = await sinkOf({ onConnection: (socket) => (acknowledge = () => void socket.end()) });
    const id = await printForm(sink);
    await sink.nextWholeJob();
    await site.startAgain({ goesOnFrom: await site.kill() });
    await becomes(id, 'unsure');
    acknowledge();
    await site.desk.advance(700_000);
    expect(await jobOf(id)).toMatchObject({
      state: 'unsure',
      detail: 'the desk stopped while it was being sent',
    });
    expect(sink.jobs).toHaveLength(1);
    await site.desk.done('printJobs.markPrinted', { jobId: id });
    expect(await jobOf(id)).toMatchObject({ state: 'printed', needsPerson: false });
  });
});
