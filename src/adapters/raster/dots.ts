// Turns what was drawn in colours into the dots that a printer takes.
import { pwgRowBytes, type PwgType } from './pwg-raster.ts';

/** Of a dot of full red, green and blue, as bright as they look, out of 256. */
const [RED, GREEN, BLUE] = [54, 183, 19];
/**
 * From which darkness each dot of a square of eight is black, so that grey comes out as more or fewer of them and pale print is not
 * lost.
 */
const PATTERN: readonly number[] = (() => {
  const order = (x: number, y: number): number => {
    let value = 0;
    for (let bit = 0; bit < 3; bit += 1) {
      const a = (x >> bit) & 1;
      const b = (y >> bit) & 1;
      value |= ((a ^ b) << (5 - 2 * bit)) | (b << (4 - 2 * bit));
    }
    return value;
  };
  return Array.from({ length: 64 }, (_, at) => order(at & 7, at >> 3) * 4 + 2);
})();

/** 0 is black, 255 white. `at`: of the dot's red. */
export const brightness = (pixels: Uint8ClampedArray, at: number): number =>
  ((pixels[at] ?? 0) * RED + (pixels[at + 1] ?? 0) * GREEN + (pixels[at + 2] ?? 0) * BLUE) >> 8;

/** Whether a dot of this brightness is black where grey is made of more or fewer black dots. */
export const isBlackInPattern = (grey: number, x: number, y: number): boolean =>
  grey < (PATTERN[(y & 7) * 8 + (x & 7)] ?? 0);

/** Rows of dots of the given kind. `top`: the number of the first row on its page, so that grey goes on evenly from band to band. */
export function dotsOf(
  pixels: Uint8ClampedArray,
  { type, widthDots, top }: { readonly type: PwgType; readonly widthDots: number; readonly top: number },
): Uint8Array {
  const dots = pixels.length / 4;
  const rowBytes = pwgRowBytes(type, widthDots);
  const rows = new Uint8Array((dots / widthDots) * rowBytes);
  switch (type) {
    case 'srgb_8':
      for (let dot = 0, at = 0; dot < dots; dot += 1) {
        rows[at++] = pixels[dot * 4] ?? 0;
        rows[at++] = pixels[dot * 4 + 1] ?? 0;
        rows[at++] = pixels[dot * 4 + 2] ?? 0;
      }
      return rows;
    case 'sgray_8':
      for (let dot = 0; dot < dots; dot += 1) rows[dot] = brightness(pixels, dot * 4);
      return rows;
    case 'black_1':
      for (let y = 0, dot = 0; y * widthDots < dots; y += 1) {
        for (let x = 0; x < widthDots; x += 1, dot += 1) {
          if (!isBlackInPattern(brightness(pixels, dot * 4), x, top + y)) continue;
          const byte = y * rowBytes + (x >> 3);
          rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7));
        }
      }
      return rows;
  }
}

/** A part of a page, in dots. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly widthDots: number;
  readonly heightDots: number;
}

/** A part of such rows as a screen shows it: four bytes a dot. What lies outside the page is white. */
export function pixelsIn(
  rows: Uint8Array,
  page: { readonly type: PwgType; readonly widthDots: number; readonly heightDots: number },
  box: Box,
): Uint8ClampedArray<ArrayBuffer> {
  const { type } = page;
  const pixels = new Uint8ClampedArray(box.widthDots * box.heightDots * 4).fill(255);
  const rowBytes = pwgRowBytes(type, page.widthDots);
  const lastX = Math.min(page.widthDots, box.left + box.widthDots);
  const lastY = Math.min(page.heightDots, box.top + box.heightDots);
  for (let y = Math.max(0, box.top); y < lastY; y += 1) {
    for (let x = Math.max(0, box.left); x < lastX; x += 1) {
      const to = ((y - box.top) * box.widthDots + x - box.left) * 4;
      const from = y * rowBytes;
      if (type === 'srgb_8') {
        for (let colour = 0; colour < 3; colour += 1) pixels[to + colour] = rows[from + x * 3 + colour] ?? 0;
        continue;
      }
      const isBlack = ((rows[from + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      const grey = type === 'sgray_8' ? (rows[from + x] ?? 0) : isBlack ? 0 : 255;
      pixels.fill(grey, to, to + 3);
    }
  }
  return pixels;
}
