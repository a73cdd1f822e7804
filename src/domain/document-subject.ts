// Finds out from the text of a document to whom it belongs. Answers can be mixed up by a cache, by a proxy or when two
// come late; the code on another person's label would then be printed on this person's tube.
import { searchableName } from './person-name.ts';

/** What a form or a label shows about its registration. Names are null while it has no patient. */
export interface DocumentSubject {
  readonly trfCode: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** At most this many words of a text are looked up as codes. A page with more words is not a form. */
const MOST_WORDS = 400;

/** The words of a document's text that may be codes, in capitals, each once. `OLIVER, James DRW-7K2M9Q` → all three. */
export function codesInText(text: string): string[] {
  const words = text.toUpperCase().match(/[A-Z0-9][A-Z0-9-]{3,}/g) ?? [];
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/**
 * Whom a document that came for `own` names: another of `others` by the code of their form without its own, or by their full name without the
 * own surname. Null where it names nobody, as letters that cannot be taken out of a document do not.
 */
export function whomItNames(
  text: string,
  own: DocumentSubject,
  others: readonly DocumentSubject[],
): 'own' | 'another' | null {
  const codes = new Set(codesInText(text));
  if (codes.has(own.trfCode.toUpperCase())) return 'own';
  if (others.some(({ trfCode }) => codes.has(trfCode.toUpperCase()))) return 'another';
  const words = ` ${searchableName(text)} `;
  const says = (name: string | null): boolean => {
    const wanted = name === null ? '' : searchableName(name);
    return wanted !== '' && words.includes(` ${wanted} `);
  };
  if (says(own.lastName)) return 'own';
  return others.some(({ firstName, lastName }) => says(lastName) && says(firstName)) ? 'another' : null;
}
