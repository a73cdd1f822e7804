// Measures a Data Matrix on the picture of a label: its edges, its modules, and the empty paper around it.
import type { Bitmap, LabelPictureReading } from '../core/ports/pictures.ts';
import type { ReadResult } from './bar-code-decoder.ts';
import { isBlack } from './picture-dots.ts';

type Measured = Omit<LabelPictureReading, 'code'>;

const NOT_WHOLE: Measured = { barDots: null, quietBars: 0 };
/** How far a decoder's corner may lie from the square's. */
const NEAR_DOTS = 6;
const MOST_QUIET_DOTS = 60;

interface Square {
  readonly left: number;
  readonly top: number;
  /** In dots. */
  readonly side: number;
}

const inside = ({ widthDots, heightDots }: Bitmap, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < widthDots && y < heightDots;

/** The square by its solid lines on the left and at the bottom, which are as long as it; null where they are not whole. */
function squareAt(picture: Bitmap, { position }: ReadResult): Square | null {
  const black = (x: number, y: number): boolean => inside(picture, x, y) && isBlack(picture, x, y);
  const corner = position.bottomLeft;
  const middleY = Math.round((position.topLeft.y + corner.y) / 2);
  let left = Math.round(corner.x) - NEAR_DOTS;
  while (left < corner.x + NEAR_DOTS && !black(left, middleY)) left += 1;
  if (!black(left, middleY)) return null;
  let [top, bottom] = [middleY, middleY];
  while (black(left, top - 1)) top -= 1;
  while (black(left, bottom + 1)) bottom += 1;
  let right = left;
  while (black(right + 1, bottom)) right += 1;
  const side = bottom - top + 1;
  return right - left + 1 === side ? { left, top, side } : null;
}

/** The side of a module where all are of one size and of one colour each; null otherwise. */
function moduleOf(picture: Bitmap, { left, top, side }: Square): number | null {
  // The broken line at the top begins with a dark module, then a light one.
  let dots = 0;
  while (dots < side && isBlack(picture, left + dots, top)) dots += 1;
  if (dots === 0 || side % dots !== 0 || (side / dots) % 2 !== 0) return null;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [x - (x % dots), y - (y % dots)];
      if (isBlack(picture, left + x, top + y) !== isBlack(picture, left + column, top + row)) return null;
      if (y === 0 && isBlack(picture, left + x, top) !== ((column / dots) % 2 === 0)) return null;
    }
  }
  return dots;
}

/** How many dots around the square are empty on all sides. Beyond the label there is no paper. */
function quietDots(picture: Bitmap, { left, top, side }: Square): number {
  for (let away = 1; away <= MOST_QUIET_DOTS; away += 1) {
    const [first, last] = [-away, side + away - 1];
    for (let along = first; along <= last; along += 1) {
      const ring = [
        [along, first],
        [along, last],
        [first, along],
        [last, along],
      ] as const;
      for (const [x, y] of ring) {
        if (!inside(picture, left + x, top + y) || isBlack(picture, left + x, top + y)) return away - 1;
      }
    }
  }
  return MOST_QUIET_DOTS;
}

/** What is measured of the square that a decoder found. */
export function measureMatrix(picture: Bitmap, found: ReadResult): Measured {
  const square = squareAt(picture, found);
  const barDots = square && moduleOf(picture, square);
  return square && barDots !== null
    ? { barDots, quietBars: quietDots(picture, square) / barDots }
    : NOT_WHOLE;
}
