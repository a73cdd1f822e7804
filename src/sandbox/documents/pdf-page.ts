// Writes a PDF page by page, with fonts that cover nearly every name. All lengths are in millimetres.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { eachBar, type BarCode } from './bar-code.ts';

const POINTS_PER_MM = 72 / 25.4;

/** Millimetres as PDF points. */
const mm = (millimetres: number): number => millimetres * POINTS_PER_MM;

// Not named `require`: the bundler adds a variable of that name to each file, and the two would clash.
const load = createRequire(import.meta.url);
const fontFile = (name: string): Buffer => readFileSync(load.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const FONT_FILES = { regular: 'DejaVuSansCondensed', bold: 'DejaVuSansCondensed-Bold' } as const;

export type FontName = keyof typeof FONT_FILES;

type FontSource = PDFKit.Mixins.PDFFontSource;

interface Font {
  readonly bytes: Buffer;
  /** What pdfkit makes of the bytes; null where it keeps it elsewhere than it did. Then each document opens its own. */
  readonly open: object | null;
}

const fonts = new Map<FontName, Font>();

function font(name: FontName): Font {
  let known = fonts.get(name);
  if (!known) {
    const bytes = fontFile(FONT_FILES[name]);
    known = { bytes, open: openFont(bytes) };
    fonts.set(name, known);
  }
  return known;
}

/** Opens a font as pdfkit does, in a document that nothing is written to. */
function openFont(bytes: Buffer): object | null {
  const chosen: unknown = Reflect.get(new PDFDocument().font(bytes), '_font');
  const open: unknown = isObject(chosen) ? Reflect.get(chosen, 'font') : null;
  return isObject(open) && typeof Reflect.get(open, 'layout') === 'function' && '_glyphs' in open
    ? open
    : null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The font for one document. Reading a font's tables is most of the work of a short document, so all documents have the
 * tables of one open font, which pdfkit takes wherever it takes bytes. Each has glyphs of its own, because a glyph remembers
 * for which letter it was first used, and that goes into the text that a reader of the document can search and copy.
 */
function fontForDocument(name: FontName): FontSource {
  const { bytes, open } = font(name);
  return open ? (Object.create(open, { _glyphs: { value: {} } }) as FontSource) : bytes;
}

export interface Place {
  /** From the left and top edges, in millimetres. */
  readonly x: number;
  readonly y: number;
}

export interface TextStyle {
  /** Font size in points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly width: number;
  readonly colour?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** True: as many lines as needed. Otherwise one line, whose letters shrink to two thirds before the text is cut. */
  readonly wrap?: boolean;
}

/** A PDF that is being written. All methods draw on the present page. */
export interface Sheet {
  /** Writes a text and returns the height it takes. */
  text(text: string, place: Place, style: TextStyle): number;
  heightOf(text: string, style: TextStyle): number;
  /** Whether the text fits on one line without being cut (it may be made smaller). */
  fits(text: string, style: TextStyle): boolean;
  rule(from: Place, to: Place, width?: number): void;
  box(place: Place, size: { readonly width: number; readonly height: number }, fill?: string): void;
  /** Draws the bars only. The caller leaves the blank space on both sides. */
  barCode(code: BarCode, place: Place, size: { readonly moduleMm: number; readonly height: number }): void;
  newPage(): void;
  bytes(): Promise<Uint8Array>;
}

/**
 * Starts a document whose pages all have one size. `madeMs` is its creation date, in milliseconds since the epoch.
 *
 * @example
 * const sheet = newSheet({ widthMm: 210, heightMm: 297, title: 'Form', madeMs: Date.now() });
 * sheet.text('Hello', { x: 20, y: 20 }, { size: 12, width: 100 });
 * const pdf = await sheet.bytes();
 */
export function newSheet(size: { widthMm: number; heightMm: number; title: string; madeMs: number }): Sheet {
  const page = { size: [mm(size.widthMm), mm(size.heightMm)] as [number, number], margin: 0 };
  const doc = new PDFDocument({
    ...page,
    info: { Title: size.title, Creator: 'Sandbox laboratory', CreationDate: new Date(size.madeMs) },
  });
  doc.registerFont('regular', fontForDocument('regular'));
  doc.registerFont('bold', fontForDocument('bold'));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });

  const choose = (style: TextStyle): void => {
    doc
      .font(style.bold ? 'bold' : 'regular')
      .fontSize(style.size)
      .fillColor(style.colour ?? 'black');
  };
  /** The text as it fits on one line: first in smaller letters, then cut with an ellipsis. Leaves the font size set. */
  const fitted = (text: string, style: TextStyle): string => {
    choose(style);
    const width = mm(style.width);
    for (let size = style.size; size > style.size * 0.66 && doc.widthOfString(text) > width; size -= 0.25) {
      doc.fontSize(size);
    }
    if (doc.widthOfString(text) <= width) return text;
    const letters = [...text];
    let fits = 0;
    let cut = letters.length;
    while (cut - fits > 1) {
      const middle = Math.floor((fits + cut) / 2);
      if (doc.widthOfString(`${letters.slice(0, middle).join('')}…`) <= width) fits = middle;
      else cut = middle;
    }
    return `${letters.slice(0, fits).join('')}…`;
  };
  const options = (style: TextStyle) => ({
    width: mm(style.width),
    align: style.align ?? 'left',
    lineBreak: style.wrap === true,
  });

  return {
    text: (text, place, style) => {
      const written = printable(text);
      if (style.wrap === true) {
        choose(style);
        doc.text(written, mm(place.x), mm(place.y), options(style));
        return doc.heightOfString(written, options(style)) / POINTS_PER_MM;
      }
      const line = fitted(written, style);
      const spare = mm(style.width) - doc.widthOfString(line);
      const shift = style.align === 'right' ? spare : style.align === 'center' ? spare / 2 : 0;
      doc.text(line, mm(place.x) + Math.max(0, shift), mm(place.y), { lineBreak: false });
      return doc.currentLineHeight() / POINTS_PER_MM;
    },
    heightOf: (text, style) => {
      choose(style);
      return doc.heightOfString(printable(text), options(style)) / POINTS_PER_MM;
    },
    fits: (text, style) => {
      const written = printable(text);
      return fitted(written, style) === written;
    },
    rule: (from, to, width = 0.2) => {
      doc.lineWidth(mm(width)).moveTo(mm(from.x), mm(from.y)).lineTo(mm(to.x), mm(to.y)).stroke('black');
    },
    box: (place, { width, height }, fill) => {
      doc.lineWidth(mm(0.2)).rect(mm(place.x), mm(place.y), mm(width), mm(height));
      if (fill === undefined) doc.stroke('black');
      else doc.fill(fill);
    },
    barCode: (code, place, { moduleMm, height }) => {
      eachBar(code, (left, width) =>
        doc.rect(mm(place.x + left * moduleMm), mm(place.y), mm(width * moduleMm), mm(height)),
      );
      doc.fill('black');
    },
    newPage: () => {
      doc.addPage(page);
    },
    bytes: async () => {
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

/** The text with control characters, which a page cannot show, replaced by spaces. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
