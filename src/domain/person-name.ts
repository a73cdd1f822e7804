// How a person's name is written, compared and searched.

/** `OLIVER, James`: the surname first and in capitals, as on forms and tubes. */
export function formatName(person: { readonly firstName: string; readonly lastName: string }): string {
  return `${person.lastName.toLocaleUpperCase('en-GB')}, ${person.firstName}`;
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
