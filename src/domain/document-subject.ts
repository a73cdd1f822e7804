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
 * Whether a document that came for `own` names one of `others` instead: another form's code without its own, or another
 * person's full name without the own surname. A text that names nobody (a scanned picture, letters that cannot be taken
 * out) tells nothing, and is not held against the document.
 */
export function namesSomebodyElse(
  text: string,
  own: DocumentSubject,
  others: readonly DocumentSubject[],
): boolean {
  const codes = new Set(codesInText(text));
  if (codes.has(own.trfCode.toUpperCase())) return false;
  if (others.some(({ trfCode }) => codes.has(trfCode.toUpperCase()))) return true;
  const words = ` ${searchableName(text)} `;
  const says = (name: string | null): boolean => {
    const wanted = name === null ? '' : searchableName(name);
    return wanted !== '' && words.includes(` ${wanted} `);
  };
  if (says(own.lastName)) return false;
  return others.some(({ firstName, lastName }) => says(lastName) && says(firstName));
}
