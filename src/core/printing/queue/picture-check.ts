// A label that goes to its printer as a picture is read from that picture before a byte of it leaves.
import type { LabelSymbol } from '../../../domain/label-symbol.ts';
import type { LabelPictureReading } from '../../ports/pictures.ts';

/**
 * Narrower ones are read by luck: bars of 0.25 mm and modules of 0.37 mm at 203 dpi. Around a square one module has to be empty by the
 * standard; labels are laid out with two.
 */
const LEAST = {
  bars: { dots: 2, quiet: 10 },
  'data-matrix': { dots: 3, quiet: 2 },
} as const;

const WORDS = {
  bars: {
    narrow:
      'the bars on its picture are not whole dots, or too narrow: use wider labels, or a printer with finer dots',
    quiet: 'there is too little empty paper beside the bars on its picture: use wider labels',
  },
  'data-matrix': {
    narrow:
      'the squares of the code on its picture are not whole dots, or too small: use larger labels, or a printer with finer dots',
    quiet: 'there is too little empty paper around the code on its picture: use larger labels',
  },
} as const;

/**
 * Why the picture of a label must not be printed, in words that say what to change; null when it may be.
 *
 *     pictureProblem({ code: 'DRW-7K2M9Q', barDots: 2, quietBars: 12 }, { code: 'DRW-7K2M9Q', symbol: 'bars' }) // null
 *
 * `code`: the one that the label is to carry; null for a label of nobody, on which any code will do.
 */
export function pictureProblem(
  reading: LabelPictureReading,
  { code, symbol }: { readonly code: string | null; readonly symbol: LabelSymbol },
): string | null {
  const { barDots, quietBars } = reading;
  if (reading.code === null) {
    return 'no scanner could read the code on its picture: use larger labels, or a printer with finer dots';
  }
  if (code !== null && reading.code !== code) {
    return 'the code on its picture is another one than the label’s: tell whoever looks after this desk';
  }
  if (barDots === null || barDots < LEAST[symbol].dots) {
    return WORDS[symbol].narrow;
  }
  if (quietBars < LEAST[symbol].quiet) {
    return WORDS[symbol].quiet;
  }
  return null;
}
