// In which form a printer takes pages: as the PDF itself, or drawn as dots (PWG raster), which every printer without a driver takes.
import type { DotKind } from '../raster/page-raster.ts';
import { PWG_TYPES } from '../raster/pwg-raster.ts';
import { textsOf, type IppGroup } from './message.ts';

const PDF = 'application/pdf';
const PWG = 'image/pwg-raster';
/** What a printer is asked about its dots. */
export const PWG_FACTS = [
  'pwg-raster-document-resolution-supported',
  'pwg-raster-document-type-supported',
] as const;
/** Fewer dots lose small print; more take minutes to draw. */
const FEWEST_DPI = 200;
const MOST_DPI = 720;
const ENOUGH_DPI = 300;
const SQUARE = /^(\d{2,5})x\1dpi$/;

/** `format` is the name that printers know it by. */
export type DocumentForm =
  | { readonly kind: 'pdf'; readonly format: string }
  | { readonly kind: 'dots'; readonly format: string; readonly dots: DotKind };

/** The fewest dots that are enough for small print and narrow bars; null when the printer has none that can be drawn. */
function dpiOf(resolutions: readonly string[]): number | null {
  const able = resolutions
    .map((text) => Number(SQUARE.exec(text)?.[1]))
    .filter((dpi) => dpi >= FEWEST_DPI && dpi <= MOST_DPI)
    .sort((one, other) => one - other);
  return able.find((dpi) => dpi >= ENOUGH_DPI) ?? able.at(-1) ?? null;
}

/** `problem`: why nothing can be printed there, in words. A printer that does not say what it takes is given PDF. */
export function documentFormOf(printer: IppGroup | undefined): DocumentForm | { readonly problem: string } {
  const formats = textsOf(printer, 'document-format-supported');
  if (formats.length === 0 || formats.includes(PDF)) return { kind: 'pdf', format: PDF };
  const [resolutions, types] = PWG_FACTS.map((name) => textsOf(printer, name));
  const dpi = dpiOf(resolutions ?? []);
  const type = PWG_TYPES.find((one) => types?.includes(one));
  if (formats.includes(PWG) && dpi !== null && type) {
    return { kind: 'dots', format: PWG, dots: { dpi, type } };
  }
  return {
    problem:
      'the printer takes neither PDF nor pages drawn by the desk: set it up on this computer and choose its queue here',
  };
}
