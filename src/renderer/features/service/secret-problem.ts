// What is wrong with a secret for events that was typed. It is sent in a header, which carries plain signs only. Pure.

const LONGEST_SECRET = 512;

/** In words for the field; null where nothing is wrong, or nothing was typed. */
export function secretProblem(secret: string): string | null {
  if (/\s/.test(secret)) return 'Enter the secret without blanks';
  if (secret.length > LONGEST_SECRET) return `Shorten the secret to ${LONGEST_SECRET} characters`;
  const other = /[^\x21-\x7e]/u.exec(secret)?.[0];
  if (other === undefined) return null;
  return `Enter the secret in letters from A to Z, digits and plain signs: “${other}” cannot be sent`;
}
