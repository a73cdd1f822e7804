// Text on a label: what the printer's own font carries, how wide it gets, and how it is shortened.

import type { Bitmap, DrawText } from '../../ports.ts';

// Widths of the printer's scalable font in thousandths of its height, by character; measured, and the bold capitals of
// other makers' fonts are no wider.
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

const TYPOGRAPHIC: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '…': '...',
};

/** One line of composed letters: control characters become blanks, typographic quotes and dashes plain ones. */
export function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, ' ')
    .replace(/[‘’ʼ“”‐‑–—…]/gu, (mark) => TYPOGRAPHIC[mark] ?? mark)
    .trim();
}

/** True when every printer's built-in font has all the letters: those of Western Europe. */
export function isInPrinterFont(text: string): boolean {
  return /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/.test(text);
}

/** Width in dots of a text in the printer's font. */
export function printerFontWidth(text: string, heightDots: number): number {
  let thousandths = 0;
  for (const character of text) thousandths += WIDTH_BY_CHARACTER.get(character) ?? USUAL_WIDTH;
  return Math.ceil((thousandths * heightDots) / 1000);
}

/** A line ready to be placed: as text for the printer's font, or drawn. */
export interface SetLine {
  readonly text: string;
  readonly heightDots: number;
  readonly widthDots: number;
  readonly picture: Bitmap | null;
}

/** Sets a line; null when a letter is neither in the printer's font nor can be drawn. */
export function setLine(text: string, heightDots: number, draw: DrawText | null): SetLine | null {
  if (isInPrinterFont(text)) {
    return { text, heightDots, widthDots: printerFontWidth(text, heightDots), picture: null };
  }
  const picture = draw?.(text, heightDots) ?? null;
  return picture && { text, heightDots, widthDots: picture.widthDots, picture };
}

/**
 * Shortens a text at its end until `fits`, marking the cut with a full stop; null when not even `keep` letters fit.
 * Fitting must be monotonic: what is shorter fits when something longer does.
 */
export function shortened(text: string, keep: number, fits: (candidate: string) => boolean): string | null {
  if (fits(text)) return text;
  const letters = Array.from(text);
  const cut = (length: number): string => `${letters.slice(0, length).join('').trimEnd()}.`;
  let low = keep - 1;
  let high = letters.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(cut(middle))) low = middle;
    else high = middle;
  }
  return low < keep ? null : cut(low);
}
