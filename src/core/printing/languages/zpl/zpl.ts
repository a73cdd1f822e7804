// Writes a laid-out label in ZPL, the language of most label printers. Nothing in a field can act as a command.
import type { LabelLanguage } from '../../layout/label-language.ts';
import type { LabelField, LabelLayout } from '../../layout/label-layout.ts';
import type { Bitmap } from '../../../ports.ts';
import { zplFont } from './font.ts';

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

/**
 * One label, one copy, in UTF-8. Settings that an earlier job may have left in the printer (origin, orientation,
 * mirroring, reversal) are reset first.
 */
function encode(layout: LabelLayout): Uint8Array {
  const lines = [
    '^XA',
    '^CI28',
    `^PW${layout.widthDots}^LL${layout.heightDots}`,
    '^LH0,0^LS0^FWN^PON^PMN^LRN',
    ...layout.fields.map(fieldZpl),
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
  encode,
  pictureOf: () => null,
};
