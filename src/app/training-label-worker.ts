// The background thread that draws labels and reads the codes in the drawings. A drawing takes some 30 ms, the first one 200
// ms: too long for the engine's thread.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as CanvasModule from '@napi-rs/canvas';
import type * as ZplRenderer from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { answerJobs } from '../adapters/answer-jobs.ts';
import bwip from 'bwip-js/node';
import { TICKET_PAPER_DOTS, type TicketMark } from './training-escpos.ts';
import type { LabelSource, PlacedPicture } from './training-jobs.ts';

const load = createRequire(import.meta.url);
// Native code cannot be bundled, so it is loaded from where it is installed.
const { createCanvas, GlobalFonts, ImageData } = load('@napi-rs/canvas') as typeof CanvasModule;
// The package does not mark its ES module as one. Newer versions of Node find out by themselves, older ones, such as those
// inside some versions of Electron, refuse to import it; the CommonJS file beside it is the same code and loads in all.
const { ready } = load('zpl-renderer-js') as typeof ZplRenderer;
// Without this the package would download its WebAssembly code from the internet.
const wasm = readFileSync(load.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

export interface LabelDrawingJob {
  readonly source: Exclude<LabelSource, { kind: 'problem' }>;
  readonly widthDots: number;
  readonly heightDots: number;
  /** As makers name the head. */
  readonly dotsPerMm: 8 | 12;
}

export interface LabelDrawingAnswer {
  readonly pngBase64: string;
  readonly codes: readonly string[];
}

const FORMATS = ['Code128', 'Code39', 'DataMatrix', 'QRCode'] as const;
const BYTES_PER_PIXEL = 4;

/** The picture's dots as pixels: black where the bit is 0, else clear, so that a picture can lie on another one. */
function pixelsOf({ rows, bytesPerRow, rowCount }: PlacedPicture): CanvasModule.ImageData {
  const width = bytesPerRow * 8;
  const pixels = new Uint8ClampedArray(width * rowCount * BYTES_PER_PIXEL);
  for (let dot = 0; dot < width * rowCount; dot += 1) {
    if (((rows[dot >> 3] ?? 0xff) & (0x80 >> (dot & 7))) === 0) pixels[dot * BYTES_PER_PIXEL + 3] = 0xff;
  }
  return new ImageData(pixels, width, rowCount);
}

function drawPictures(pictures: readonly PlacedPicture[], width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  for (const picture of pictures) {
    if (picture.bytesPerRow === 0 || picture.rowCount === 0) continue;
    const sheet = createCanvas(picture.bytesPerRow * 8, picture.rowCount);
    sheet.getContext('2d').putImageData(pixelsOf(picture), 0, 0);
    context.drawImage(sheet, picture.x, picture.y);
  }
  return canvas.toBuffer('image/png');
}

/** Stands for a printer's font A, whose cells are 12 dots wide. */
const TICKET_FONT = 'Drawdesk Ticket';
const TICKET_FONT_FILE = 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf';
const CELL_WIDTH = 12;
const CELL_HEIGHT = 24;

/** The widths of bars and spaces in turn, each character one symbol of set B as the job asks for. */
function barWidths(code: string): readonly number[] {
  const START_B = 104;
  const values = [START_B, ...Array.from(code, (letter) => (letter.codePointAt(0) ?? 0) - 0x20)];
  const text = values.map((value) => `^${String(value).padStart(3, '0')}`).join('');
  const options = { bcid: 'code128', text, raw: true };
  return (bwip.raw(options) as { sbs?: number[] }[])[0]?.sbs ?? [];
}

function widthOf(mark: TicketMark): number {
  switch (mark.kind) {
    case 'text':
      return mark.text.length * CELL_WIDTH * mark.scaleX;
    case 'picture':
      return mark.bytesPerRow * 8;
    case 'bars':
      return barWidths(mark.code).reduce((sum, modules) => sum + modules, 0) * mark.moduleDots;
  }
}

function drawTicket(marks: readonly TicketMark[], height: number): Buffer {
  if (!GlobalFonts.has(TICKET_FONT))
    GlobalFonts.register(readFileSync(load.resolve(TICKET_FONT_FILE)), TICKET_FONT);
  const canvas = createCanvas(TICKET_PAPER_DOTS, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, TICKET_PAPER_DOTS, height);
  for (const mark of marks) {
    const width = widthOf(mark);
    const room = TICKET_PAPER_DOTS - width;
    const x = mark.align === 'left' ? 0 : Math.floor(mark.align === 'middle' ? room / 2 : room);
    context.fillStyle = 'black';
    if (mark.kind === 'bars') {
      let at = x;
      for (const [index, modules] of barWidths(mark.code).entries()) {
        if (index % 2 === 0) context.fillRect(at, mark.y, modules * mark.moduleDots, mark.heightDots);
        at += modules * mark.moduleDots;
      }
    } else if (mark.kind === 'picture') {
      const sheet = createCanvas(width, mark.rowCount);
      // In ESC/POS a dot is printed where the bit is 1.
      const rows = mark.rows.map((byte) => ~byte & 0xff);
      sheet.getContext('2d').putImageData(pixelsOf({ ...mark, x: 0, rows }), 0, 0);
      context.drawImage(sheet, x, mark.y);
    } else {
      context.save();
      context.translate(x, mark.y);
      context.scale(mark.scaleX, mark.scaleY);
      if (mark.inverse) context.fillRect(0, 0, mark.text.length * CELL_WIDTH, CELL_HEIGHT);
      context.fillStyle = mark.inverse ? 'white' : 'black';
      context.font = `20px "${TICKET_FONT}"`;
      for (const [index, letter] of Array.from(mark.text).entries()) {
        context.fillText(letter, index * CELL_WIDTH, 18);
      }
      context.restore();
    }
  }
  return canvas.toBuffer('image/png');
}

async function draw({ source, widthDots, heightDots, dotsPerMm }: LabelDrawingJob): Promise<Buffer> {
  if (source.kind === 'pictures') return drawPictures(source.pictures, widthDots, heightDots);
  if (source.kind === 'ticket') return drawTicket(source.marks, heightDots);
  const { api } = await ready;
  // The renderer knows whole dots a millimetre only, so it is given the paper that holds as many dots.
  const [width, height] = [widthDots / dotsPerMm, heightDots / dotsPerMm];
  return Buffer.from(await api.zplToBase64Async(source.zpl, width, height, dotsPerMm), 'base64');
}

answerJobs(async (job: LabelDrawingJob): Promise<LabelDrawingAnswer> => {
  const png = await draw(job);
  // A drawing has no noise. In a smaller copy of it thin bars run together and are read as another code.
  const found = await readBarcodes(png, { formats: [...FORMATS], tryDownscale: false });
  return {
    pngBase64: png.toString('base64'),
    codes: found.filter(({ isValid }) => isValid).map(({ text }) => text),
  };
});
