// The dots of a picture.
import type { Bitmap } from '../core/ports.ts';

export const isBlack = ({ rows, widthDots }: Bitmap, x: number, y: number): boolean =>
  ((rows[y * Math.ceil(widthDots / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
