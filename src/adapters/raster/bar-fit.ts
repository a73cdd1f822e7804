// Where the bars of a code stand on a page, and how large the page is drawn so that each of them is whole dots wide. A bar of two dots here
// and three there is read by fewer scanners.
import type { ReadResult } from '../bar-code-decoder.ts';

/** A code in bars on a page. */
export interface PageBars {
  /** Its left edge, and the width of its narrowest bar; both in points from the page's corner as it stands upright. */
  readonly left: number;
  readonly module: number;
}

/** A drawn page: red, green, blue and full of each dot. */
interface Drawn {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  /** The page's left edge in it, and how many of its dots a point has. */
  readonly pageLeft: number;
  readonly dotsInPoint: number;
}

/** Lighter is paper, darker is a bar. */
const PAPER_FROM = 250;
const HALF = 128;
/** So far beyond what the decoder says are its ends a code is looked for. Its quiet zone is wider. */
const BEYOND_DOTS = 6;
/** A code that leans more than this over its length is left as it is. */
const MOST_LEAN_DOTS = 2;
/** Of Code 128: each symbol has three bars and eleven modules; the last one four and thirteen. */
const SYMBOL = { bars: 3, modules: 11 } as const;
const STOP = { bars: 4, modules: 13 } as const;

/** Null where it is another kind of code, or does not lie as the page does. */
export function barsOf({ format, position }: ReadResult, drawn: Drawn): PageBars | null {
  const { topLeft, topRight, bottomLeft, bottomRight } = position;
  if (format !== 'Code128' || Math.abs(topLeft.y - topRight.y) > MOST_LEAN_DOTS) return null;
  const row = Math.round((topLeft.y + topRight.y + bottomLeft.y + bottomRight.y) / 4);
  const greyAt = (x: number): number => drawn.data[(row * drawn.width + x) * 4 + 1] ?? 255;
  const from = Math.round(Math.min(topLeft.x, topRight.x)) - BEYOND_DOTS;
  const to = Math.round(Math.max(topLeft.x, topRight.x)) + BEYOND_DOTS;
  let [first, last, bars] = [-1, -1, 0];
  for (let x = from; x <= to; x += 1) {
    if (greyAt(x) < PAPER_FROM) {
      if (first < 0) first = x;
      last = x;
    }
    if (greyAt(x) < HALF && greyAt(x - 1) >= HALF) bars += 1;
  }
  const symbols = (bars - STOP.bars) / SYMBOL.bars;
  if (!Number.isInteger(symbols) || symbols < 1) return null;
  // The dots at both ends are as dark as the bar covers them.
  const left = first + greyAt(first) / 255;
  const right = last + 1 - greyAt(last) / 255;
  const module = (right - left) / (symbols * SYMBOL.modules + STOP.modules);
  return { left: (left - drawn.pageLeft) / drawn.dotsInPoint, module: module / drawn.dotsInPoint };
}

/** Fewer dots are no bar that a scanner reads. */
const LEAST_DOTS = 2;
/** The page is made smaller by so much at most, so that its letters stay readable. */
const LEAST_SHARE = 0.94;
/** Or wider by so much, and not higher: letters a twentieth wider look like letters. */
const MOST_SHARE = 1.06;

/** Dots in a point of the page, across and down. */
export interface PageScale {
  readonly across: number;
  readonly down: number;
}

/**
 * About as large as `scale`, with bars that are whole dots wide; null where that is too far from it. `most`: what there is room for across.
 */
export function scaleForBars(
  { module }: PageBars,
  { scale, most }: { readonly scale: number; readonly most: number },
): PageScale | null {
  const fewer = Math.floor(module * scale);
  const smaller = fewer / module;
  if (fewer >= LEAST_DOTS && smaller >= LEAST_SHARE * scale) return { across: smaller, down: smaller };
  const wider = (fewer + 1) / module;
  if (fewer + 1 < LEAST_DOTS || wider > Math.min(most, MOST_SHARE * scale)) return null;
  return { across: wider, down: scale };
}
