// Amounts of money as people read them.
import type { Amount } from './order.ts';

/** An amount as it is written here, such as `£49.00`. The currency decides how many digits follow the point. */
export function amountWords({ amountMinor, currency }: Amount): string {
  try {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    const sign = amountMinor < 0 ? '-' : '';
    const minor = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
    const whole = minor.slice(0, minor.length - digits);
    const text = digits === 0 ? whole : `${whole}.${minor.slice(-digits)}`;
    return format.format(`${sign}${text}` as Intl.StringNumericLiteral);
  } catch {
    return `${amountMinor} ${currency}`;
  }
}
