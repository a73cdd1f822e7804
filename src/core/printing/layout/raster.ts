// A laid-out label as black and white dots, for printers that are sent a picture instead of commands.
import type { Bitmap } from '../../ports/pictures.ts';
import { code128Bars } from './code128.ts';
import type { LabelLayout } from './label-parts.ts';
import { matrixPicture } from './matrix-plan.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly widthDots: number;
  readonly heightDots: number;
}

/**
 * Draws every field dot by dot. All lines of the layout must be pictures: it has to be made for a language without a font.
 * What would lie outside the label is left out.
 *
 * @throws Error for a line that is no picture
 */
export function rasterOfLabel(layout: LabelLayout): Bitmap {
  const { widthDots, heightDots } = layout;
  const bytesPerRow = Math.ceil(widthDots / 8);
  const rows = new Uint8Array(bytesPerRow * heightDots);

  /** Dots of a row from `from` up to and without `to`, whole bytes at a time. */
  const fillRow = (row: Uint8Array, from: number, to: number): void => {
    const [start, end] = [Math.max(0, from), Math.min(widthDots, to)];
    if (end <= start) return;
    const first = start >> 3;
    const last = (end - 1) >> 3;
    const head = 0xff >> (start & 7);
    const tail = (0xff << (7 - ((end - 1) & 7))) & 0xff;
    if (first === last) {
      row[first] = (row[first] ?? 0) | (head & tail);
      return;
    }
    row[first] = (row[first] ?? 0) | head;
    row.fill(0xff, first + 1, last);
    row[last] = (row[last] ?? 0) | tail;
  };
  /** Puts a picture on the rows from `y`, as ink or, on ink, as white. Bits that fill up its rows are ignored. */
  const put = (picture: Bitmap, at: { x: number; y: number; black: boolean }): void => {
    const pictureBytes = picture.rows.length / picture.heightDots;
    const offset = Math.floor(at.x / 8);
    const shift = at.x - offset * 8;
    const lastBits = (0xff << ((8 - (picture.widthDots & 7)) & 7)) & 0xff;
    const from = Math.max(0, -at.y);
    const to = Math.min(picture.heightDots, heightDots - at.y);
    for (let line = from; line < to; line += 1) {
      const target = (at.y + line) * bytesPerRow;
      for (let index = 0; index < pictureBytes; index += 1) {
        const byte = picture.rows[line * pictureBytes + index] ?? 0;
        const dots = index === pictureBytes - 1 ? byte & lastBits : byte;
        if (dots === 0) continue;
        ink(target, offset + index, dots >> shift, at.black);
        if (shift !== 0) ink(target, offset + index + 1, (dots << (8 - shift)) & 0xff, at.black);
      }
    }
  };
  const ink = (row: number, column: number, bits: number, black: boolean): void => {
    if (column < 0 || column >= bytesPerRow) return;
    const before = rows[row + column] ?? 0;
    rows[row + column] = black ? before | bits : before & ~bits;
  };
  /** The same row of dots, several times. */
  const repeat = (box: Pick<Box, 'y' | 'heightDots'>, drawRow: (row: Uint8Array) => void): void => {
    const row = new Uint8Array(bytesPerRow);
    drawRow(row);
    const picture = { widthDots: bytesPerRow * 8, heightDots: 1, rows: row };
    for (let y = box.y; y < box.y + box.heightDots; y += 1) put(picture, { x: 0, y, black: true });
  };
  const fill = (box: Box): void => repeat(box, (row) => fillRow(row, box.x, box.x + box.widthDots));
  const draw = (picture: Bitmap | null, at: { x: number; y: number; black: boolean }): void => {
    if (!picture) throw new Error('a line of a label without a printer’s font is no picture');
    put(picture, at);
  };

  for (const field of layout.fields) {
    switch (field.kind) {
      case 'line':
        draw(field.line.picture, { x: field.x, y: field.y - field.line.riseDots, black: true });
        break;
      case 'mark': {
        const { x, y, line, paddingDots } = field;
        fill({
          x,
          y,
          widthDots: line.widthDots + 2 * paddingDots,
          heightDots: line.heightDots + paddingDots,
        });
        const top = y + Math.round(paddingDots * 0.75) - line.riseDots;
        draw(line.picture, { x: x + paddingDots, y: top, black: false });
        break;
      }
      case 'rule':
        fill({ ...field, heightDots: field.thicknessDots });
        break;
      case 'matrix':
        put(matrixPicture(field.plan), { x: field.x, y: field.y, black: true });
        break;
      case 'bars': {
        const { plan } = field;
        repeat(field, (row) => {
          let x = plan.leftDots;
          for (const [index, modules] of code128Bars(plan.code).entries()) {
            const width = modules * plan.barDots;
            if (index % 2 === 0) fillRow(row, x, x + width);
            x += width;
          }
        });
        break;
      }
    }
  }
  // What reached into the bits that fill up each row is no part of the label.
  const beyond = bytesPerRow * 8 - widthDots;
  if (beyond > 0) {
    const mask = (0xff << beyond) & 0xff;
    for (let end = bytesPerRow - 1; end < rows.length; end += bytesPerRow)
      rows[end] = (rows[end] ?? 0) & mask;
  }
  return { widthDots, heightDots, rows };
}

/** A sheet of this size with nothing on it but a picture. What would lie outside the sheet is left out. */
export function placedOn(
  { widthDots, heightDots }: Pick<Bitmap, 'widthDots' | 'heightDots'>,
  picture: Bitmap,
  at: { readonly x: number; readonly y: number },
): Bitmap {
  const bytesPerRow = Math.ceil(widthDots / 8);
  const pictureBytes = picture.rows.length / picture.heightDots;
  const rows = new Uint8Array(bytesPerRow * heightDots);
  for (let y = 0; y < Math.min(picture.heightDots, heightDots - at.y); y += 1) {
    for (let x = 0; x < Math.min(picture.widthDots, widthDots - at.x); x += 1) {
      if (((picture.rows[y * pictureBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
      const index = (at.y + y) * bytesPerRow + ((at.x + x) >> 3);
      rows[index] = (rows[index] ?? 0) | (0x80 >> ((at.x + x) & 7));
    }
  }
  return { widthDots, heightDots, rows };
}

/** The same picture with black and white changed about, and the dots that fill up each row white. */
export function whiteIsOne(picture: Bitmap): Uint8Array {
  return picture.rows.map((byte) => ~byte & 0xff);
}
