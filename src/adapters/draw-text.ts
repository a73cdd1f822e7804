// Draws a line of text as black and white dots, for names with letters that a label printer's own font does not have.
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type { DrawnText, DrawText } from '../core/ports/pictures.ts';
import { createLabelFonts, drawable, type LabelFonts } from './label-fonts.ts';

type Canvas = typeof CanvasModule;

/** The weight of the fonts that come in every weight: bold, but not so bold that a character of many strokes fills up. */
const WEIGHT = "'wght' 600";
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
  readonly fonts: LabelFonts;
}

/** Makes the drawing function of the port `DrawText`. The font and the canvas are loaded with the first text. */
export function createDrawText(): DrawText {
  const load = createRequire(import.meta.url);
  let pen: Pen | null = null;

  const ready = (): Pen => {
    if (!pen) {
      const canvas = load('@napi-rs/canvas') as Canvas;
      const fonts = createLabelFonts((font, family) => void canvas.GlobalFonts.register(font, family));
      const measuring = canvas.createCanvas(1, 1).getContext('2d');
      measuring.fontVariationSettings = WEIGHT;
      pen = { canvas, measuring, fonts };
    }
    return pen;
  };

  /** Texts that were drawn of late: captions are on every label, and a label is made twice, once as its reprint. */
  const drawn = new Map<string, DrawnText | null>();

  const drawAnew = (given: string, heightDots: number, headroomDots: number): DrawnText | null => {
    const { measuring, fonts } = ready();
    const families = fonts.familiesFor(given);
    if (families === null) return null;
    const text = drawable(given);
    const names = families.map((family) => `"${family}"`).join(', ');
    let size = SIZE;
    let measured: ReturnType<typeof measuring.measureText>;
    for (;;) {
      measuring.font = `${(heightDots * size).toFixed(1)}px ${names}`;
      measured = measuring.measureText(text);
      const inkHeight =
        Math.max(measured.actualBoundingBoxAscent, 0) + Math.max(measured.actualBoundingBoxDescent, 0);
      if (inkHeight <= heightDots + headroomDots + 0.5) break;
      size -= 0.02;
      // So many accents are stacked that the letters would become too small to read.
      if (size < SMALLEST_SIZE) return null;
    }
    // Letters of some scripts hang far below the line: then the line stands higher instead of becoming small.
    const hangs = Math.ceil(measured.actualBoundingBoxDescent - 0.5);
    const baseline = Math.min(heightDots * BASELINE, heightDots - hangs);
    // Letters can extend beyond their own width on both sides.
    const before = Math.max(0, Math.ceil(measured.actualBoundingBoxLeft));
    const widthDots = Math.max(
      1,
      before + Math.ceil(Math.max(measured.width, measured.actualBoundingBoxRight)) + 1,
    );
    if (widthDots >= WIDEST_DOTS) return tooWide(heightDots);
    const riseDots = Math.max(0, Math.ceil(measured.actualBoundingBoxAscent - baseline));
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
          baseline: riseDots + baseline,
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
    context.fontVariationSettings = WEIGHT;
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
    missing: (text) => ready().fonts.missing(text),
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
