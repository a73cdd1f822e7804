// Draws a line of text as black and white dots, for names in letters that a label printer's own font lacks.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { Bitmap, DrawText } from '../core/ports.ts';

type Canvas = typeof CanvasModule;

const FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
const FAMILY = 'Drawdesk Label';
/** Size and baseline, as parts of the line's height, that keep accents above and tails below inside it. */
const SIZE = 0.78;
const BASELINE = 0.78;
/** Coverage (of 255) from which a dot is printed. */
const BLACK_FROM = 112;
/** Never a character: what is drawn for it is what is drawn for every missing letter. */
const NO_CHARACTER = '\uffff';
const PROBE_DOTS = 32;

/** Makes the drawing function. Its font and the canvas are loaded when the first text needs them. */
export function createDrawText(): DrawText {
  const load = createRequire(import.meta.url);
  const known = new Map<string, boolean>();
  let canvas: Canvas | null = null;

  const paint = (text: string, heightDots: number): Bitmap => {
    if (!canvas) {
      canvas = load('@napi-rs/canvas') as Canvas;
      // By its bytes: the file may lie inside an archive.
      canvas.GlobalFonts.register(readFileSync(load.resolve(FONT_FILE)), FAMILY);
    }
    const font = `${(heightDots * SIZE).toFixed(1)}px "${FAMILY}"`;
    const measuring = canvas.createCanvas(1, 1).getContext('2d');
    measuring.font = font;
    const widthDots = Math.max(1, Math.ceil(measuring.measureText(text).width) + 1);
    const sheet = canvas.createCanvas(widthDots, heightDots);
    const context = sheet.getContext('2d');
    context.font = font;
    context.fillText(text, 0, heightDots * BASELINE);
    const { data } = context.getImageData(0, 0, widthDots, heightDots);
    const bytesPerRow = Math.ceil(widthDots / 8);
    const rows = new Uint8Array(bytesPerRow * heightDots);
    for (let y = 0; y < heightDots; y += 1) {
      for (let x = 0; x < widthDots; x += 1) {
        const coverage = data[(y * widthDots + x) * 4 + 3] ?? 0;
        const index = y * bytesPerRow + (x >> 3);
        if (coverage >= BLACK_FROM) rows[index] = (rows[index] ?? 0) | (0x80 >> (x & 7));
      }
    }
    return { widthDots, heightDots, rows };
  };

  const isDrawable = (character: string): boolean => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const drawn = paint(character, PROBE_DOTS);
    const missing = paint(NO_CHARACTER, PROBE_DOTS);
    const drawable = Buffer.compare(drawn.rows, missing.rows) !== 0 && drawn.rows.some((byte) => byte !== 0);
    known.set(character, drawable);
    return drawable;
  };

  return (text, heightDots) => {
    for (const character of text) {
      if (/[\p{Z}\p{M}]/u.test(character)) continue;
      if (!isDrawable(character)) return null;
    }
    return paint(text, heightDots);
  };
}
