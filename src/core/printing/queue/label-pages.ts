// Whole pages on a label printer: each page is drawn in the printer's dots and goes as a picture on a label of its own. The codes of the
// pages are read from the very bytes that would be sent, before the printer is reached.
import type { PageLabelProblem } from '../../../domain/page-label.ts';
import type { Bitmap, DrawnPage, DrawPages, DrawText, PictureReader } from '../../ports/pictures.ts';
import type { PrintJob } from '../../store/desk/print-jobs.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { DRIVER_DPI } from '../layout/label-stock.ts';
import { pageLabel, pageLabelProblem, pageRoom, type PageStrip } from '../layout/page-label.ts';
import type { LineDelivery } from './line-printer.ts';
import type { LabelPrinter } from './desk-printers.ts';
import { stockOf } from './printer-stock.ts';

export interface LabelPagesParts {
  readonly drawPages: DrawPages;
  /** Draws names in letters that printers do not have, and the marks of pages; with null such names and pages are refused. */
  readonly draw: DrawText | null;
  readonly pictures: Pick<PictureReader, 'readPagePicture'>;
  /** Whoever practises gets marked paper. */
  readonly isTraining: boolean;
}

const UNFIT: Readonly<Record<PageLabelProblem, string>> = {
  'too-small': 'its labels are too small for pages: use labels of 100 × 140 mm or more',
  'too-coarse': 'its dots are too coarse for pages: use a label printer of 300 dpi',
  ticket: 'a roll of tickets takes no pages',
};
const NOT_KEPT = 'what was to be printed is not kept any more: print it anew from where it was';
const DAMAGED = 'the document cannot be drawn for this printer: print it on an office printer';
const CODE_LOST =
  'a code of the document could not be read on the label, so nothing was sent: print it on an office printer';
const UNMARKED =
  'the words above the page (TRAINING, REPRINT, its number) cannot be drawn, so nothing was sent: print it on an office printer';
const NOT_NOW = 'the document could not be drawn and checked before printing; it is tried again';

type PageStock = Parameters<typeof stockOf>[0];

/** Why no page can be printed on the labels in a printer; null when pages can. */
export const labelPageProblem = (printer: PageStock): PageLabelProblem | null =>
  pageLabelProblem(stockOf(printer));

/** Whether every code stands on a picture as often as on the page. */
function keepsCodes(wanted: readonly string[], read: readonly string[]): boolean {
  const left = [...read];
  return wanted.every((code) => {
    const at = left.indexOf(code);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const refusal = (detail: string): LineDelivery => ({ outcome: 'refused', detail, again: false });

/** The whole label; null when what stands above the page can neither be printed nor drawn, which no later try changes. */
function labelOf(
  picture: Bitmap,
  strip: PageStrip,
  { printer, parts }: { readonly printer: LabelPrinter; readonly parts: LabelPagesParts },
): Bitmap | null {
  const language = LABEL_LANGUAGES[printer.language];
  try {
    return pageLabel(picture, strip, { stock: stockOf(printer), language, draw: parts.draw });
  } catch {
    return null;
  }
}

/** The bytes of a page's label; or how the delivery ends, when it must not be sent. */
async function bytesOfPage(
  { picture, codes }: DrawnPage,
  strip: PageStrip,
  on: { readonly printer: LabelPrinter; readonly parts: LabelPagesParts },
): Promise<Uint8Array | LineDelivery> {
  const { printer, parts } = on;
  const label = labelOf(picture, strip, on);
  if (label === null) return refusal(UNMARKED);
  const language = LABEL_LANGUAGES[printer.language];
  const stock = stockOf(printer);
  const bytes = language.encodePicture(label, stock);
  const sent = language.pictureOf(bytes, stock);
  if (sent === null) return refusal(CODE_LOST);
  try {
    return keepsCodes(codes, await parts.pictures.readPagePicture(sent)) ? bytes : refusal(CODE_LOST);
  } catch {
    // The thread that reads had no time or no memory: nothing is wrong with the page.
    return { outcome: 'not-started', detail: NOT_NOW, reached: true };
  }
}

/** One job of the printer's language for each page; or how the delivery ends, when nothing may be sent. */
export async function pagesForLabels(
  printer: LabelPrinter,
  { pdf, job }: { readonly pdf: Uint8Array; readonly job: Pick<PrintJob, 'perhapsPrinted'> },
  parts: LabelPagesParts,
): Promise<{ readonly labels: readonly Uint8Array[] } | LineDelivery> {
  const stock = stockOf(printer);
  const unfit = labelPageProblem(printer);
  if (unfit !== null) return refusal(UNFIT[unfit]);
  if (pdf.length === 0) return refusal(NOT_KEPT);
  const drawn = await parts.drawPages(pdf, { ...pageRoom(stock), dpi: DRIVER_DPI[stock.dotsPerMm] });
  if ('problem' in drawn && drawn.problem === 'damaged') return refusal(DAMAGED);
  if ('problem' in drawn) return { outcome: 'not-started', detail: NOT_NOW, reached: true };
  const marks = [
    ...(parts.isTraining ? (['TRAINING'] as const) : []),
    ...(job.perhapsPrinted ? (['REPRINT'] as const) : []),
  ];
  const labels: Uint8Array[] = [];
  for (const [index, page] of drawn.pages.entries()) {
    const strip = { marks, number: index + 1, of: drawn.pages.length };
    const made = await bytesOfPage(page, strip, { printer, parts });
    if ('outcome' in made) return made;
    labels.push(made);
  }
  return { labels };
}
