// Pages for tests of printers that are sent dots: a form with a code, how it looks when it is drawn in one piece, and what a decoder
// reads of dots.
import { once } from 'node:events';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PDFDocument from 'pdfkit';
import { readBarcodes } from '../../src/adapters/bar-code-decoder.ts';
import { code128Bars } from '../../src/core/printing/layout/code128.ts';
import type { DecodedPage } from './pwg-decoder.ts';

const POINTS_PER_MM = 72 / 25.4;

export interface FormOptions {
  readonly size?: string;
  readonly layout?: 'portrait' | 'landscape';
  /** The width of the narrowest bar. */
  readonly moduleMm?: number;
  /** The page that carries the code, from 1; the first one unless it is given. */
  readonly barsOnPage?: number;
  /** A line near the edges of each page. */
  readonly framed?: boolean;
}

/** A form of which one page carries a code in bars, and each page its text, in a font that the PDF does not hold. */
export async function formOfPages(texts: readonly string[], options: FormOptions = {}): Promise<Buffer> {
  const { size = 'A4', layout = 'portrait', moduleMm = 0.33 } = options;
  const document = new PDFDocument({ size, layout, margin: 50, autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  for (const [index, text] of texts.entries()) {
    document.addPage();
    document.font('Helvetica').fontSize(20).text(text, 50, 60);
    if (options.framed === true) {
      document.rect(30, 30, document.page.width - 60, document.page.height - 60).stroke();
    }
    document.rect(50, 300, 100, 40).fill('#9a9a9a').fillColor('black');
    if (index !== (options.barsOnPage ?? 1) - 1) continue;
    let x = 60;
    for (const [at, modules] of code128Bars(text).entries()) {
      const width = modules * moduleMm * POINTS_PER_MM;
      if (at % 2 === 0) document.rect(x, 120, width, 60).fill('black');
      x += width;
    }
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Red, green, blue and full of each dot. */
function pixelsOf({ dots, space }: DecodedPage): Uint8ClampedArray<ArrayBuffer> {
  const count = dots.length / (space === 'srgb' ? 3 : 1);
  const pixels = new Uint8ClampedArray(count * 4).fill(255);
  for (let dot = 0; dot < count; dot += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      pixels[dot * 4 + colour] = (space === 'srgb' ? dots[dot * 3 + colour] : dots[dot]) ?? 0;
    }
  }
  return pixels;
}

/** The bar codes that can be read in the dots of a page. */
export async function codesOn(page: DecodedPage): Promise<string[]> {
  const { widthDots: width, heightDots: height } = page;
  const found = await readBarcodes(
    { data: pixelsOf(page), width, height, colorSpace: 'srgb' },
    { formats: ['Code128'], tryDownscale: false },
  );
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** Opens a document as somebody does who has no fonts but its own and the usual fourteen. */
export async function withPdf<Answer>(
  pdf: Uint8Array,
  look: (document: PDFDocumentProxy) => Promise<Answer>,
): Promise<Answer> {
  const task = getDocument({
    data: Uint8Array.from(pdf),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    standardFontDataUrl: 'node_modules/pdfjs-dist/standard_fonts/',
  });
  try {
    return await look(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** How much of a page is clearly lighter or darker than the page of the document, drawn in one piece at the same resolution. */
export async function shareOfOtherDots(page: DecodedPage, pdf: Uint8Array, number: number): Promise<number> {
  const data = await withPdf(pdf, async (document) => {
    const drawn = await document.getPage(number);
    const viewport = drawn.getViewport({ scale: page.dpi[0] / 72 });
    const canvas = createCanvas(page.widthDots, page.heightDots);
    await drawn.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: 'white' })
      .promise;
    return canvas.getContext('2d').getImageData(0, 0, page.widthDots, page.heightDots).data;
  });
  const seen = pixelsOf(page);
  let others = 0;
  for (let dot = 0; dot < data.length; dot += 4) {
    if (Math.abs((data[dot + 1] ?? 0) - (seen[dot + 1] ?? 0)) > 40) others += 1;
  }
  return others / (data.length / 4);
}
