// How a person's name is written, compared and searched.

/** Georgian capitals are for headlines only; few fonts have them, and nobody writes a name with them. */
const GEORGIAN = /[\u10d0-\u10ff]/u;

/**
 * A surname in capitals, as on forms and tubes. A letter that has no capital of its own, or whose capital belongs to
 * another letter (ß → SS, ı → I, ŉ → ʼN), stays as it is: a name is never spelled anew.
 */
export function surnameInCapitals(lastName: string): string {
  return Array.from(lastName, (letter) => {
    if (GEORGIAN.test(letter)) return letter;
    const capital = letter.toUpperCase();
    const comesBack = capital.toLowerCase() === letter || letter === 'ς';
    return Array.from(capital).length === 1 && comesBack ? capital : letter;
  }).join('');
}

/** `OLIVER, James`: the surname first and in capitals, as on forms and tubes. */
export function formatName(person: { readonly firstName: string; readonly lastName: string }): string {
  return `${surnameInCapitals(person.lastName)}, ${person.firstName}`;
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
