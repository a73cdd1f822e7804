// Which paper a printer says that it has loaded: by names (`media-ready`, PWG 5101.1, such as `iso_a4_210x297mm`) or by measures
// (`media-col-ready`, PWG 5100.7).
import { collectionsOf, numberOf, textsOf, type IppGroup } from './message.ts';

/** What is loaded, in words for people. `hasA4` is null where the printer does not say, or not in sizes that can be read. */
export interface LoadedPaper {
  readonly words: readonly string[];
  readonly hasA4: boolean | null;
}

/** Nothing is known of the paper. */
export const UNTOLD: LoadedPaper = { words: [], hasA4: null };

/** What is wrong with the paper for a page of A4, and what to do; null: nothing that is known. */
export const paperProblem = ({ words, hasA4 }: LoadedPaper): string | null =>
  hasA4 === false ? `it has other paper loaded (${words.join(', ')}): put A4 paper in` : null;

const NAME = /_(\d{1,4}(?:\.\d{1,3})?)x(\d{1,4}(?:\.\d{1,3})?)(mm|in)$/;
const MM_PER_INCH = 25.4;
const CLOSE_MM = 1;
const MOST_SIZES = 12;
const KNOWN = [
  { words: 'A4', widthMm: 210, heightMm: 297 },
  { words: 'A5', widthMm: 148, heightMm: 210 },
  { words: 'A3', widthMm: 297, heightMm: 420 },
  { words: 'US Letter', widthMm: 215.9, heightMm: 279.4 },
  { words: 'US Legal', widthMm: 215.9, heightMm: 355.6 },
] as const;

interface Size {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Paper lies in a tray this way or that. */
const upright = (one: number, other: number): Size => ({
  widthMm: Math.min(one, other),
  heightMm: Math.max(one, other),
});

function sizeOf(name: string): Size | null {
  const [, width, height, unit] = NAME.exec(name) ?? [];
  if (width === undefined || height === undefined) return null;
  const scale = unit === 'in' ? MM_PER_INCH : 1;
  return upright(Number(width) * scale, Number(height) * scale);
}

/** Of each tray, in hundredths of a millimetre; null for a roll, or where the size is not told. */
function sizesByMeasure(printer: IppGroup | undefined): (Size | null)[] {
  return collectionsOf(printer, 'media-col-ready')
    .slice(0, MOST_SIZES)
    .map((tray) => {
      const [size] = collectionsOf(tray, 'media-size');
      const [width, height] = [numberOf(size, 'x-dimension'), numberOf(size, 'y-dimension')];
      return width === null || height === null ? null : upright(width / 100, height / 100);
    });
}

function wordsOf({ widthMm, heightMm }: Size): string {
  const known = KNOWN.find(
    (size) => Math.abs(size.widthMm - widthMm) <= CLOSE_MM && Math.abs(size.heightMm - heightMm) <= CLOSE_MM,
  );
  return known?.words ?? `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
}

/** What has to be asked for. */
export const MEDIA_FACTS = ['media-ready', 'media-col-ready', 'cups-version'] as const;

/** @example loadedPaper(printerGroup) // { words: ['US Letter'], hasA4: false } */
export function loadedPaper(printer: IppGroup | undefined): LoadedPaper {
  // A scheduler of CUPS tells of its queues what it would take for the usual paper, whatever their printers hold.
  if (textsOf(printer, 'cups-version').length > 0) return UNTOLD;
  const byName = textsOf(printer, 'media-ready').slice(0, MOST_SIZES).map(sizeOf);
  const byMeasure = sizesByMeasure(printer);
  const known = [...byName, ...byMeasure].filter((size) => size !== null);
  const words = [...new Set(known.map(wordsOf))];
  if (words.includes('A4')) return { words, hasA4: true };
  // A tray whose name says no size may be among those whose measures do.
  const isWhole = (sizes: readonly (Size | null)[]): boolean =>
    sizes.length > 0 && sizes.every((size) => size !== null);
  const tellsAll = isWhole(byMeasure)
    ? byMeasure.length >= byName.length
    : isWhole(byName) && byMeasure.length === 0;
  return { words, hasA4: tellsAll ? false : null };
}
