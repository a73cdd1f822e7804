// Code 128 as widths of bars and gaps, drawn as shapes so that a print is as sharp as the printer.
// The named export `raw` is a symbology of that name; only the default export carries the function meant here.
import bwip from 'bwip-js/node';

/** Blank modules that a reader needs on each side of the bars. */
export const QUIET_MODULES = 10;

export interface BarCode {
  /** Widths in modules: bar, gap, bar, … beginning and ending with a bar. */
  readonly widths: readonly number[];
  /** All of them together, without the quiet zones. */
  readonly modules: number;
}

/** Takes printable ASCII, which is all that Code 128 carries faithfully. */
export function code128(text: string): BarCode {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128 takes printable ASCII only');
  // A fresh object each time: the encoder writes into what it is given.
  const encoded = bwip.raw({ bcid: 'code128', text }) as { sbs?: number[] }[];
  const widths = encoded[0]?.sbs ?? [];
  return { widths, modules: widths.reduce((sum, width) => sum + width, 0) };
}

/** Calls `draw` with the left edge and width of each bar, in modules from the left of the first. */
export function eachBar(code: BarCode, draw: (left: number, width: number) => void): void {
  let left = 0;
  code.widths.forEach((width, index) => {
    if (index % 2 === 0) draw(left, width);
    left += width;
  });
}

/** The code with its quiet zones as SVG, `moduleMm` and `heightMm` in millimetres. */
export function barCodeSvg(code: BarCode, moduleMm: number, heightMm: number): string {
  const bars: string[] = [];
  eachBar(code, (left, width) => bars.push(`M${left + QUIET_MODULES} 0h${width}v1h-${width}z`));
  const modules = code.modules + 2 * QUIET_MODULES;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${(modules * moduleMm).toFixed(2)}mm" height="${heightMm}mm" viewBox="0 0 ${modules} 1" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${bars.join('')}"/></svg>`;
}
