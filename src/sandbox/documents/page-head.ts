// The size of a page and the head that the form and the report share: title, requester, and the form's code in bars.
import { code128 } from './bar-code.ts';
import { REQUESTER, type Facts } from './facts.ts';
import type { Sheet } from './pdf-page.ts';

export const A4 = { widthMm: 210, heightMm: 297 } as const;
/** Left and right margin, in millimetres. */
export const MARGIN_MM = 18;
/** Width between the margins, in millimetres. */
export const CONTENT_WIDTH_MM = A4.widthMm - 2 * MARGIN_MM;

const BARS_TOP_MM = 15;
const UNDER_BARS_MM = 1.5;

export interface PageHead {
  readonly title: string;
  /** The narrowest bar and the height of the bars, in millimetres. */
  readonly bars: { readonly moduleMm: number; readonly height: number };
  /** Size of the code under the bars, in points. */
  readonly codeSize: number;
}

/** Writes the head of a page. The bars are at the right margin, with the code under them. */
export function pageHead(sheet: Sheet, facts: Facts, { title, bars, codeSize }: PageHead): void {
  sheet.text(title, { x: MARGIN_MM, y: 16 }, { size: 18, bold: true, width: 90 });
  sheet.text(REQUESTER, { x: MARGIN_MM, y: 26 }, { size: 9.5, width: 80, colour: '#444444' });
  const code = code128(facts.trfCode);
  const width = code.modules * bars.moduleMm;
  const x = A4.widthMm - MARGIN_MM - width;
  sheet.barCode(code, { x, y: BARS_TOP_MM }, bars);
  const under = { x, y: BARS_TOP_MM + bars.height + UNDER_BARS_MM };
  sheet.text(facts.trfCode, under, { size: codeSize, bold: true, width, align: 'center' });
}
