// Whole pages through the queues of Windows: what the desktop window is given, and what is said of it. The window is a replacement here.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import { createPageRaster } from '../../../src/adapters/raster/page-raster.ts';
import { alsoInSpooler, createSpoolerQueues, type Spooler } from '../../../src/adapters/spooler-queues.ts';
import { formOfPages } from '../../support/drawn-pages.ts';
import { readCodes } from '../../support/label-eyes.ts';
import { silentLog } from '../../support/silent-log.ts';

const CODE = 'TRF-7K2M9Q';
const QUEUE = 'HP LaserJet (2)';
const ZEBRA = 'ZDesigner ZD421-203dpi ZPL';
const LONG = { timeout: 300_000 };
const http = createHttp();
const raster = createPageRaster(silentLog);
afterAll(async () => {
  await http.close();
  await raster.close();
});

let given: { readonly queue: string; readonly pages: readonly Uint8Array[] }[];
let ends: Awaited<ReturnType<Spooler['print']>>;
const spooler: Spooler = {
  queues: () => Promise.resolve([QUEUE, 'Microsoft Print to PDF', ZEBRA]),
  print: async (queue, pages) => {
    given.push({ queue, pages });
    return ends;
  },
  printLabel: () => Promise.reject(new Error('no label is printed here')),
};
beforeEach(() => {
  given = [];
  ends = 'taken';
});

const pagesOn = (one: Spooler | null) =>
  createPageTransport(http, raster.make, createSpoolerQueues(one, raster.pictures));

async function deliver(pdf: Buffer, { queue = QUEUE, by = spooler as Spooler | null } = {}) {
  let begun = 0;
  const job = {
    name: 'drawdesk-1',
    look: () => pdf,
    begin: () => {
      begun += 1;
      return pdf;
    },
  };
  return { ...(await pagesOn(by).deliver({ kind: 'queue', name: queue }, job)), begun };
}

describe('a form', () => {
  it(
    'is given as a picture of each page, of A4 in 300 dpi, whose code can be read; no more is said than that',
    LONG,
    async () => {
      const pdf = await formOfPages([CODE, 'Its second page']);
      expect(await deliver(pdf)).toMatchObject({ outcome: 'taken', printerJob: null, begun: 1 });
      const [job] = given;
      expect([job?.queue, job?.pages.length]).toEqual([QUEUE, 2]);
      for (const page of job?.pages ?? []) {
        const png = Buffer.from(page);
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2_480, 3_508]);
      }
      expect(await readCodes(Buffer.from(job?.pages[0] ?? []))).toEqual([CODE]);
      const address = { kind: 'queue', name: QUEUE } as const;
      expect(await pagesOn(spooler).report(address, '1', 'drawdesk-1')).toBe('never');
      expect(await pagesOn(spooler).ask(address)).toMatchObject({ problem: null, says: false });
      expect(await pagesOn(spooler).cancel(address, '1', 'drawdesk-1')).toMatchObject({ outcome: 'refused' });
    },
  );

  it.each([
    ['not-begun', { outcome: 'refused', again: true }],
    ['unsure', { outcome: 'unsure' }],
  ] as const)('of which the window says %s is %j', LONG, async (said, ended) => {
    ends = said;
    expect(await deliver(await formOfPages([CODE]))).toMatchObject({ ...ended, begun: 1 });
  });

  it(
    'is not begun where there is no such queue, no window, or no answer, nor when it is damaged',
    LONG,
    async () => {
      const pdf = await formOfPages([CODE]);
      const words = (text: string) => ({
        outcome: 'not-started',
        detail: expect.stringContaining(text) as string,
        begun: 0,
      });
      expect(await deliver(pdf, { queue: 'Attic' })).toMatchObject(words('no printer queue “Attic”'));
      expect(await deliver(pdf, { by: null })).toMatchObject(words('by the desktop window'));
      const broken: Spooler = { ...spooler, queues: () => Promise.reject(new Error('broken')) };
      expect(await deliver(pdf, { by: broken })).toMatchObject(words('does not answer'));
      expect(await deliver(Buffer.from('%PDF-1.7\nnothing of the kind\n%%EOF\n'))).toMatchObject({
        outcome: 'refused',
        again: false,
        begun: 0,
      });
      expect(given).toEqual([]);
    },
  );
});

it('lists the queues of Windows beside what else was found, those of label printers for labels, without those that make files', async () => {
  const nothing = { found: [], leftOut: 0, searched: [] };
  const find = alsoInSpooler(() => Promise.resolve(nothing), spooler);
  expect(await find(new AbortController().signal)).toEqual({
    found: [
      { name: QUEUE, model: null, prints: 'pages', address: `queue:${QUEUE}`, place: 'computer' },
      { name: ZEBRA, model: null, prints: 'pictures', address: `queue:${ZEBRA}`, place: 'computer' },
    ],
    leftOut: 0,
    searched: [],
  });
  const broken = alsoInSpooler(() => Promise.resolve(nothing), {
    ...spooler,
    queues: () => Promise.reject(new Error('x')),
  });
  expect((await broken(new AbortController().signal)).searched).toEqual([
    { place: 'computer', problem: 'Windows does not tell which queues this computer has' },
  ]);
});
