// The stock in a printer, and whether a code fits on it with bars that every scanner reads. If not, the label is
// refused.
import { AppException, rejected } from '../../../domain/app-error.ts';
import { code128Modules, isCode128Text } from './code128.ts';
import type { LabelLanguage } from './label-language.ts';

/** The labels in a printer. */
export interface LabelStock {
  readonly widthMm: number;
  readonly heightMm: number;
  /** As makers name the head: 8 is 203 dpi, 12 is 300 dpi. What a millimetre is: {@link sizeInDots}, {@link leastInDots}. */
  readonly dotsPerMm: 8 | 12;
  /** A driver prints the labels, and places dots by whole numbers of them an inch: 203 dpi are 7.99 in a millimetre there. */
  readonly byDriver?: true;
}

/** What drivers call the resolutions. */
export const DRIVER_DPI = { 8: 203, 12: 300 } as const;
const MM_PER_INCH = 25.4;
/** 50.8 mm are 600 dots, although the numbers of a computer make a little less of it. */
const ROUNDING = 1e-6;

type Head = Pick<LabelStock, 'dotsPerMm' | 'byDriver'>;

/**
 * How many dots a millimetre of the label has. A head of 300 dpi has 11.81, and some that are sold as such have 12 (304.8 dpi), or 12 along
 * the paper alone. Counted with the fewer, nothing reaches beyond the label on any of them; on those with 12 it comes out 1.6 % smaller.
 */
const dotsInMm = ({ dotsPerMm, byDriver }: Head): number =>
  byDriver || dotsPerMm === 12 ? DRIVER_DPI[dotsPerMm] / MM_PER_INCH : dotsPerMm;

/** The size that laboratories use for tubes of 13 and 16 mm. */
export const DEFAULT_LABEL_STOCK: LabelStock = { widthMm: 50.8, heightMm: 25.4, dotsPerMm: 8 };

/** Two dots at 203 dpi. Not every scanner reads narrower bars. */
const MIN_BAR_MM = 0.25;
/** Wider bars are not read better on a tube, and leave less room for the quiet zones. */
const MAX_BAR_MM = 0.5;
export const MIN_BAR_HEIGHT_MM = 10;
const QUIET_ZONE_BARS = 10;
const MIN_QUIET_ZONE_MM = 5;

export interface BarPlan {
  readonly code: string;
  /** Width of the narrowest bar, in dots. */
  readonly barDots: number;
  /** Left edge of the first bar, in dots from the label's edge. */
  readonly leftDots: number;
  readonly widthDots: number;
}

/** Millimetres in dots, for what has to lie inside the label. */
export const sizeInDots = (mm: number, head: Head): number => mm * dotsInMm(head);

/** The opposite of {@link sizeInDots}. */
export const sizeInMm = (dots: number, head: Head): number => dots / dotsInMm(head);

/** Millimetres in dots, for what must not come out smaller on any head: bars, quiet zones, modules. */
export const leastInDots = (mm: number, { dotsPerMm }: Head): number => mm * dotsPerMm;

export function labelSizeDots(stock: LabelStock): { readonly width: number; readonly height: number } {
  const dots = dotsInMm(stock);
  return {
    width: Math.floor(stock.widthMm * dots + ROUNDING),
    height: Math.floor(stock.heightMm * dots + ROUNDING),
  };
}

/**
 * Refuses a label because of one field.
 *
 *     refuseLabel('code', 'is too long for this label');
 *
 * @throws AppException `rejected`, always; it names the field and says what is wrong with it
 */
export function refuseLabel(field: string, why: string): never {
  throw new AppException(rejected(`label not printable: ${field}: ${why}`, { [field]: why }));
}

/**
 * Refuses a label because of letters that can neither be printed nor drawn. They stand in a field of their own, so that a screen
 * can say what to do about them in its own words.
 *
 * @throws AppException `rejected`, always: `{ [field]: 'not-writable', letters: '王 小' }`
 */
export function refuseLetters(field: string, letters: readonly string[]): never {
  const shown = [...new Set(letters)].join(' ');
  throw new AppException(
    rejected(`label not printable: ${field}: letters that can neither be printed nor drawn: ${shown}`, {
      [field]: 'not-writable',
      letters: shown,
    }),
  );
}

const narrowestBarDots = (head: Head): number => Math.ceil(leastInDots(MIN_BAR_MM, head));

/** The empty paper on each side of bars. */
const quietDots = (barDots: number, head: Head): number =>
  Math.max(QUIET_ZONE_BARS * barDots, Math.ceil(leastInDots(MIN_QUIET_ZONE_MM, head)));

/**
 * Places the code's bars in the middle of the label, as wide as the quiet zones allow. Throws `rejected` naming `code`
 * when it holds characters that the bar code cannot carry or does not fit at the narrowest allowed bar.
 */
export function planBars(code: string, stock: LabelStock, language: LabelLanguage): BarPlan {
  if (!isCode128Text(code) || !language.canCarryInBars(code)) {
    refuseLabel('code', 'holds characters that the bar code cannot carry');
  }
  const modules = code128Modules(code);
  const labelWidth = labelSizeDots(stock).width;
  const widest = Math.floor(leastInDots(MAX_BAR_MM, stock));
  const narrowest = narrowestBarDots(stock);
  for (let barDots = widest; barDots >= narrowest; barDots -= 1) {
    const quiet = quietDots(barDots, stock);
    const widthDots = modules * barDots;
    if (widthDots + 2 * quiet <= labelWidth) {
      return { code, barDots, widthDots, leftDots: Math.floor((labelWidth - widthDots) / 2) };
    }
  }
  return refuseLabel(
    'code',
    `needs ${neededWidthMm(code, stock).toFixed(1)} mm with its quiet zones, the label is ${stock.widthMm} mm wide`,
  );
}

/** Width of a code with its quiet zones at the narrowest bars that are printed, in millimetres. */
function neededWidthMm(code: string, stock: LabelStock): number {
  const narrowest = narrowestBarDots(stock);
  return sizeInMm(code128Modules(code) * narrowest + 2 * quietDots(narrowest, stock), stock);
}
