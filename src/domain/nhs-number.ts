// The number by which the health service of England and Wales knows a person. It names somebody, so it is patient data.

/**
 * Whether the text is an NHS number: ten digits, also written 3-3-4, of which the last is a check digit (modulus 11; NHS
 * Data Dictionary). One order number of ten digits in eleven passes as well.
 *
 *     isNhsNumber('943 476 5919') // true
 */
export function isNhsNumber(text: string): boolean {
  const digits = /^(\d{3})[ -]?(\d{3})[ -]?(\d{4})$/.exec(text)?.slice(1).join('');
  if (digits === undefined) return false;
  const sum = [...digits.slice(0, 9)].reduce(
    (total, digit, index) => total + Number(digit) * (10 - index),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(digits[9]);
}
