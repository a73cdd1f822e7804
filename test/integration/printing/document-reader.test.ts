// The code is read off a label document, and off nothing that is not one.
import bwipjs from 'bwip-js/node';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackgroundWorker } from '../../../src/adapters/background-worker.ts';
import { createDocumentReader } from '../../../src/adapters/document-reader.ts';
import { emptyPdf, lockedPdf, unfoldingPdf } from '../../support/hostile-pdf.ts';

let warnings: { readonly message: string; readonly failure: unknown }[] = [];
const log: Parameters<typeof createDocumentReader>[0] = {
  warn: (message, fields) => void warnings.push({ message, failure: fields?.['failure'] }),
};
const reader = createDocumentReader(log);
afterAll(() => reader.close());

const codeOf = async (pdf: Uint8Array): Promise<string | null> => (await reader.readLabel(pdf, 'ahead')).code;

const MM = 72 / 25.4;

interface Placed {
  readonly bcid: string;
  readonly text: string;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A label as a laboratory's service makes it: text and bar codes as pictures on a small page. */
async function labelPdf(
  codes: readonly Placed[],
  page = { widthMm: 50.8, heightMm: 25.4 },
): Promise<Uint8Array> {
  const document = new PDFDocument({ size: [page.widthMm * MM, page.heightMm * MM], margin: 4 });
  const chunks: Buffer[] = [];
  const whole = new Promise<Uint8Array>((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
  });
  document.fontSize(7).text('OLIVER, James  15-Mar-1984', 4, 4);
  let y = 5 * MM;
  for (const { bcid, text, widthMm, heightMm } of codes) {
    const png = await bwipjs.toBuffer({ bcid, text, scale: 4, includetext: false, paddingwidth: 10 });
    document.image(png, 5 * MM, y, { width: widthMm * MM, height: heightMm * MM });
    y += (heightMm + 3) * MM;
  }
  document.end();
  return whole;
}

const linear = (text: string): Placed => ({ bcid: 'code128', text, widthMm: 40, heightMm: 10 });

describe('the label code reader', () => {
  it.each(['DRW-7K2M9Q', '20260312004711', 'S1234567'])('reads %s off a label', async (code) => {
    expect(await codeOf(await labelPdf([linear(code)]))).toBe(code);
  });

  it('reads a Data Matrix where that is all there is', async () => {
    const matrix = { bcid: 'datamatrix', text: 'S-0007', widthMm: 10, heightMm: 10 };
    expect(await codeOf(await labelPdf([matrix]))).toBe('S-0007');
  });

  it('prefers the code in bars to one in a matrix beside it', async () => {
    const matrix = { bcid: 'qrcode', text: 'https://lab.example', widthMm: 14, heightMm: 14 };
    const pdf = await labelPdf([linear('DRW-7K2M9Q'), matrix], { widthMm: 60, heightMm: 45 });
    expect(await codeOf(pdf)).toBe('DRW-7K2M9Q');
  });

  it('does not choose between two different codes', async () => {
    const pdf = await labelPdf([linear('DRW-7K2M9Q'), linear('DRW-AAAAAA')], { widthMm: 60, heightMm: 45 });
    expect(await codeOf(pdf)).toBeNull();
  });

  it('is not misled by the same bars at a smaller scale', async () => {
    // Looked at in a smaller copy as well, these bars are read a second time as another code, and so as none.
    const bars: Placed = { ...linear('34S-RVHS62'), widthMm: 60 };
    expect(await codeOf(await labelPdf([bars], { widthMm: 70, heightMm: 30 }))).toBe('34S-RVHS62');
  });

  it('finds nothing where there is no code', async () => {
    expect(await codeOf(await labelPdf([]))).toBeNull();
  });

  it('finds nothing in random bytes, in a broken document and in an empty one, and goes on working', async () => {
    const good = await labelPdf([linear('DRW-7K2M9Q')]);
    const rubbish = [
      new Uint8Array(),
      new TextEncoder().encode('<html>Sign in</html>'),
      new TextEncoder().encode('%PDF-1.7\nnothing of the kind'),
      good.subarray(0, good.length / 2),
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(200_000, 7)]),
    ];
    warnings = [];
    for (const bytes of rubbish) expect(await codeOf(bytes)).toBeNull();
    for (const bytes of rubbish) expect(await reader.read(bytes, 'now')).toEqual({ text: '', notRead: true });
    // What looked like a document and could not be read is told to those who look after the desk.
    expect(warnings.map(({ message }) => message)).toContain('document could not be read');
    expect(await codeOf(good)).toBe('DRW-7K2M9Q');
  });

  it('does not look at a document of thousands of pages, and says so in the log', async () => {
    const document = new PDFDocument({ size: [100, 100], margin: 0 });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const whole = new Promise((resolve) => document.on('end', resolve));
    const png = await bwipjs.toBuffer({ bcid: 'code128', text: 'DRW-7K2M9Q', scale: 2, paddingwidth: 10 });
    document.image(png, 0, 20, { width: 100 });
    for (let page = 1; page < 3_000; page += 1) document.addPage();
    document.end();
    await whole;
    warnings = [];
    expect(await codeOf(Buffer.concat(chunks))).toBeNull();
    expect(warnings).toEqual([{ message: 'document could not be read', failure: 'DocumentRefused' }]);
  });

  it('survives a small document that expands into a huge one', async () => {
    warnings = [];
    // A slow machine has the time limit before the memory limit; here the memory is to be the reason.
    const patient = createDocumentReader(log, (file, work) =>
      createBackgroundWorker(file, { ...work, timeoutMs: 50_000 }),
    );
    expect(await patient.readLabel(unfoldingPdf(1_500_000_000), 'ahead')).toEqual({
      text: '',
      code: null,
      notRead: true,
    });
    expect(warnings).toEqual([{ message: 'document could not be read', failure: 'took too much memory' }]);
    expect((await patient.readLabel(await labelPdf([linear('DRW-7K2M9Q')]), 'ahead')).code).toBe(
      'DRW-7K2M9Q',
    );
    await patient.close();
  });

  it('answers several readings asked for at once, each its own', async () => {
    const codes = ['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03', 'DRW-AAAA04'];
    const documents = await Promise.all(codes.map((code) => labelPdf([linear(code)])));
    expect(await Promise.all(documents.map(codeOf))).toEqual(codes);
  });

  it('returns the text of a label together with its code, from one reading', async () => {
    expect(await reader.readLabel(await labelPdf([linear('DRW-7K2M9Q')]), 'ahead')).toMatchObject({
      code: 'DRW-7K2M9Q',
      text: expect.stringContaining('OLIVER, James') as string,
    });
  });

  it('reads what a person waits for before what is read ahead', async () => {
    const label = await labelPdf([linear('DRW-7K2M9Q')]);
    const order: string[] = [];
    const readings = [1, 2, 3, 4].map(async (number) => {
      await reader.readLabel(label, 'ahead');
      order.push(`ahead ${number}`);
    });
    readings.push(reader.read(label, 'now').then(() => void order.push('now')));
    await Promise.all(readings);
    // Only the one that had begun is finished before.
    expect(order).toEqual(['ahead 1', 'now', 'ahead 2', 'ahead 3', 'ahead 4']);
  });
});

describe('the text that tells whose a document is', () => {
  async function written(write: (document: InstanceType<typeof PDFDocument>) => void): Promise<Buffer> {
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    write(document);
    document.end();
    await ended;
    return Buffer.concat(chunks);
  }
  let picture: Buffer;
  beforeAll(async () => {
    picture = await bwipjs.toBuffer({ bcid: 'code128', text: 'DRW-7K2M9Q', scale: 2 });
  });
  const scanned = (document: InstanceType<typeof PDFDocument>): void => void document.image(picture, 0, 0);
  /** Null where it was not read. */
  const textOf = async (pdf: Uint8Array): Promise<string | null> => {
    const { text, notRead } = await reader.read(pdf, 'now');
    return notRead === true ? null : text;
  };

  it('is read off a report of hundreds of pages and of many megabytes', async () => {
    const long = await written((document) => {
      document.text('OLIVER, James');
      for (let page = 1; page < 300; page += 1) document.addPage().text(`page ${page}`);
    });
    expect(await textOf(long)).toContain('OLIVER, James');
    const heavy = Buffer.concat([
      await written((document) => void document.text('OLIVER, James')),
      Buffer.alloc(20 * 1024 * 1024, ' '),
    ]);
    expect(await textOf(heavy)).toContain('OLIVER, James');
  });

  it('is on the page after a cover that is a picture', async () => {
    const covered = await written((document) => {
      scanned(document);
      document.addPage().text('OLIVER, James').addPage().text('MILES, Bea');
    });
    expect(await textOf(covered)).toMatch(/^OLIVER, James\s*$/);
  });

  it('is empty for a scanned document, however often it is read', async () => {
    const scan = await written((document) => {
      scanned(document);
      for (let page = 0; page < 4; page += 1) scanned(document.addPage());
    });
    for (const time of [1, 2]) expect(await textOf(scan), `time ${time}`).toBe('');
    expect(await reader.readLabel(scan, 'ahead')).toMatchObject({ text: '', code: 'DRW-7K2M9Q' });
  });

  it('is not known of a document whose contents are damaged, that is cut off or locked, or that has no page', async () => {
    const whole = await written((document) => void document.text('OLIVER, James'));
    const spoilt = Buffer.from(whole);
    const at = spoilt.indexOf('stream\n') + 7;
    spoilt.fill(0x5a, at, at + 60);
    for (const pdf of [
      spoilt,
      lockedPdf(),
      whole.subarray(0, 500),
      emptyPdf({ pages: 0, widthPoints: 9, heightPoints: 9 }),
    ])
      expect(await textOf(pdf)).toBeNull();
    expect(await textOf(whole)).toContain('OLIVER, James');
  });

  it('is said to be behind a password where it is, and not of one whose password only limits what is done with it', async () => {
    expect(await reader.read(lockedPdf(), 'now')).toEqual({ text: '', notRead: true, isLocked: true });
    const limited = new PDFDocument({ ownerPassword: 'secret' });
    const chunks: Buffer[] = [];
    limited.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => limited.on('end', resolve));
    limited.text('OLIVER, James').end();
    await ended;
    expect(await reader.read(Buffer.concat(chunks), 'now')).toEqual({
      text: expect.stringContaining('OLIVER'),
    });
  });
});

describe('a document that is to be printed', () => {
  it('is opened page by page, and its pages are counted', async () => {
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document.text('one').addPage().text('two').addPage().text('three').end();
    await ended;
    expect(await reader.inspect(Buffer.concat(chunks))).toEqual({ pages: 3 });
  });

  it.each([
    ['A4', 'portrait', true],
    ['A4', 'landscape', true],
    [[143, 72], 'portrait', true],
    // A millimetre is forgiven, as whoever writes a document rounds.
    [[597, 844], 'portrait', true],
    [[600, 842], 'portrait', false],
    [[595, 846], 'portrait', false],
    ['LETTER', 'portrait', false],
    ['A3', 'landscape', false],
  ] as const)('of %j, %s, fits on the paper: %s', async (size, layout, fits) => {
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    document
      .text('one')
      .addPage({ size: typeof size === 'string' ? size : [...size], layout, margin: 10 })
      .text('two')
      .end();
    await ended;
    expect(await reader.inspect(Buffer.concat(chunks))).toEqual(
      fits ? { pages: 2 } : { problem: 'larger-than-a4' },
    );
  });

  it('is refused when it is damaged, cut off, locked, or no PDF at all', async () => {
    const whole = Buffer.from(await labelPdf([linear('DRW-7K2M9Q')]));
    expect(await reader.inspect(whole)).toEqual({ pages: 1 });
    const cut = whole.subarray(0, whole.length - 200);
    // What is on the page is spoilt, and the file looks whole from outside.
    const at = whole.indexOf('stream\n') + 7;
    const spoilt = Buffer.from(whole);
    spoilt.fill(0x5a, at, at + 60);
    // The list of objects is gone, and the page with it.
    const hollow = Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    );
    for (const bytes of [cut, spoilt, hollow, Buffer.from('<html>'), Buffer.alloc(0)]) {
      expect(await reader.inspect(bytes)).toEqual({ problem: 'damaged' });
    }
    const locked = new PDFDocument({ userPassword: 'secret' });
    const chunks: Buffer[] = [];
    locked.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => locked.on('end', resolve));
    locked.text('hidden').end();
    await ended;
    expect(await reader.inspect(Buffer.concat(chunks))).toEqual({ problem: 'locked' });
    expect(await reader.inspect(Buffer.alloc(13 * 1024 * 1024))).toEqual({ problem: 'too-large' });
  });

  it('is refused for one wrong byte in any packed part of any page', async () => {
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => document.on('end', resolve));
    for (const page of ['one', 'two']) {
      if (page !== 'one') document.addPage();
      for (let line = 0; line < 30; line += 1) document.text(`${page}: HDL ${line * 37} mmol/l`);
    }
    document.end();
    await ended;
    const whole = Buffer.concat(chunks);
    expect(await reader.inspect(whole)).toEqual({ pages: 2 });
    const parts = [...whole.toString('latin1').matchAll(/(?<!end)stream\n/g)].map(({ index }) => index + 7);
    expect(parts.length).toBeGreaterThanOrEqual(2);
    for (const from of parts) {
      const to = whole.indexOf('\nendstream', from);
      for (const at of [from + 4, from + Math.floor((to - from) / 2), to - 2]) {
        const flipped = Buffer.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ 0x10;
        expect(await reader.inspect(flipped), `byte ${at}`).toEqual({ problem: 'damaged' });
      }
    }
  });

  it('is taken with a packed part that has no checksum, and refused where its end is missing', async () => {
    const contents = Buffer.from(`0 0 m 100 100 l S ${'1 0 0 RG 5 5 m 9 9 l S '.repeat(20)}`);
    const pdfWith = (packed: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(
          '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n' +
            '2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n' +
            '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Contents 4 0 R>>\nendobj\n' +
            `4 0 obj\n<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`,
        ),
        packed,
        Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF\n'),
      ]);
    const packed = deflateSync(contents);
    for (const good of [packed, packed.subarray(0, -4)])
      expect(await reader.inspect(pdfWith(good))).toEqual({ pages: 1 });
    expect(await reader.inspect(pdfWith(packed.subarray(0, -12)))).toEqual({ problem: 'damaged' });
  });
});
