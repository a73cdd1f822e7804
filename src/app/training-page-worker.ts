// The background thread that draws pages for the training office printer.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerJobs } from '../adapters/answer-jobs.ts';
import { pixelsIn } from '../adapters/raster/dots.ts';
import { isPwg, readPwg, type ReadPwgPage } from '../adapters/raster/pwg-raster.ts';
import type { PageDrawingAnswer, PageDrawingJob } from './training-page-drawing.ts';

// Native code cannot be bundled, so it is loaded from where it is installed.
const { createCanvas, ImageData } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof CanvasModule;

const MM_PER_INCH = 25.4;
const POINTS_PER_MM = 72 / MM_PER_INCH;
/** Small print can be read on the picture. */
const PIXELS_PER_MM = 4;
const MOST_DRAWN = 4;
const MOST_SIDE_MM = 500;

const MOST_PAGE_BYTES = 120_000_000;

/** The dots of a page on a picture of the same fineness as the others. */
function drawDots({ page, rows }: ReadPwgPage): PageDrawingAnswer['pages'][number] {
  const { widthDots, heightDots, dpi } = page;
  const dots = createCanvas(widthDots, heightDots);
  const pixels = pixelsIn(rows, page, { left: 0, top: 0, widthDots, heightDots });
  dots.getContext('2d').putImageData(new ImageData(pixels, widthDots, heightDots), 0, 0);
  const widthMm = Math.min((widthDots / dpi) * MM_PER_INCH, MOST_SIDE_MM);
  const heightMm = Math.min((heightDots / dpi) * MM_PER_INCH, MOST_SIDE_MM);
  const canvas = createCanvas(Math.ceil(widthMm * PIXELS_PER_MM), Math.ceil(heightMm * PIXELS_PER_MM));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(dots, 0, 0, widthMm * PIXELS_PER_MM, heightMm * PIXELS_PER_MM);
  return { pngBase64: canvas.toBuffer('image/png').toString('base64'), widthMm, heightMm };
}

async function drawPdf(pdf: Uint8Array): Promise<PageDrawingAnswer> {
  const task = getDocument({
    data: pdf,
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
  });
  try {
    const document = await task.promise;
    const pages = [];
    for (let number = 1; number <= Math.min(document.numPages, MOST_DRAWN); number += 1) {
      const page = await document.getPage(number);
      const size = page.getViewport({ scale: 1 });
      const widthMm = Math.min(size.width / POINTS_PER_MM, MOST_SIDE_MM);
      const heightMm = Math.min(size.height / POINTS_PER_MM, MOST_SIDE_MM);
      const canvas = createCanvas(Math.ceil(widthMm * PIXELS_PER_MM), Math.ceil(heightMm * PIXELS_PER_MM));
      const viewport = page.getViewport({ scale: PIXELS_PER_MM / POINTS_PER_MM });
      await page.render({ canvas, viewport, background: 'white' }).promise;
      pages.push({ pngBase64: canvas.toBuffer('image/png').toString('base64'), widthMm, heightMm });
    }
    return { pageCount: document.numPages, pages };
  } finally {
    await task.destroy();
  }
}

answerJobs(async ({ document }: PageDrawingJob): Promise<PageDrawingAnswer> => {
  if (!isPwg(document)) return drawPdf(document);
  const pages = readPwg(document, MOST_DRAWN, MOST_PAGE_BYTES);
  return { pageCount: pages[0]?.page.pageCount ?? 0, pages: pages.map(drawDots) };
});
