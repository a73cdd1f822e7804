// What came out of the training printers still lies in their trays after the desk was killed: whoever is told to scan a label back
// needs its picture.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import { startTrainingOfficePrinter } from '../../../src/app/training-office-printer.ts';
import type { TrainingPrinter } from '../../../src/app/training-printer.ts';
import { openTrainingTrays, type TrainingTrays } from '../../../src/core/store/training-trays.ts';
import { neverDrawn } from '../../support/never-drawn.ts';
import { silentLog } from '../../support/silent-log.ts';
import { openTrainingPrinter } from '../../support/training-desk.ts';

const KEY = new Uint8Array(32).fill(5);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'drawdesk-trays-'));
  ends.push(() => rmSync(made, { recursive: true }));
  return made;
}
function traysIn(dataFolder: string, key = KEY): TrainingTrays {
  const trays = openTrainingTrays({ file: join(dataFolder, 'training-trays.db'), key, log: silentLog });
  ends.push(() => trays.close());
  return trays;
}
/** What a kill at this moment would leave. */
function killed(dataFolder: string): string {
  const left = folder();
  cpSync(dataFolder, left, { recursive: true });
  return left;
}
async function printerOf(trays: TrainingTrays, id = 'training-printer'): Promise<TrainingPrinter> {
  const printer = await openTrainingPrinter({ tray: trays.of(id), nowMs: () => 7_000 });
  ends.push(() => printer.close());
  return printer;
}
const limits = { connectTimeoutMs: 1_000, acknowledgeTimeoutMs: 1_000, lingerMs: 10_000 };
const labelOf = (text: string) => Buffer.from(`^XA^FO9,9^A0N,30,30^FD${text}^FS^XZ`);
const print = (printer: TrainingPrinter, job: Buffer) =>
  createRawSocketTransport().deliver(printer.address, { begin: () => job }, limits);
const pictures = async (printer: TrainingPrinter) =>
  (await printer.labels(10)).map(({ pngBase64, receivedAtMs }) => [pngBase64, receivedAtMs]);

describe('after a kill', () => {
  it('each label lies in the tray of its printer, in its order, and the next one on top', async () => {
    const before = folder();
    const trays = traysIn(before);
    const printer = await printerOf(trays);
    await print(printer, Buffer.concat([labelOf('ONE'), labelOf('TWO')]));
    await print(printer, labelOf('THREE'));
    const shown = await pictures(printer);
    expect(shown).toHaveLength(3);

    const again = traysIn(killed(before));
    const after = await printerOf(again);
    expect(after.received()).toBe(3);
    expect(await pictures(after)).toEqual(shown);
    expect((await printerOf(again, 'training-printer-big')).received()).toBe(0);
    await print(after, labelOf('FOUR'));
    expect((await pictures(after)).slice(1)).toEqual(shown);
  });

  it('what was taken away stays away', async () => {
    const before = folder();
    const printer = await printerOf(traysIn(before));
    await print(printer, labelOf('ONE'));
    printer.clear();
    await print(printer, labelOf('TWO'));
    expect((await printerOf(traysIn(killed(before)))).received()).toBe(1);
  });

  it('each document lies in the tray, and the printer still says that it came out', async () => {
    const before = folder();
    const transport = createPageTransport(createHttp(), neverDrawn);
    const open = async (trays: TrainingTrays) => {
      const tray = trays.of('training-office-printer');
      const office = await startTrainingOfficePrinter({
        log: silentLog,
        nowMs: () => 7_000,
        onChange: () => undefined,
        tray,
      });
      ends.push(() => office.close());
      return office;
    };
    const office = await open(traysIn(before));
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document.text('one').end();
    await ended;
    const bytes = Buffer.concat(chunks);
    const send = (url: string, name: string) =>
      transport.deliver({ kind: 'ipp', url }, { name, look: () => bytes, begin: () => bytes });
    await send(office.url, 'job-1');

    const after = await open(traysIn(killed(before)));
    expect([after.received(), (await after.pages(5)).map(({ pageCount }) => pageCount)]).toEqual([1, [1]]);
    expect(await transport.report({ kind: 'ipp', url: after.url }, '1', 'job-1')).toMatchObject({
      state: 'done',
    });
    expect(await send(after.url, 'job-2')).toEqual({ outcome: 'taken', printerJob: '2' });
    after.clear();
    expect(after.received()).toBe(0);
  });
});

describe('the trays', () => {
  const jobs = (trays: TrainingTrays) =>
    trays
      .of('one')
      .jobs()
      .map(({ number }) => number);
  const keep = (trays: TrainingTrays, number: number, size: number) =>
    trays.of('one').keep({ number, name: '', receivedAtMs: 0, bytes: Buffer.alloc(size, 'L') });

  it('keep the newest jobs only, by their number and by their size', () => {
    const trays = traysIn(folder());
    for (let number = 1; number <= 203; number += 1) keep(trays, number, 10);
    expect([jobs(trays)[0], jobs(trays).length]).toEqual([4, 200]);
    keep(trays, 204, 8 * 1024 * 1024 - 15);
    expect(jobs(trays)).toEqual([203, 204]);
  });

  it('show nothing of a label to whoever reads the files', () => {
    const dataFolder = folder();
    keep(traysIn(dataFolder), 1, 5_000);
    for (const ending of ['', '-wal'])
      expect(readFileSync(join(dataFolder, `training-trays.db${ending}`)).includes('LLLLLLLL')).toBe(false);
  });

  it.each(['another key', 'damage'])(
    'are begun anew with %s, and never keep the desk from starting',
    (what) => {
      const dataFolder = folder();
      const trays = openTrainingTrays({
        file: join(dataFolder, 'training-trays.db'),
        key: KEY,
        log: silentLog,
      });
      keep(trays, 1, 10);
      trays.close();
      if (what === 'damage') writeFileSync(join(dataFolder, 'training-trays.db'), Buffer.alloc(9_000, 7));
      const anew = traysIn(dataFolder, what === 'damage' ? KEY : new Uint8Array(32).fill(6));
      expect(jobs(anew)).toEqual([]);
      keep(anew, 2, 10);
      expect(jobs(anew)).toEqual([2]);
    },
  );
});
