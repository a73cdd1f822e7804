// A label that goes to its printer as a picture is read from its bytes before a byte leaves, and measured more strictly than a
// decoder would: what is not right is not printed, and the screen says what to change.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { createPictureReader } from '../../../src/adapters/picture-reader.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import type { Bitmap, LabelPictureReading, PictureReader } from '../../../src/core/ports/pictures.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { rasterOfLabel } from '../../../src/core/printing/layout/raster.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import { pictureProblem } from '../../../src/core/printing/queue/picture-check.ts';
import type { createPrintQueue } from '../../../src/core/printing/queue/print-queue.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { transaction } from '../../../src/core/store/open.ts';
import { noPictures } from '../../support/picture-reader.ts';
import { labelPrinter, sampleLabel } from '../../support/print-parts.ts';
import { startPrinterSink } from '../../support/printer-sinks.ts';
import { FINE_STOCK, LARGE_STOCK, sampleContent } from '../../support/sample-label.ts';
import { silentLog } from '../../support/silent-log.ts';
import { storeFolder } from '../../support/store-fixture.ts';
import { openRealQueue } from '../../support/real-queue.ts';

const LANGUAGES = ['epl2', 'tspl', 'pictures'] as const;
const STOCKS: readonly LabelStock[] = [
  DEFAULT_LABEL_STOCK,
  FINE_STOCK,
  LARGE_STOCK,
  { widthMm: 60, heightMm: 24, dotsPerMm: 12 },
];
const CODE = 'DRW-7K2M9Q';
const draw = createDrawText();
const reader = createPictureReader(silentLog);
afterAll(() => reader.close());

const layOut = (code: string, stock = DEFAULT_LABEL_STOCK): LabelLayout =>
  layOutLabel(sampleContent({ code }), stock, { language: LABEL_LANGUAGES.tspl, draw });

const isBlack = ({ rows, widthDots }: Bitmap, x: number, y: number): boolean =>
  ((rows[y * Math.ceil(widthDots / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

/** A picture with dots of some columns set or cleared on all rows of the bars. */
function withColumns(layout: LabelLayout, columns: readonly number[], black: boolean): Bitmap {
  const picture = rasterOfLabel(layout);
  const rows = picture.rows.slice();
  const bars = layout.fields.find((field) => field.kind === 'bars');
  if (!bars) throw new Error('no bars');
  const bytesPerRow = Math.ceil(picture.widthDots / 8);
  for (let y = bars.y; y < bars.y + bars.heightDots; y += 1) {
    for (const x of columns) {
      const at = y * bytesPerRow + (x >> 3);
      const bit = 0x80 >> (x & 7);
      rows[at] = black ? (rows[at] ?? 0) | bit : (rows[at] ?? 0) & ~bit;
    }
  }
  return { ...picture, rows };
}

const planOf = (layout: LabelLayout) => {
  const bars = layout.fields.find((field) => field.kind === 'bars');
  if (!bars) throw new Error('no bars');
  return { ...bars.plan, middle: bars.y + Math.floor(bars.heightDots / 2) };
};
const problemOf = async (picture: Bitmap, code = CODE): Promise<string | null> =>
  pictureProblem(await reader.readLabelPicture(picture, 'bars'), { code, symbol: 'bars' });

describe.each(LANGUAGES)('a job of %s', (id) => {
  it('gives back the picture that was put into it, on any stock', () => {
    for (const stock of STOCKS) {
      const layout = layOut(CODE, stock);
      const job = LABEL_LANGUAGES[id].encode(layout);
      const picture = LABEL_LANGUAGES[id].pictureOf(job, stock);
      const drawn = rasterOfLabel(layout);
      expect(picture).toMatchObject({ widthDots: drawn.widthDots, heightDots: drawn.heightDots });
      expect(Buffer.from(picture?.rows ?? []).equals(Buffer.from(drawn.rows))).toBe(true);
    }
  });

  it('that is cut off, or another one, is no picture', () => {
    const job = LABEL_LANGUAGES[id].encode(layOut(CODE));
    const { pictureOf } = LABEL_LANGUAGES[id];
    expect(() => pictureOf(job.subarray(0, job.length - 200), DEFAULT_LABEL_STOCK)).toThrow(
      'no whole picture',
    );
    expect(() => pictureOf(Buffer.from('^XA^XZ'), DEFAULT_LABEL_STOCK)).toThrow('no whole picture');
  });
});

describe('a picture', () => {
  it('of any code on any stock is read as its code, its bars measured as they were laid out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Z0-9]{3}-[A-Z0-9]{6}$/),
        fc.constantFrom(...STOCKS),
        async (code, stock) => {
          const layout = layOut(code, stock);
          const reading = await reader.readLabelPicture(rasterOfLabel(layout), 'bars');
          const { barDots, leftDots } = planOf(layout);
          expect(reading).toMatchObject({ code, barDots });
          expect(reading.quietBars).toBeGreaterThanOrEqual(10);
          expect(reading.quietBars * barDots).toBeLessThanOrEqual(leftDots + 1);
          expect(pictureProblem(reading, { code, symbol: 'bars' })).toBeNull();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('with any one bar a dot wider or narrower is not printed, though a decoder may still read it', async () => {
    const layout = layOut(CODE);
    const { leftDots, widthDots, middle } = planOf(layout);
    const whole = rasterOfLabel(layout);
    const edges = Array.from({ length: widthDots }, (_, index) => leftDots + index).filter(
      (x) => isBlack(whole, x, middle) !== isBlack(whole, x + 1, middle) && x + 1 < leftDots + widthDots,
    );
    expect(edges.length).toBeGreaterThan(50);
    let readAllTheSame = 0;
    for (const x of edges) {
      // The dot beyond the edge takes the colour of the one before it.
      const changed = withColumns(layout, [x + 1], isBlack(whole, x, middle));
      const reading = await reader.readLabelPicture(changed, 'bars');
      if (reading.code === CODE) readAllTheSame += 1;
      expect(pictureProblem(reading, { code: CODE, symbol: 'bars' }), `column ${x + 1}`).not.toBeNull();
    }
    expect(readAllTheSame).toBeGreaterThan(0);
  });

  it('with ink in its quiet zone, on either side, is not printed', async () => {
    const layout = layOut(CODE);
    const { leftDots, widthDots, barDots } = planOf(layout);
    for (const bars of [2, 5, 9]) {
      const left = leftDots - bars * barDots - 1;
      const right = leftDots + widthDots + bars * barDots;
      for (const x of [left, right]) {
        const problem = await problemOf(withColumns(layout, [x, x - 1], true));
        expect(problem, `${bars} bars, column ${x}`).not.toBeNull();
      }
    }
    // Half a millimetre further away it does not matter.
    expect(await problemOf(withColumns(layout, [leftDots - 11 * barDots - 4], true))).toBeNull();
  });

  it('with another code, with none, and with two is not printed', async () => {
    expect(await problemOf(rasterOfLabel(layOut('DRW-7K2M9R')))).toContain('another one than the label’s');
    const layout = layOut(CODE);
    const { leftDots, widthDots } = planOf(layout);
    const columns = Array.from({ length: widthDots }, (_, index) => leftDots + index);
    expect(await problemOf(withColumns(layout, columns, false))).toContain('no scanner could read');
    const one = rasterOfLabel(layOut(CODE));
    const other = rasterOfLabel(layOut('DRW-AAAA02'));
    const both = { ...one, heightDots: one.heightDots * 2, rows: Buffer.concat([one.rows, other.rows]) };
    expect(await problemOf(both)).toContain('no scanner could read');
  });

  it('on which half of another person’s bars stand is not printed', async () => {
    const one = rasterOfLabel(layOut(CODE));
    const other = rasterOfLabel(layOut('DRW-XYZ234'));
    const bytesPerRow = Math.ceil(one.widthDots / 8);
    const rows = one.rows.map((byte, index) =>
      index % bytesPerRow < bytesPerRow / 2 ? byte : (other.rows[index] ?? 0),
    );
    expect(await problemOf({ ...one, rows })).not.toBeNull();
  });
});

describe('the picture of a Data Matrix', () => {
  const SMALL: LabelStock = { widthMm: 38, heightMm: 19, dotsPerMm: 8 };
  const laid = (code: string, stock = SMALL, language: 'zpl' | 'tspl' = 'tspl'): LabelLayout =>
    layOutLabel(sampleContent({ code }), stock, {
      language: LABEL_LANGUAGES[language],
      draw,
      symbol: 'data-matrix',
    });
  const squareOf = (layout: LabelLayout) => {
    const square = layout.fields.find((field) => field.kind === 'matrix');
    if (!square) throw new Error('no square');
    return square;
  };
  /** With these dots turned round. */
  const withDots = (picture: Bitmap, dots: readonly (readonly [x: number, y: number])[]): Bitmap => {
    const rows = picture.rows.slice();
    for (const [x, y] of dots) {
      const at = y * Math.ceil(picture.widthDots / 8) + (x >> 3);
      rows[at] = (rows[at] ?? 0) ^ (0x80 >> (x & 7));
    }
    return { ...picture, rows };
  };
  const problemIn = async (picture: Bitmap, code = CODE): Promise<string | null> =>
    pictureProblem(await reader.readLabelPicture(picture, 'data-matrix'), { code, symbol: 'data-matrix' });

  it('of any code on any stock is read as its code, its modules measured as they were laid out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Z0-9]{3}-[A-Z0-9]{6}$/),
        fc.constantFrom(...STOCKS, SMALL),
        async (code, stock) => {
          const layout = laid(code, stock);
          const reading = await reader.readLabelPicture(rasterOfLabel(layout), 'data-matrix');
          expect(reading).toMatchObject({ code, barDots: squareOf(layout).plan.moduleDots });
          expect(reading.quietBars).toBeGreaterThanOrEqual(2);
          expect(pictureProblem(reading, { code, symbol: 'data-matrix' })).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is taken out of the bytes in ZPL, where all else is drawn by the printer', async () => {
    for (const stock of [...STOCKS, SMALL]) {
      const layout = laid(CODE, stock, 'zpl');
      const bytes = LABEL_LANGUAGES.zpl.encode(layout);
      const picture = LABEL_LANGUAGES.zpl.pictureOf(bytes, stock);
      if (!picture) throw new Error('no picture');
      expect([picture.widthDots, picture.heightDots]).toEqual([layout.widthDots, layout.heightDots]);
      expect(await problemIn(picture)).toBeNull();
      const text = new TextDecoder().decode(bytes);
      // Two digits of the picture are missing.
      const short = text.replace(/(\^FXcode\^FS\^FO\d+,\d+\^GFA,[^^]{40})../, '$1');
      expect(short).toHaveLength(text.length - 2);
      const cut = new TextEncoder().encode(short);
      expect(() => LABEL_LANGUAGES.zpl.pictureOf(cut, stock)).toThrow('no whole picture');
    }
  });

  it('with any one dot of it turned round is not printed, though a decoder may still read it', async () => {
    const layout = laid(CODE);
    const { x, y, plan } = squareOf(layout);
    const whole = rasterOfLabel(layout);
    let readAllTheSame = 0;
    for (let row = 0; row < plan.sideDots; row += 5) {
      for (let column = 0; column < plan.sideDots; column += 7) {
        const changed = withDots(whole, [[x + column, y + row]]);
        const reading = await reader.readLabelPicture(changed, 'data-matrix');
        if (reading.code === CODE) readAllTheSame += 1;
        expect(
          pictureProblem(reading, { code: CODE, symbol: 'data-matrix' }),
          `${column}, ${row}`,
        ).not.toBeNull();
      }
    }
    expect(readAllTheSame).toBeGreaterThan(0);
  });

  it('with ink in its quiet zone, on any side, with another code or with bars is not printed', async () => {
    const layout = laid(CODE);
    const { x, y, plan } = squareOf(layout);
    const whole = rasterOfLabel(layout);
    const { sideDots, moduleDots } = plan;
    for (const near of [0, moduleDots - 1, 2 * moduleDots - 1]) {
      for (const dot of [
        [x - 1 - near, y + 20],
        [x + sideDots + near, y + 20],
        [x + 20, y - 1 - near],
        [x + 20, y + sideDots + near],
      ] as const) {
        expect(await problemIn(withDots(whole, [dot])), String(dot)).not.toBeNull();
      }
    }
    expect(await problemIn(whole, 'DRW-7K2M9R')).toContain('another one than the label’s');
    expect(await problemIn(rasterOfLabel(layOut(CODE)))).toContain('no scanner could read');
  });
});

describe('the print queue', () => {
  const folder = storeFolder();
  const store = folder.open();
  let reads: (picture: Bitmap) => Promise<LabelPictureReading>;
  const pictures: Pick<PictureReader, 'readLabelPicture' | 'readPagePicture'> = {
    ...noPictures,
    readLabelPicture: (picture) => reads(picture),
  };
  let sink: Awaited<ReturnType<typeof startPrinterSink>>;
  let listeners: (() => void)[] = [];
  let queue: ReturnType<typeof createPrintQueue>;
  beforeAll(async () => {
    sink = await startPrinterSink();
    queue = openRealQueue(store.db, {
      transport: createRawSocketTransport(),
      pictures,
      printers: [{ ...labelPrinter(sink.address), language: 'tspl' }],
      draw,
      onChange: () => listeners.forEach((listener) => listener()),
    });
  });
  afterAll(async () => {
    await queue.close();
    await sink.close();
    store.close();
    folder.remove();
  });
  const order = (code: string) => ({
    ...sampleLabel(code),
    madeFor: {
      patientId: 'patient',
      registrationId: 'registration',
      firstName: 'James',
      lastName: 'Oliver',
      dateOfBirth: '1984-03-15',
      code,
    },
  });
  const ended = (id: string, state: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (findPrintJob(store.db, id)?.state === state) resolve();
      };
      listeners = [look];
      look();
    });
  /** `spoil` changes the bytes on disk, as a fault in an encoder would have. */
  const print = (code: string, spoil?: (bytes: Buffer) => Uint8Array): string => {
    const id = transaction(store.db, () => {
      const jobId = queue.enqueueLabel(order(code));
      if (spoil) {
        const row = store.db.prepare('SELECT bytes FROM print_job WHERE id = ?').get(jobId) as {
          bytes: Buffer;
        };
        store.db.prepare('UPDATE print_job SET bytes = ? WHERE id = ?').run(spoil(row.bytes), jobId);
      }
      return jobId;
    });
    queue.wake();
    return id;
  };

  it('sends a label whose picture is right', async () => {
    reads = (picture) => reader.readLabelPicture(picture, 'bars');
    await ended(print(CODE), 'sent');
    expect((await sink.nextWholeJob()).length).toBeGreaterThan(5_000);
  });

  it('sends no byte of one whose picture is not, says why, and goes on with the next', async () => {
    reads = (picture) => reader.readLabelPicture(picture, 'bars');
    const before = sink.jobs.length;
    const wrong = LABEL_LANGUAGES.tspl.encode(layOut('DRW-7K2M9R'));
    const id = print(CODE, () => wrong);
    await ended(id, 'failed');
    expect(findPrintJob(store.db, id)).toMatchObject({
      detail: expect.stringContaining('another one than the label’s') as string,
      perhapsPrinted: false,
    });
    expect(sink.jobs).toHaveLength(before);
    await ended(print('DRW-AAAA02'), 'sent');
    await sink.nextWholeJob();
  });

  it('reads the version with the reprint mark as well', async () => {
    const codes: (string | null)[] = [];
    reads = async (picture) => {
      const reading = await reader.readLabelPicture(picture, 'bars');
      codes.push(reading.code);
      return reading;
    };
    await ended(print('DRW-AAAA03'), 'sent');
    await sink.nextWholeJob();
    expect(codes).toEqual(['DRW-AAAA03', 'DRW-AAAA03']);
  });

  it('keeps a label that could not be checked, and prints it once it can be', async () => {
    reads = () => Promise.reject(new Error('no time'));
    const before = sink.jobs.length;
    const id = print('DRW-AAAA04');
    await ended(id, 'attention');
    expect(findPrintJob(store.db, id)?.detail).toContain('could not be checked');
    expect(sink.jobs).toHaveLength(before);
    reads = (picture) => reader.readLabelPicture(picture, 'bars');
    await ended(id, 'sent');
    expect(sink.jobs).toHaveLength(before + 1);
  });

  it('sends no byte of a label in ZPL with a Data Matrix of another code, or with none', async () => {
    reads = (picture) => reader.readLabelPicture(picture, 'data-matrix');
    const before = sink.jobs.length;
    const printer = { ...labelPrinter(sink.address), language: 'zpl', symbol: 'data-matrix' } as const;
    queue.setUp({ printers: [printer], officePrinters: [] });
    const language = LABEL_LANGUAGES.zpl;
    const other = (symbol: 'bars' | 'data-matrix'): Uint8Array =>
      language.encode(
        layOutLabel(sampleContent({ code: 'DRW-AAAA08' }), DEFAULT_LABEL_STOCK, { language, draw, symbol }),
      );
    const wrong = print('DRW-AAAA06', () => other('data-matrix'));
    await ended(wrong, 'failed');
    expect(findPrintJob(store.db, wrong)?.detail).toContain('another one than the label’s');
    const none = print('DRW-AAAA07', () => other('bars'));
    await ended(none, 'failed');
    expect(findPrintJob(store.db, none)?.detail).toContain('picture');
    expect(sink.jobs).toHaveLength(before);
    await ended(print('DRW-AAAA08'), 'sent');
    await sink.nextWholeJob();
    queue.setUp({ printers: [{ ...printer, language: 'tspl', symbol: 'bars' }], officePrinters: [] });
  });

  it('refuses a job whose picture cannot be found in its bytes', async () => {
    reads = (picture) => reader.readLabelPicture(picture, 'bars');
    const before = sink.jobs.length;
    const id = print('DRW-AAAA05', (bytes) => bytes.subarray(0, 300));
    await ended(id, 'failed');
    expect(findPrintJob(store.db, id)?.detail).toContain('picture');
    expect(sink.jobs).toHaveLength(before);
  });
});
