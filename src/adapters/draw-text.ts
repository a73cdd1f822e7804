// Draws a line of text as black and white dots, for names in letters that a label printer's own font lacks.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { DrawnText, DrawText } from '../core/ports.ts';
import { readFontCoverage } from './font-coverage.ts';

type Canvas = typeof CanvasModule;

const FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
const FAMILY = 'Drawdesk Label';
/** Size and baseline as parts of the line's height. */
const SIZE = 0.84;
const BASELINE = 0.8;
const SMALLEST_SIZE = 0.3;
/** Coverage (of 255) from which a dot is printed. */
const BLACK_FROM = 112;

/** Three times the widest label there is. What is wider fits nowhere, and is not drawn to find that out. */
const WIDEST_DOTS = 4_096;
/** A text this long is wider than any label, whatever its letters; measuring one of a million would hold the desk up. */
const MOST_CHARACTERS = 500;

interface Pen {
  readonly canvas: Canvas;
  readonly has: (codePoint: number) => boolean;
}

/** Makes the drawing function. Its font and the canvas are loaded when the first text needs them. */
export function createDrawText(): DrawText {
  const load = createRequire(import.meta.url);
  const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
  let pen: Pen | null = null;

  const ready = (): Pen => {
    if (!pen) {
      // By its bytes: the file may lie inside an archive.
      const font = readFileSync(load.resolve(FONT_FILE));
      const canvas = load('@napi-rs/canvas') as Canvas;
      canvas.GlobalFonts.register(font, FAMILY);
      pen = { canvas, has: readFontCoverage(font) };
    }
    return pen;
  };

  const missing = (text: string): string[] => {
    const { has } = ready();
    // Nearly always nothing is missing, and then nothing is cut into graphemes, which takes long for a long text.
    if ([...new Set(text)].every((character) => has(character.codePointAt(0) ?? 0))) return [];
    const lacking = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment).filter(
      (grapheme) =>
        Array.from(grapheme).some(
          // Blanks have no ink, so that it does not matter which one the font has.
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
        // Accents piled so high that what is left of the letters cannot be read.
        if (size < SMALLEST_SIZE) return null;
      }
      // Letters may lean out over where they begin and end.
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

/** Stands for what no label has room for: whoever asked shortens the text and asks again. */
function tooWide(heightDots: number): DrawnText {
  const rows = new Uint8Array((WIDEST_DOTS / 8) * heightDots);
  return { widthDots: WIDEST_DOTS, heightDots, rows, riseDots: 0 };
}
