// A label that goes to its printer as a picture is read from that picture before a byte of it leaves.
import type { LabelPictureReading } from '../../ports.ts';

/** Narrower bars are read by luck: 0.25 mm at 203 dpi. */
const LEAST_BAR_DOTS = 2;
const LEAST_QUIET_BARS = 10;

/**
 * Why the picture of a label must not be printed, in words that say what to change; null when it may be.
 *
 *     pictureProblem({ code: 'DRW-7K2M9Q', barDots: 2, quietBars: 12 }, 'DRW-7K2M9Q') // null
 *
 * `code`: the one that the label is to carry; null for a label of nobody, on which any code will do.
 */
export function pictureProblem(reading: LabelPictureReading, code: string | null): string | null {
  const { barDots, quietBars } = reading;
  if (reading.code === null) {
    return 'no scanner could read the code on its picture: use larger labels, or a printer with finer dots';
  }
  if (code !== null && reading.code !== code) {
    return 'the code on its picture is another one than the label’s: tell whoever looks after this desk';
  }
  if (barDots === null || barDots < LEAST_BAR_DOTS) {
    return 'the bars on its picture are not whole dots, or too narrow: use wider labels, or a printer with finer dots';
  }
  if (quietBars < LEAST_QUIET_BARS) {
    return 'there is too little empty paper beside the bars on its picture: use wider labels';
  }
  return null;
}
