// The bars of the sheet by which a scanner is learned. The build runs this file and ships its result (electron.vite.config.ts), so
// that no window loads the bar-code maker.
import bwip from 'bwip-js/generic';
import { LEARNING_TEXT } from '../../../domain/scanner.ts';

/** Widths in modules: bar, gap, bar, … beginning and ending with a bar. */
export const sheetBars: readonly number[] =
  (bwip.raw({ bcid: 'code128', text: LEARNING_TEXT }) as { sbs?: number[] }[])[0]?.sbs ?? [];
