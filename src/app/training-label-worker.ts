// The background thread that draws labels and reads the codes in the drawings. A drawing takes some 30 ms, the first one 200
// ms: too long for the engine's thread.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type * as ZplRenderer from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { answerJobs } from '../adapters/answer-jobs.ts';
import type { LabelSource, PlacedPicture } from './training-jobs.ts';

const load = createRequire(import.meta.url);
// Native code cannot be bundled, so it is loaded from where it is installed.
const { createCanvas, ImageData } = load('@napi-rs/canvas') as typeof CanvasModule;
// The package does not mark its ES module as one. Newer versions of Node find out by themselves, older ones, such as those
// inside some versions of Electron, refuse to import it; the CommonJS file beside it is the same code and loads in all.
const { ready } = load('zpl-renderer-js') as typeof ZplRenderer;
// Without this the package would download its WebAssembly code from the internet.
const wasm = readFileSync(load.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export interface LabelDrawingJob {
  readonly source: Exclude<LabelSource, { kind: 'problem' }>;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dotsPerMm: number;
}

export interface LabelDrawingAnswer {
  readonly pngBase64: string;
  readonly codes: readonly string[];
}

const FORMATS = ['Code128', 'Code39', 'DataMatrix', 'QRCode'] as const;
const BYTES_PER_PIXEL = 4;

/** The picture's dots as pixels: black where the bit is 0, else clear, so that a picture can lie on another one. */
function pixelsOf({ rows, bytesPerRow, rowCount }: PlacedPicture): CanvasModule.ImageData {
  const width = bytesPerRow * 8;
  const pixels = new Uint8ClampedArray(width * rowCount * BYTES_PER_PIXEL);
  for (let dot = 0; dot < width * rowCount; dot += 1) {
    if (((rows[dot >> 3] ?? 0xff) & (0x80 >> (dot & 7))) === 0) pixels[dot * BYTES_PER_PIXEL + 3] = 0xff;
  }
  return new ImageData(pixels, width, rowCount);
}

function drawPictures(pictures: readonly PlacedPicture[], width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  for (const picture of pictures) {
    if (picture.bytesPerRow === 0 || picture.rowCount === 0) continue;
    const sheet = createCanvas(picture.bytesPerRow * 8, picture.rowCount);
    sheet.getContext('2d').putImageData(pixelsOf(picture), 0, 0);
    context.drawImage(sheet, picture.x, picture.y);
  }
  return canvas.toBuffer('image/png');
}

async function draw({ source, widthMm, heightMm, dotsPerMm }: LabelDrawingJob): Promise<Buffer> {
  if (source.kind === 'pictures') {
    return drawPictures(source.pictures, Math.floor(widthMm * dotsPerMm), Math.floor(heightMm * dotsPerMm));
  }
  const { api } = await ready;
  return Buffer.from(await api.zplToBase64Async(source.zpl, widthMm, heightMm, dotsPerMm), 'base64');
}

answerJobs(async (job: LabelDrawingJob): Promise<LabelDrawingAnswer> => {
  const png = await draw(job);
  // A drawing has no noise. In a smaller copy of it thin bars run together and are read as another code.
  const found = await readBarcodes(png, { formats: [...FORMATS], tryDownscale: false });
  return {
    pngBase64: png.toString('base64'),
    codes: found.filter(({ isValid }) => isValid).map(({ text }) => text),
  };
});
