// Which telephone numbers the desk takes when one is entered. What the service has is shown as it is, whatever it looks like.

export const LONGEST_PHONE = 40;
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 20;
const WRITTEN = /^\+?[\d ().\/-]+(?:(?:ext\.?|x|#) ?\d{1,6})?$/i;

/**
 * Whether a text without blanks around it is one number, as people write it: in groups, with the code of a country, with an
 * extension.
 *
 *     isTelephoneNumber('+44 (0)20 7946 0000 ext 12') // true
 */
export function isTelephoneNumber(text: string): boolean {
  if (text.length > LONGEST_PHONE || !WRITTEN.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= FEWEST_DIGITS && digits <= MOST_DIGITS;
}
