// Whether any label can be printed on a stock: lays out a small one and sees whether it fits.
import { AppException } from '../../../domain/app-error.ts';
import type { DrawText } from '../../ports/pictures.ts';
import type { LabelLanguage } from './label-language.ts';
import type { LabelSymbol } from '../../../domain/label-symbol.ts';
import { layOutLabel, type LabelContent } from './label-layout.ts';
import type { LabelStock } from './label-stock.ts';

/** The smallest content of a label: a code as long as those on the forms, and a short name. */
const LEAST: LabelContent = {
  firstName: 'A',
  lastName: 'B',
  dateOfBirth: '2000-01-01',
  gender: null,
  code: 'ABC-1B2C3D',
  trfCode: null,
  product: '',
  printedAt: { date: '2000-01-01', time: '00:00' },
  siteName: null,
  reprint: false,
  training: false,
};

/** Where the square finds room, so must the two lines that a label may have besides. */
const LEAST_WITH_MATRIX: LabelContent = { ...LEAST, trfCode: 'ABC-9Z8Y7X', reprint: true };

/** The usual width of a drawn capital, as a fraction of the line's height. */
const USUAL_WIDTH = 0.66;

/** Stands for drawing where a whole label is drawn: whether a stock is too small is known without loading the font. */
const roughly: DrawText = {
  missing: () => [],
  draw(text, { heightDots }) {
    const widthDots = Math.ceil(Array.from(text).length * heightDots * USUAL_WIDTH);
    return {
      widthDots,
      heightDots,
      riseDots: 0,
      rows: new Uint8Array(Math.ceil(widthDots / 8) * heightDots),
    };
  },
};

/** Why no label can be printed on a stock, and which of its sides is too short; null when labels fit. */
export function stockProblem(
  stock: LabelStock,
  language: LabelLanguage,
  symbol: LabelSymbol = 'bars',
): { readonly side: 'widthMm' | 'heightMm'; readonly why: string } | null {
  try {
    const least = symbol === 'bars' ? LEAST : LEAST_WITH_MATRIX;
    layOutLabel(least, stock, { language, symbol, draw: language.font === null ? roughly : null });
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AppException) || thrown.error.kind !== 'rejected') throw thrown;
    const [field = '', why = ''] = Object.entries(thrown.error.fields)[0] ?? [];
    return field === 'stock'
      ? { side: 'heightMm', why: `no label can be printed: ${why}` }
      : {
          side: 'widthMm',
          why: `no label can be printed: ${field === 'code' ? `a code of ${LEAST.code.length} characters` : field} ${why}`,
        };
  }
}
