// Code 128 bar codes as widths of bars and gaps. They are drawn as shapes, not as a picture, so that a print is as
// sharp as the printer allows.
//
// The default import is needed: the named export `raw` of bwip-js is a bar-code type of that name, not the function
// `raw()`.
import bwip from 'bwip-js/node';

/** Blank space that a scanner needs on each side of the bars, in modules (the width of the narrowest bar). */
export const QUIET_MODULES = 10;

export interface BarCode {
  /** Widths in modules: bar, gap, bar, … beginning and ending with a bar. */
  readonly widths: readonly number[];
  /** Sum of all widths, without the blank space on both sides. */
  readonly modules: number;
}

/**
 * Encodes a text.
 *
 * @throws RangeError when the text is empty or has other characters than printable ASCII, which Code 128 cannot carry
 * @example eachBar(code128('DRW-7K2M9Q'), (left, width) => drawRectangle(left, width))
 */
export function code128(text: string): BarCode {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128 takes printable ASCII only');
  // A new object for each call, because the encoder writes into its options.
  const encoded = bwip.raw({ bcid: 'code128', text }) as { sbs?: number[] }[];
  const widths = encoded[0]?.sbs ?? [];
  return { widths, modules: widths.reduce((sum, width) => sum + width, 0) };
}

/** Calls `draw` for each bar with its left edge and its width, in modules. The first bar begins at 0. */
export function eachBar(code: BarCode, draw: (left: number, width: number) => void): void {
  let left = 0;
  code.widths.forEach((width, index) => {
    if (index % 2 === 0) draw(left, width);
    left += width;
  });
}

/** The bar code with its blank sides as SVG. `moduleMm` is the width of a module, `heightMm` the height of the bars. */
export function barCodeSvg(code: BarCode, moduleMm: number, heightMm: number): string {
  const bars: string[] = [];
  eachBar(code, (left, width) => bars.push(`M${left + QUIET_MODULES} 0h${width}v1h-${width}z`));
  const modules = code.modules + 2 * QUIET_MODULES;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${(modules * moduleMm).toFixed(2)}mm" height="${heightMm}mm" viewBox="0 0 ${modules} 1" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${bars.join('')}"/></svg>`;
}
