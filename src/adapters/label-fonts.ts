// The fonts in which names are drawn: one for Latin, Greek, Cyrillic and what else it has, and Noto Sans for each script that it
// lacks. A part of Noto Sans is loaded with the first name that needs it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { lettersOf } from '../domain/letters.ts';
import { readFontCoverage } from './font-coverage.ts';

/** A font as a canvas knows it. */
interface LoadedFont {
  readonly family: string;
  has(codePoint: number): boolean;
}

export interface LabelFonts {
  /** The families for a text in the order in which a canvas must try them; null when {@link missing} names a character. */
  familiesFor(text: string): readonly string[] | null;
  /** The characters (as a person counts them) that no font has whole, each once, in the order of the text. */
  missing(text: string): string[];
}

const BASE_FONT = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';
const BASE_FAMILY = 'Drawdesk Label';

/** What a script's letters look like, and the packages of Noto Sans that have them. */
interface Script {
  readonly letters: RegExp;
  readonly packages: readonly string[];
}

const SHAPED = {
  arabic: /\p{scx=Arab}/u,
  devanagari: /\p{scx=Deva}/u,
  bengali: /\p{scx=Beng}/u,
  gurmukhi: /\p{scx=Guru}/u,
  gujarati: /\p{scx=Gujr}/u,
  tamil: /\p{scx=Taml}/u,
  telugu: /\p{scx=Telu}/u,
  kannada: /\p{scx=Knda}/u,
  malayalam: /\p{scx=Mlym}/u,
  sinhala: /\p{scx=Sinh}/u,
  thai: /\p{scx=Thai}/u,
  khmer: /\p{scx=Khmr}/u,
  myanmar: /\p{scx=Mymr}/u,
  ethiopic: /\p{scx=Ethi}/u,
} as const;

const KANA = /[\p{scx=Hira}\p{scx=Kana}]/u;

/** Where a text has kana, its characters are drawn as in Japan; else as in China, and only the rare ones as elsewhere. */
const scriptsOf = (text: string): readonly Script[] => [
  ...Object.entries(SHAPED).map(([name, letters]) => ({ letters, packages: [name] })),
  { letters: /\p{scx=Hang}/u, packages: ['kr'] },
  { letters: KANA, packages: ['jp'] },
  { letters: /\p{scx=Han}/u, packages: KANA.test(text) ? ['jp', 'sc', 'tc'] : ['sc', 'tc', 'jp', 'kr'] },
];

/** One file of a package: the characters that it is said to have, as first and last code points. */
interface Slice {
  readonly file: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const sliceFile = z.record(z.string(), z.string());

/** Files whose letters the base font has. */
const LATIN_AND_SIGNS = /^(?:latin|latin-ext|vietnamese|cyrillic|cyrillic-ext|greek|math|symbols)$/;

/** Variation selectors choose between drawings of the same character; a font without them draws the usual one. */
const VARIATION_SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Known answers about characters; more than any day's names have. */
const MOST_REMEMBERED = 5_000;

/** The text as it is drawn. */
export const drawable = (text: string): string => text.normalize('NFC').replace(VARIATION_SELECTORS, '');

/**
 * Loads the base font at once, and each part of the others when a text needs it: 2 to 10 ms each. `register` makes a
 * font known to the canvas under a family's name.
 */
export function createLabelFonts(register: (font: Buffer, family: string) => void): LabelFonts {
  const load = createRequire(import.meta.url);

  // Registered by its bytes and not by its path, because a packaged app keeps the file inside an archive.
  const loadFont = (file: string, family: string): LoadedFont => {
    const bytes = readFileSync(load.resolve(file));
    register(bytes, family);
    return { family, has: readFontCoverage(bytes) };
  };
  const base = loadFont(BASE_FONT, BASE_FAMILY);
  const loaded = new Map<string, LoadedFont>();
  const slices = new Map<string, readonly Slice[]>();

  const slicesOf = (name: string): readonly Slice[] => {
    let known = slices.get(name);
    if (!known) {
      const folder = `@fontsource-variable/noto-sans-${name}`;
      const ranges = sliceFile.parse(
        JSON.parse(readFileSync(load.resolve(`${folder}/unicode.json`), 'utf8')),
      );
      known = Object.entries(ranges)
        .filter(([part]) => !LATIN_AND_SIGNS.test(part))
        .map(([part, said]) => ({
          // A part is named `[7]` where a script has many.
          file: `${folder}/files/noto-sans-${name}-${part.replace(/^\[(.*)\]$/, '$1')}-wght-normal.woff2`,
          ranges: said.split(',').map((range) => {
            const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
            return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
          }),
        }));
      slices.set(name, known);
    }
    return known;
  };

  const fontOf = ({ file }: Slice): LoadedFont => {
    let font = loaded.get(file);
    if (!font) {
      font = loadFont(file, `${BASE_FAMILY} ${loaded.size + 1}`);
      loaded.set(file, font);
    }
    return font;
  };

  /** Spaces have no ink, so a space that a font lacks changes nothing. */
  const hasAll = (font: LoadedFont, points: readonly number[]): boolean =>
    points.every((point) => font.has(point));
  const isSpace = (character: string): boolean => /\p{Z}/u.test(character);

  /** The font that has all of a grapheme; what is said of a part is checked in the font itself. */
  const seek = (grapheme: string, scripts: readonly Script[]): LoadedFont | null => {
    const points = Array.from(grapheme)
      .filter((character) => !isSpace(character))
      .map((character) => character.codePointAt(0) ?? 0);
    if (hasAll(base, points)) return base;
    const names = scripts.filter(({ letters }) => letters.test(grapheme)).flatMap(({ packages }) => packages);
    for (const name of new Set(names)) {
      for (const slice of slicesOf(name)) {
        const isSaidToHave = points.every((point) =>
          slice.ranges.some(([from, to]) => from <= point && point <= to),
        );
        if (isSaidToHave && hasAll(fontOf(slice), points)) return fontOf(slice);
      }
    }
    return null;
  };

  const remembered = new Map<string, LoadedFont | null>();
  const fontFor = (grapheme: string, scripts: readonly Script[], inJapan: boolean): LoadedFont | null => {
    const key = `${inJapan ? 'j' : '-'}${grapheme}`;
    let font = remembered.get(key);
    if (font === undefined) {
      font = seek(grapheme, scripts);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(key, font);
    }
    return font;
  };

  /** Each grapheme of the text with its font. */
  const assign = (
    text: string,
  ): readonly { readonly grapheme: string; readonly font: LoadedFont | null }[] => {
    const composed = drawable(text);
    const scripts = scriptsOf(composed);
    const inJapan = KANA.test(composed);
    return lettersOf(composed).map((grapheme) => ({ grapheme, font: fontFor(grapheme, scripts, inJapan) }));
  };

  // Nearly always the base font has everything, and splitting a long text into graphemes is slow.
  const isPlain = (text: string): boolean =>
    [...new Set(text)].every((character) => base.has(character.codePointAt(0) ?? 0));

  return {
    familiesFor(text) {
      if (isPlain(text)) return [BASE_FAMILY];
      const fonts = assign(text).map(({ font }) => font);
      if (fonts.includes(null)) return null;
      // The base font comes last: letters that join, and the signs between them, must come from one font.
      const families = new Set(
        fonts.flatMap((font) => (font === null || font === base ? [] : [font.family])),
      );
      return [...families, BASE_FAMILY];
    },
    missing(text) {
      if (isPlain(text)) return [];
      const lacking = assign(text).flatMap(({ grapheme, font }) => (font === null ? [grapheme] : []));
      return [...new Set(lacking)];
    },
  };
}
