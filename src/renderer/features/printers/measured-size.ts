// The size of a label from what a person reads on a printed ruler. Pure.
import { millimetres } from './printer-entry.ts';

/** The last mark that can be seen towards each edge, as it was typed. */
export interface RulerReading {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

export type MeasuredSize =
  | { readonly problem: keyof RulerReading; readonly words: string }
  | {
      readonly widthMm: number;
      readonly heightMm: number;
      /** What lies wrong in the printer, in words; null when nothing does. */
      readonly advice: string | null;
    };

const WORDS: Readonly<Record<keyof RulerReading, string>> = {
  left: 'Enter the number of the first mark at the left edge',
  right: 'Enter the number of the last mark at the right edge',
  top: 'Enter the number of the first mark at the top edge',
  bottom: 'Enter the number of the last mark at the bottom edge',
};
/** Half a millimetre is nothing that a person reads off a ruler for certain. */
const STRAIGHT_MM = 1;

const rounded = (mm: number): number => Math.round(mm * 10) / 10;

/**
 * @param rulerWidthMm how wide the ruler was printed: printers put a label in the middle of their head, so as much must be
 *   missing on the left as on the right
 * @example sizeFromRuler({ left: '26.5', right: '77.5', top: '0', bottom: '25' }, 104) // 51 × 25 mm
 */
export function sizeFromRuler(reading: RulerReading, rulerWidthMm: number): MeasuredSize {
  const read = (side: keyof RulerReading): number | null => millimetres(reading[side]);
  const [left, right, top, bottom] = [read('left'), read('right'), read('top'), read('bottom')];
  if (left === null) return { problem: 'left', words: WORDS.left };
  if (right === null || right <= left) return { problem: 'right', words: WORDS.right };
  if (top === null) return { problem: 'top', words: WORDS.top };
  if (bottom === null || bottom <= top) return { problem: 'bottom', words: WORDS.bottom };
  const offMm = rounded((left + right - rulerWidthMm) / 2);
  const isAtLeftEdge = left <= STRAIGHT_MM;
  const advice = [
    !isAtLeftEdge &&
      Math.abs(offMm) > STRAIGHT_MM &&
      `The roll lies ${Math.abs(offMm)} mm too far to the ${offMm > 0 ? 'right' : 'left'}: push its guides together around it.`,
    top > STRAIGHT_MM &&
      `The first ${rounded(top)} mm are missing: press the feed button once, so that the printer finds the gap between labels, and print the ruler again.`,
  ].filter((words) => words !== false);
  return {
    widthMm: rounded(right - left),
    heightMm: rounded(bottom - top),
    advice: advice.length === 0 ? null : advice.join(' '),
  };
}
