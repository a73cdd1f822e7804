// A word of the service as a person reads it.

/** `AWAITING_SHIPPING` becomes `Awaiting shipping`; null is `not told`. */
export function serviceWords(word: string | null): string {
  if (word === null) return 'not told';
  const plain = word.replaceAll('_', ' ').toLowerCase();
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`;
}
