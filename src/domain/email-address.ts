// Which e-mail addresses the desk takes. Narrower than the standard: what the service and its mails are sure to understand.

export const LONGEST_EMAIL = 200;

const LOCAL = /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*$/i;
const DOMAIN = /^(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/**
 * Whether a text without blanks around it is one address.
 *
 *     isEmailAddress("o'neill@example.org") // true
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > LONGEST_EMAIL) return false;
  const at = text.indexOf('@');
  const local = text.slice(0, at);
  return at > 0 && LOCAL.test(local) && !local.endsWith("'") && DOMAIN.test(text.slice(at + 1));
}
