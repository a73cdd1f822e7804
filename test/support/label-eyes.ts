// Checks labels independently of the code that makes them: draws the bytes that a printer received, and reads the bar
// codes in the drawing.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Without this the package would download its WebAssembly code from the internet.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export interface LabelSize {
  readonly widthMm: number;
  readonly heightMm: number;
  /** As in the settings: 12 is a head of 300 dpi. */
  readonly dotsPerMm: number;
}

/** The dots that a head has in so many millimetres: one of 300 dpi has 11.81 in each. A driver counts those of 203 dpi by the inch, too. */
export function headDots(mm: number, dotsPerMm: number, byDriver = false): number {
  const dpi = dotsPerMm === 12 ? 300 : byDriver ? 203 : dotsPerMm * 25.4;
  return Math.floor(Number(((mm / 25.4) * dpi).toFixed(6)));
}

/**
 * Draws one label from printer bytes, as a PNG. Throws when the bytes are not UTF-8.
 *
 * @example await readCodes(await drawZpl(bytes, { widthMm: 50.8, heightMm: 25.4, dotsPerMm: 8 }))
 */
export async function drawZpl(zpl: Uint8Array, size: LabelSize): Promise<Uint8Array> {
  const { api } = await ready;
  const text = new TextDecoder('utf-8', { fatal: true }).decode(zpl);
  const { dotsPerMm } = size;
  // The renderer knows whole dots a millimetre only, so it is given the paper that holds as many dots.
  const [width, height] = [size.widthMm, size.heightMm].map((mm) =>
    dotsPerMm === 12 ? headDots(mm, 12) / 12 : mm,
  ) as [number, number];
  return Buffer.from(await api.zplToBase64Async(text, width, height, dotsPerMm), 'base64');
}

/**
 * The texts of all bar codes in a picture (PNG), of any kind. The decoder must not try a smaller copy of the picture:
 * there separate bars can run together, and it reports a wrong code beside the right one (6CP-M21AGK was also read as
 * 6"P-M2'AGK).
 */
export async function readCodes(png: Uint8Array): Promise<string[]> {
  return (await readBarcodes(png, { tryDownscale: false })).map((code) => code.text);
}

export interface Raster {
  readonly width: number;
  readonly height: number;
  isBlack(x: number, y: number): boolean;
}

/**
 * Reads a picture (PNG) into dots. A dot is black when it is darker than half.
 *
 * @example (await rasterOf(png)).isBlack(0, 0)
 */
export async function rasterOf(png: Uint8Array): Promise<Raster> {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return {
    width: image.width,
    height: image.height,
    isBlack: (x, y) => (data[(y * image.width + x) * 4] ?? 255) < 128,
  };
}

/** The widths of all bars and gaps of the first code in a picture, in dots: each once, from the narrowest. */
export async function barWidths(png: Uint8Array, raster: Raster): Promise<number[]> {
  const [code] = await readBarcodes(png, { formats: ['Code128'], tryDownscale: false });
  if (!code) throw new Error('there is no code');
  const { topLeft, topRight, bottomLeft } = code.position;
  const y = Math.round((topLeft.y + bottomLeft.y) / 2);
  const [from, to] = [Math.round(topLeft.x) - 4, Math.round(topRight.x) + 4];
  const widths: number[] = [];
  for (let x = from, since = from; x <= to; x += 1) {
    if (raster.isBlack(x, y) === raster.isBlack(x - 1, y)) continue;
    widths.push(x - since);
    since = x;
  }
  // What is before the first bar is no gap.
  return [...new Set(widths.slice(1))].sort((one, other) => one - other);
}
