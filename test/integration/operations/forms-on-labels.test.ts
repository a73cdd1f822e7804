// Which printer forms and results go to: where lists go, until somebody has chosen a printer for them; labels that take no page are refused.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import type { Bitmap } from '../../../src/core/ports/pictures.ts';
import type { PageDelivery } from '../../../src/core/ports/printers.ts';
import { pageRoom } from '../../../src/core/printing/layout/page-label.ts';
import type { LabelPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import { noPages } from '../../support/no-pages.ts';
import { openTestDesk, uuidOf, type TestDesk } from '../../support/test-desk.ts';

const REGISTRATION = uuidOf(20_001);
const wide: LabelPrinter = {
  id: 'wide',
  name: 'Wide labels',
  host: '127.0.0.1',
  port: 9100,
  language: 'zpl',
  dotsPerMm: 12,
  labelWidthMm: 101.6,
  labelHeightMm: 152.4,
};
const narrow: LabelPrinter = {
  ...wide,
  id: 'narrow',
  name: 'Narrow',
  labelWidthMm: 50.8,
  labelHeightMm: 25.4,
};
const coarse: LabelPrinter = { ...wide, id: 'coarse', name: 'Coarse', port: 9101, dotsPerMm: 8 };
const CODE = 'DRW-AAA001';

let desk: TestDesk;
let onOffice: string[];
let office: PageDelivery;
let readBack: string[];

const pageOf = (): Bitmap => {
  const { widthDots, heightDots } = pageRoom({ widthMm: 101.6, heightMm: 152.4, dotsPerMm: 12 });
  return { widthDots, heightDots, rows: new Uint8Array(Math.ceil(widthDots / 8) * heightDots) };
};

beforeEach(async () => {
  onOffice = [];
  office = { outcome: 'taken', printerJob: null };
  readBack = [CODE];
  desk = openTestDesk(
    {
      printers: [narrow, wide, coarse],
      officePrinters: [{ id: 'office', name: 'Office', address: { kind: 'queue', name: 'Office' } }],
    },
    {
      pages: {
        ...noPages,
        async deliver(_address, job) {
          if (office.outcome === 'not-started') return office;
          onOffice.push(Buffer.from((await job.begin()) ?? []).toString());
          return office;
        },
      },
      drawPages: async () => ({ pages: [{ picture: pageOf(), codes: [CODE] }] }),
      readPagePicture: async () => readBack,
      draw: createDrawText(),
    },
  );
  desk.addVisit(1);
  desk.service.answer = ({ endpoint }) =>
    endpoint === 'registrations.trf' || endpoint === 'registrations.resultsPdf'
      ? {
          status: 200,
          bytes: new TextEncoder().encode(`%PDF-1.7 ${endpoint} %%EOF`),
          contentType: 'application/pdf',
        }
      : null;
  await desk.setLine({ up: true, reading: false });
});
afterEach(() => desk.close());

const print = async (kind: 'trf' | 'results') =>
  (await desk.done('documents.print', { registrationId: REGISTRATION, kind })).job;
const jobWith = async (id: string) =>
  (await desk.done('printJobs.list', {})).items.find((item) => item.id === id);
const stateOf = (id: string, state: string): Promise<void> =>
  vi.waitFor(async () => expect(await jobWith(id)).toMatchObject({ state }), { timeout: 5_000 });

describe('a report of results', () => {
  it('goes to labels once a printer is chosen for results, and forms and lists stay where they were', async () => {
    for (const printerId of ['narrow', 'coarse']) {
      expect(await desk.refused('printers.choose', { document: 'report', printerId })).toMatchObject({
        fields: { printerId: 'cannot-print' },
      });
    }
    const { printers } = await desk.done('printers.choose', { document: 'report', printerId: 'wide' });
    expect(printers.map(({ id, prints }) => [id, prints])).toEqual([
      ['narrow', ['label']],
      ['wide', ['report']],
      ['coarse', []],
      ['office', ['pages', 'form']],
    ]);
    const results = await print('results');
    expect(results).toMatchObject({ printerName: 'Wide labels', pages: { kind: 'results' } });
    await stateOf(results.id, 'sent');
    expect(desk.printed).toHaveLength(1);
    expect(desk.printed[0]).toContain('^GFA,');
    await stateOf((await print('trf')).id, 'sent');
    expect(onOffice).toEqual(['%PDF-1.7 registrations.trf %%EOF']);
  });

  it('that waits for an office printer in trouble is offered the labels that can take it', async () => {
    office = { outcome: 'not-started', detail: 'the printer refuses the connection' };
    const { id } = await print('results');
    await stateOf(id, 'attention');
    expect(await jobWith(id)).toMatchObject({ otherPrinter: { id: 'wide', name: 'Wide labels' } });
    await desk.done('printJobs.move', { jobId: id, printerId: 'wide' });
    await stateOf(id, 'sent');
    expect(desk.printed).toHaveLength(1);
  });
});

describe('a form', () => {
  it('goes where lists go until a printer is chosen for forms, and results stay where they were', async () => {
    const first = await print('trf');
    await stateOf(first.id, 'sent');
    expect(onOffice).toEqual(['%PDF-1.7 registrations.trf %%EOF']);
    const { printers } = await desk.done('printers.choose', { document: 'form', printerId: 'wide' });
    expect(printers.map(({ id, prints }) => [id, prints])).toEqual([
      ['narrow', ['label']],
      ['wide', ['form']],
      ['coarse', []],
      ['office', ['pages', 'report']],
    ]);
    const onLabel = await print('trf');
    expect(onLabel).toMatchObject({ printerName: 'Wide labels', pages: { kind: 'trf', goesTo: null } });
    await stateOf(onLabel.id, 'sent');
    expect(desk.printed).toHaveLength(1);
    expect(desk.printed[0]).toContain('^GFA,');
    const results = await print('results');
    await stateOf(results.id, 'sent');
    expect(onOffice).toHaveLength(2);
  });

  it('is not put on labels that nobody has chosen for it', async () => {
    await desk.close();
    desk = openTestDesk({ printers: [narrow, wide] });
    desk.addVisit(1);
    expect(
      await desk.refused('documents.print', { registrationId: REGISTRATION, kind: 'trf' }),
    ).toMatchObject({
      kind: 'rejected',
      fields: { printer: 'no-office' },
    });
  });

  it('cannot have labels that are too small or a printer with coarse dots, which are shown with the reason', async () => {
    const { printers } = await desk.done('printers.list', {});
    expect(printers.map(({ id, pageProblem }) => [id, pageProblem])).toEqual([
      ['narrow', 'too-small'],
      ['wide', null],
      ['coarse', 'too-coarse'],
      ['office', null],
    ]);
    for (const printerId of ['narrow', 'coarse']) {
      expect(await desk.refused('printers.choose', { document: 'form', printerId })).toMatchObject({
        fields: { printerId: 'cannot-print' },
      });
    }
    expect(await desk.refused('printers.choose', { document: 'pages', printerId: 'wide' })).toMatchObject({
      fields: { printerId: 'cannot-print' },
    });
  });

  it('that waits for an office printer in trouble is moved to labels by a person, as the document that it is', async () => {
    office = { outcome: 'not-started', detail: 'the printer refuses the connection' };
    const { id } = await print('trf');
    await stateOf(id, 'attention');
    expect(await jobWith(id)).toMatchObject({ otherPrinter: { id: 'wide', name: 'Wide labels' } });
    expect(await desk.refused('printJobs.move', { jobId: id, printerId: 'coarse' })).toMatchObject({
      fields: { printerId: 'cannot-print' },
    });
    await desk.done('printJobs.move', { jobId: id, printerId: 'wide' });
    await stateOf(id, 'sent');
    expect(desk.printed).toHaveLength(1);
    expect(onOffice).toEqual([]);
  });

  it('whose code is not in the bytes for the label is not sent, and can be moved to the office printer', async () => {
    await desk.done('printers.choose', { document: 'form', printerId: 'wide' });
    readBack = [];
    const { id } = await print('trf');
    await stateOf(id, 'failed');
    expect((await jobWith(id))?.detail).toContain('a code of the document could not be read on the label');
    expect(desk.printed).toEqual([]);
    await desk.done('printJobs.move', { jobId: id, printerId: 'office' });
    await stateOf(id, 'sent');
    expect(onOffice).toEqual(['%PDF-1.7 registrations.trf %%EOF']);
  });
});
