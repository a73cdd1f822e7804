// The stock in a printer, and whether a code fits on it with bars that every scanner reads. If not, the label is
// refused.
import { AppException, rejected } from '../../../domain/app-error.ts';
import { code128Modules, isCode128Text } from './code128.ts';
import type { LabelLanguage } from './label-language.ts';

/** The labels in a printer. */
export interface LabelStock {
  readonly widthMm: number;
  readonly heightMm: number;
  /** 8 is 203 dpi, 12 is 300 dpi. */
  readonly dotsPerMm: 8 | 12;
  /**
   * A driver prints the labels, and places dots by whole numbers of them an inch: 300 dpi are 11.81 in a millimetre there. Left out:
   * the printer itself counts in millimetres.
   */
  readonly byDriver?: true;
}

/** What drivers call the resolutions. */
export const DRIVER_DPI = { 8: 203, 12: 300 } as const;
const MM_PER_INCH = 25.4;
/** 50.8 mm are 600 dots, although the numbers of a computer make a little less of it. */
const ROUNDING = 1e-6;

/** How many dots a millimetre really has. */
export const dotsInMm = ({ dotsPerMm, byDriver }: Pick<LabelStock, 'dotsPerMm' | 'byDriver'>): number =>
  byDriver ? DRIVER_DPI[dotsPerMm] / MM_PER_INCH : dotsPerMm;

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
  const widest = Math.floor(MAX_BAR_MM * stock.dotsPerMm);
  const narrowest = Math.ceil(MIN_BAR_MM * stock.dotsPerMm);
  for (let barDots = widest; barDots >= narrowest; barDots -= 1) {
    const quiet = Math.max(QUIET_ZONE_BARS * barDots, Math.ceil(MIN_QUIET_ZONE_MM * stock.dotsPerMm));
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
function neededWidthMm(code: string, { dotsPerMm }: LabelStock): number {
  const narrowest = Math.ceil(MIN_BAR_MM * dotsPerMm);
  return (code128Modules(code) * narrowest) / dotsPerMm + 2 * MIN_QUIET_ZONE_MM;
}
