// Text on a label: as text for the printer's own font or as a picture, and how it is shortened.
import { lettersOf } from '../../../domain/letters.ts';
import type { DrawnText, DrawText } from '../../ports/pictures.ts';
import type { LabelLanguage } from './label-language.ts';
import { refuseLetters } from './label-stock.ts';

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
/**
 * Control characters, format characters and spaces, but not the joiner and the non-joiner, which some names contain.
 */
const BLANKS = new RegExp('[[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}]--[\\u200c\\u200d]]+', 'gv');

/** One line of composed letters. Control characters become spaces, and typographic quotes and dashes plain ones. */
export function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .replace(/[‘’ʼ“”‐‑–—…]/gu, (mark) => TYPOGRAPHIC[mark] ?? mark)
    .replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, '');
}

/** A line that can be placed: as text in the printer's font, or as a picture. */
export interface SetLine {
  readonly text: string;
  readonly heightDots: number;
  readonly widthDots: number;
  /** How far it may rise above its top for accents on capitals, in dots. */
  readonly riseDots: number;
  readonly picture: DrawnText | null;
}

/** Makes lines of text. */
export interface Typesetter {
  /**
   * Sets a line `heightDots` high that may rise above its top by `headroomDots`. Throws `rejected` naming the field and
   * the characters that can neither be printed nor drawn.
   */
  set(field: string, text: string, line: { heightDots: number; headroomDots: number }): SetLine;
  /** The letters of a text that can neither be printed nor drawn. */
  lacking(text: string): string[];
  /** The text with a sign in the place of each such letter: for what names neither a person nor a sample. */
  writable(text: string): string;
}

/** Nobody takes it for a letter, and every font has it. */
const UNKNOWN_LETTER = '?';

/**
 * Uses the printer's own font where it has all letters, and draws the other lines. With `draw` null these are refused.
 */
export function createTypesetter(language: LabelLanguage, draw: DrawText | null): Typesetter {
  const { font } = language;
  // A name that has to fit is set many times, and each drawing takes a millisecond, so drawings are kept.
  const drawn = new Map<string, DrawnText | null>();
  const lacking = (text: string): string[] => {
    if (font?.has(text)) return [];
    return draw?.missing(text) ?? [...new Set(lettersOf(text).filter((letter) => !font?.has(letter)))];
  };
  return {
    lacking,
    writable(text) {
      const missing = new Set(lacking(text));
      if (missing.size === 0) return text;
      // They are named as they would be drawn, which is not always as they are written.
      const isMissing = (letter: string): boolean => missing.has(letter) || lacking(letter).length > 0;
      return lettersOf(text)
        .map((letter) => (isMissing(letter) ? UNKNOWN_LETTER : letter))
        .join('');
    },
    set(field, text, { heightDots, headroomDots }) {
      if (font?.has(text)) {
        return {
          text,
          heightDots,
          widthDots: font.widthDots(text, heightDots),
          riseDots: font.headroomDots(heightDots),
          picture: null,
        };
      }
      const key = `${heightDots} ${headroomDots} ${text}`;
      if (!drawn.has(key)) drawn.set(key, draw?.draw(text, { heightDots, headroomDots }) ?? null);
      const picture = drawn.get(key) ?? null;
      if (!picture) {
        return refuseLetters(field, lacking(text));
      }
      return { text, heightDots, widthDots: picture.widthDots, riseDots: picture.riseDots, picture };
    },
  };
}

/** Stands in the text for what was cut. */
const CUT = '...';

function longestThatFits(most: number, fits: (length: number) => boolean): number {
  let low = 0;
  let high = most + 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Shortens a text at its end until it fits, marking the cut; null when not even `keep` characters fit. Fitting must be
 * monotonic: what is shorter fits when something longer does.
 */
export function cutAtEnd(text: string, keep: number, fits: (candidate: string) => boolean): string | null {
  if (fits(text)) return text;
  const characters = lettersOf(text);
  const cut = (length: number): string => `${characters.slice(0, length).join('').trimEnd()}${CUT}`;
  const length = longestThatFits(characters.length - 1, (candidate) => fits(cut(candidate)));
  return length < keep ? null : cut(length);
}

/**
 * Takes characters out of a text's middle until it fits, marking the gap: names that begin alike often end differently.
 * Two thirds of what stays are the beginning. Null when not even four characters fit.
 */
export function cutInMiddle(text: string, fits: (candidate: string) => boolean): string | null {
  if (fits(text)) return text;
  const characters = lettersOf(text);
  const cut = (length: number): string => {
    const atEnd = Math.floor(length / 3);
    const beginning = characters
      .slice(0, length - atEnd)
      .join('')
      .trimEnd();
    return `${beginning}${CUT}${characters
      .slice(characters.length - atEnd)
      .join('')
      .trimStart()}`;
  };
  const length = longestThatFits(characters.length - 1, (candidate) => fits(cut(candidate)));
  return length < 4 ? null : cut(length);
}
