// The background thread that draws pages for printers that take no PDF, and reads the codes of each one back from the printer's own bytes.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { DrawnPage } from '../../core/ports/pictures.ts';
import { answerJobs } from '../answer-jobs.ts';
import { BAR_CODE_FORMATS, readBarcodes, type ReadResult } from '../bar-code-decoder.ts';
import { barsOf, type PageBars } from './bar-fit.ts';
import { dotsOf, pixelsIn, type Box } from './dots.ts';
import { drawBands, pictureOf, uprightTurn, withDocument } from './drawn-rows.ts';
import { drawForLabel } from './label-dots.ts';
import type { LabelPagesJob, PageRasterAnswer, PageRasterJob } from './page-raster.ts';
import { A4, fitsOnA4 } from './paper.ts';
import { pwgBegin, pwgPageHeader, pwgRows, readPwg, type PwgPage } from './pwg-raster.ts';

const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;
/** In these dots the codes of documents are read, see the thread that reads them. */
const READING_DPI = 300;
/** Free paper around a code on both sides, and a little of the page. */
const AROUND_MM = 12;
/** A label printer lays its labels so exactly that nothing within this is lost. */
const LABEL_MARGIN_MM = 1.4;
const MOST_PAGE_BYTES = 160_000_000;

const dotsOfMm = (mm: number, dpi: number): number => Math.round((mm / MM_PER_INCH) * dpi);
const paperOf = (dpi: number) => ({
  widthDots: dotsOfMm(A4.widthMm, dpi),
  heightDots: dotsOfMm(A4.heightMm, dpi),
});

const isGood = ({ isValid }: ReadResult): boolean => isValid;

/** In a smaller copy separate bars run together; no laboratory prints white bars on black. */
const READING = { tryDownscale: false, tryInvert: false } as const;

/** The codes of a page as it would be seen, without regard to the printer, and where the bars of the first one stand. */
async function readPage(page: PDFPageProxy): Promise<{ codes: ReadResult[]; bars: PageBars | null }> {
  const { widthDots: width, heightDots: height } = paperOf(READING_DPI);
  const data = new Uint8ClampedArray(width * height * 4);
  const sheet = { ...paperOf(READING_DPI), dpi: READING_DPI, turn: uprightTurn(page) };
  await drawBands(page, sheet, ({ top, pixels }) => data.set(pixels, top * width * 4));
  const image = { data, width, height, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image, { ...READING, formats: [...BAR_CODE_FORMATS] });
  const codes = found.filter(isGood);
  const dotsInPoint = READING_DPI / POINTS_PER_INCH;
  const pageWidth = page.getViewport({ scale: dotsInPoint, rotation: sheet.turn }).width;
  const drawn = { data, width, pageLeft: Math.round((width - pageWidth) / 2), dotsInPoint };
  const bars = codes.map((code) => barsOf(code, drawn)).find((one) => one !== null) ?? null;
  return { codes, bars };
}

/** Where a code lies on the printer's page, with the paper around it. */
function boxOf({ position }: ReadResult, dpi: number): Box {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const scaled = (value: number): number => Math.round((value * dpi) / READING_DPI);
  const around = dotsOfMm(AROUND_MM, dpi);
  const xs = corners.map(({ x }) => scaled(x));
  const ys = corners.map(({ y }) => scaled(y));
  const [left, top] = [Math.min(...xs) - around, Math.min(...ys) - around];
  return {
    left,
    top,
    widthDots: Math.max(...xs) + around - left,
    heightDots: Math.max(...ys) + around - top,
  };
}

/** Whether each code of a page can be read in the dots that would be sent. `sent`: its part of the document. */
async function keepsItsCodes(page: PDFPageProxy, sent: readonly Uint8Array[]): Promise<boolean> {
  const { codes: wanted } = await readPage(page);
  if (wanted.length === 0) return true;
  const [read] = readPwg(Buffer.concat([pwgBegin(), ...sent]), 1, MOST_PAGE_BYTES);
  if (!read) return false;
  for (const code of wanted) {
    const box = boxOf(code, read.page.dpi);
    const data = pixelsIn(read.rows, read.page, box);
    const { widthDots: width, heightDots: height } = box;
    const found = await readBarcodes(
      { data, width, height, colorSpace: 'srgb' },
      { ...READING, formats: [...BAR_CODE_FORMATS] },
    );
    if (!found.some((one) => one.isValid && one.text === code.text)) return false;
  }
  return true;
}

/** The codes are read where they are sent, by whoever makes the bytes of the printer's language. */
async function labelsOf({ pdf, label }: LabelPagesJob): Promise<PageRasterAnswer> {
  return withDocument(pdf, async (document): Promise<PageRasterAnswer> => {
    const labels: DrawnPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      if (!fitsOnA4(page)) return { problem: 'damaged', failure: 'LargerThanA4' };
      const { codes, bars } = await readPage(page);
      const marginDots = dotsOfMm(LABEL_MARGIN_MM, label.dpi);
      const picture = await drawForLabel(page, { ...label, marginDots }, bars);
      labels.push({ picture, codes: codes.map(({ text }) => text) });
      page.cleanup();
    }
    return { labels };
  });
}

async function pagesOf({ pdf, dpi, type, asPictures }: PageRasterJob): Promise<PageRasterAnswer> {
  return withDocument(pdf, async (document): Promise<PageRasterAnswer> => {
    const sheet = paperOf(dpi);
    const header: PwgPage = { type, dpi, ...sheet, pageCount: document.numPages, paper: A4 };
    const parts: Uint8Array[] = [pwgBegin()];
    const pictures: Uint8Array[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      if (!fitsOnA4(page)) return { problem: 'too-large' };
      const sent: Uint8Array[] = [pwgPageHeader(header)];
      const picture = asPictures ? pictureOf(sheet) : null;
      await drawBands(page, { ...sheet, dpi, turn: uprightTurn(page) }, (band) => {
        const { pixels, top } = band;
        sent.push(pwgRows(header, dotsOf(pixels, { type, widthDots: sheet.widthDots, top })));
        picture?.put(band);
      });
      if (!(await keepsItsCodes(page, sent))) return { problem: 'code-lost' };
      if (picture) pictures.push(await picture.png());
      else parts.push(...sent);
      page.cleanup();
    }
    return asPictures ? { pictures } : { raster: Buffer.concat(parts) };
  });
}

answerJobs(async (job: PageRasterJob | LabelPagesJob): Promise<PageRasterAnswer> => {
  try {
    return await ('label' in job ? labelsOf(job) : pagesOf(job));
  } catch (thrown) {
    // Its message may tell what is in the document.
    return { problem: 'damaged', failure: thrown instanceof Error ? thrown.name : typeof thrown };
  }
});
