// Looks at labels as a scanner and a person would: draws what a printer was sent and reads its bar code independently.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// The package would download its own wasm otherwise.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export interface LabelSize {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dotsPerMm: number;
}

/** PNG of one label, drawn from the bytes a printer would receive. */
export async function drawZpl(zpl: Uint8Array, size: LabelSize): Promise<Uint8Array> {
  const { api } = await ready;
  const text = new TextDecoder('utf-8', { fatal: true }).decode(zpl);
  return Buffer.from(await api.zplToBase64Async(text, size.widthMm, size.heightMm, size.dotsPerMm), 'base64');
}

/**
 * Texts of all bar codes on a picture, whatever their symbology. Dot for dot: the reader's second look at a smaller copy of
 * the picture joins bars that are drawn apart, and then reports another code beside the right one (6CP-M21AGK was read
 * as 6"P-M2'AGK as well, at a third of its lines).
 */
export async function readCodes(png: Uint8Array): Promise<string[]> {
  return (await readBarcodes(png, { tryDownscale: false })).map((code) => code.text);
}

export interface Raster {
  readonly width: number;
  readonly height: number;
  isBlack(x: number, y: number): boolean;
}

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
