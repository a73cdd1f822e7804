// The training printer takes jobs over a real socket and shows what a label printer would have printed.
import { performance } from 'node:perf_hooks';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { splitJob, type TrainingPrinter } from '../../../src/app/training-printer.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import { layOutLabel } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK } from '../../../src/core/printing/layout/label-stock.ts';
import { zpl } from '../../../src/core/printing/languages/zpl/zpl.ts';
import { rasterOf, readCodes } from '../../support/label-eyes.ts';
import { sampleContent } from '../../support/sample-label.ts';
import { silentLog } from '../../support/silent-log.ts';
import { openTrainingPrinter } from '../../support/training-desk.ts';

const limits = { connectTimeoutMs: 1_000, acknowledgeTimeoutMs: 1_000, lingerMs: 10_000 };
const transport = createRawSocketTransport();
const opened: TrainingPrinter[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((printer) => printer.close()));
});

let received = 0;
let logged: string[] = [];
async function open(): Promise<TrainingPrinter> {
  received = 0;
  logged = [];
  const printer = await openTrainingPrinter({
    log: { ...silentLog, error: (message) => void logged.push(message) },
    nowMs: () => 1_000,
    onReceived: () => {
      received += 1;
    },
  });
  opened.push(printer);
  return printer;
}

const labelOf = (code: string): Uint8Array =>
  zpl.encode(
    layOutLabel(sampleContent({ code, siteName: null, training: true }), DEFAULT_LABEL_STOCK, {
      language: zpl,
      draw: null,
    }),
  );

async function print(printer: TrainingPrinter, bytes: Uint8Array | string): Promise<void> {
  await transport.deliver(printer.address, { begin: () => Buffer.from(bytes as Uint8Array) }, limits);
}

describe('the training printer', () => {
  it('shows each label as a picture of the bytes received, newest first, at its own size', async () => {
    const printer = await open();
    await print(printer, labelOf('DRW-AAAA01'));
    await print(printer, labelOf('DRW-AAAA02'));
    const labels = await printer.labels(10);
    const codes = await Promise.all(
      labels.map((label) => readCodes(Buffer.from(label.pngBase64 ?? '', 'base64'))),
    );
    expect(codes).toEqual([['DRW-AAAA02'], ['DRW-AAAA01']]);
    expect(labels[0]).toMatchObject({
      receivedAtMs: 1_000,
      problem: null,
      widthMm: 50.75,
      heightMm: 25.375,
      byteCount: labelOf('DRW-AAAA02').length - 1,
    });
    expect(new Set(labels.map((label) => label.id)).size).toBe(2);
    expect(received).toBe(2);
    expect(printer.received()).toBe(2);
    const raster = await rasterOf(Buffer.from(labels[0]?.pngBase64 ?? '', 'base64'));
    expect([raster.width, raster.height]).toEqual([406, 203]);
  });

  it('tells several labels of one job apart', async () => {
    const printer = await open();
    await print(printer, Buffer.concat([labelOf('DRW-AAAA01'), labelOf('DRW-AAAA02')]));
    expect(await printer.labels(10)).toHaveLength(2);
  });

  it('says what is wrong with a job that is not a label', async () => {
    const printer = await open();
    await print(printer, '%PDF-1.7 something');
    await print(printer, '^XA^FDcut off');
    await print(printer, Buffer.from([0xff, 0xfe, 0x00, 0x80]));
    const labels = await printer.labels(10);
    expect(labels).toHaveLength(3);
    for (const label of labels) {
      expect(label.pngBase64).toBeNull();
      expect(label.problem).toMatch(/\S/);
    }
  });

  it('logs a label that it fails to draw, and says so on it', async () => {
    const printer = await open();
    await print(printer, '^XA^FO1,1^BXN,5,200^FD^FS^XZ');
    expect((await printer.labels(1))[0]).toMatchObject({
      pngBase64: null,
      problem: 'The label could not be drawn.',
    });
    expect(logged).toEqual(['training label could not be drawn; the screen shows no picture of it']);
  });

  it('does not count a connection without a job as a label', async () => {
    const printer = await open();
    await print(printer, '');
    expect(printer.received()).toBe(0);
    expect(received).toBe(0);
  });

  it('refuses connections while it is off, and comes back at the same address', async () => {
    const printer = await open();
    await printer.setMode('off');
    await expect(
      new Promise((resolve, reject) => {
        connect(printer.address.port, printer.address.host).once('connect', resolve).once('error', reject);
      }),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await Promise.all([printer.setMode('ready'), printer.setMode('off'), printer.setMode('ready')]);
    expect(printer.mode()).toBe('ready');
    await print(printer, labelOf('DRW-AAAA01'));
    expect(printer.received()).toBe(1);
  });

  it('prints nothing of a job that it breaks off', async () => {
    const printer = await open();
    await printer.setMode('breaks');
    await print(printer, labelOf('DRW-AAAA01'));
    expect(printer.received()).toBe(0);
  });

  it('keeps the last two hundred labels and forgets them when cleared', async () => {
    const printer = await open();
    await print(printer, Buffer.from('^XA^FD1^FS^XZ'.repeat(250)));
    expect(printer.received()).toBe(250);
    expect(await printer.labels(3)).toHaveLength(3);
    printer.clear();
    expect(await printer.labels(300)).toEqual([]);
    expect(printer.received()).toBe(0);
  });

  it('does not block the process while it draws', async () => {
    const printer = await open();
    await print(
      printer,
      Buffer.concat(Array.from({ length: 8 }, (_, index) => labelOf(`DRW-AAAA0${index}`))),
    );
    const before = performance.eventLoopUtilization();
    const labels = await printer.labels(8);
    const { utilization } = performance.eventLoopUtilization(before);
    expect(labels.every((label) => label.pngBase64 !== null)).toBe(true);
    // Drawn here, the share would be nearly the whole; however loaded the machine is, waiting is not working.
    expect(utilization).toBeLessThan(0.5);
  });
});

describe('a job', () => {
  it('is cut at the ends of its labels, and the rest is kept unchanged', () => {
    const cut = (text: string): string[] => splitJob(Buffer.from(text)).map(String);
    expect(cut('^XA1^XZ\n^XA2^XZ\n')).toEqual(['^XA1^XZ', '^XA2^XZ']);
    expect(cut('^XA1^XZ^XA2')).toEqual(['^XA1^XZ', '^XA2']);
    expect(cut('~HS')).toEqual(['~HS']);
    expect(cut(' \r\n')).toEqual([]);
  });
});
