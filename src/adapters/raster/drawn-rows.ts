// Draws pages of a PDF as rows of dots, a band at a time: a whole page in fine dots would take hundreds of megabytes.
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type * as CanvasModule from '@napi-rs/canvas';
import {
  getDocument,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

const load = createRequire(import.meta.url);
// Native code cannot be bundled, so it is loaded from where it is installed.
const { createCanvas, ImageData } = load('@napi-rs/canvas') as typeof CanvasModule;

const POINTS_PER_INCH = 72;
const BAND_PIXELS = 4_000_000;
const MOST_IMAGE_PIXELS = 40_000_000;
const library = dirname(load.resolve('pdfjs-dist/package.json'));
const folder = (name: string): string => join(library, name) + sep;

/** Four bytes a dot (red, green, blue, full), from the left, of rows from the top. */
export interface DrawnBand {
  readonly top: number;
  readonly heightDots: number;
  readonly pixels: Uint8ClampedArray;
}

/** The paper in dots, and where on it a page is drawn. */
export interface Sheet {
  readonly widthDots: number;
  readonly heightDots: number;
}

/** Opens a document as a printer does: with the letters of the usual fonts, which a PDF need not hold, and all its pictures. */
export async function withDocument<Answer>(
  pdf: Uint8Array,
  look: (document: PDFDocumentProxy) => Promise<Answer>,
): Promise<Answer> {
  const task = getDocument({
    data: pdf,
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: true,
    maxImageSize: MOST_IMAGE_PIXELS,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  });
  try {
    return await look(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** By how much a page is turned so that it stands on the paper; one that lies on its side is turned once more. */
export function uprightTurn(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 });
  return width > height ? (page.rotate + 90) % 360 : page.rotate;
}

/** Draws a page in its own size in the middle of a sheet, or `scale` times as large, and hands out each band from the top. */
export async function drawBands(
  page: PDFPageProxy,
  sheet: Sheet & { readonly dpi: number; readonly turn: number },
  take: (band: DrawnBand) => void,
): Promise<void> {
  const { widthDots, heightDots, dpi, turn } = sheet;
  const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH, rotation: turn });
  const left = Math.round((widthDots - viewport.width) / 2);
  const above = Math.round((heightDots - viewport.height) / 2);
  const bandDots = Math.max(1, Math.min(heightDots, Math.floor(BAND_PIXELS / widthDots)));
  for (let top = 0; top < heightDots; top += bandDots) {
    const bandHeight = Math.min(bandDots, heightDots - top);
    const canvas = createCanvas(widthDots, bandHeight);
    await page.render({
      canvas,
      viewport,
      transform: [1, 0, 0, 1, left, above - top],
      background: 'white',
    }).promise;
    const { data } = canvas.getContext('2d').getImageData(0, 0, widthDots, bandHeight);
    take({ top, heightDots: bandHeight, pixels: data });
  }
}

/** A sheet as a picture, made of the bands of {@link drawBands}. */
export function pictureOf({ widthDots, heightDots }: Sheet): {
  put(band: DrawnBand): void;
  png(): Promise<Uint8Array>;
} {
  const canvas = createCanvas(widthDots, heightDots);
  const context = canvas.getContext('2d');
  return {
    put: ({ pixels, top, heightDots: height }) =>
      context.putImageData(new ImageData(pixels, widthDots, height), 0, top),
    png: () => canvas.encode('png'),
  };
}
