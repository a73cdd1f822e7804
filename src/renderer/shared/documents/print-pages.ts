// Puts a document's pages, and nothing else, on paper through the system's own dialog.
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { boundedScale, DRAWING_LIMIT_MS, PRINTED_AT_ONCE } from './document-limits.ts';

/** PDF points are 72 to the inch; paper gets 200 dots. */
const PAPER_SCALE = 200 / 72;

/** First and last page, both included. */
export interface PageSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The pages that are printed with one press: all of them where that is not too much, else a bundle from the page in sight on.
 * @example printSpan(200, 41) // { from: 41, to: 60 }
 */
export function printSpan(pages: number, current: number): PageSpan {
  if (pages <= PRINTED_AT_ONCE) return { from: 1, to: pages };
  return { from: current, to: Math.min(pages, current + PRINTED_AT_ONCE - 1) };
}

async function pagePicture(
  document: PDFDocumentProxy,
  number: number,
  signal: AbortSignal,
): Promise<HTMLImageElement> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: boundedScale(page.getViewport({ scale: 1 }), PAPER_SCALE) });
  const canvas = window.document.createElement('canvas');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  const rendering = page.render({ canvas, viewport, intent: 'print' });
  const stop = (): void => rendering.cancel();
  const limit = window.setTimeout(stop, DRAWING_LIMIT_MS);
  signal.addEventListener('abort', stop);
  await rendering.promise.finally(() => {
    window.clearTimeout(limit);
    signal.removeEventListener('abort', stop);
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  const image = new Image();
  image.alt = '';
  if (blob) image.src = URL.createObjectURL(blob);
  await image.decode();
  return image;
}

/** Takes the last printed pages out of the window again. */
export function clearPrintedPages(): void {
  const root = window.document.getElementById('print-root');
  for (const image of root?.querySelectorAll('img') ?? []) URL.revokeObjectURL(image.src);
  root?.replaceChildren();
}

/** Of pages that are made ready for paper: how many of how many are. */
export interface PagesReady {
  readonly ready: number;
  readonly of: number;
}

/** `onReady` is told before the first page and after each; after `signal` no further one is drawn, and nothing is printed. */
export interface PrintWatch {
  readonly signal: AbortSignal;
  readonly onReady: (pages: PagesReady) => void;
}

/**
 * Draws the pages of a span one after the other. Rejects when one cannot be drawn, or with the reason of the signal; what was drawn
 * until then is given to `letGo`.
 * @example const images = await makeReady({ from: 1, to: 20 }, (number) => picture(number), watch, dropPicture)
 */
export async function makeReady<Page>(
  { from, to }: PageSpan,
  draw: (number: number) => Promise<Page>,
  { signal, onReady }: PrintWatch,
  letGo: (page: Page) => void,
): Promise<Page[]> {
  const pages: Page[] = [];
  const of = to - from + 1;
  try {
    for (let number = from; number <= to; number += 1) {
      signal.throwIfAborted();
      onReady({ ready: pages.length, of });
      pages.push(await draw(number));
    }
    signal.throwIfAborted();
  } catch (thrown) {
    pages.forEach(letGo);
    throw thrown;
  }
  onReady({ ready: of, of });
  return pages;
}

/** A page for paper, which is an object in the window's memory. */
interface PaperImage {
  readonly src: string;
  remove(): void;
}

/**
 * Gives pages to the system's dialog. Once it has been answered they leave the window: whoever pressed the browser's own key for printing
 * later, with somebody else's visit before them, would be given these pages once more. `show` puts them into the window for paper.
 */
export function putOnPaper<Image extends PaperImage>(
  images: readonly Image[],
  show: (images: readonly Image[]) => void,
  tab: Pick<Window, 'print'> & Pick<EventTarget, 'addEventListener'>,
): void {
  show(images);
  const takeAway = (): void => {
    for (const image of images) {
      URL.revokeObjectURL(image.src);
      image.remove();
    }
  };
  tab.addEventListener('afterprint', takeAway, { once: true });
  tab.print();
}

/**
 * Resolves once the dialog is closed; rejects when a page cannot be drawn in time, or with the reason of the signal.
 */
export async function printPages(
  document: PDFDocumentProxy,
  span: PageSpan,
  watch: PrintWatch,
): Promise<void> {
  const images = await makeReady(
    span,
    (number) => pagePicture(document, number, watch.signal),
    watch,
    ({ src }) => URL.revokeObjectURL(src),
  );
  clearPrintedPages();
  const root = window.document.getElementById('print-root');
  if (root) putOnPaper(images, (pages) => root.replaceChildren(...pages), window);
}
