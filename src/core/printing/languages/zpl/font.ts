// Font 0 of ZPL printers: the characters that it has on every printer, and their widths.
import type { PrinterFont } from '../../layout/label-language.ts';

// Widths by character, in thousandths of the line's height. They were measured with bold capitals; the fonts of other
// makers are not wider.
const WIDTHS: ReadonlyArray<readonly [string, number]> = [
  [" '|\\", 250],
  ['fijltI/:;', 280],
  ['!"(),.[]`r{}', 334],
  ['z', 390],
  ['Jcksvxy', 445],
  ['ABCKPSVXYÀÁÂÃÄÅÇÝ', 558],
  ['DGHNOQRUÐÑÒÓÔÕÖØÙÚÛÜÞ', 612],
  ['w&', 668],
  ['æ', 725],
  ['Mm', 780],
  ['-', 800],
  ['W%@Æ', 835],
];
const WIDTH_BY_CHARACTER = new Map(
  WIDTHS.flatMap(([characters, width]) => Array.from(characters, (character) => [character, width] as const)),
);
const USUAL_WIDTH = 502;
/** The height of the ring of Å, the highest accent, as a fraction of the line's height. */
const HEADROOM = 0.25;

export const zplFont: PrinterFont = {
  // Letters of Western Europe. Other letters are missing on some printers, or look different.
  has: (text) => /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/.test(text),
  widthDots(text, heightDots) {
    let thousandths = 0;
    for (const character of text) thousandths += WIDTH_BY_CHARACTER.get(character) ?? USUAL_WIDTH;
    return Math.ceil((thousandths * heightDots) / 1000);
  },
  headroomDots: (heightDots) => Math.ceil(heightDots * HEADROOM),
};
