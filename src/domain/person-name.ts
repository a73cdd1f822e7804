// How a person's name is written, compared and searched.

/**
 * A capital only where it is one letter that stands for this letter alone; any other letter stays as it is. So no two names
 * become alike (`ı` and `i`), no letter becomes two (`ß`, `ŉ`), and none becomes one that fonts lack: Georgian is written
 * without capitals, whatever Unicode has for it.
 */
function capitalOf(letter: string): string {
  // Greek's other small sigma, written at the end of a word, has the same capital.
  if (letter === 'ς') return 'Σ';
  if (/\p{Script=Georgian}/u.test(letter)) return letter;
  const capital = letter.toUpperCase();
  return Array.from(capital).length === 1 && capital.toLowerCase() === letter ? capital : letter;
}

/** A surname in capitals, as on forms and tubes, with no letter changed or broken. `Müller-Weiß` → `MÜLLER-WEIß`. */
export function surnameInCapitals(name: string): string {
  return Array.from(name, capitalOf).join('');
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
