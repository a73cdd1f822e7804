// Whole pages on labels: on which labels a page can be printed, and the strip above it with what other paper carries as marks.
import type { PageLabelProblem } from '../../../domain/page-label.ts';
import type { Bitmap, DrawText } from '../../ports/pictures.ts';
import type { LabelLanguage } from './label-language.ts';
import { lineAt, markFields, sheetOf } from './label-parts.ts';
import { labelSizeDots, sizeInDots, type LabelStock } from './label-stock.ts';
import { rasterOfLabel } from './raster.ts';

/** On less, or with coarser dots, the codes of forms and reports cannot be read any more: see docs/decisions/029. */
const LEAST = { widthMm: 100, heightMm: 140, dotsPerMm: 12 } as const;
/** Beside the page: high enough for the marks of such labels. */
const STRIP_MM = 6;
const STRIP_TOP = 2;
/** Of `Page 1 of 2`, in eighths of a millimetre of a small label. */
const NUMBER_SIZE = 15;

/** Why no page can be printed on these labels; null when pages can. */
export function pageLabelProblem({ widthMm, heightMm, dotsPerMm }: LabelStock): PageLabelProblem | null {
  if (widthMm < LEAST.widthMm || heightMm < LEAST.heightMm) return 'too-small';
  return dotsPerMm < LEAST.dotsPerMm ? 'too-coarse' : null;
}

const stripDots = (stock: LabelStock): number => Math.ceil(sizeInDots(STRIP_MM, stock));

/** The part of a label that is a page's, below the strip. */
export function pageRoom(stock: LabelStock): { readonly widthDots: number; readonly heightDots: number } {
  const { width, height } = labelSizeDots(stock);
  return { widthDots: width, heightDots: height - stripDots(stock) };
}

/** What stands above a page. `of`: how many pages the document has. */
export interface PageStrip {
  readonly marks: readonly ('TRAINING' | 'REPRINT')[];
  readonly number: number;
  readonly of: number;
}

/**
 * The whole label: the strip, and under it the page, which is as large as {@link pageRoom} says.
 *
 * @throws AppException `rejected` when the marks can neither be printed nor drawn
 */
export function pageLabel(
  page: Bitmap,
  strip: PageStrip,
  {
    stock,
    language,
    draw,
  }: { readonly stock: LabelStock; readonly language: LabelLanguage; readonly draw: DrawText | null },
): Bitmap {
  const { width, height } = labelSizeDots(stock);
  // As for a language without a font: the strip is a part of the picture.
  const sheet = sheetOf(stock, { language: { ...language, font: null }, draw });
  const y = sheet.dots(STRIP_TOP);
  const words = `Page ${strip.number} of ${strip.of}`;
  const above = rasterOfLabel({
    stock,
    widthDots: width,
    heightDots: stripDots(stock),
    name: { lines: [], isCut: false },
    fields: [
      ...markFields(sheet, strip.marks, y),
      ...(strip.of > 1 ? [lineAt(sheet.left, y, sheet.set('code', words, NUMBER_SIZE))] : []),
    ],
  });
  const rows = new Uint8Array(above.rows.length + page.rows.length);
  rows.set(above.rows);
  rows.set(page.rows, above.rows.length);
  return { widthDots: width, heightDots: height, rows };
}
