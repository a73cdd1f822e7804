// Writes a laid-out label in ZPL, the language of most label printers. Nothing in a field can act as a command.
import type { LabelLanguage } from '../../layout/label-language.ts';
import type { LabelField } from '../../layout/label-layout.ts';
import { labelSizeDots, type LabelStock } from '../../layout/label-stock.ts';
import { matrixPicture } from '../../layout/matrix-plan.ts';
import { placedOn } from '../../layout/raster.ts';
import type { Bitmap } from '../../../ports/pictures.ts';
import { zplFont } from './font.ts';
import { rowsOfShortened, shortenedRows } from './graphic-field.ts';

/** Characters that the printer would read as a command or as an escape, or would leave out. */
const UNSAFE = /[\^~>_\\\p{Cc}]/gu;

/**
 * Field data in which every character that means something to the printer is written as a hexadecimal escape of its
 * UTF-8 bytes. Goes after `^FH`.
 */
function escapeFieldData(text: string): string {
  return text.replace(UNSAFE, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
}

function textField(position: string, heightDots: number, text: string): string {
  return `${position}^A0N,${heightDots},${heightDots}^FH^FD${escapeFieldData(text)}^FS`;
}

function pictureField(position: string, picture: Bitmap): string {
  const bytesPerRow = picture.rows.length / picture.heightDots;
  return `${position}^GFA,${picture.rows.length},${picture.rows.length},${bytesPerRow},${hex(picture.rows)}^FS`;
}

/** A remark of ours before the picture of the code, by which {@link codePicture} knows it. Printers leave it out. */
const CODE_REMARK = '^FXcode^FS';

/** The label with nothing on it but the picture of its code; null where the printer draws the code. */
function codePicture(text: string, stock: LabelStock): Bitmap | null {
  const at = text.indexOf(CODE_REMARK);
  if (at < 0) return null;
  const match = /^\^FO(\d+),(\d+)\^GFA,(\d+),\3,(\d+),([0-9A-F]+)\^FS/.exec(
    text.slice(at + CODE_REMARK.length),
  );
  const [x, y, length, bytesPerRow] = (match?.slice(1, 5) ?? []).map(Number);
  const digits = match?.[5] ?? '';
  if (x === undefined || y === undefined || !length || !bytesPerRow || digits.length !== 2 * length)
    throw new Error('the job holds no whole picture');
  const rows = Uint8Array.from({ length }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
  const { width, height } = labelSizeDots(stock);
  const picture = { widthDots: bytesPerRow * 8, heightDots: length / bytesPerRow, rows };
  return placedOn({ widthDots: width, heightDots: height }, picture, { x, y });
}

function fieldZpl(field: LabelField): string {
  switch (field.kind) {
    case 'line': {
      const { line } = field;
      if (line.picture) return pictureField(`^FO${field.x},${field.y - line.riseDots}`, line.picture);
      return textField(`^FO${field.x},${field.y}`, line.heightDots, line.text);
    }
    case 'mark': {
      const { line, paddingDots } = field;
      const width = line.widthDots + 2 * paddingDots;
      const height = line.heightDots + paddingDots;
      const inner = `^FO${field.x + paddingDots},${field.y + Math.round(paddingDots * 0.75)}^FR`;
      return `^FO${field.x},${field.y}^GB${width},${height},${height}^FS${textField(inner, line.heightDots, line.text)}`;
    }
    case 'rule':
      // A border thicker than one of the box's sides would make the box larger.
      return `^FO${field.x},${field.y}^GB${field.widthDots},${field.thicknessDots},${Math.min(field.widthDots, field.thicknessDots)}^FS`;
    case 'matrix':
      // As a picture: with `^BX` each firmware would choose the size of the square itself.
      return `${CODE_REMARK}${pictureField(`^FO${field.x},${field.y}`, matrixPicture(field.plan))}`;
    case 'bars': {
      const { plan, heightDots, y } = field;
      // Mode A packs digits in pairs. The layout has worked out its widths for that.
      return (
        `^BY${plan.barDots},2,${heightDots}^FO${plan.leftDots},${y}` +
        `^BCN,${heightDots},N,N,N,A^FH^FD${escapeFieldData(plan.code)}^FS`
      );
    }
  }
}

/** A remark of ours before the pictures of a page, one under the other. */
const PAGE_REMARK = '^FXpage^FS';
/** The greatest number that the guide allows `^GF` for the bytes of a picture. */
const MOST_PICTURE_BYTES = 99_999;
const PAGE_PART = /\^FO0,(\d+)\^GFA,(\d+),\2,(\d+),([0-9A-Zg-z,:]+)\^FS/g;

/** The picture of a page, put together from its parts. */
function pagePicture(text: string, stock: LabelStock): Bitmap {
  const { width, height } = labelSizeDots(stock);
  const bytesPerRow = Math.ceil(width / 8);
  const rows = new Uint8Array(bytesPerRow * height);
  let next = 0;
  for (const [, y, length, across, data = ''] of text.matchAll(PAGE_PART)) {
    const rowCount = Number(length) / bytesPerRow;
    if (Number(y) !== next || Number(across) !== bytesPerRow || !Number.isInteger(rowCount))
      throw new Error('the picture is of another size than the label');
    rows.set(rowsOfShortened(data, bytesPerRow, rowCount), next * bytesPerRow);
    next += rowCount;
  }
  if (next !== height) throw new Error('the job holds no whole picture');
  return { widthDots: width, heightDots: height, rows };
}

function pictureOf(job: Uint8Array, stock: LabelStock): Bitmap | null {
  const text = new TextDecoder().decode(job);
  return text.includes(PAGE_REMARK) ? pagePicture(text, stock) : codePicture(text, stock);
}

function pageParts({ rows, heightDots }: Bitmap): string[] {
  const bytesPerRow = rows.length / heightDots;
  const rowsAtOnce = Math.floor(MOST_PICTURE_BYTES / bytesPerRow);
  return Array.from({ length: Math.ceil(heightDots / rowsAtOnce) }, (_, part) => {
    const y = part * rowsAtOnce;
    const bytes = rows.subarray(y * bytesPerRow, (y + rowsAtOnce) * bytesPerRow);
    const { length } = bytes;
    return `^FO0,${y}^GFA,${length},${length},${bytesPerRow},${shortenedRows(bytes, bytesPerRow)}^FS`;
  });
}

/**
 * One label, one copy, in UTF-8. Settings that an earlier job may have left in the printer (origin, orientation,
 * mirroring, reversal) are reset first, and before them what came of a label of which the line or the desk broke off: the fields of another
 * person must not come out on this one. It leaves whole labels in the printer alone.
 */
function labelOf(size: Pick<Bitmap, 'widthDots' | 'heightDots'>, fields: readonly string[]): Uint8Array {
  const lines = [
    '~JX',
    '^XA',
    '^CI28',
    `^PW${size.widthDots}^LL${size.heightDots}`,
    '^LH0,0^LS0^FWN^PON^PMN^LRN',
    ...fields,
    '^PQ1',
    '^XZ',
    '',
  ];
  return new TextEncoder().encode(lines.join('\n'));
}

export const zpl: LabelLanguage = {
  font: zplFont,
  // `^` and `~` begin commands; `>` chooses the bars' character set, also when it is escaped.
  canCarryInBars: (code) => !/[\^~>]/.test(code),
  encode: (layout) => labelOf(layout, layout.fields.map(fieldZpl)),
  encodePicture: (picture) => labelOf(picture, [PAGE_REMARK, ...pageParts(picture)]),
  pictureOf,
  // `~JX` is a command within the data of a picture too.
  filler: null,
};
