// The background thread that draws pages for the training office printer.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerJobs } from '../adapters/answer-jobs.ts';
import type { PageDrawingAnswer, PageDrawingJob } from './training-page-drawing.ts';

// Native code cannot be bundled, so it is loaded from where it is installed.
const { createCanvas } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof CanvasModule;

const POINTS_PER_MM = 72 / 25.4;
/** Small print can be read on the picture. */
const PIXELS_PER_MM = 4;
const MOST_DRAWN = 4;
const MOST_SIDE_MM = 500;

answerJobs(async ({ pdf }: PageDrawingJob): Promise<PageDrawingAnswer> => {
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
});
