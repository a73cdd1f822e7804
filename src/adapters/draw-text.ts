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

/** Some ten labels' worth of texts. */
const MOST_KEPT = 400;

interface Pen {
  readonly canvas: Canvas;
  readonly measuring: CanvasModule.SKRSContext2D;
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
      const measuring = canvas.createCanvas(1, 1).getContext('2d');
      pen = { canvas, measuring, has: readFontCoverage(font) };
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

  /** Texts that were drawn of late: captions are on every label, and a label is made twice, once as its reprint. */
  const drawn = new Map<string, DrawnText | null>();

  const drawAnew = (text: string, heightDots: number, headroomDots: number): DrawnText | null => {
    if (missing(text).length > 0) return null;
    const { measuring } = ready();
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
    const font = measuring.font;
    let rows: Uint8Array | null = null;
    return {
      widthDots,
      heightDots: heightDots + riseDots,
      riseDots,
      // A text that has to fit is tried at many sizes and lengths. Only the one that is printed is drawn.
      get rows() {
        rows ??= inkOf({
          text,
          font,
          x: before,
          baseline: riseDots + heightDots * BASELINE,
          widthDots,
          rowCount: heightDots + riseDots,
        });
        return rows;
      },
    };
  };

  const inkOf = (line: {
    readonly text: string;
    readonly font: string;
    readonly x: number;
    readonly baseline: number;
    readonly widthDots: number;
    readonly rowCount: number;
  }): Uint8Array => {
    const { widthDots, rowCount } = line;
    const sheet = ready().canvas.createCanvas(widthDots, rowCount);
    const context = sheet.getContext('2d');
    context.font = line.font;
    context.fillText(line.text, line.x, line.baseline);
    const { data } = context.getImageData(0, 0, widthDots, rowCount);
    const bytesPerRow = Math.ceil(widthDots / 8);
    const rows = new Uint8Array(bytesPerRow * rowCount);
    // The alpha of each pixel, from the left. A byte is put together before it is stored.
    let alpha = 3;
    for (let row = 0; row < rowCount; row += 1) {
      for (let column = 0; column < bytesPerRow; column += 1) {
        const dots = Math.min(8, widthDots - column * 8);
        let byte = 0;
        for (let dot = 0; dot < dots; dot += 1, alpha += 4) {
          if ((data[alpha] ?? 0) >= BLACK_FROM) byte |= 0x80 >> dot;
        }
        if (byte !== 0) rows[row * bytesPerRow + column] = byte;
      }
    }
    return rows;
  };

  return {
    missing,
    draw(text, { heightDots, headroomDots }) {
      if (text.length > MOST_CHARACTERS) return tooWide(heightDots);
      const key = `${heightDots} ${headroomDots} ${text}`;
      const known = drawn.get(key);
      if (known !== undefined) return known;
      const made = drawAnew(text, heightDots, headroomDots);
      // The oldest goes. What is left is names of the last labels, which the print queue holds as well.
      if (drawn.size >= MOST_KEPT) drawn.delete(drawn.keys().next().value ?? '');
      drawn.set(key, made);
      return made;
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
