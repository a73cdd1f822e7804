// The background thread that reads documents of the service: the bar code of a label (it draws the first page and runs a
// bar-code decoder on it), and the text that tells whose it is. It also opens documents that are to be printed.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import {
  getDocument,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerJobs } from './answer-jobs.ts';
import { hasSpoiltParts } from './pdf-streams.ts';
import { textOf } from './pdf-text.ts';
import { fitsOnA4 } from './raster/paper.ts';
import { BAR_CODE_FORMATS, readBarcodes, type ReadResult } from './bar-code-decoder.ts';
import type { PdfInspection } from '../core/ports/pictures.ts';
import type { DocumentAnswer, DocumentJob } from './document-reader.ts';

const POINTS_PER_INCH = 72;
/** Tried in this order: the resolution of a label printer, then one at which very thin bars become visible. */
const RESOLUTIONS_DPI = [300, 600];
/** An A4 page at 300 dpi. A larger page is not a label. */
const MAX_PIXELS = 2500 * 3600;
/** A label document has one page for each tube. No code is looked for in a document with more pages than this. */
const MOST_LABEL_PAGES = 40;
/** More than this is no form and no report that somebody waits for at a printer. */
const MOST_PRINTED_PAGES = 60;

const load = createRequire(import.meta.url);

/** The document cannot be a label document. */
class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}

/** Nothing of the document is there to be read. */
class DocumentSpoilt extends Error {
  override readonly name = 'DocumentSpoilt';
}

/** What draws is not installed as it should be, or does not run on this machine: a label may have a code, and nobody can see it. */
class CanvasMissing extends Error {
  override readonly name = 'CanvasMissing';
}

/**
 * Native code cannot be bundled, so it is loaded from where it is installed, and only where something is drawn: text is read without it.
 *
 * @throws CanvasMissing
 */
function loadCanvas(): typeof CanvasModule {
  try {
    return load('@napi-rs/canvas') as typeof CanvasModule;
  } catch (cause) {
    throw new CanvasMissing('the native canvas cannot be loaded', { cause });
  }
}

/** The code of the tube. Null when there are several candidates, because a wrong code is worse than none. */
function theOneCode(barcodes: readonly ReadResult[]): string | null {
  const texts = (chosen: readonly ReadResult[]): string[] => [
    ...new Set(chosen.map((barcode) => barcode.text.trim()).filter((text) => text !== '')),
  ];
  const onTubes = texts(barcodes.filter((barcode) => barcode.format === 'Code128'));
  const candidates = onTubes.length > 0 ? onTubes : texts(barcodes);
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

async function withDocument<Answer>(
  pdf: Uint8Array,
  { stopAtErrors }: { readonly stopAtErrors: boolean },
  look: (document: PDFDocumentProxy) => Promise<Answer>,
): Promise<Answer> {
  const task = getDocument({
    // The library takes the bytes away.
    data: pdf.slice(),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors,
    // Images with more pixels than a whole page are left out.
    maxImageSize: MAX_PIXELS,
  });
  try {
    return await look(await task.promise);
  } finally {
    await task.destroy();
  }
}

async function codeOn(
  page: PDFPageProxy,
  { createCanvas }: Pick<typeof CanvasModule, 'createCanvas'>,
): Promise<string | null> {
  for (const dpi of RESOLUTIONS_DPI) {
    const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
    const width = Math.ceil(viewport.width);
    const height = Math.ceil(viewport.height);
    // Also refuses sides that are zero or not a number.
    if (!(width > 0 && height > 0 && width * height <= MAX_PIXELS)) break;
    const canvas = createCanvas(width, height);
    await page.render({ canvas, viewport, background: 'white' }).promise;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const found = await readBarcodes(
      { data, width, height, colorSpace: 'srgb' },
      // A drawing has no noise. A smaller copy of it joins thin bars, and the same bars are then read as another code
      // with a good check digit: one label in 400 was left without its code for that.
      { formats: [...BAR_CODE_FORMATS], tryDownscale: false },
    );
    const code = theOneCode(found.filter((barcode) => barcode.isValid));
    if (code !== null || found.length > 0) return code;
  }
  return null;
}

/**
 * A page that cannot be drawn still tells whose document it is.
 *
 * @throws CanvasMissing, as no page can be drawn then: this label would count as one that has no code
 */
async function codeOrFailure(document: PDFDocumentProxy): Promise<Pick<DocumentAnswer, 'code' | 'failure'>> {
  const canvas = loadCanvas();
  try {
    if (document.numPages > MOST_LABEL_PAGES) throw new DocumentRefused(`${document.numPages} pages`);
    return { code: await codeOn(await document.getPage(1), canvas), failure: null };
  } catch (thrown) {
    return { code: null, failure: thrown instanceof Error ? thrown.name : typeof thrown };
  }
}

/** Opens every page of a document as a printer would. Whatever is wrong with one of them is wrong with the document. */
async function inspect(pdf: Uint8Array): Promise<PdfInspection> {
  const isSpoilt = hasSpoiltParts(pdf);
  const task = getDocument({
    data: pdf,
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: true,
    maxImageSize: MAX_PIXELS * 4,
  });
  try {
    const document = await task.promise;
    const pages = document.numPages;
    if (pages > MOST_PRINTED_PAGES) return { problem: 'too-many-pages' };
    let marks = 0;
    for (let number = 1; number <= pages; number += 1) {
      const page = await document.getPage(number);
      // The library takes spoilt contents for no contents.
      marks += (await page.getOperatorList()).fnArray.length;
      if (!fitsOnA4(page)) return { problem: 'larger-than-a4' };
      page.cleanup();
    }
    return marks === 0 || isSpoilt ? { problem: 'damaged' } : { pages };
  } catch (thrown) {
    return { problem: thrown instanceof Error && thrown.name === 'PasswordException' ? 'locked' : 'damaged' };
  } finally {
    await task.destroy();
  }
}

const NOTHING_READ = { text: '', code: null, failure: null } as const;

async function isReadToItsEnd(pdf: Uint8Array): Promise<boolean> {
  try {
    await withDocument(pdf, { stopAtErrors: true }, textOf);
    return true;
  } catch {
    return false;
  }
}

answerJobs(async ({ work, pdf }: DocumentJob): Promise<DocumentAnswer> => {
  if (work === 'inspect') return { ...NOTHING_READ, inspection: await inspect(pdf) };
  // The library takes spoilt contents for shorter ones, and what is not there for nothing. It leaves out what it cannot read, unless it is to
  // stop there; then again it has no letters in place of a font that nobody named.
  const isInPart = hasSpoiltParts(pdf) || !(await isReadToItsEnd(pdf));
  return withDocument(pdf, { stopAtErrors: false }, async (document) => {
    if (document.numPages === 0) throw new DocumentSpoilt('no pages');
    const text = await textOf(document);
    const label = work === 'text-and-code' ? await codeOrFailure(document) : { code: null, failure: null };
    return { text, isInPart, ...label, inspection: null };
  });
});
