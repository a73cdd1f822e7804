// What the labels of tests show, and the stock that they are laid out for.
import type { LabelContent } from '../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../src/core/printing/layout/label-stock.ts';

/** The label of James Oliver. `change` replaces fields, as in `sampleContent({ code: 'DRW-AAAA01' })`. */
export const sampleContent = (change: Partial<LabelContent> = {}): LabelContent => ({
  firstName: 'James',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'male',
  code: 'DRW-7K2M9Q',
  trfCode: null,
  product: 'IRON-4',
  printedAt: { date: '2026-03-12', time: '09:41' },
  siteName: 'Leeds',
  reprint: false,
  training: false,
  ...change,
});

/** The usual label at 300 dpi. */
export const FINE_STOCK: LabelStock = { ...DEFAULT_LABEL_STOCK, dotsPerMm: 12 };
export const LARGE_STOCK: LabelStock = { widthMm: 100, heightMm: 50, dotsPerMm: 8 };
