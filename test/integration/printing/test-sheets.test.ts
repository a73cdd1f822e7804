// The sheets by which a printer is set up, seen as a printer of each language would print them: the code is read back, the frame is
// whole, and the ruler's marks lie where they say.
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { RULER_MM } from '../../../src/core/printing/layout/test-label.ts';
import { testSheetBytes } from '../../../src/core/printing/queue/test-sheets.ts';
import type { LabelPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import { LABEL_LANGUAGE_IDS, type LabelLanguageId } from '../../../src/domain/label-language.ts';
import { readTicket } from '../../support/escpos-job.ts';
import {
  drawZpl,
  headDots,
  rasterOf,
  readCodes,
  type LabelSize,
  type Raster,
} from '../../support/label-eyes.ts';
import { drawPictureJob, readEpl2, readPbm, readTspl } from '../../support/picture-jobs.ts';
import { labelPrinter } from '../../support/print-parts.ts';

const CODE = 'T07K2M9QXZ';
const letters = createDrawText();
const seen: Readonly<Record<LabelLanguageId, (bytes: Uint8Array, size: LabelSize) => Promise<Uint8Array>>> = {
  zpl: drawZpl,
  epl2: async (bytes) => drawPictureJob(readEpl2(bytes)),
  tspl: async (bytes, { dotsPerMm }) => drawPictureJob(readTspl(bytes, dotsPerMm)),
  pictures: async (bytes) => drawPictureJob(readPbm(bytes)),
};
const printerOf = (change: Partial<LabelPrinter>): LabelPrinter => ({
  ...labelPrinter({ host: 'front', port: 9100 }),
  ...change,
});

/** The dots of a millimetre; a driver counts them by the inch. */
const byDriver = (language: LabelLanguageId): boolean => language === 'pictures';
const inMm = (language: LabelLanguageId): number => (byDriver(language) ? 203 / 25.4 : 8);

/** Keeps a picture where somebody wants to look at it. */
async function drawn(
  printer: LabelPrinter,
  sheet: 'test' | 'ruler',
): Promise<{ png: Uint8Array; raster: Raster }> {
  const bytes = testSheetBytes(
    printer,
    sheet === 'test' ? { kind: sheet, code: CODE } : { kind: sheet },
    letters,
  );
  const { dotsPerMm } = printer;
  const size =
    sheet === 'test'
      ? { widthMm: printer.labelWidthMm, heightMm: printer.labelHeightMm, dotsPerMm }
      : { ...RULER_MM, dotsPerMm };
  const png = await seen[printer.language](bytes, size);
  const folder = process.env['SHEETS_FOLDER'];
  if (folder) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${sheet}-${printer.language}-${size.widthMm}-${dotsPerMm}.png`, png);
  }
  return { png, raster: await rasterOf(png) };
}

describe.each(LABEL_LANGUAGE_IDS)('in %s', (language) => {
  it.each([
    { labelWidthMm: 50.8, labelHeightMm: 25.4, dotsPerMm: 8 },
    { labelWidthMm: 50.8, labelHeightMm: 25.4, dotsPerMm: 12 },
    { labelWidthMm: 57, labelHeightMm: 32, dotsPerMm: 8 },
    { labelWidthMm: 100, labelHeightMm: 50, dotsPerMm: 8 },
  ] as const)('a test label of %j is read back, within a whole frame', async (stock) => {
    const { png, raster } = await drawn(printerOf({ language, ...stock }), 'test');
    expect(await readCodes(png)).toEqual([CODE]);
    const edge = stock.dotsPerMm;
    const width = headDots(stock.labelWidthMm, stock.dotsPerMm, byDriver(language));
    const height = headDots(stock.labelHeightMm, stock.dotsPerMm, byDriver(language));
    for (let x = edge; x < width - edge; x += 1) {
      expect([raster.isBlack(x, edge), raster.isBlack(x, height - edge - 1)]).toEqual([true, true]);
    }
    for (let y = edge; y < height - edge; y += 1) {
      expect([raster.isBlack(edge, y), raster.isBlack(width - edge - 1, y)]).toEqual([true, true]);
    }
  });

  it.each([
    { labelWidthMm: 50.8, labelHeightMm: 25.4, dotsPerMm: 8 },
    { labelWidthMm: 25.4, labelHeightMm: 25.4, dotsPerMm: 12 },
    { labelWidthMm: 38, labelHeightMm: 19, dotsPerMm: 8 },
    // 15 mm are a dot less where a driver counts them.
    { labelWidthMm: 25, labelHeightMm: language === 'pictures' ? 15.2 : 15, dotsPerMm: 8 },
  ] as const)('a test label of %j with a Data Matrix is read back', async (stock) => {
    const { png, raster } = await drawn(printerOf({ language, ...stock, symbol: 'data-matrix' }), 'test');
    expect(await readCodes(png)).toEqual([CODE]);
    // Its title, too, is within the frame.
    const width = headDots(stock.labelWidthMm, stock.dotsPerMm, byDriver(language));
    for (let y = 2 * stock.dotsPerMm; y < 4 * stock.dotsPerMm; y += 1) {
      for (const x of [1, 3, width - 4, width - 2]) expect(raster.isBlack(x, y)).toBe(false);
    }
  });

  it('the ruler’s marks are where they say on a head of 300 dpi, too', async () => {
    const { raster } = await drawn(printerOf({ language, dotsPerMm: 12 }), 'ruler');
    for (let inch = 0; inch <= 4; inch += 1) {
      // 25.4 mm are 300 dots. The nearest mark is that of 25, 51, 76 or 102 mm.
      const mm = Math.round(inch * 25.4);
      const at = 300 * inch + Math.round(((mm - inch * 25.4) / 25.4) * 300);
      expect(raster.isBlack(at, 12)).toBe(true);
      expect(raster.isBlack(at - 2, 12)).toBe(false);
    }
    for (const mm of [25, 40, 75]) expect(raster.isBlack(156, Math.round((mm / 25.4) * 300))).toBe(true);
  });

  it('the ruler’s marks are where they say', async () => {
    const { raster } = await drawn(printerOf({ language }), 'ruler');
    const at = (mm: number): number => Math.round(mm * inMm(language));
    for (const mm of [0, 10, 30, 50, 100]) expect(raster.isBlack(at(mm), 24)).toBe(true);
    // Every millimetre has its mark, so that any edge can be read.
    for (let mm = 0; mm < RULER_MM.widthMm; mm += 1) expect(raster.isBlack(at(mm), 9)).toBe(true);
    expect(raster.isBlack(at(10) + 4, 24)).toBe(false);
    for (const mm of [6, 25, 40, 75]) expect(raster.isBlack(at(13) + 4, at(mm))).toBe(true);
    expect(raster.isBlack(at(13) + 4, at(25) + 4)).toBe(false);
  });
});

it('a ticket printer prints a test ticket, and has no ruler', () => {
  const tickets = { id: 't', name: 'T', host: 't', port: 9100, language: 'escpos', paperDots: 384 } as const;
  const ticket = readTicket(testSheetBytes(tickets, { kind: 'test', code: CODE }, letters), 384);
  expect(ticket.codes.map(({ code }) => code)).toEqual([CODE]);
  expect(() => testSheetBytes(tickets, { kind: 'ruler' }, letters)).toThrow(/no labels to measure/);
});
