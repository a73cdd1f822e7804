// The paper that office printers are given pages for, and whether a page fits on it.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export const A4 = {
  widthMm: 210,
  heightMm: 297,
  widthPt: 595,
  heightPt: 842,
  name: 'iso_a4_210x297mm',
} as const;

const POINTS_PER_MM = 72 / 25.4;
/** Sizes are rounded by whoever writes a PDF. */
const FORGIVEN_MM = 1;

/** Whether nothing of a page is beyond the paper, which lies as the page does. Pages are never made smaller. */
export function fitsOnA4(page: PDFPageProxy): boolean {
  const { width, height } = page.getViewport({ scale: 1 });
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)];
  return (
    narrow <= (A4.widthMm + FORGIVEN_MM) * POINTS_PER_MM &&
    long <= (A4.heightMm + FORGIVEN_MM) * POINTS_PER_MM
  );
}
