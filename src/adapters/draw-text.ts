// Draws a line of text as black and white dots, for names with letters that a label printer's own font does not have.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { DrawnText, DrawText } from '../core/ports.ts';
import { readFontCoverage } from './font-coverage.ts';

type Canvas = typeof CanvasModule;

const FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
const FAMILY = 'Drawdesk Label';
/** Font size and baseline, as fractions of the line's height. */
const SIZE = 0.84;
const BASELINE = 0.8;
const SMALLEST_SIZE = 0.3;
/** A dot is printed when the letter covers it with at least this opacity (0 to 255). */
const BLACK_FROM = 112;

/** Three times the width of the widest label. Wider text is not drawn, because it fits on no label. */
const WIDEST_DOTS = 4_096;
/**
 * A longer text is wider than any label, so it is not even measured: measuring a very long text would delay the desk.
 */
const MOST_CHARACTERS = 500;

interface Pen {
  readonly canvas: Canvas;
  readonly has: (codePoint: number) => boolean;
}

/** Makes the drawing function of the port `DrawText`. The font and the canvas are loaded with the first text. */
export function createDrawText(): DrawText {
  const load = createRequire(import.meta.url);
  const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
  let pen: Pen | null = null;

  const ready = (): Pen => {
    if (!pen) {
      // Registered by its bytes and not by its path, because a packaged app keeps the file inside an archive.
      const font = readFileSync(load.resolve(FONT_FILE));
      const canvas = load('@napi-rs/canvas') as Canvas;
      canvas.GlobalFonts.register(font, FAMILY);
      pen = { canvas, has: readFontCoverage(font) };
    }
    return pen;
  };

  const missing = (text: string): string[] => {
    const { has } = ready();
    // The quick check first: nearly always nothing is missing, and splitting a long text into graphemes is slow.
    if ([...new Set(text)].every((character) => has(character.codePointAt(0) ?? 0))) return [];
    const lacking = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment).filter(
      (grapheme) =>
        Array.from(grapheme).some(
          // Spaces have no ink, so a space that the font lacks changes nothing.
          (character) => !/\p{Z}/u.test(character) && !has(character.codePointAt(0) ?? 0),
        ),
    );
    return [...new Set(lacking)];
  };

  return {
    missing,
    draw(text, { heightDots, headroomDots }) {
      if (text.length > MOST_CHARACTERS) return tooWide(heightDots);
      if (missing(text).length > 0) return null;
      const { canvas } = ready();
      const measuring = canvas.createCanvas(1, 1).getContext('2d');
      const above = heightDots * BASELINE + headroomDots;
      const below = heightDots - heightDots * BASELINE;
      let size = SIZE;
      let measured: ReturnType<typeof measuring.measureText>;
      for (;;) {
        measuring.font = `${(heightDots * size).toFixed(1)}px "${FAMILY}"`;
        measured = measuring.measureText(text);
        const fits =
          measured.actualBoundingBoxAscent <= above && measured.actualBoundingBoxDescent <= below + 0.5;
        if (fits) break;
        size -= 0.02;
        // So many accents are stacked that the letters would become too small to read.
        if (size < SMALLEST_SIZE) return null;
      }
      // Letters can extend beyond their own width on both sides.
      const before = Math.max(0, Math.ceil(measured.actualBoundingBoxLeft));
      const widthDots = Math.max(
        1,
        before + Math.ceil(Math.max(measured.width, measured.actualBoundingBoxRight)) + 1,
      );
      if (widthDots >= WIDEST_DOTS) return tooWide(heightDots);
      const riseDots = Math.max(0, Math.ceil(measured.actualBoundingBoxAscent - heightDots * BASELINE));
      const rowCount = heightDots + riseDots;
      const sheet = canvas.createCanvas(widthDots, rowCount);
      const context = sheet.getContext('2d');
      context.font = measuring.font;
      context.fillText(text, before, riseDots + heightDots * BASELINE);
      const { data } = context.getImageData(0, 0, widthDots, rowCount);
      const bytesPerRow = Math.ceil(widthDots / 8);
      const rows = new Uint8Array(bytesPerRow * rowCount);
      for (let y = 0; y < rowCount; y += 1) {
        for (let x = 0; x < widthDots; x += 1) {
          const coverage = data[(y * widthDots + x) * 4 + 3] ?? 0;
          const index = y * bytesPerRow + (x >> 3);
          if (coverage >= BLACK_FROM) rows[index] = (rows[index] ?? 0) | (0x80 >> (x & 7));
        }
      }
      return { widthDots, heightDots: rowCount, rows, riseDots };
    },
  };
}

/**
 * An empty drawing that is wider than any label. The caller sees that it does not fit, shortens the text and asks
 * again.
 */
function tooWide(heightDots: number): DrawnText {
  const rows = new Uint8Array((WIDEST_DOTS / 8) * heightDots);
  return { widthDots: WIDEST_DOTS, heightDots, rows, riseDots: 0 };
}
