// The dots of a picture.
import type { Bitmap } from '../core/ports/pictures.ts';

export const isBlack = ({ rows, widthDots }: Bitmap, x: number, y: number): boolean =>
  ((rows[y * Math.ceil(widthDots / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

/** As a screen would show it: four bytes a dot. */
export function pixelsOf(picture: Bitmap): Uint8ClampedArray<ArrayBuffer> {
  const { widthDots, heightDots } = picture;
  const dots = new Uint32Array(widthDots * heightDots).fill(0xffffffff);
  for (let y = 0, at = 0; y < heightDots; y += 1) {
    for (let x = 0; x < widthDots; x += 1, at += 1) if (isBlack(picture, x, y)) dots[at] = 0xff000000;
  }
  return new Uint8ClampedArray(dots.buffer);
}
