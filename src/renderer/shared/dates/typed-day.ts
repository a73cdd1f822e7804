// Reads a day as somebody types it.
import { isCalendarDate } from '../../../domain/site-time.ts';
import { splitTypedDate } from './date-of-birth.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as somebody typed it, `YYYY-MM-DD`; null for an empty field, undefined for what is no day. A year of two digits
 * is one of this century: nothing was registered before.
 *
 *     dayTyped('1 3 26') // '2026-03-01'
 */
export function dayTyped(text: string): string | null | undefined {
  if (text.trim() === '') return null;
  const boxes = splitTypedDate(text);
  if (!boxes) return undefined;
  const named = MONTHS.indexOf(boxes.month.slice(0, 3).toLowerCase()) + 1;
  const month = named > 0 ? String(named) : boxes.month;
  const year = boxes.year.length === 2 ? `20${boxes.year}` : boxes.year;
  const date = `${year}-${month.padStart(2, '0')}-${boxes.day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}
