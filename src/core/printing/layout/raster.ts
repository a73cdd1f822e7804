// A laid-out label as black and white dots, for printers that are sent a picture instead of commands.
import type { Bitmap } from '../../ports.ts';
import { code128Bars } from './code128.ts';
import type { LabelLayout } from './label-layout.ts';

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

  const set = (x: number, y: number, black: boolean): void => {
    if (x < 0 || y < 0 || x >= widthDots || y >= heightDots) return;
    const index = y * bytesPerRow + (x >> 3);
    const bit = 0x80 >> (x & 7);
    const before = rows[index] ?? 0;
    rows[index] = black ? before | bit : before & ~bit;
  };
  const fill = (box: Box): void => {
    for (let y = box.y; y < box.y + box.heightDots; y += 1) {
      for (let x = box.x; x < box.x + box.widthDots; x += 1) set(x, y, true);
    }
  };
  const draw = (picture: Bitmap | null, at: { x: number; y: number; black: boolean }): void => {
    if (!picture) throw new Error('a line of a label without a printer’s font is no picture');
    const pictureBytes = picture.rows.length / picture.heightDots;
    for (let y = 0; y < picture.heightDots; y += 1) {
      for (let x = 0; x < picture.widthDots; x += 1) {
        const byte = picture.rows[y * pictureBytes + (x >> 3)] ?? 0;
        if ((byte & (0x80 >> (x & 7))) !== 0) set(at.x + x, at.y + y, at.black);
      }
    }
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
      case 'bars': {
        let x = field.plan.leftDots;
        for (const [index, modules] of code128Bars(field.plan.code).entries()) {
          const width = modules * field.plan.barDots;
          if (index % 2 === 0) fill({ x, y: field.y, widthDots: width, heightDots: field.heightDots });
          x += width;
        }
        break;
      }
    }
  }
  return { widthDots, heightDots, rows };
}

/** The same picture with black and white changed about, and the dots that fill up each row white. */
export function whiteIsOne(picture: Bitmap): Uint8Array {
  return picture.rows.map((byte) => ~byte & 0xff);
}
