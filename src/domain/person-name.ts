// How a person's name is written, compared and searched.

/**
 * A letter's capital, where it is one letter and the capital of this letter alone; any other letter stays as it is. So no
 * two names become alike (`ı` and `i`), no letter becomes two (`ß`, `ŉ`), and none becomes one that fonts lack: Georgian
 * is written without capitals, although Unicode has some.
 */
function capitalOf(letter: string): string {
  // Greek's other small sigma, written at the end of a word, has the same capital.
  if (letter === 'ς') return 'Σ';
  if (/\p{Script=Georgian}/u.test(letter)) return letter;
  const capital = letter.toUpperCase();
  return Array.from(capital).length === 1 && capital.toLowerCase() === letter ? capital : letter;
}

/**
 * A name or initials in capitals, as on forms and tubes, with no letter changed or broken: `Müller-Weiß` → `MÜLLER-WEIß`.
 * Names are never put through `toUpperCase`, which does both.
 */
export function inCapitals(name: string): string {
  return Array.from(name, capitalOf).join('');
}

/**
 * A name that was typed in a hurry, with a capital at the beginning of each part: `anne-marie o’neill` → `Anne-Marie
 * O’Neill`. Letters after the first stay as they were typed, so that `McCarthy` is not spoilt.
 */
export function withInitialCapitals(name: string): string {
  return name.replace(
    /(^|[\s'’-])(\p{Ll})/gu,
    (_, before: string, letter: string) => before + capitalOf(letter),
  );
}

/** A name typed in capitals throughout in small letters, any other as it is. No letter is changed: `İ` has no small one. */
export function lowerIfAllCapitals(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  return Array.from(name, (letter) => {
    const small = letter.toLowerCase();
    return Array.from(small).length === 1 && capitalOf(small) === letter ? small : letter;
  }).join('');
}

/** `OLIVER, James`: the surname first and in capitals, as on forms and tubes. */
export function formatName(person: { readonly firstName: string; readonly lastName: string }): string {
  return `${inCapitals(person.lastName)}, ${person.firstName}`;
}

/** A name as it is compared: no accents, no case, no punctuation, single blanks. `O’Néill-Day` → `o neill day`. */
export function searchableName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en-GB')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
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
