// The training office printer is a real IPP printer: it takes a document as one does, shows its pages, and has its troubles.
import PDFDocument from 'pdfkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import {
  startTrainingOfficePrinter,
  type TrainingOfficePrinter,
} from '../../../src/app/training-office-printer.ts';
import { readBarcodes } from '../../../src/adapters/bar-code-decoder.ts';
import { createPageRaster } from '../../../src/adapters/raster/page-raster.ts';
import { formOfPages } from '../../support/drawn-pages.ts';
import { isHeld } from '../../support/held-port.ts';
import { silentLog } from '../../support/silent-log.ts';
import { neverDrawn } from '../../support/never-drawn.ts';

const http = createHttp();
const transport = createPageTransport(http, neverDrawn);
let printer: TrainingOfficePrinter;
let changes = 0;
beforeEach(async () => {
  changes = 0;
  printer = await startTrainingOfficePrinter({
    log: silentLog,
    nowMs: () => 1_000,
    onChange: () => (changes += 1),
  });
});
afterEach(() => printer.close());

async function form(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.text('one').addPage().text('two').end();
  await ended;
  return Buffer.concat(chunks);
}

const address = () => ({ kind: 'ipp', url: printer.url }) as const;
const deliver = (bytes: Uint8Array, name = 'job-1') =>
  transport.deliver(address(), { name, look: () => bytes, begin: () => bytes });

it('takes a form, reports the end, and shows each page to scale', async () => {
  expect(await deliver(await form())).toEqual({ outcome: 'taken', printerJob: '1' });
  expect(await transport.report(address(), '1', 'job-1')).toEqual({ state: 'done', detail: null });
  const [document] = await printer.pages(5);
  expect(document).toMatchObject({ pageCount: 2, problem: null, receivedAtMs: 1_000 });
  expect(document?.pages.map(({ widthMm, heightMm }) => [Math.round(widthMm), Math.round(heightMm)])).toEqual(
    [
      [210, 297],
      [210, 297],
    ],
  );
  expect(
    Buffer.from(document?.pages[0]?.pngBase64 ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(changes).toBe(1);
  printer.clear();
  expect([printer.received(), await printer.pages(5)]).toEqual([0, []]);
});

it('without paper it is given nothing; when it runs out in the middle the job waits and then comes out', async () => {
  await printer.setMode('no-paper');
  expect(await deliver(await form())).toMatchObject({
    outcome: 'not-started',
    detail: expect.stringContaining('it has no paper') as string,
  });
  await printer.setMode('slow');
  expect(await deliver(await form())).toMatchObject({ outcome: 'taken' });
  expect(await transport.report(address(), '1', 'job-1')).toEqual({ state: 'working', detail: null });
  await printer.setMode('no-paper');
  expect(await transport.report(address(), '1', 'job-1')).toMatchObject({ state: 'stopped' });
  expect(printer.received()).toBe(0);
  await printer.setMode('ready');
  expect(await transport.report(address(), '1', 'job-1')).toMatchObject({ state: 'done' });
});

it('that takes no PDF is sent the pages as dots by itself, and shows them to scale with a code that can be read', async () => {
  const raster = createPageRaster(silentLog);
  const drawing = createPageTransport(http, raster.make);
  const pdf = await formOfPages(['TRF-7K2M9Q', 'Its second page'], { moduleMm: 0.75 });
  await printer.setMode('no-pdf');
  const job = { name: 'job-1', look: () => pdf, begin: () => pdf };
  expect(await drawing.deliver(address(), job)).toEqual({ outcome: 'taken', printerJob: '1' });
  await raster.close();
  const [document] = await printer.pages(5);
  expect(document).toMatchObject({ pageCount: 2, problem: null });
  for (const { widthMm, heightMm } of document?.pages ?? []) {
    expect([widthMm, heightMm]).toEqual([expect.closeTo(210, 0), expect.closeTo(297, 0)]);
  }
  const [png] = document?.pages ?? [];
  const found = await readBarcodes(Uint8Array.from(Buffer.from(png?.pngBase64 ?? '', 'base64')), {
    formats: ['Code128'],
  });
  expect(found.map(({ text }) => text)).toEqual(['TRF-7K2M9Q']);
  // One that takes PDF again is given it as it is, and refuses dots.
  await printer.setMode('ready');
  expect(await deliver(await form(), 'job-2')).toMatchObject({ outcome: 'taken' });
});

it('switched off it refuses; breaking off it prints nothing, and the job is in doubt', async () => {
  await printer.setMode('off');
  expect(await deliver(await form())).toMatchObject({ outcome: 'not-started' });
  expect(await isHeld(Number(new URL(printer.url).port))).toBe(true);
  await printer.setMode('breaks');
  const large = Buffer.concat([await form(), Buffer.alloc(50_000, ' ')]);
  expect(await deliver(large)).toMatchObject({ outcome: 'unsure' });
  await printer.setMode('ready');
  expect(printer.received()).toBe(0);
  expect(await transport.find(address(), 'job-1')).toBe('absent');
});

it('shows what cannot be drawn as a problem, and answers other requests as a printer does', async () => {
  await deliver(Buffer.from('no document at all'));
  await vi.waitFor(() => expect(printer.received()).toBe(1), { timeout: 20_000 });
  expect((await printer.pages(1))[0]?.problem).toContain('cannot be drawn');
  expect((await fetch(printer.url)).status).toBe(404);
  const garbage = await fetch(printer.url, { method: 'POST', body: 'garbage' });
  expect(Buffer.from(await garbage.arrayBuffer()).readUInt16BE(2)).toBe(0x0400);
});
