// The training printer takes jobs over a real socket and shows what a label printer would have printed.
import { performance } from 'node:perf_hooks';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readTrainingJob, splitJob } from '../../../src/app/training-jobs.ts';
import type { TrainingPrinter, TrainingPrinterOptions } from '../../../src/app/training-printer.ts';
import { askCondition } from '../../../src/core/printing/queue/ask-condition.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import { layOutLabel } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK } from '../../../src/core/printing/layout/label-stock.ts';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { askLanguage } from '../../../src/core/printing/queue/ask-language.ts';
import { rasterOfLabel } from '../../../src/core/printing/layout/raster.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import type { LabelSymbol } from '../../../src/domain/label-symbol.ts';
import { SPOKEN_LABEL_LANGUAGE_IDS, type SpokenLabelLanguageId } from '../../../src/domain/label-language.ts';
import {
  afterHalfTicket,
  encodeTicket,
  escposFont,
} from '../../../src/core/printing/languages/escpos/escpos.ts';
import { escposStatus } from '../../../src/core/printing/languages/escpos/status.ts';
import { layOutTicket } from '../../../src/core/printing/layout/ticket-layout.ts';
import { isHeld } from '../../support/held-port.ts';
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
async function open(options: Partial<TrainingPrinterOptions> = {}): Promise<TrainingPrinter> {
  received = 0;
  logged = [];
  const printer = await openTrainingPrinter({
    log: { ...silentLog, error: (message) => void logged.push(message) },
    nowMs: () => 1_000,
    onReceived: () => {
      received += 1;
    },
    ...options,
  });
  opened.push(printer);
  return printer;
}

const draw = createDrawText();
const labelOf = (code: string, id: SpokenLabelLanguageId = 'zpl', symbol?: LabelSymbol): Uint8Array => {
  const language = LABEL_LANGUAGES[id];
  const content = sampleContent({ code, siteName: null, training: true });
  return language.encode(layOutLabel(content, DEFAULT_LABEL_STOCK, { language, draw, symbol }));
};

async function print(printer: TrainingPrinter, bytes: Uint8Array | string): Promise<void> {
  await transport.deliver(printer.address, { begin: () => Buffer.from(bytes as Uint8Array) }, limits);
}

describe.each(SPOKEN_LABEL_LANGUAGE_IDS)('a training printer of %s', (language) => {
  it('shows the code of a label with a Data Matrix', async () => {
    const printer = await open({ language });
    await print(printer, labelOf('DRW-AAAA01', language, 'data-matrix'));
    const [label] = await printer.labels(10);
    expect(label).toMatchObject({ codes: ['DRW-AAAA01'], problem: null });
  });

  it('shows each label to scale, with the code that a scanner reads on it, newest first', async () => {
    const printer = await open({ language });
    await print(printer, labelOf('DRW-AAAA01', language));
    await print(printer, labelOf('DRW-AAAA02', language));
    const labels = await printer.labels(10);
    expect(labels.map(({ codes, problem }) => [codes, problem])).toEqual([
      [['DRW-AAAA02'], null],
      [['DRW-AAAA01'], null],
    ]);
    const [label] = labels;
    const png = Buffer.from(label?.pngBase64 ?? '', 'base64');
    expect(await readCodes(png)).toEqual(['DRW-AAAA02']);
    const raster = await rasterOf(png);
    expect([raster.width, raster.height]).toEqual([406, 203]);
    expect([label?.widthMm, label?.heightMm].map((mm) => Math.round(mm ?? 0))).toEqual([51, 25]);
    expect([printer.received(), received]).toEqual([2, 2]);
  });

  it('tells several labels of one job apart', async () => {
    const printer = await open({ language });
    await print(printer, Buffer.concat([labelOf('DRW-AAAA01', language), labelOf('DRW-AAAA02', language)]));
    expect((await printer.labels(10)).map(({ codes }) => codes)).toEqual([['DRW-AAAA02'], ['DRW-AAAA01']]);
  });

  it('prints nothing of a job in another language, of half a job, and of no label at all, and says so', async () => {
    const printer = await open({ language });
    const others = SPOKEN_LABEL_LANGUAGE_IDS.filter((other) => other !== language);
    for (const other of others) await print(printer, labelOf('DRW-AAAA01', other));
    const whole = labelOf('DRW-AAAA01', language);
    await print(printer, whole.subarray(0, Math.floor(whole.length / 2)));
    await print(printer, '%PDF-1.7 something\n');
    const labels = await printer.labels(10);
    expect(labels).toHaveLength(4);
    for (const label of labels) {
      expect(label).toMatchObject({ pngBase64: null, codes: [] });
      expect(label.problem).toMatch(/\S/);
    }
  });

  it('says of a label without bars that no code can be read', async () => {
    const blank = {
      zpl: '^XA^PW406^LL203^FO9,9^A0N,30,30^FDOLIVER^FS^XZ',
      epl2: 'q406\r\nQ203,24\r\nN\r\nP1,1\r\n',
      tspl: 'SIZE 50.8 mm,25.4 mm\r\nCLS\r\nPRINT 1,1\r\n',
    } satisfies Record<SpokenLabelLanguageId, string>;
    const printer = await open({ language });
    await print(printer, blank[language]);
    expect(await printer.labels(1)).toMatchObject([
      { problem: null, codes: [], widthMm: expect.any(Number) },
    ]);
  });
});

describe.each(SPOKEN_LABEL_LANGUAGE_IDS)(
  'a training printer of %s and 300 dpi with big labels',
  (language) => {
    const stock = { widthMm: 101.6, heightMm: 152.4, dotsPerMm: 12 } as const;
    const pageWith = (code: string): Uint8Array => {
      const spoken = LABEL_LANGUAGES[language];
      const tools = { language: { ...spoken, font: null }, draw };
      const layout = layOutLabel(sampleContent({ code, siteName: null, training: true }), stock, tools);
      return spoken.encodePicture(rasterOfLabel(layout), stock);
    };

    it('shows a page that fills a label to scale, with the code that a scanner reads on it', async () => {
      const printer = await open({ language, dotsPerMm: 12 });
      await print(printer, pageWith('DRW-AAAA01'));
      const [page] = await printer.labels(1);
      expect(page).toMatchObject({ codes: ['DRW-AAAA01'], problem: null });
      const raster = await rasterOf(Buffer.from(page?.pngBase64 ?? '', 'base64'));
      expect([raster.width, raster.height]).toEqual([1_200, 1_800]);
      expect([page?.widthMm, page?.heightMm].map((mm) => mm?.toFixed(1))).toEqual(['101.6', '152.4']);
    });

    it('takes a report of the most pages that are printed whole', async () => {
      const printer = await open({ language, dotsPerMm: 12 });
      const job = Buffer.concat(Array.from({ length: 60 }, () => pageWith('DRW-AAAA01')));
      const delivery = await transport.deliver(printer.address, { begin: () => job }, limits);
      expect([delivery.outcome, printer.received()]).toEqual(['sent', 60]);
    });
  },
);

describe('a training printer', () => {
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

  it('keeps its port while it is off, and gives it up only when it is closed', async () => {
    const printer = await open();
    const { port } = printer.address;
    await printer.setMode('off');
    await printer.setMode('off');
    expect(await isHeld(port)).toBe(true);
    await printer.setMode('ready');
    await print(printer, labelOf('DRW-AAAA01'));
    expect(printer.received()).toBe(1);
    void printer.setMode('off');
    await printer.close();
    expect(await isHeld(port)).toBe(false);
    expect((await open({ port })).address.port).toBe(port);
  });

  it('prints nothing of a job that it breaks off', async () => {
    const printer = await open();
    await printer.setMode('breaks');
    await print(printer, labelOf('DRW-AAAA01'));
    expect(printer.received()).toBe(0);
  });

  it('that is slow has a label come out, and closes, only after its time', async () => {
    const printer = await open({ slowMs: 60 });
    await printer.setMode('slow');
    const started = performance.now();
    const delivery = await transport.deliver(printer.address, { begin: () => labelOf('DRW-AAAA01') }, limits);
    expect(delivery.outcome).toBe('sent');
    expect(performance.now() - started).toBeGreaterThan(55);
    expect(printer.received()).toBe(1);
  });

  it('that is out of paper holds what it took without a word, and it comes out when there is paper', async () => {
    const printer = await open();
    await printer.setMode('no-paper');
    const delivery = await transport.deliver(
      printer.address,
      { begin: () => labelOf('DRW-AAAA01') },
      { ...limits, acknowledgeTimeoutMs: 50 },
    );
    if (delivery.outcome !== 'unacknowledged') throw new Error(delivery.outcome);
    expect([printer.held(), printer.received(), received]).toEqual([1, 0, 1]);
    await print(printer, '');
    expect(printer.held()).toBe(1);
    await printer.setMode('ready');
    expect(await delivery.later).toBe('acknowledged');
    expect([printer.held(), printer.received()]).toEqual([0, 1]);
  });

  it('that takes labels without paper says that it took one, and says to ~HS that it has no labels', async () => {
    const printer = await open();
    const saysTrouble = async (): Promise<string | null | undefined> => {
      const asked = await askCondition(transport, printer.address, { language: 'zpl', dotsPerMm: 8 });
      return asked.says ? asked.trouble : undefined;
    };
    expect(await saysTrouble()).toBeNull();
    await printer.setMode('takes-without-paper');
    const delivery = await transport.deliver(printer.address, { begin: () => labelOf('DRW-AAAA01') }, limits);
    expect([delivery.outcome, printer.held(), printer.received()]).toEqual(['sent', 1, 0]);
    expect(await saysTrouble()).toBe('it has no labels: put in a roll');
    expect(printer.held()).toBe(1);
    await printer.setMode('ready');
    expect([await saysTrouble(), printer.held(), printer.received()]).toEqual([null, 0, 1]);
  });

  it('that is switched off forgets what it held', async () => {
    const printer = await open();
    await printer.setMode('no-paper');
    await transport.deliver(
      printer.address,
      { begin: () => labelOf('DRW-AAAA01') },
      { ...limits, acknowledgeTimeoutMs: 50 },
    );
    await printer.setMode('off');
    await printer.setMode('ready');
    expect([printer.held(), printer.received()]).toEqual([0, 0]);
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

describe('a training ticket printer', () => {
  const bytes = (code: string): Uint8Array =>
    encodeTicket(
      layOutTicket(
        {
          number: 7,
          name: 'NGUYỄN, Thị',
          code,
          locationName: 'Bloomsbury',
          printedAt: { date: '2026-03-12', time: '09:41' },
          reprint: true,
          training: true,
        },
        { widthDots: 576, font: escposFont, draw },
      ),
    );
  const deliver = (printer: TrainingPrinter, job: Uint8Array) =>
    transport.deliver(printer.address, { question: escposStatus, begin: () => job }, limits);

  it('shows each ticket to scale, with the code that a scanner reads on it', async () => {
    const printer = await open({ language: 'escpos' });
    await deliver(printer, Buffer.concat([bytes('V07K2M9QXA4'), bytes('V0000000001')]));
    const tickets = await printer.labels(5);
    expect(tickets.map(({ codes, problem }) => [codes, problem])).toEqual([
      [['V0000000001'], null],
      [['V07K2M9QXA4'], null],
    ]);
    const png = Buffer.from(tickets[0]?.pngBase64 ?? '', 'base64');
    expect(await readCodes(png)).toEqual(['V0000000001']);
    const raster = await rasterOf(png);
    expect([raster.width, tickets[0]?.widthMm]).toEqual([576, 72]);
    expect(raster.height).toBe(Math.round((tickets[0]?.heightMm ?? 0) * 8));
  });

  it('out of paper says so when it is asked, and is sent nothing', async () => {
    const printer = await open({ language: 'escpos' });
    await printer.setMode('no-paper');
    expect(await deliver(printer, bytes('V07K2M9QXA4'))).toMatchObject({
      outcome: 'not-started',
      reached: true,
      detail: expect.stringMatching(/out of paper/) as string,
    });
    expect([printer.held(), printer.received()]).toEqual([0, 0]);
    await printer.setMode('ready');
    expect((await deliver(printer, bytes('V07K2M9QXA4'))).outcome).toBe('sent');
  });

  it('shows no empty paper of what is cut off before a ticket that follows half of one', async () => {
    const printer = await open({ language: 'escpos' });
    await deliver(printer, Buffer.concat([afterHalfTicket(3_000), bytes('V07K2M9QXA4')]));
    const tickets = await printer.labels(5);
    expect(tickets.map(({ codes, problem }) => [codes, problem])).toEqual([[['V07K2M9QXA4'], null]]);
  });

  it('prints nothing of a label, of half a ticket and of a ticket that is not cut off, and says so', async () => {
    const printer = await open({ language: 'escpos' });
    await print(printer, labelOf('DRW-AAAA01', 'zpl'));
    await print(printer, labelOf('DRW-AAAA01', 'epl2'));
    const whole = bytes('V07K2M9QXA4');
    await print(printer, whole.subarray(0, whole.length - 80));
    await print(printer, whole.subarray(0, whole.length - 4));
    const tickets = await printer.labels(9);
    expect(tickets).toHaveLength(4);
    for (const { pngBase64, problem } of tickets)
      expect([pngBase64, typeof problem]).toEqual([null, 'string']);
  });
});

describe('a job that is one picture', () => {
  it('is read past any byte of its picture, and each copy that it asks for is a label', () => {
    // Every byte value, line feeds and the print command itself among them.
    const rows = Buffer.concat([
      Buffer.from('P1,1\r\n\nPRINT 1,1\r\n\n'),
      Buffer.from(Uint8Array.from({ length: 237 }, (_, value) => value + 19)),
    ]);
    expect(rows).toHaveLength(256);
    const jobs = {
      epl2: ['N\r\nGW8,4,16,16,', '\r\nP3,1\r\n'],
      tspl: ['CLS\r\nBITMAP 8,4,16,16,0,', '\r\nPRINT 3,1\r\n'],
    } as const;
    for (const language of ['epl2', 'tspl'] as const) {
      const [before, after] = jobs[language];
      const job = Buffer.concat([Buffer.from(before), rows, Buffer.from(after)]);
      const labels = readTrainingJob(language, job, 8);
      expect(labels).toHaveLength(3);
      expect(labels[0]?.bytes).toEqual(job);
      expect(labels[0]?.source).toMatchObject({
        kind: 'pictures',
        pictures: [{ x: 8, y: 4, bytesPerRow: 16, rowCount: 16, rows }],
      });
    }
  });
});

it.each([
  ['zpl', 8, { language: 'zpl', model: 'DRAWDESK-TRAINING', dotsPerMm: 8 }],
  ['zpl', 12, { language: 'zpl', model: 'DRAWDESK-TRAINING', dotsPerMm: 12 }],
  ['epl2', 8, { language: null, model: null, dotsPerMm: null }],
  ['tspl', 8, { language: 'tspl', model: 'TRAINING-200', dotsPerMm: null }],
  ['tspl', 12, { language: 'tspl', model: 'TRAINING-300', dotsPerMm: null }],
  ['escpos', 8, { language: 'escpos', model: null, dotsPerMm: null }],
] as const)(
  'a training printer of %s with %i dots a millimetre says what it is when it is asked, and prints nothing',
  async (language, dotsPerMm, said) => {
    const printer = await open({ language, dotsPerMm });
    expect(await askLanguage(transport, printer.address)).toEqual({ ...said, problem: null });
    expect([printer.received(), received]).toEqual([0, 0]);
  },
);
