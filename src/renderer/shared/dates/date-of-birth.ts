// A date of birth as people type it: in three boxes, or in one go. Pure.
import { OLDEST_YEARS } from '../../../domain/date-of-birth.ts';
import { isCalendarDate } from '../../../domain/site-time.ts';

export interface DateBoxes {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

export const EMPTY_DATE_BOXES: DateBoxes = { day: '', month: '', year: '' };

export type DateOfBirthReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'date'; readonly date: string }
  /** `box` is the first one to correct. */
  | { readonly kind: 'problem'; readonly words: string; readonly box: keyof DateBoxes };

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthNumber(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (text.length < 3) return Number.NaN;
  const index = MONTH_NAMES.findIndex((name) => text.toLowerCase().startsWith(name));
  return index < 0 ? Number.NaN : index + 1;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Reads the boxes; `today` is `YYYY-MM-DD` at the site. Leading zeros and month names are fine, two-digit years are not. */
export function readDateOfBirth(boxes: DateBoxes, today: string): DateOfBirthReading {
  const day = boxes.day.trim();
  const month = boxes.month.trim();
  const year = boxes.year.trim();
  if (day === '' && month === '' && year === '') return { kind: 'empty' };
  if (day === '') return { kind: 'problem', words: 'Date of birth must include a day', box: 'day' };
  if (month === '') return { kind: 'problem', words: 'Date of birth must include a month', box: 'month' };
  if (year === '') return { kind: 'problem', words: 'Date of birth must include a year', box: 'year' };
  if (!/^\d{4}$/.test(year)) {
    return { kind: 'problem', words: 'Year of birth must have four digits, for example 1984', box: 'year' };
  }
  const monthValue = monthNumber(month);
  if (!(monthValue >= 1 && monthValue <= 12)) {
    return { kind: 'problem', words: 'Month of birth must be between 1 and 12', box: 'month' };
  }
  if (!/^\d{1,2}$/.test(day)) {
    return { kind: 'problem', words: 'Day of birth must be a number', box: 'day' };
  }
  const date = `${year}-${two(monthValue)}-${two(Number(day))}`;
  if (!isCalendarDate(date)) {
    return { kind: 'problem', words: 'Date of birth must be a real date', box: 'day' };
  }
  if (date > today) return { kind: 'problem', words: 'Date of birth must not be in the future', box: 'year' };
  if (Number(today.slice(0, 4)) - Number(year) > OLDEST_YEARS) {
    return {
      kind: 'problem',
      words: `Date of birth must be within the last ${OLDEST_YEARS} years`,
      box: 'year',
    };
  }
  return { kind: 'date', date };
}

/**
 * What a key at the end of a box means to people who type the whole date without Tab: `go` leaves this box with nothing written, after
 * a separator; `go-with-it` takes a digit along that this one has no room for; `drop` is a second separator. Null where the key is the
 * box’s own.
 *
 *     goesOn('day', '15', '/') // 'go'
 *     goesOn('day', '15', '0') // 'go-with-it'
 */
export function goesOn(box: keyof DateBoxes, text: string, key: string): 'go' | 'go-with-it' | 'drop' | null {
  if (/^[\s./,-]$/.test(key)) {
    if (text === '') return 'drop';
    return box === 'year' ? null : 'go';
  }
  const isFull = box === 'day' ? text.length === 2 : box === 'month' && /^(\d{2}|[A-Za-z]{3,})$/.test(text);
  return isFull && /^\d$/.test(key) ? 'go-with-it' : null;
}

/** Splits what was typed or pasted in one go: `15 3 1984`, `15/03/84`, `15-Mar-1984`, `1984-03-15`. Null when it is no date. */
export function splitTypedDate(text: string): DateBoxes | null {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text);
  if (iso) return { day: iso[3] ?? '', month: iso[2] ?? '', year: iso[1] ?? '' };
  const parts = /^\s*(\d{1,2})[\s./-]+(\d{1,2}|[A-Za-z]{3,9})[\s./-]+(\d{2,4})\s*$/.exec(text);
  if (parts) return { day: parts[1] ?? '', month: parts[2] ?? '', year: parts[3] ?? '' };
  const run = /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(text);
  return run ? { day: run[1] ?? '', month: run[2] ?? '', year: run[3] ?? '' } : null;
}
