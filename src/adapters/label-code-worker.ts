// Thread that reads the bar code off a label document: draws its first page and looks at it with a decoder.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';
import { answerJobs } from './answer-jobs.ts';

const POINTS_PER_INCH = 72;
/** From what a label printer has up to where thin bars in a vector drawing become plain. */
const RESOLUTIONS_DPI = [300, 600];
/** An A4 page at 300 dpi; nothing bigger is a label. */
const MAX_PIXELS = 2500 * 3600;
/** A label for each tube, and room for more. A document of thousands is not looked at, however its first page begins. */
const MOST_PAGES = 40;
const FORMATS = ['Code128', 'Code39', 'DataMatrix', 'QRCode', 'Aztec', 'PDF417'] as const;

const load = createRequire(import.meta.url);
// Native code: found where it is installed, never drawn into a bundle.
const { createCanvas } = load('@napi-rs/canvas') as typeof CanvasModule;
// The package would download its own code otherwise.
const wasm = readFileSync(load.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** The document is no label, whatever it says of itself. */
class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}

/** The code a tube is known by; null where several could be it, since the wrong one is worse than none. */
function theOneCode(barcodes: readonly ReadResult[]): string | null {
  const texts = (chosen: readonly ReadResult[]): string[] => [
    ...new Set(chosen.map((barcode) => barcode.text.trim()).filter((text) => text !== '')),
  ];
  const onTubes = texts(barcodes.filter((barcode) => barcode.format === 'Code128'));
  const candidates = onTubes.length > 0 ? onTubes : texts(barcodes);
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

async function readCode(pdf: Uint8Array): Promise<string | null> {
  const task = getDocument({
    data: pdf,
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    // Pictures on the page that unfold into more than a whole page are left out.
    maxImageSize: MAX_PIXELS,
  });
  try {
    const document = await task.promise;
    if (document.numPages > MOST_PAGES) throw new DocumentRefused(`${document.numPages} pages`);
    const page = await document.getPage(1);
    for (const dpi of RESOLUTIONS_DPI) {
      const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
      const width = Math.ceil(viewport.width);
      const height = Math.ceil(viewport.height);
      // Sides of no size, or of no number, are no page either.
      if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) break;
      const canvas = createCanvas(width, height);
      await page.render({ canvas, viewport, background: 'white' }).promise;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const found = await readBarcodes(
        { data, width, height, colorSpace: 'srgb' },
        // A drawing has no noise. A smaller copy of it joins thin bars, and the same bars are then read as another code
        // with a good check digit: one label in 400 was left without its code for that.
        { formats: [...FORMATS], tryDownscale: false },
      );
      const code = theOneCode(found.filter((barcode) => barcode.isValid));
      if (code !== null || found.length > 0) return code;
    }
    return null;
  } finally {
    await task.destroy();
  }
}

answerJobs(readCode);
