// Whether a text looks like a code, judged by its characters.

const CODE = /^(?:\u001d|\][A-Za-z][0-9A-Za-z])?[A-Za-z0-9\-_./:+%$*#,&=?~{}@\u001d]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/;
const CAPITALS = /^[A-Z]{6,}$/;

/**
 * A code has a digit or a dash, or only capital letters (about one label code in ten has no digit). It has no blank and
 * is no e-mail address, so that ordinary words are never taken for a code.
 */
export function looksLikeCode(text: string): boolean {
  if (!CODE.test(text) || EMAIL.test(text) || !/[A-Za-z0-9]/.test(text)) return false;
  return /[\d-]/.test(text) || CAPITALS.test(text.replace(/^\][A-Za-z][0-9A-Za-z]/, ''));
}

/** A code with letters of one case only, as codes are printed. */
export function isEvenCode(text: string): boolean {
  return looksLikeCode(text) && (text === text.toUpperCase() || text === text.toLowerCase());
}
