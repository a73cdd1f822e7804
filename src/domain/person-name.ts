// How a person's name is written, compared and searched.
import { lettersOf } from './letters.ts';

/**
 * The capital of a letter, if it is one letter and is the capital of this letter only; any other letter is left as it
 * is. So two different names never become the same (`ı` and `i`), no letter becomes two (`ß`, `ŉ`), and no letter is
 * lost because fonts do not have its capital (Georgian).
 */
function capitalOf(letter: string): string {
  // The form of the Greek sigma at the end of a word has the same capital as the other one.
  if (letter === 'ς') return 'Σ';
  if (/\p{Script=Georgian}/u.test(letter)) return letter;
  const capital = letter.toUpperCase();
  return Array.from(capital).length === 1 && capital.toLowerCase() === letter ? capital : letter;
}

/**
 * A name or initials in capitals, as on forms and tubes: `Müller-Weiß` → `MÜLLER-WEIß`. Names never go through
 * `toUpperCase`, which changes letters and turns one letter into two.
 */
export function inCapitals(name: string): string {
  return Array.from(name, capitalOf).join('');
}

/**
 * Puts a capital at the beginning of each part of a name: `anne-marie o’neill` → `Anne-Marie O’Neill`. The other
 * letters stay as they were typed, so that `McCarthy` stays right.
 */
export function withInitialCapitals(name: string): string {
  return name.replace(
    /(^|[\s'’-])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + capitalOf(letter),
  );
}

/**
 * Puts a name that was typed in capitals only into small letters; leaves any other as it is. `İ` stays, because it has
 * no small letter of its own.
 */
export function lowerIfAllCapitals(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  return Array.from(name, (letter) => {
    const small = letter.toLowerCase();
    return Array.from(small).length === 1 && capitalOf(small) === letter ? small : letter;
  }).join('');
}

/**
 * A name as it can be seen: characters that nobody sees become blanks, as on a label, and blanks are single. The service
 * may have a mark in a name that turns writing round; a screen would then show the name backwards, and the label not.
 */
export function visibleName(name: string): string {
  return name.replace(/(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Z}])+/gu, ' ').trim();
}

interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * `OLIVER, James`: the surname first and in capitals, as on forms and tubes. What is missing of the name is said in its
 * place, what cannot be seen is left out, and of a part that is longer than anybody can take in ({@link LONGEST_NAME})
 * the beginning is given with its length; {@link wholeName} has all of it. A name written from right to left is set apart
 * by marks that nobody sees, so that the figures and words around it keep their order wherever the text goes.
 *
 *     formatName({ firstName: 'James', lastName: 'Oliver' }) // 'OLIVER, James'
 */
export function formatName(person: Named): string {
  return setApart(namePlainly(person));
}

/** As {@link formatName}, without marks: for paper, where the name stands alone in its line. */
export function namePlainly(person: Named): string {
  return nameOf(person, shortened);
}

/** As {@link formatName}, every letter of it. */
export function wholeName(person: Named): string {
  return setApart(nameOf(person, (part) => part));
}

/** Whether {@link formatName} gives less than all letters of the name. */
export function isNameShortened(person: Named): boolean {
  return [person.firstName, person.lastName].some((part) => isTooLong(visibleName(part)));
}

/**
 * A text that somebody else wrote, as a part of a line: where it is written from right to left, it does not turn the figures
 * beside it round. Any other text is left as it is.
 */
export function setApart(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

function nameOf({ firstName, lastName }: Named, fit: (part: string) => string): string {
  const part = (name: string, which: string, write: (visible: string) => string): string => {
    const visible = visibleName(name);
    if (isPartOfName(name)) return fit(write(visible));
    // Something stands there, such as an emoji: a name nobody can say, and not none.
    return SIGN.test(visible) ? `(no letters: ${fit(visible)})` : `(no ${which} name)`;
  };
  return `${part(lastName, 'last', inCapitals)}, ${part(firstName, 'first', (visible) => visible)}`;
}

/** A picture or symbol. Dashes, dots and question marks are put where there is no name. */
const SIGN = /[\p{S}\p{Extended_Pictographic}]/u;

/** Whether it has more letters than a name may have. A short text is counted at once, because it can have no more than its length. */
const isTooLong = (visible: string): boolean =>
  visible.length > LONGEST_NAME && lettersOf(visible).length > LONGEST_NAME;

function shortened(part: string): string {
  if (!isTooLong(part)) return part;
  const all = lettersOf(part);
  return `${all.slice(0, LONGEST_NAME).join('')}… (${all.length.toLocaleString('en-GB')} letters)`;
}

/**
 * Whether there is a first name and a last name. Half a name tells people apart too badly to be an identifier.
 */
export function hasWholeName(person: Named): boolean {
  return isPartOfName(person.firstName) && isPartOfName(person.lastName);
}

/** Whether there is a first name or a last name at all. */
export function hasSomeName(person: Named): boolean {
  return isPartOfName(person.firstName) || isPartOfName(person.lastName);
}

/**
 * Whether there is nothing in it but pictures or symbols: nobody can say such a name, and no label can carry it. A dash or a
 * dot, put where somebody has only one name, is none of these.
 */
export function isOnlySigns(part: string): boolean {
  return SIGN.test(part) && !isPartOfName(part);
}

/** The pictures in a text, each once, in its order: no font of a label has them. @example picturesIn('Wanja 🙂') // ['🙂'] */
export function picturesIn(text: string): readonly string[] {
  if (!PICTURE.test(text)) return [];
  return [...new Set(lettersOf(text).filter((letter) => PICTURE.test(letter)))];
}

const PICTURE = /\p{Extended_Pictographic}/u;

/** Something that is read aloud: a letter or a digit of any script. Blanks and dots are not. */
const isPartOfName = (part: string): boolean => /[\p{L}\p{N}]/u.test(part);

/** Letters that are letters of their own, and not another letter with a mark: as people type them who do not have them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};

/**
 * A name in the form in which it is searched: no accents, no capitals, no punctuation, single spaces. `O’Néill-Day` → `o neill day`.
 * Finding too many is no harm, so every mark is left out.
 */
export function searchableName(text: string): string {
  return plainly(text, /\p{M}/gu);
}

/**
 * A name in the form in which it is compared with what a person states: as {@link searchableName}, but only marks are left out that people
 * leave out when they write. In the scripts of India and of South-East Asia vowels are marks, and in Japanese a mark makes another letter:
 * without them different people would have one name.
 */
export function comparableName(text: string): string {
  return plainly(text, ACCENTS);
}

const ACCENTS =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Cyrillic}](?<![\u3099\u309A])/gu;

function plainly(text: string, marks: RegExp): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .toLocaleLowerCase('en-GB')
    .replace(/[ßøłđðþæœħıŋ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

/** The longest first or last name that is taken, in characters. */
export const LONGEST_NAME = 100;

/**
 * Whether a text has characters that nobody sees: control characters, marks that turn the direction of writing round
 * (a name would be shown backwards and printed forwards), blanks of no width, halves of characters. The two joiners that
 * Persian and Indic spelling needs are letters here.
 */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replace(/[\u200C\u200D]/g, ''));
}
