// The labels in a printer, as labels are laid out for it.
import type { LabelStock } from '../layout/label-stock.ts';
import type { LabelPrinter } from './desk-printers.ts';

/** The stock of a label printer as it is set up. */
export function stockOf({
  labelWidthMm: widthMm,
  labelHeightMm: heightMm,
  dotsPerMm,
  language,
}: Pick<LabelPrinter, 'labelWidthMm' | 'labelHeightMm' | 'dotsPerMm' | 'language'>): LabelStock {
  const stock = { widthMm, heightMm, dotsPerMm };
  return language === 'pictures' ? { ...stock, byDriver: true } : stock;
}
