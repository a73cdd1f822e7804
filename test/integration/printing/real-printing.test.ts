// Whole pages on real programs: CUPS' own IPP printer and its scheduler, where they are installed. Elsewhere these tests are
// skipped, and the run says why.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ownNetworks } from '../../../src/adapters/find/network-printers.ts';
import { createHttp } from '../../../src/adapters/http.ts';
import { createPageTransport } from '../../../src/adapters/page-printing.ts';
import { createPageRaster } from '../../../src/adapters/raster/page-raster.ts';
import { endChild, hasEnded } from '../../support/child-end.ts';
import { has, startCupsScheduler, type CupsScheduler } from '../../support/cups-scheduler.ts';
import { decodePwg } from '../../support/pwg-decoder.ts';
import { codesOn, formOfPages, shareOfOtherDots } from '../../support/drawn-pages.ts';
import { silentLog } from '../../support/silent-log.ts';

const CODE = 'TRF-7K2M9Q';
const LONG = { timeout: 300_000 };
const folder = mkdtempSync(join(tmpdir(), 'drawdesk-real-'));
// The filters of CUPS run as a user of their own.
chmodSync(folder, 0o755);
const http = createHttp();
const raster = createPageRaster(silentLog);
const pages = createPageTransport(http, raster.make);
const running: ChildProcess[] = [];
let scheduler: CupsScheduler | null = null;
afterAll(async () => {
  await scheduler?.close();
  for (const child of running) await endChild(child);
  await http.close();
  await raster.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Started = { readonly url: string } | string;

/** Puts paper into the printer, by the page on which people do so. */
async function load(printer: Started, paper: 'iso_a4_210x297mm' | 'na_letter_8.5x11in'): Promise<void> {
  if (typeof printer === 'string') return;
  // Both trays: one that is left out stops the printer.
  const form = `size1=${paper}&type1=stationery&level1=250&size3=iso_dl_110x220mm&type3=envelope&level3=25`;
  await fetch(new URL(`/media?${form}`, printer.url));
}
const loadA4 = (printer: Started): Promise<void> => load(printer, 'iso_a4_210x297mm');

async function isUp(url: string): Promise<boolean> {
  const found = await pages.find({ kind: 'ipp', url }, 'nothing');
  return found !== 'unknown';
}

/**
 * Starts the IPP printer of CUPS, which takes documents of one format; a text is the reason why there is none. `announcedAs`: it tells
 * its name to the network.
 */
async function startPrinter(
  format: 'application/pdf' | 'image/pwg-raster',
  announcedAs: string | null = null,
): Promise<Started> {
  if (!has('ippeveprinter')) return 'ippeveprinter is not installed (Debian: cups-ipp-utils)';
  const port = await freePort();
  // Notes with what it was asked to print, and how.
  const name = announcedAs ?? format.replace('/', '-');
  const note = join(folder, `${name}.sh`);
  writeFileSync(
    note,
    `#!/bin/sh\nenv > "${folder}/asked-$IPP_JOB_NAME"\ncp "$1" "${folder}/paper-$IPP_JOB_NAME"\n`,
  );
  chmodSync(note, 0o755);
  const spool = join(folder, name);
  mkdirSync(spool);
  const options = [
    '-p',
    String(port),
    '-f',
    format,
    '-d',
    spool,
    '-k',
    ...(announcedAs === null ? ['-r', 'off'] : []),
    '-c',
    note,
    announcedAs ?? `Office ${name}`,
  ];
  const child = spawn('ippeveprinter', options, { stdio: ['ignore', 'ignore', 'pipe'] });
  running.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = `http://127.0.0.1:${port}/ipp/print`;
  const isReady = await vi
    .waitFor(async () => expect(hasEnded(child) || (await isUp(url))).toBe(true), {
      timeout: 8_000,
      interval: 100,
    })
    // Without Avahi a printer that announces itself crashes.
    .then(() => !hasEnded(child))
    .catch(() => false);
  // It needs D-Bus and Avahi, even when it announces nothing.
  return isReady ? { url } : `ippeveprinter does not start: ${said.split('\n')[0] ?? ''}`;
}

/** Starts a scheduler of CUPS of this test's own, with a queue for that printer; a text is the reason why there is none. */
async function startScheduler(printer: Started): Promise<string | null> {
  if (typeof printer === 'string') return printer;
  const started = await startCupsScheduler(join(folder, 'cups'));
  if (typeof started === 'string') return started;
  scheduler = started;
  return started.addQueue('office', ['-v', printer.url.replace('http', 'ipp'), '-m', 'everywhere']);
}

async function twoPages(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  document.fontSize(20).text('A form').addPage().text('Its second page').end();
  await ended;
  return Buffer.concat(chunks);
}

const printer = await startPrinter('application/pdf');
/** Its name is its own: another run may announce printers on this network as well. */
const NAMED = `Named ${process.pid}`;
const namedPrinter =
  ownNetworks().length === 0
    ? 'this computer is on no network'
    : await startPrinter('application/pdf', NAMED);
const rasterPrinter = await startPrinter('image/pwg-raster');
const withoutPrinter = typeof printer === 'string' ? printer : null;
const withoutRaster = typeof rasterPrinter === 'string' ? rasterPrinter : null;
const withoutScheduler = await startScheduler(printer);
const withoutNamed = withoutScheduler ?? (typeof namedPrinter === 'string' ? namedPrinter : null);
for (const reason of new Set([withoutPrinter, withoutRaster, withoutScheduler, withoutNamed])) {
  if (reason !== null) console.warn(`Tests with real printing programs are skipped: ${reason}`);
}

describe.skipIf(withoutPrinter !== null)(`ippeveprinter ${withoutPrinter ?? ''}`, () => {
  const address = { kind: 'ipp', url: typeof printer === 'string' ? '' : printer.url } as const;

  it('takes the form byte for byte, as A4 and not scaled, and reports the end', LONG, async () => {
    const pdf = await twoPages();
    const job = { name: 'drawdesk-real-1', look: () => pdf, begin: () => pdf };
    // As it comes it has US Letter loaded.
    expect(await pages.deliver(address, job)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('it has other paper loaded (US Letter') as string,
    });
    await loadA4(printer);
    expect(await pages.ask(address)).toMatchObject({
      problem: null,
      trouble: null,
      loaded: ['A4', '110 × 220 mm'],
    });
    const delivery = await pages.deliver(address, job);
    expect(delivery).toMatchObject({
      outcome: 'taken',
      printerJob: expect.stringMatching(/^\d+$/) as string,
    });
    const printerJob = ('printerJob' in delivery && delivery.printerJob) || '';
    await vi.waitFor(
      async () =>
        expect(await pages.report(address, printerJob, job.name)).toEqual({ state: 'done', detail: null }),
      { timeout: 15_000, interval: 200 },
    );
    expect(readFileSync(join(folder, 'paper-drawdesk-real-1')).equals(pdf)).toBe(true);
    const asked = readFileSync(join(folder, 'asked-drawdesk-real-1'), 'utf8');
    expect(asked).toContain('IPP_MEDIA=iso_a4_210x297mm');
    expect(await pages.find(address, 'drawdesk-real-1')).toMatchObject({ printerJob });
    expect(await pages.find(address, 'drawdesk-real-2')).toBe('absent');
    expect(await pages.cancel(address, printerJob, job.name)).toEqual({
      outcome: 'over',
      report: { state: 'done', detail: null },
    });
  });
});

describe.skipIf(withoutRaster !== null)(`ippeveprinter that takes no PDF ${withoutRaster ?? ''}`, () => {
  const address = { kind: 'ipp', url: typeof rasterPrinter === 'string' ? '' : rasterPrinter.url } as const;

  it(
    'gets each page as dots of its own, whole, with a code that can be read, and reports the end',
    LONG,
    async () => {
      await loadA4(rasterPrinter);
      expect(await pages.ask(address)).toMatchObject({ problem: null, trouble: null });
      const pdf = await formOfPages([CODE, 'Its second page']);
      const job = { name: 'drawdesk-real-6', look: () => pdf, begin: () => pdf };
      const delivery = await pages.deliver(address, job);
      expect(delivery).toMatchObject({ outcome: 'taken' });
      const printerJob = ('printerJob' in delivery && delivery.printerJob) || '';
      await vi.waitFor(
        async () =>
          expect(await pages.report(address, printerJob, job.name)).toEqual({ state: 'done', detail: null }),
        { timeout: 15_000, interval: 200 },
      );
      const decoded = decodePwg(readFileSync(join(folder, 'paper-drawdesk-real-6')));
      expect(decoded).toHaveLength(2);
      for (const { dpi, widthDots, heightDots, paper } of decoded) {
        expect(paper).toBe('iso_a4_210x297mm');
        expect([widthDots / dpi[0], heightDots / dpi[1]]).toEqual([
          expect.closeTo(8.268, 2),
          expect.closeTo(11.693, 2),
        ]);
      }
      for (const [index, page] of decoded.entries()) {
        // Drawn once more by itself, dot by dot.
        expect(await shareOfOtherDots(page, pdf, index + 1)).toBeLessThan(0.00002);
      }
      expect(decoded[0] && (await codesOn(decoded[0]))).toEqual([CODE]);
    },
  );
});

describe.skipIf(withoutScheduler !== null)(`cupsd ${withoutScheduler ?? ''}`, () => {
  const address = { kind: 'queue', name: 'office' } as const;
  const spooled = (): string[] =>
    readdirSync(join(folder, 'application-pdf')).filter((name) => name.endsWith('.pdf'));

  it('takes the form through the queue, and it comes out at the printer', LONG, async () => {
    const before = spooled().length;
    const pdf = await twoPages();
    const delivery = await pages.deliver(address, {
      name: 'drawdesk-real-3',
      look: () => pdf,
      begin: () => pdf,
    });
    expect(delivery).toMatchObject({
      outcome: 'taken',
      printerJob: expect.stringMatching(/^office-\d+$/) as string,
    });
    await vi.waitFor(() => expect(spooled().length).toBe(before + 1), { timeout: 20_000, interval: 200 });
  });

  it('gets nothing while the printer behind the queue says that it holds other paper', LONG, async () => {
    let begun = 0;
    const job = { name: 'drawdesk-real-7', look: () => null, begin: () => ((begun += 1), null) };
    await load(printer, 'na_letter_8.5x11in');
    expect(await pages.deliver(address, job)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('it has other paper loaded (US Letter') as string,
    });
    expect(begun).toBe(0);
    await loadA4(printer);
    expect(await pages.ask(address)).toMatchObject({ trouble: null, loaded: ['A4', '110 × 220 mm'] });
    expect(await pages.deliver(address, job)).toEqual({ outcome: 'withheld' });
  });

  it.skipIf(withoutNamed !== null)(
    `has a queue that knows its printer by name on the network alone, which is asked for its paper ${withoutNamed ?? ''}`,
    LONG,
    async () => {
      const device = `dnssd://${encodeURIComponent(NAMED)}._ipp._tcp.local/?uuid=1`;
      expect(scheduler?.addQueue('named', ['-v', device])).toBeNull();
      const named = { kind: 'queue', name: 'named' } as const;
      let begun = 0;
      const job = { name: 'drawdesk-real-8', look: () => null, begin: () => ((begun += 1), null) };
      // As it comes it has US Letter loaded.
      expect(await pages.ask(named)).toMatchObject({
        problem: null,
        loaded: ['US Letter', expect.any(String)],
      });
      expect(await pages.deliver(named, job)).toMatchObject({
        outcome: 'not-started',
        detail: expect.stringContaining('it has other paper loaded (US Letter') as string,
      });
      expect(begun).toBe(0);
      await loadA4(namedPrinter);
      expect(await pages.deliver(named, job)).toEqual({ outcome: 'withheld' });
      expect(begun).toBe(1);
    },
  );

  it(
    'takes a job out of its queue again while it waits there, and says of no other that it did',
    LONG,
    async () => {
      const file = join(folder, 'held.pdf');
      writeFileSync(file, await twoPages());
      const held = spawnSync('lp', ['-d', 'office', '-H', 'hold', file], { encoding: 'utf8' });
      const [, name = ''] = /request id is (\S+)/.exec(held.stdout) ?? [];
      expect(name).toMatch(/^office-\d+$/);
      expect(await pages.cancel(address, name, null)).toEqual({ outcome: 'cancelled' });
      expect(await pages.cancel(address, name, null)).toEqual({ outcome: 'over', report: null });
    },
  );

  it('is asked about its queue first: a paused one and one that is not there get nothing', LONG, async () => {
    let begun = 0;
    const job = {
      name: 'drawdesk-real-4',
      look: () => null,
      begin: () => ((begun += 1), Buffer.from('%PDF')),
    };
    expect(await pages.deliver({ kind: 'queue', name: 'attic' }, job)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('no printer queue “attic”') as string,
    });
    spawnSync('cupsdisable', ['office']);
    expect(await pages.deliver(address, job)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('the queue is paused') as string,
    });
    spawnSync('cupsenable', ['office']);
    spawnSync('cupsreject', ['office']);
    expect(await pages.deliver(address, job)).toMatchObject({
      outcome: 'not-started',
      detail: expect.stringContaining('takes no jobs') as string,
    });
    spawnSync('cupsaccept', ['office']);
    expect(begun).toBe(0);
  });

  it(
    'takes a damaged document without a word: what `lp` says is no proof, and the desk opens it first',
    LONG,
    async () => {
      const delivery = await pages.deliver(address, {
        name: 'drawdesk-real-5',
        look: () => null,
        begin: () => Buffer.from('%PDF-1.7\nnothing of the kind\n%%EOF\n'),
      });
      expect(delivery).toMatchObject({ outcome: 'taken' });
    },
  );
});
