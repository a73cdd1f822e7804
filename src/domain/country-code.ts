// The code of a country, as an address at the laboratory needs it.

let names: Intl.DisplayNames | undefined;
/** The code that stands for a country that is not known: it has a name as well. */
const UNKNOWN = 'ZZ';

/**
 * The ISO code of two letters that is meant; null where no country has it. People write UK, the code of no country, for GB.
 *
 *     countryCodeOf('uk') // 'GB'
 *     countryCodeOf('XX') // null
 */
export function countryCodeOf(typed: string): string | null {
  const letters = typed.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(letters) || letters === UNKNOWN) return null;
  const code = letters === 'UK' ? 'GB' : letters;
  // Made at its first use: it takes some milliseconds.
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(code) === undefined ? null : code;
}
