// For which settings of a printer a job was made out. Where those of the printer differ, its bytes would be of the wrong language or size.
import type { PrintJob } from '../../store/desk/print-jobs.ts';
import type { DeskPrinter } from './desk-printers.ts';

/** Of pages that are kept as a PDF: they are made out when they are sent, by whatever prints pages. */
export const AS_PAGES = 'pages';

/** What of a printer's settings the bytes for it depend on: not its name, nor where it is. */
export function settingsFor(printer: DeskPrinter): string {
  if (printer.language === 'escpos') return `escpos ${printer.paperDots}`;
  const { language, dotsPerMm, labelWidthMm, labelHeightMm, symbol = 'bars' } = printer;
  return `${language} ${dotsPerMm} ${labelWidthMm}x${labelHeightMm} ${symbol}`;
}

/** `printer`: as it is set up now; null for an office printer. */
export function isMadeFor(
  { madeOutFor }: Pick<PrintJob, 'madeOutFor'>,
  printer: DeskPrinter | null,
): boolean {
  if (madeOutFor === AS_PAGES) return printer?.language !== 'escpos';
  return printer !== null && madeOutFor === settingsFor(printer);
}
