// What printing whole pages must do, tried on real servers, commands and folders: say what is known and no more, and give
// nothing to a printer twice.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../src/adapters/http.ts';
import { createIppPrinter, type IppPrinter } from '../../src/adapters/ipp/ipp-printer.ts';
import { wordsOfReasons } from '../../src/adapters/ipp/reasons.ts';
import { createPageTransport } from '../../src/adapters/page-printing.ts';
import type { PageDelivery } from '../../src/core/ports/printers.ts';
import {
  ippBytes,
  startFakeIppPrinter,
  type FakeExchange,
  type FakeIppPrinter,
  type FakePrinterWill,
} from '../support/fake-ipp-printer.ts';
import { deadAddress } from '../support/printer-sinks.ts';
import type { MakePageRaster } from '../../src/adapters/raster/page-raster.ts';
import { neverDrawn } from '../support/never-drawn.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'x'), Buffer.from('\n%%EOF\n')]);
const NAME = 'drawdesk-job-1-1';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function printerThat(will: Partial<FakePrinterWill> = {}): Promise<FakeIppPrinter> {
  const printer = await startFakeIppPrinter(will);
  opened.push(printer);
  return printer;
}

function client(makeRaster: MakePageRaster = neverDrawn) {
  const http = createHttp();
  opened.push(http);
  return createIppPrinter(http, () => Promise.resolve(), makeRaster);
}

/** Delivers the PDF, and tells how often its bytes were asked for. */
async function deliverTo(url: string, by: IppPrinter = client()): Promise<PageDelivery & { begun: number }> {
  let begun = 0;
  const delivery = await by.deliver(url, {
    name: NAME,
    look: () => PDF,
    begin: () => {
      begun += 1;
      return PDF;
    },
  });
  return { ...delivery, begun };
}

describe('an IPP printer', () => {
  it('that does not say which paper is in it gets the job, and a person is to look', async () => {
    const look = 'it does not say which paper is in it: look that it is A4';
    const silent = await printerThat({ ready: [] });
    expect(await deliverTo(silent.url)).toEqual({ outcome: 'taken', printerJob: '100', look, begun: 1 });
    // A scheduler of CUPS makes its list up.
    const shared = await printerThat({ cupsVersion: '2.4.2' });
    expect(await deliverTo(shared.url)).toMatchObject({ outcome: 'taken', look });
  });

  it('gets the PDF byte for byte, under its name, as A4 and not scaled, and its number is known', async () => {
    const printer = await printerThat();
    const delivery = await deliverTo(printer.url);
    expect(delivery).toEqual({ outcome: 'taken', printerJob: '100', begun: 1 });
    expect(printer.faults).toEqual([]);
    expect(printer.jobs).toHaveLength(1);
    expect(printer.jobs[0]?.document.equals(PDF)).toBe(true);
    expect(printer.jobs[0]).toMatchObject({
      name: NAME,
      asked: { media: ['iso_a4_210x297mm'], 'print-scaling': ['none'], copies: ['1'] },
    });
    expect(await client().report(printer.url, '100', NAME)).toEqual({ state: 'done', detail: null });
  });

  it('that refuses the connection has got nothing', async () => {
    const { port } = await deadAddress();
    expect(await deliverTo(`http://127.0.0.1:${port}/ipp/print`)).toEqual({
      outcome: 'not-started',
      detail: 'the printer refuses the connection',
      begun: 0,
    });
  });

  it.each([
    [{ state: 5, reasons: ['media-empty-error'] }, 'it has no paper: put A4 paper in'],
    [{ state: 5, reasons: ['toner-low-warning', 'door-open'] }, 'a door is open: close it'],
    [{ state: 5, reasons: ['none'] }, 'look at its display'],
    [{ accepting: false }, 'takes no jobs at present'],
    [{ formats: ['image/urf'] }, 'takes neither PDF nor pages drawn by the desk'],
  ])('that cannot print now (%j) is given nothing, and says what to do', async (will, words) => {
    const printer = await printerThat(will);
    const delivery = await deliverTo(printer.url);
    // It was reached, which is said of it.
    expect(delivery).toMatchObject({ outcome: 'not-started', reached: true, begun: 0 });
    expect(delivery).toMatchObject({ detail: expect.stringContaining(words) as string });
    expect(printer.jobs).toEqual([]);
  });

  it('whose ink is low is printed on all the same', async () => {
    const printer = await printerThat({ reasons: ['marker-supply-low-warning', 'media-low-report'] });
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
  });

  it('a job that was withdrawn meanwhile is not sent', async () => {
    const printer = await printerThat();
    const delivery = await client().deliver(printer.url, { name: NAME, look: () => null, begin: () => null });
    expect(delivery).toEqual({ outcome: 'withheld' });
    expect(printer.asked).not.toContain('Print-Job');
  });

  it('of an older version is asked again in that version, and gets the job once', async () => {
    const versions: number[] = [];
    const printer = await printerThat({
      before: (_operation, { version, ipp }) => {
        versions.push(version);
        if (version === 0x0101) return false;
        ipp(0x0503);
        return true;
      },
    });
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
    expect(versions).toEqual([0x0200, 0x0101, 0x0101]);
    expect(printer.jobs).toHaveLength(1);
  });

  it('of an older version makes no older one of another, nor of a newer one in its place', async () => {
    const versions: number[] = [];
    let speaks = 0x0101;
    const only: FakePrinterWill['before'] = (_operation, { version, ipp }) => {
      versions.push(version);
      if (version === speaks) return false;
      ipp(0x0503);
      return true;
    };
    const older = await printerThat({ before: only });
    const other = await printerThat({
      before: (_operation, { version }) => {
        versions.push(version);
        return false;
      },
    });
    const desk = client();
    await desk.ask(older.url);
    await desk.ask(other.url);
    await desk.ask(older.url);
    expect(versions).toEqual([0x0200, 0x0101, 0x0200, 0x0101]);
    speaks = 0x0200;
    expect(await desk.ask(older.url)).toMatchObject({ problem: null });
    expect(await desk.ask(older.url)).toMatchObject({ problem: null });
    expect(versions.slice(4)).toEqual([0x0101, 0x0200, 0x0200]);
  });

  it.each([
    ['busy', 0x0507, true, 'it is busy'],
    ['not taking jobs', 0x0506, true, 'it takes no jobs at present'],
    ['no such format', 0x040a, false, 'it does not print PDF'],
    ['something else', 0x0499, false, 'status 499'],
  ])('that refuses the job (%s) has printed nothing', async (_what, status, again, words) => {
    const printer = await printerThat({
      before: (operation, { ipp }) => {
        if (operation !== 'Print-Job') return false;
        ipp(status);
        return true;
      },
    });
    const delivery = await deliverTo(printer.url);
    expect(delivery).toMatchObject({ outcome: 'refused', again, begun: 1 });
    expect(delivery).toMatchObject({ detail: expect.stringContaining(words) as string });
  });

  describe('whose answer is lost', () => {
    const ways: readonly (readonly [string, (exchange: FakeExchange) => void])[] = [
      ['the line drops', ({ request }) => request.socket.resetAndDestroy()],
      ['the line ends in the middle of the answer', ({ response }) => endInTheMiddle(response.socket)],
      ['garbage comes', ({ answer }) => answer(Buffer.from('<html>busy</html>'))],
      [
        'attributes are cut off',
        ({ requestId, version, answer }) =>
          answer(
            ippBytes({ version, code: 0, requestId }, [[0x02, [['job-id', 0x21, 100]]]]).subarray(0, -6),
          ),
      ],
      ['the answer is huge', ({ answer }) => answer(Buffer.alloc(2 * 1024 * 1024, 0x21))],
      [
        'the answer is another one’s',
        ({ requestId, version, answer }) =>
          answer(ippBytes({ version, code: 0, requestId: requestId + 7 }, [[0x02, [['job-id', 0x21, 666]]]])),
      ],
      [
        'the version is unheard of',
        ({ requestId, answer }) => answer(ippBytes({ version: 0x0900, code: 0, requestId }, [])),
      ],
      ['it leads elsewhere', ({ response }) => response.writeHead(302, { location: '/' }).end()],
      ['it has no number for the job', ({ ipp }) => ipp(0)],
    ];

    it.each(ways)(
      '(%s) is looked through for the job’s name, and nothing is sent again',
      async (_way, lose) => {
        const printer = await printerThat({ insteadOfAnswer: lose });
        expect(await deliverTo(printer.url)).toEqual({ outcome: 'taken', printerJob: '100', begun: 1 });
        expect(printer.asked.filter((operation) => operation === 'Print-Job')).toHaveLength(1);
        expect(printer.jobs).toHaveLength(1);
      },
    );

    it.each(ways)('(%s) and that keeps no list leaves the job in doubt', async (_way, lose) => {
      const printer = await printerThat({ insteadOfAnswer: lose, forgetful: true });
      const delivery = await deliverTo(printer.url);
      expect(delivery).toMatchObject({ outcome: 'unsure', begun: 1 });
      expect(delivery).toMatchObject({ detail: expect.stringContaining('does not show this one') as string });
      expect(printer.jobs).toHaveLength(1);
    });
  });

  it.each([
    ['garbage', (exchange: FakeExchange) => exchange.answer(Buffer.from('HTTP is spoken here'))],
    ['an empty answer', (exchange: FakeExchange) => exchange.answer(Buffer.alloc(0))],
    ['a redirect', (exchange: FakeExchange) => exchange.response.writeHead(301, { location: '/' }).end()],
    ['a password', (exchange: FakeExchange) => exchange.response.writeHead(401).end()],
    ['nothing about a printer', (exchange: FakeExchange) => exchange.ipp(0)],
    ['a huge answer', (exchange: FakeExchange) => exchange.answer(Buffer.alloc(4 * 1024 * 1024))],
    ['a reset', (exchange: FakeExchange) => exchange.request.socket.resetAndDestroy()],
  ])('that answers the first question with %s gets no job', async (_what, act) => {
    const printer = await printerThat({
      before: (_operation, exchange) => {
        act(exchange);
        return true;
      },
    });
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'not-started', begun: 0 });
    expect(printer.jobs).toEqual([]);
  });

  it('that closes in the middle of the document leaves the job in doubt', async () => {
    const printer = await printerThat({ breaksAfterBytes: 20_000 });
    const delivery = await deliverTo(printer.url);
    expect(delivery).toMatchObject({ outcome: 'unsure', begun: 1 });
    expect(printer.jobs).toEqual([]);
  });

  it.each([
    [
      'the page of a web server',
      (exchange: FakeExchange) => exchange.response.writeHead(503).end('starting'),
    ],
    ['garbage', (exchange: FakeExchange) => exchange.answer(Buffer.from('HTTP is spoken here'))],
  ])(
    'that answers a question about a job with %s, as while it starts, is asked again',
    async (_what, act) => {
      let isStarting = false;
      const printer = await printerThat({
        newJobState: 5,
        before: (_operation, exchange) => {
          if (isStarting) act(exchange);
          return isStarting;
        },
      });
      await deliverTo(printer.url);
      isStarting = true;
      expect(await client().report(printer.url, '100', NAME)).toBe('unknown');
      isStarting = false;
      expect(await client().report(printer.url, '100', NAME)).toMatchObject({ state: 'working' });
    },
  );

  it('tells what becomes of a job, and a stopped one what to do', async () => {
    const printer = await printerThat({ newJobState: 5 });
    await deliverTo(printer.url);
    const report = async (state: number) => {
      const [job] = printer.jobs;
      if (job) job.state = state;
      return client().report(printer.url, '100', NAME);
    };
    expect(await report(3)).toEqual({ state: 'working', detail: null });
    expect(await report(5)).toEqual({ state: 'working', detail: null });
    Object.assign(printer.will, { state: 5, reasons: ['media-jam-error'] });
    // The job itself still claims to be processed.
    expect(await report(5)).toMatchObject({ state: 'stopped' });
    expect(await report(6)).toEqual({
      state: 'stopped',
      detail: 'the printer has stopped: paper is stuck in it: open it and take the paper out',
    });
    expect(await report(7)).toMatchObject({ state: 'cancelled' });
    expect(await report(8)).toMatchObject({ state: 'given-up' });
    expect(await report(9)).toEqual({ state: 'done', detail: null });
    const [job] = printer.jobs;
    if (job) job.stateReason = 'job-completed-with-errors';
    expect(await report(9)).toEqual({
      state: 'given-up',
      detail: 'the printer ended the job with errors: look whether all pages came out',
    });
    printer.will.forgetful = true;
    expect(await report(9)).toBe('forgotten');
    await printer.close();
    expect(await client().report(printer.url, '100', NAME)).toBe('unknown');
  });
});

describe('an IPP printer that complains and does not say that it has stopped', () => {
  it.each([3, 4])('is given the job in the state %i: it may be its second tray', async (state) => {
    const printer = await printerThat({ state, reasons: ['media-empty-error'] });
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
  });

  it.each([
    ['media-empty-error', 'it has no paper: put A4 paper in'],
    ['media-jam', 'paper is stuck in it: open it and take the paper out'],
    ['com.maker.sensor-error', 'it reports “com.maker.sensor-error”: look at its display'],
  ])('says it of a job that is not done: %s', async (reason, words) => {
    const printer = await printerThat({ newJobState: 5, reasons: [reason] });
    await deliverTo(printer.url);
    const report = () => client().report(printer.url, '100', NAME);
    const complaint = { state: 'working', detail: `the printer has not finished, and says: ${words}` };
    expect(await report()).toEqual(complaint);
    printer.will.state = 4;
    expect(await report()).toEqual(complaint);
    Object.assign(printer.jobs[0] ?? {}, { state: 9 });
    expect(await report()).toEqual({ state: 'done', detail: null });
  });

  it.each(['media-empty-report', 'toner-low-warning', 'wifi-not-configured', 'none'])(
    'does not complain by %s',
    async (reason) => {
      const printer = await printerThat({ newJobState: 5, reasons: [reason] });
      await deliverTo(printer.url);
      expect(await client().report(printer.url, '100', NAME)).toEqual({ state: 'working', detail: null });
    },
  );
});

describe('an IPP printer that does not know our job any more', () => {
  /** It is at our job, and has been asked about it so often. */
  async function atWork(upTime: number | null, asked = 1) {
    const printer = await printerThat({ newJobState: 5, upTime });
    const desk = client();
    await deliverTo(printer.url, desk);
    for (let question = 0; question < asked; question += 1)
      expect(await desk.report(printer.url, '100', NAME)).toMatchObject({ state: 'working' });
    printer.jobs.length = 0;
    return { printer, report: () => desk.report(printer.url, '100', NAME) };
  }

  it.each([0, 1])(
    'says so once it was started again since, asked about the job %i times before',
    async (asked) => {
      const { printer, report } = await atWork(86_400, asked);
      printer.will.upTime = 12;
      expect(await report()).toBe('started-again');
    },
  );

  it.each([
    ['is still running', 86_400, 86_405],
    ['does not say for how long it is running', null, null],
    ['says so only now', null, 12],
    ['does not say so any more', 86_400, null],
  ])('may have ended it where it %s', async (_, before, now) => {
    const { printer, report } = await atWork(before);
    printer.will.upTime = now;
    expect(await report()).toBe('forgotten');
  });

  it.each([
    ['breaks the line', ({ request }: FakeExchange) => void request.socket.resetAndDestroy()],
    ['is not in service yet', ({ ipp }: FakeExchange) => ipp(0x0502)],
  ])('is asked again where it %s when asked for how long it is running', async (_, act) => {
    const { printer, report } = await atWork(86_400);
    printer.will.before = (operation, exchange) => {
      if (operation === 'Get-Printer-Attributes') act(exchange);
      return operation === 'Get-Printer-Attributes';
    };
    expect(await report()).toBe('unknown');
    printer.will.before = () => false;
    printer.will.upTime = 3;
    expect(await report()).toBe('started-again');
  });
});

describe('an IPP printer that has another job under the number of ours', () => {
  const PAYROLL = 'payroll-from-another-computer';
  /** Restarted, and printed on by somebody else since. */
  async function restarted(state: number): Promise<FakeIppPrinter> {
    const printer = await printerThat({ newJobState: 6 });
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken', printerJob: '100' });
    Object.assign(printer.jobs[0] ?? {}, { name: PAYROLL, state });
    return printer;
  }

  it.each([3, 5, 6, 7, 8, 9])('in the state %i says nothing of ours by that', async (state) => {
    const printer = await restarted(state);
    expect(await client().report(printer.url, '100', NAME)).toBe('another');
    // Of a job that an older version gave away the name is not kept.
    expect(await client().report(printer.url, '100', null)).not.toBe('another');
  });

  it('is not asked to cancel that one', async () => {
    const printer = await restarted(5);
    expect(await client().cancel(printer.url, '100', NAME)).toEqual({ outcome: 'another' });
    expect(printer.asked).not.toContain('Cancel-Job');
    expect(printer.jobs[0]).toMatchObject({ name: PAYROLL, state: 5 });
  });

  it('cancels by the number a job whose name is not kept', async () => {
    const printer = await printerThat({ newJobState: 5 });
    await deliverTo(printer.url);
    expect(await client().cancel(printer.url, '100', null)).toMatchObject({ outcome: 'over' });
    expect(printer.jobs[0]?.state).toBe(7);
  });

  it('and tells nothing when it is looked at first is sent no cancellation', async () => {
    const printer = await printerThat({ newJobState: 5 });
    await deliverTo(printer.url);
    printer.will.before = (operation, { request }) => {
      if (operation === 'Get-Job-Attributes') request.socket.resetAndDestroy();
      return operation === 'Get-Job-Attributes';
    };
    expect(await client().cancel(printer.url, '100', NAME)).toMatchObject({ outcome: 'unknown' });
    expect(printer.asked).not.toContain('Cancel-Job');
  });

  it.each([
    ['cut off', NAME.slice(0, 12)],
    ['in capitals, without its signs', 'DRAWDESK JOB 1 1'],
    ['with words of its own', `Network job: ${NAME}.pdf`],
    ['not at all', null],
    ['as nothing', ''],
    ['hidden behind stars', '****'],
  ])('is not thought of where it tells the name %s', async (_how, told) => {
    const printer = await printerThat({ newJobState: 6, toldName: () => told });
    await deliverTo(printer.url);
    expect(await client().report(printer.url, '100', NAME)).toMatchObject({ state: 'stopped' });
    expect(await client().cancel(printer.url, '100', NAME)).toMatchObject({
      outcome: 'over',
      report: { state: 'cancelled' },
    });
    expect(printer.faults).toEqual([]);
  });

  it('that does not tell about single jobs still cancels by the number', async () => {
    const printer = await printerThat({ newJobState: 5 });
    await deliverTo(printer.url);
    printer.will.before = (operation, { ipp }) => {
      if (operation === 'Get-Job-Attributes') ipp(0x0501);
      return operation === 'Get-Job-Attributes';
    };
    expect(await client().cancel(printer.url, '100', NAME)).toEqual({ outcome: 'cancelled' });
    expect(printer.jobs[0]?.state).toBe(7);
  });
});

/** Announces a longer answer than it sends. */
function endInTheMiddle(socket: FakeExchange['response']['socket']): void {
  socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/ipp\r\ncontent-length: 900\r\n\r\n\u0002\u0000');
}

describe('an IPP printer that takes no PDF', () => {
  const DOTS = Buffer.from('RaS2 and pages');
  const drawn: MakePageRaster = async () => ({ raster: DOTS });
  const raster = {
    formats: ['image/urf', 'image/pwg-raster'],
    resolutions: ['300x300dpi'],
    types: ['sgray_8'],
  } as const;
  const will = (more: Partial<FakePrinterWill> = {}) => ({ ...raster, ...more }) as Partial<FakePrinterWill>;
  const job = (begin: () => Buffer | null = () => PDF) => ({ name: NAME, look: () => PDF, begin });

  it('gets the pages as dots, on one side, and the document itself is what was drawn', async () => {
    const printer = await printerThat(will());
    const asked: unknown[] = [];
    const delivery = await client(async (pdf, dots) => {
      asked.push([Buffer.from(pdf).equals(PDF), dots]);
      return drawn(pdf, dots);
    }).deliver(printer.url, job());
    expect(delivery).toEqual({ outcome: 'taken', printerJob: '100' });
    expect(printer.faults).toEqual([]);
    expect(asked).toEqual([[true, { dpi: 300, type: 'sgray_8' }]]);
    expect(printer.jobs[0]?.document.equals(DOTS)).toBe(true);
    expect(printer.jobs[0]?.asked).toMatchObject({
      media: ['iso_a4_210x297mm'],
      'print-scaling': ['none'],
      sides: ['one-sided'],
    });
    expect(await client().ask(printer.url)).toMatchObject({ trouble: null });
  });

  it.each([
    [['150x150dpi', '600x600dpi', '300x300dpi'], ['black_1', 'sgray_8'], { dpi: 300, type: 'sgray_8' }],
    [['1200x1200dpi', '600x600dpi'], ['srgb_8', 'sgray_8'], { dpi: 600, type: 'srgb_8' }],
    [['203x203dpi', '300x600dpi'], ['sgray_16', 'black_1'], { dpi: 203, type: 'black_1' }],
  ])(
    'of %j and %j is sent the dots that it takes and that are enough',
    async (resolutions, types, wanted) => {
      const printer = await printerThat(will({ resolutions, types }));
      const asked: unknown[] = [];
      await client(async (pdf, dots) => (asked.push(dots), drawn(pdf, dots))).deliver(printer.url, job());
      expect(asked).toEqual([wanted]);
      expect(printer.faults).toEqual([]);
    },
  );

  it.each([
    { resolutions: [] },
    { types: [] },
    { resolutions: ['118x118dpcm', '300x600dpi', '150x150dpi', '1200x1200dpi'] },
    { types: ['sgray_16', 'cmyk_8'] },
  ])('and of whose dots none can be drawn (%j) gets nothing, and says what to do', async (more) => {
    const printer = await printerThat(will(more));
    const delivery = await client().deliver(printer.url, job());
    expect(delivery).toMatchObject({
      outcome: 'not-started',
      reached: true,
      detail: expect.stringContaining('set it up on this computer and choose its queue here') as string,
    });
    expect(printer.asked).not.toContain('Print-Job');
  });

  it.each([
    ['code-lost', 'refused', 'a code of the document could not be read in the dots of this printer'],
    ['too-large', 'refused', 'larger than A4'],
    ['not-now', 'not-started', 'could not be drawn for this printer in time'],
  ] as const)('gets nothing when its pages are not right: %s', async (problem, outcome, words) => {
    const printer = await printerThat(will());
    let begun = 0;
    const delivery = await client(async () => ({ problem })).deliver(
      printer.url,
      job(() => ((begun += 1), PDF)),
    );
    expect(delivery).toMatchObject({ outcome, detail: expect.stringContaining(words) as string });
    expect(begun).toBe(0);
    expect(printer.asked).not.toContain('Print-Job');
  });

  it('gets nothing of a job that was withdrawn or became another one while it was drawn', async () => {
    const printer = await printerThat(will());
    expect(
      await client(drawn).deliver(
        printer.url,
        job(() => null),
      ),
    ).toEqual({ outcome: 'withheld' });
    const another = Buffer.concat([PDF, Buffer.from(' ')]);
    expect(
      await client(drawn).deliver(
        printer.url,
        job(() => another),
      ),
    ).toMatchObject({
      outcome: 'refused',
      again: true,
    });
    expect(printer.asked).not.toContain('Print-Job');
  });

  it('but PDF besides is given the PDF', async () => {
    const printer = await printerThat(will({ formats: [...raster.formats, 'application/pdf'] }));
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
    expect(printer.jobs[0]?.document.equals(PDF)).toBe(true);
  });
});

describe('what a printer says is wrong', () => {
  it('is known by how it begins, and what is only told does not count', () => {
    expect(wordsOfReasons(['none'])).toBeNull();
    expect(wordsOfReasons([])).toBeNull();
    expect(wordsOfReasons(['media-empty-report', 'toner-empty-warning'])).toBeNull();
    expect(wordsOfReasons(['media-empty'])).toBe('it has no paper: put A4 paper in');
    expect(wordsOfReasons(['media-empty-error'])).toBe('it has no paper: put A4 paper in');
    expect(wordsOfReasons(['com.maker-strange-error'])).toBe(
      'it reports “com.maker-strange-error”: look at its display',
    );
  });
});

describe('a folder', () => {
  const transport = () => {
    const http = createHttp();
    opened.push(http);
    return createPageTransport(http, neverDrawn);
  };
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'drawdesk-pages-'));
    opened.push({ close: async () => rmSync(path, { recursive: true, force: true }) });
    return path;
  };

  it('gets the whole file, for its owner alone, and finds it again', async () => {
    const path = folder();
    const pages = transport();
    const address = { kind: 'folder', path } as const;
    expect(await pages.find(address, NAME)).toBe('absent');
    expect(await pages.deliver(address, { name: NAME, look: () => PDF, begin: () => PDF })).toEqual({
      outcome: 'taken',
      printerJob: `${NAME}.pdf`,
    });
    expect(readdirSync(path)).toEqual([`${NAME}.pdf`]);
    expect(readFileSync(join(path, `${NAME}.pdf`)).equals(PDF)).toBe(true);
    expect(statSync(join(path, `${NAME}.pdf`)).mode & 0o777).toBe(0o600);
    expect(await pages.find(address, NAME)).toMatchObject({ printerJob: `${NAME}.pdf` });
  });

  it('that is not there gets nothing', async () => {
    let begun = 0;
    const delivery = await transport().deliver(
      { kind: 'folder', path: join(folder(), 'gone') },
      { name: NAME, look: () => PDF, begin: () => ((begun += 1), PDF) },
    );
    expect(delivery).toMatchObject({ outcome: 'not-started' });
    expect(begun).toBe(0);
  });
});

describe('an IPP printer that is asked to cancel a job', () => {
  const cancel = (url: string, job: string) => client().cancel(url, job, NAME);

  it('has cancelled one that it had not ended, whatever it was at', async () => {
    for (const newJobState of [3, 5, 6]) {
      const printer = await printerThat({ newJobState });
      await deliverTo(printer.url);
      expect(await cancel(printer.url, '100')).toEqual({
        outcome: 'over',
        report: { state: 'cancelled', detail: 'it was cancelled at the printer' },
      });
      expect(printer.jobs[0]?.state).toBe(7);
      expect(printer.faults).toEqual([]);
    }
  });

  it('has taken the cancellation of one that it is still stopping', async () => {
    const printer = await printerThat({ newJobState: 5 });
    await deliverTo(printer.url);
    printer.will.before = (operation, exchange) => {
      if (operation !== 'Cancel-Job') return false;
      exchange.ipp(0x0000);
      return true;
    };
    expect(await cancel(printer.url, '100')).toEqual({ outcome: 'cancelled' });
  });

  it('says that one was done before, which is not a cancellation', async () => {
    const printer = await printerThat();
    await deliverTo(printer.url);
    expect(await cancel(printer.url, '100')).toEqual({
      outcome: 'over',
      report: { state: 'done', detail: null },
    });
  });

  it('knows nothing of one that it has forgotten', async () => {
    const printer = await printerThat();
    expect(await cancel(printer.url, '7')).toEqual({ outcome: 'over', report: null });
  });

  it('may refuse, or not answer; then nothing is claimed', async () => {
    const printer = await printerThat({ newJobState: 5 });
    await deliverTo(printer.url);
    printer.will.before = (operation, exchange) => {
      if (operation !== 'Cancel-Job') return false;
      exchange.ipp(0x0403);
      return true;
    };
    expect(await cancel(printer.url, '100')).toEqual({
      outcome: 'refused',
      detail: 'the printer does not cancel the job: it asks for a password',
    });
    printer.will.before = (operation, { request }) => {
      if (operation === 'Cancel-Job') request.socket.resetAndDestroy();
      return operation === 'Cancel-Job';
    };
    expect(await cancel(printer.url, '100')).toMatchObject({ outcome: 'unknown' });
    expect(printer.jobs[0]?.state).toBe(5);
  });
});

describe('the paper that an IPP printer has loaded', () => {
  it.each<[string[], string]>([
    [['na_letter_8.5x11in'], 'it has other paper loaded (US Letter): put A4 paper in'],
    [
      ['iso_a5_148x210mm', 'om_small_100x150mm'],
      'it has other paper loaded (A5, 100 × 150 mm): put A4 paper in',
    ],
  ])('is not printed on where %j is no A4', async (ready, detail) => {
    const printer = await printerThat({ ready });
    expect(await deliverTo(printer.url)).toEqual({ outcome: 'not-started', reached: true, detail, begun: 0 });
    expect(printer.jobs).toEqual([]);
    printer.will.ready = [...ready, 'iso_a4_210x297mm'];
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
  });

  it.each<[string[]]>([[[]], [['custom']], [['na_letter_8.5x11in', 'tray-of-the-maker']]])(
    'is not guessed from %j',
    async (ready) => {
      const printer = await printerThat({ ready });
      expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
    },
  );

  const LETTER = [21590, 27940] as const;
  const A4_ACROSS = [29700, 21000] as const;
  const DETAIL = 'it has other paper loaded (US Letter): put A4 paper in';

  it.each<[string, Partial<FakePrinterWill>]>([
    ['by its measures alone', { ready: [], trays: [LETTER] }],
    ['by its measures, where the name is the maker’s own', { ready: ['tray-1'], trays: [LETTER] }],
    ['by both', { ready: ['na_letter_8.5x11in'], trays: [LETTER, LETTER] }],
  ])('is not printed on where it is told %s and is no A4', async (_how, will) => {
    const printer = await printerThat(will);
    expect(await deliverTo(printer.url)).toEqual({
      outcome: 'not-started',
      reached: true,
      detail: DETAIL,
      begun: 0,
    });
    expect(printer.jobs).toEqual([]);
    expect(await client().ask(printer.url)).toMatchObject({ trouble: DETAIL, loaded: ['US Letter'] });
    printer.will.trays = [LETTER, A4_ACROSS];
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
    expect(await client().ask(printer.url)).toMatchObject({ trouble: null, loaded: ['US Letter', 'A4'] });
  });

  it.each<[Partial<FakePrinterWill>]>([
    [{ ready: [], trays: ['roll'] }],
    [{ ready: ['na_letter_8.5x11in'], trays: [LETTER, 'roll'] }],
    [{ ready: ['na_letter_8.5x11in', 'tray-of-the-maker'], trays: [LETTER] }],
  ])('is not guessed from the measures of %j', async (will) => {
    const printer = await printerThat(will);
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
  });

  it('is not believed of a scheduler of CUPS, which makes it up', async () => {
    const printer = await printerThat({
      cupsVersion: '2.4.2',
      ready: ['na_letter_8.5x11in'],
      trays: [LETTER],
    });
    expect(await client().ask(printer.url)).toMatchObject({ trouble: null, loaded: [] });
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'taken' });
    printer.will.cupsVersion = null;
    expect(await deliverTo(printer.url)).toMatchObject({ outcome: 'not-started', detail: DETAIL });
  });

  it('is left out where the collection that tells it is broken, and nothing is printed', async () => {
    const printer = await printerThat({
      before: (_operation, { requestId, version, answer }) => {
        const whole = ippBytes({ version, code: 0, requestId }, [
          [0x04, [['media-col-ready', 0x34, [['media-size', 0x34, [['x-dimension', 0x21, 21000]]]]]]],
        ]);
        // Without the ends of both collections.
        answer(Buffer.concat([whole.subarray(0, -11), Buffer.from([0x03])]));
        return true;
      },
    });
    expect(await deliverTo(printer.url)).toMatchObject({
      outcome: 'not-started',
      detail: 'what answers there is no IPP printer: a collection does not end',
      begun: 0,
    });
    expect(printer.jobs).toEqual([]);
  });

  it('is not waited for any more once the asking is stopped', async () => {
    const stop = new AbortController();
    const printer = await printerThat({
      before: () => {
        stop.abort();
        return true;
      },
    });
    expect(await client().ask(printer.url, stop.signal)).toMatchObject({
      problem: 'the connection to the printer broke',
      says: false,
    });
    expect(printer.asked).toEqual(['Get-Printer-Attributes']);
  });

  it('is told at set-up, with what the printer is and what keeps it from printing', async () => {
    const printer = await printerThat({ ready: ['iso_a4_210x297mm', 'na_letter_8.5x11in'] });
    expect(await client().ask(printer.url)).toEqual({
      problem: null,
      model: 'Fake 40',
      says: true,
      trouble: null,
      loaded: ['A4', 'US Letter'],
    });
    Object.assign(printer.will, { state: 5, reasons: ['cover-open-error'] });
    expect(await client().ask(printer.url)).toMatchObject({
      trouble: 'the printer has stopped: a cover is open: close it',
    });
    const { port } = await deadAddress();
    expect(await client().ask(`http://127.0.0.1:${port}/ipp/print`)).toMatchObject({
      problem: 'the printer refuses the connection',
      says: false,
    });
    expect(printer.jobs).toEqual([]);
  });
});
