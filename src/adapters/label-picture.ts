// Reads the code on the picture of a label with a decoder, and measures its bars or modules: a decoder forgives what a scanner at a
// curved tube does not. Also reads the codes of whole pages.
import type { Bitmap, LabelPictureReading } from '../core/ports/pictures.ts';
import type { LabelSymbol } from '../domain/label-symbol.ts';
import { BAR_CODE_FORMATS, readBarcodes, type ReadResult } from './bar-code-decoder.ts';
import { measureMatrix } from './matrix-picture.ts';
import { isBlack, pixelsOf } from './picture-dots.ts';

const UNREAD: LabelPictureReading = { code: null, barDots: null, quietBars: 0 };
/** The widest bar or space of Code 128, in narrowest ones. */
const WIDEST = 4;

interface Run {
  readonly from: number;
  readonly length: number;
  readonly black: boolean;
}

/** The bars and spaces of a row, from the left edge to the right one. */
function runsOf(picture: Bitmap, y: number): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (let x = 1; x <= picture.widthDots; x += 1) {
    const black = isBlack(picture, from, y);
    if (x < picture.widthDots && isBlack(picture, x, y) === black) continue;
    runs.push({ from, length: x - from, black });
    from = x;
  }
  return runs;
}

/** Measures the row through the middle of the code that was found. */
function measure(picture: Bitmap, { position }: ReadResult): Omit<LabelPictureReading, 'code'> {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const xs = corners.map(({ x }) => x);
  const y = Math.round(corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length);
  const runs = runsOf(picture, Math.min(Math.max(y, 0), picture.heightDots - 1));
  const nearest = (edge: number, edgeOf: (run: Run) => number): number => {
    const distances = runs.map((run) => (run.black ? Math.abs(edgeOf(run) - edge) : Infinity));
    return distances.indexOf(Math.min(...distances));
  };
  const first = nearest(Math.min(...xs), ({ from }) => from);
  const last = nearest(Math.max(...xs), ({ from, length }) => from + length - 1);
  const lengths = runs.slice(first, last + 1).map(({ length }) => length);
  const narrowest = Math.min(...lengths);
  const isWhole = lengths.every((length) => length % narrowest === 0 && length <= WIDEST * narrowest);
  const quiet = Math.min(runs[first - 1]?.length ?? 0, runs[last + 1]?.length ?? 0);
  return { barDots: isWhole ? narrowest : null, quietBars: quiet / narrowest };
}

export async function readLabel(picture: Bitmap, symbol: LabelSymbol): Promise<LabelPictureReading> {
  const { widthDots: width, heightDots: height } = picture;
  const image = { data: pixelsOf(picture), width, height, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image, {
    formats: [symbol === 'bars' ? 'Code128' : 'DataMatrix'],
    // In a smaller copy separate bars can run together and give another code.
    tryDownscale: false,
    // It is known how the label lies.
    tryRotate: false,
    tryInvert: false,
    maxNumberOfSymbols: 2,
  });
  const [code, another] = found.filter(({ isValid }) => isValid);
  if (!code || another) return UNREAD;
  const measured = symbol === 'bars' ? measure(picture, code) : measureMatrix(picture, code);
  return { code: code.text, ...measured };
}

/** What the codes on the picture of a whole page say, each as often as it stands there. */
export async function codesOfPage(picture: Bitmap): Promise<readonly string[]> {
  const { widthDots: width, heightDots: height } = picture;
  const found = await readBarcodes(
    { data: pixelsOf(picture), width, height, colorSpace: 'srgb' as const },
    { formats: [...BAR_CODE_FORMATS], tryDownscale: false, tryInvert: false },
  );
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
