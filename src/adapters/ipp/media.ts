// Which paper a printer says that it has loaded (`media-ready`, PWG 5101.1 names such as `iso_a4_210x297mm`).
import { textsOf, type IppGroup } from './message.ts';

/** What is loaded, in words for people. `hasA4` is null where the printer does not say, or says it in words of its own. */
export interface LoadedPaper {
  readonly words: readonly string[];
  readonly hasA4: boolean | null;
}

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

function sizeOf(name: string): { widthMm: number; heightMm: number } | null {
  const [, width, height, unit] = NAME.exec(name) ?? [];
  if (width === undefined || height === undefined) return null;
  const scale = unit === 'in' ? MM_PER_INCH : 1;
  const sides = [Number(width) * scale, Number(height) * scale].sort((one, other) => one - other);
  return { widthMm: sides[0] ?? 0, heightMm: sides[1] ?? 0 };
}

function wordsOf({ widthMm, heightMm }: { widthMm: number; heightMm: number }): string {
  const known = KNOWN.find(
    (size) => Math.abs(size.widthMm - widthMm) <= CLOSE_MM && Math.abs(size.heightMm - heightMm) <= CLOSE_MM,
  );
  return known?.words ?? `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
}

/** @example loadedPaper(printerGroup) // { words: ['US Letter'], hasA4: false } */
export function loadedPaper(printer: IppGroup | undefined): LoadedPaper {
  const names = textsOf(printer, 'media-ready').slice(0, MOST_SIZES);
  const sizes = names.map(sizeOf);
  const words = [...new Set(sizes.filter((size) => size !== null).map(wordsOf))];
  if (words.includes('A4')) return { words, hasA4: true };
  return { words, hasA4: names.length > 0 && sizes.every((size) => size !== null) ? false : null };
}
