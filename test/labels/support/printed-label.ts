// A label as it comes out of a printer of each language, dot by dot, and how it draws a text of its own font by itself.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { readBarcodes } from 'zxing-wasm/reader';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import type { LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import type { SetLine } from '../../../src/core/printing/layout/label-text.ts';
import type { LabelLanguageId } from '../../../src/domain/label-language.ts';
import { faults, type Dots, type Person, type PrintedText } from '../../support/generated-labels.ts';
// Gives zxing-wasm its WebAssembly, too.
import { drawZpl } from '../../support/label-eyes.ts';
import { readEpl2, readPbm, readTspl } from '../../support/picture-jobs.ts';

/** The dots of a picture (PNG). One is black when it is darker than half. */
async function dotsOfPicture(png: Uint8Array): Promise<Dots> {
  const image = await loadImage(Buffer.from(png));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const black = new Uint8Array(width * height);
  for (let at = 0; at < black.length; at += 1) black[at] = (data[at * 4] ?? 255) < 128 ? 1 : 0;
  return { width, height, black };
}

/** As large as the label was laid out. A part of a dot at the edge is drawn or not. */
function asLargeAs({ widthDots: width, heightDots: height }: LabelLayout, drawn: Dots): Dots {
  if (Math.abs(drawn.width - width) > 1 || Math.abs(drawn.height - height) > 1)
    throw new Error(`drawn as ${drawn.width} × ${drawn.height} dots, laid out as ${width} × ${height}`);
  if (drawn.width === width && drawn.height === height) return drawn;
  const black = new Uint8Array(width * height);
  for (let y = 0; y < Math.min(height, drawn.height); y += 1) {
    const row = drawn.black.subarray(y * drawn.width, y * drawn.width + Math.min(width, drawn.width));
    black.set(row, y * width);
  }
  return { width, height, black };
}

/** What a printer of this language makes of a laid-out label, or of other bytes in its place. */
export async function printed(
  language: LabelLanguageId,
  layout: LabelLayout,
  bytes = LABEL_LANGUAGES[language].encode(layout),
): Promise<Dots> {
  if (language === 'zpl') return asLargeAs(layout, await dotsOfPicture(await drawZpl(bytes, layout.stock)));
  const read = {
    epl2: readEpl2,
    pictures: readPbm,
    tspl: (job: Uint8Array) => readTspl(job, layout.stock.dotsPerMm),
  };
  const job = read[language](bytes);
  const { widthDots: width, heightDots: height, rows } = job;
  const bytesPerRow = rows.length / height;
  const black = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      black[y * width + x] = ((rows[y * bytesPerRow + (x >> 3)] ?? 0xff) & (0x80 >> (x & 7))) === 0 ? 1 : 0;
  }
  return { width, height, black };
}

/** The texts of all codes of any kind on a label; it is read as it is, never a smaller copy of it. */
export async function codesOn({ width, height, black }: Dots): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < black.length; at += 1) if (black[at] === 1) data.fill(0, at * 4, at * 4 + 3);
  const picture = { width, height, data, colorSpace: 'srgb' } as const;
  return (await readBarcodes(picture, { tryDownscale: false })).map(({ text }) => text);
}

/** A text in the printer's font as it stands on a label; `paddingDots` is 0 for one that is no mark. */
interface Lettering {
  readonly line: SetLine;
  readonly paddingDots: number;
}
const keyOf = ({ line, paddingDots }: Lettering): string => `${paddingDots} ${line.heightDots} ${line.text}`;

const LEFT = 16;
/** The dots of a diaeresis may stand before the letter's own place. */
const LEAD = 4;
/** Behind a text; the printer's letters may be wider than the layout takes them to be. */
const AFTER = 24;
/** Captions and marks are on many labels; names are on one. */
const MOST_KEPT = 2_000;
const kept = new Map<string, PrintedText>();

/** Each with room on all sides, one below the other, so that nothing of it is cut; a mark's within its box. */
async function letter(letterings: readonly Lettering[]): Promise<void> {
  const bands: { readonly top: number; readonly lettering: Lettering }[] = [];
  let height = 0;
  let width = 0;
  const commands: string[] = [];
  for (const lettering of letterings) {
    const { line, paddingDots } = lettering;
    const y = height + line.heightDots;
    const boxTop = y - Math.round(paddingDots * 0.75);
    const boxHeight = line.heightDots + paddingDots;
    if (paddingDots > 0)
      commands.push(
        `^FO${LEFT - paddingDots},${boxTop}^GB${line.widthDots + 2 * paddingDots},${boxHeight},${boxHeight}^FS`,
      );
    const escaped = Array.from(
      new TextEncoder().encode(line.text),
      (byte) => `_${byte.toString(16).padStart(2, '0')}`,
    ).join('');
    commands.push(
      `^FO${LEFT},${y}${paddingDots > 0 ? '^FR' : ''}^A0N,${line.heightDots},${line.heightDots}^FH^FD${escaped}^FS`,
    );
    bands.push({ top: height, lettering });
    height += 3 * line.heightDots;
    width = Math.max(width, LEFT + Math.ceil(line.widthDots * 1.25) + AFTER);
  }
  const size = { widthMm: Math.ceil(width / 8), heightMm: Math.ceil(height / 8), dotsPerMm: 8 };
  const sheet = await dotsOfPicture(
    await drawZpl(new TextEncoder().encode(`^XA^CI28${commands.join('')}^XZ`), size),
  );
  for (const { top, lettering } of bands) kept.set(keyOf(lettering), inkOf(sheet, top, lettering));
}

/** The ink of one text of the sheet; a mark's is white within its box. */
function inkOf(sheet: Dots, top: number, { line, paddingDots }: Lettering): PrintedText {
  const riseDots = line.heightDots;
  const heightDots = 3 * riseDots;
  const isMark = paddingDots > 0;
  const from = LEFT - LEAD;
  const widthDots = sheet.width - from;
  const bytesPerRow = Math.ceil(widthDots / 8);
  const rows = new Uint8Array(bytesPerRow * heightDots);
  const boxTop = riseDots - Math.round(paddingDots * 0.75);
  for (let y = 0; y < heightDots; y += 1) {
    const isBoxRow = y >= boxTop && y < boxTop + line.heightDots + paddingDots;
    for (let x = 0; x < widthDots; x += 1) {
      const at = from + x;
      const isBlack = sheet.black[(top + y) * sheet.width + at] === 1;
      const isBox = isBoxRow && at >= LEFT - paddingDots && at < LEFT + line.widthDots + paddingDots;
      if (!(isMark ? isBox && !isBlack : isBlack)) continue;
      if (y === 0 || y === heightDots - 1 || x === widthDots - 1)
        throw new Error(`“${line.text}” has no room on its sheet`);
      const byte = y * bytesPerRow + (x >> 3);
      rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { leadDots: LEAD, widthDots, heightDots, riseDots, rows };
}

/** How a printer of ZPL draws each text that it draws itself; null for the texts that the desk draws. */
async function lettersOf(layout: LabelLayout): Promise<(line: SetLine) => PrintedText | null> {
  const letterings = layout.fields.flatMap((field) =>
    (field.kind === 'line' || field.kind === 'mark') && !field.line.picture
      ? [{ line: field.line, paddingDots: field.kind === 'mark' ? field.paddingDots : 0 }]
      : [],
  );
  if (kept.size > MOST_KEPT) kept.clear();
  const fresh = letterings.filter((lettering) => !kept.has(keyOf(lettering)));
  if (fresh.length > 0) await letter(fresh);
  const byLine = new Map(letterings.map((lettering) => [lettering.line, kept.get(keyOf(lettering)) ?? null]));
  return (line) => byLine.get(line) ?? null;
}

/** What is wrong with a person's label as it came out; empty when nothing is. */
export async function faultsOn(
  dots: Dots,
  { language, layout, person }: { language: LabelLanguageId; layout: LabelLayout; person: Person },
): Promise<string[]> {
  const pictureOf = language === 'zpl' ? await lettersOf(layout) : () => null;
  return faults(dots, { layout, person, pictureOf });
}
