// Writes a plan of pages as a PDF with embedded fonts. It runs in a thread, as a long list takes longer than the engine may wait.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import type { Bitmap, MadePages } from '../core/ports/pictures.ts';
import type { PageBlock, PagePlan, PageText } from '../domain/page-plan.ts';
import { lettersOf } from '../domain/letters.ts';
import { runsOnPaper } from './bidi-runs.ts';
import { createDrawText } from './draw-text.ts';
import { readFontCoverage } from './font-coverage.ts';

const POINTS_PER_MM = 72 / 25.4;
const mm = (millimetres: number): number => millimetres * POINTS_PER_MM;
const LINE = 1.18;
const QUIET_ZONE_BARS = 10;
const GAP_MM = 4;
const CELL_MM = 1.6;
const SMALL_PT = 8;
const NOT_IN_FONT = '\u25af';
/** A text with more lines is no name: the rest is left out, and the line says so. */
const MOST_LINES = 14;

/** Of lines that are drawn as pictures because the embedded fonts lack their letters: finer than office printers print. */
const DRAWN_DOTS_PER_MM = 16;

const load = createRequire(import.meta.url);
const drawText = createDrawText();

interface Face {
  readonly bytes: Buffer;
  readonly has: (codePoint: number) => boolean;
}

const faces = new Map<'regular' | 'bold', Face>();

function face(name: 'regular' | 'bold'): Face {
  let known = faces.get(name);
  if (!known) {
    const file = name === 'bold' ? 'DejaVuSansCondensed-Bold' : 'DejaVuSansCondensed';
    const bytes = readFileSync(load.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`));
    known = { bytes, has: readFontCoverage(bytes) };
    faces.set(name, known);
  }
  return known;
}

interface Prepared extends PageText {
  readonly lines: readonly string[];
  readonly lineMm: number;
}

type Table = Extract<PageBlock, { kind: 'table' }>;

/** A picture as a PNG with black dots on nothing. */
function pngOf({ widthDots, heightDots, rows }: Bitmap): Buffer {
  const { createCanvas } = load('@napi-rs/canvas') as typeof CanvasModule;
  const canvas = createCanvas(widthDots, heightDots);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(widthDots, heightDots);
  const rowBytes = Math.ceil(widthDots / 8);
  for (let y = 0; y < heightDots; y += 1) {
    for (let x = 0; x < widthDots; x += 1) {
      const isBlack = ((rows[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      pixels.data[(y * widthDots + x) * 4 + 3] = isBlack ? 255 : 0;
    }
  }
  context.putImageData(pixels, 0, 0);
  return canvas.toBuffer('image/png');
}

/** Writes the pages. Bars go exactly where they belong, in black; texts are wrapped to their column. */
export async function writePages(plan: PagePlan): Promise<MadePages> {
  const { widthMm, heightMm, marginMm } = plan;
  const page = { size: [mm(widthMm), mm(heightMm)] as [number, number], margin: 0 };
  const doc = new PDFDocument({
    ...page,
    bufferPages: true,
    info: { Title: plan.title, Creator: 'Drawdesk', CreationDate: new Date(plan.madeAtMs) },
  });
  doc.registerFont('regular', face('regular').bytes);
  doc.registerFont('bold', face('bold').bytes);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  const lacking = new Set<string>();
  const innerMm = widthMm - 2 * marginMm;
  /** The foot's line and the blank space above it. */
  const bottomMm = heightMm - marginMm - 8;
  let y = marginMm;
  let pages = 1;

  const newPage = (): void => {
    doc.addPage(page);
    pages += 1;
    y = marginMm;
  };
  const choose = (style: PageText): void => {
    doc
      .font(style.bold === true ? 'bold' : 'regular')
      .fontSize(style.sizePt)
      .fillColor('black');
  };
  /** Whether the embedded font has all letters of the text; else the text is drawn as a picture. */
  const isWritable = (text: string, { bold }: Pick<PageText, 'bold'>): boolean => {
    const { has } = face(bold === true ? 'bold' : 'regular');
    return Array.from(text).every((letter) => letter === ' ' || has(letter.codePointAt(0) ?? 0));
  };
  const drawnLine = (text: string, { sizePt }: PageText) => {
    const heightDots = Math.round(((sizePt * LINE) / POINTS_PER_MM) * DRAWN_DOTS_PER_MM);
    return drawText.draw(text, { heightDots, headroomDots: Math.round(heightDots / 8) });
  };
  /** The font and size of the style must be chosen. */
  const widthOf = (text: string, style: PageText): number =>
    isWritable(text, style)
      ? doc.widthOfString(text) / POINTS_PER_MM
      : (drawnLine(text, style)?.widthDots ?? 0) / DRAWN_DOTS_PER_MM;

  /** The text in one line without control characters; letters that no font has become boxes. */
  const inFont = (style: PageText): { readonly text: string; readonly complete: boolean } => {
    const plain = style.text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim();
    const bare = plain.replace(/\p{Cf}/gu, '');
    // Some scripts need their invisible joiners; they are drawn, and not written.
    if (isWritable(bare, style)) return { text: bare, complete: true };
    const missing = drawText.missing(plain);
    for (const letter of missing) lacking.add(letter);
    const text = missing.reduce((left, letter) => left.replaceAll(letter, NOT_IN_FONT), plain);
    return { text, complete: missing.length === 0 };
  };

  const wrapped = (text: string, within: number, style: PageText): string[] => {
    const lines: string[] = [];
    let line = '';
    const wide = (part: string): boolean => widthOf(part, style) > within;
    const take = (word: string, space: string): void => {
      const joined = line === '' ? word : `${line}${space}${word}`;
      if (!wide(joined)) {
        line = joined;
        return;
      }
      if (line !== '') lines.push(line);
      // A word that is wider than its column is divided.
      line = '';
      for (const letter of wide(word) ? lettersOf(word) : [word]) {
        if (line !== '' && wide(line + letter)) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    };
    for (const word of text.split(' ')) {
      // A name with a hyphen is divided there.
      word.split(/(?<=-)/).forEach((part, index) => take(part, index === 0 ? ' ' : ''));
      if (lines.length > MOST_LINES) break;
    }
    if (line !== '') lines.push(line);
    if (lines.length <= MOST_LINES) return lines;
    return [...lines.slice(0, MOST_LINES - 1), '… (longer, see the screen)'];
  };

  const prepare = (style: PageText, within: number): Prepared[] => {
    const { text, complete } = inFont(style);
    choose(style);
    const lineMm = (style.sizePt * LINE) / POINTS_PER_MM;
    const own: Prepared = { ...style, lines: wrapped(text, within, style), lineMm };
    if (complete) return [own];
    return [own, ...prepare({ text: plan.lackingNote, sizePt: SMALL_PT, bold: true }, within)];
  };
  const prepareAll = (texts: readonly PageText[], within: number): Prepared[] =>
    texts.flatMap((style) => prepare(style, within));
  const heightOf = (texts: readonly Prepared[]): number =>
    texts.reduce((sum, { lines, lineMm }) => sum + lines.length * lineMm, 0);

  const drawLine = (line: string, style: PageText, xMm: number, yMm: number): void => {
    if (!isWritable(line, style)) {
      const drawn = drawnLine(line, style);
      if (drawn === null) return;
      const top = yMm - drawn.riseDots / DRAWN_DOTS_PER_MM;
      const width = mm(drawn.widthDots / DRAWN_DOTS_PER_MM);
      doc.image(pngOf(drawn), mm(xMm), mm(top), { width });
      return;
    }
    let x = mm(xMm);
    let before: string | null = null;
    for (const { text } of runsOnPaper(line)) {
      // A width is laid out anew, which takes as long as the text itself: most lines are one run and need none.
      if (before !== null) x += doc.widthOfString(before, { features: [] });
      before = text;
      // With a list of features the whole run is laid out at once, so that its words keep their order.
      doc.text(text, x, mm(yMm), { lineBreak: false, features: [] });
    }
  };
  const drawTexts = (texts: readonly Prepared[], xMm: number, yMm: number): void => {
    let at = yMm;
    for (const style of texts) {
      choose(style);
      for (const line of style.lines) {
        drawLine(line, style, xMm, at);
        at += style.lineMm;
      }
    }
  };
  const rule = (from: readonly [number, number], to: readonly [number, number]): void => {
    doc.lineWidth(mm(0.2)).moveTo(mm(from[0]), mm(from[1])).lineTo(mm(to[0]), mm(to[1])).stroke('black');
  };
  const makeRoom = (neededMm: number): void => {
    if (y + neededMm > bottomMm && y > marginMm) newPage();
  };

  const drawRow = (cells: readonly (readonly Prepared[])[], table: Table, atLeastMm: number): void => {
    const rowMm = Math.max(atLeastMm, ...cells.map((cell) => heightOf(cell) + 2 * CELL_MM));
    let x = marginMm;
    table.columns.forEach(({ widthMm: columnMm }, index) => {
      drawTexts(cells[index] ?? [], x + CELL_MM, y + CELL_MM);
      rule([x, y], [x, y + rowMm]);
      x += columnMm;
    });
    rule([x, y], [x, y + rowMm]);
    rule([marginMm, y], [x, y]);
    y += rowMm;
    rule([marginMm, y], [x, y]);
  };
  const cellsOf = (row: readonly (readonly PageText[])[], table: Table): Prepared[][] =>
    table.columns.map(({ widthMm: columnMm }, index) => prepareAll(row[index] ?? [], columnMm - 2 * CELL_MM));
  const drawTable = (table: Table): void => {
    const captions = (): void =>
      drawRow(
        cellsOf(
          table.columns.map(({ caption }) => [{ text: caption, sizePt: SMALL_PT, bold: true }]),
          table,
        ),
        table,
        0,
      );
    makeRoom(3 * table.rowAtLeastMm);
    captions();
    for (const row of table.rows) {
      const cells = cellsOf(row, table);
      const rowMm = Math.max(table.rowAtLeastMm, ...cells.map((cell) => heightOf(cell) + 2 * CELL_MM));
      if (y + rowMm > bottomMm) {
        newPage();
        captions();
      }
      drawRow(cells, table, table.rowAtLeastMm);
    }
  };

  const draw = (block: PageBlock): void => {
    switch (block.kind) {
      case 'texts': {
        const texts = prepareAll(block.texts, innerMm);
        makeRoom(heightOf(texts));
        drawTexts(texts, marginMm, y);
        y += heightOf(texts) + GAP_MM;
        return;
      }
      case 'notice': {
        const texts = prepareAll(block.texts, innerMm - 2 * GAP_MM);
        const boxMm = heightOf(texts) + 2 * GAP_MM;
        makeRoom(boxMm);
        doc.lineWidth(mm(0.8)).rect(mm(marginMm), mm(y), mm(innerMm), mm(boxMm)).stroke('black');
        drawTexts(texts, marginMm + GAP_MM, y + GAP_MM);
        y += boxMm + GAP_MM;
        return;
      }
      case 'facts': {
        const captionMm = Math.min(45, innerMm / 3);
        for (const { caption, value } of block.facts) {
          const left = prepareAll([{ text: caption, sizePt: 9 }], captionMm - 2);
          const right = prepareAll([value], innerMm - captionMm);
          const factMm = Math.max(heightOf(left), heightOf(right)) + 1.5;
          makeRoom(factMm);
          drawTexts(left, marginMm, y);
          drawTexts(right, marginMm + captionMm, y);
          y += factMm;
        }
        y += GAP_MM;
        return;
      }
      case 'bars': {
        const text = prepare({ text: block.text, sizePt: 11, bold: true }, innerMm);
        makeRoom(block.heightMm + heightOf(text) + 1);
        let x = marginMm + QUIET_ZONE_BARS * block.moduleMm;
        const left = x;
        block.bars.forEach((width, index) => {
          const barMm = width * block.moduleMm;
          if (index % 2 === 0) doc.rect(mm(x), mm(y), mm(barMm), mm(block.heightMm));
          x += barMm;
        });
        doc.fill('black');
        drawTexts(text, left, y + block.heightMm + 1);
        y += block.heightMm + 1 + heightOf(text) + GAP_MM;
        return;
      }
      case 'table':
        drawTable(block);
        y += GAP_MM;
        return;
      case 'lines':
        for (const caption of block.captions) {
          const text = prepare({ text: caption, sizePt: 9 }, innerMm);
          makeRoom(14);
          rule([marginMm, y + 9], [marginMm + innerMm, y + 9]);
          drawTexts(text, marginMm, y + 10);
          y += 10 + heightOf(text) + 2;
        }
        y += GAP_MM;
        return;
      default:
        return block satisfies never;
    }
  };

  for (const block of plan.blocks) draw(block);
  for (let number = 1; number <= pages; number += 1) {
    doc.switchToPage(number - 1);
    const count = prepare({ text: `Page ${number} of ${pages}`, sizePt: SMALL_PT }, 40);
    const countMm = doc.widthOfString(count[0]?.lines[0] ?? '') / POINTS_PER_MM;
    drawTexts(count, widthMm - marginMm - countMm, heightMm - marginMm - 3);
    const foot = prepare({ text: plan.foot, sizePt: SMALL_PT }, innerMm - 35);
    drawTexts(foot, marginMm, heightMm - marginMm - heightOf(foot) + 0.3);
  }
  doc.end();
  await ended;
  return { pdf: Buffer.concat(chunks), pages, lacking: [...lacking] };
}
