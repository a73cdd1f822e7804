// Compares what a person says about themselves with the record. The engine and the screens use the same rule.
import type { Person } from './person.ts';
import { comparableName, hasWholeName } from './person-name.ts';
import { isCalendarDate } from './site-time.ts';
import { parseTrfCode } from './trf-code.ts';
import type { IdentifierKind } from './visit.ts';

/** The record to compare with; null for what it does not hold. */
export interface PersonOnRecord extends Omit<Person, 'gender'> {
  /** The codes on the forms that were sent to the person; empty for somebody who was sent none. */
  readonly formCodes: readonly string[];
}

/**
 * `incomplete`: right so far, or too little to judge by, such as half a date. `not-on-record`: the record holds nothing
 * to compare with.
 */
export type Agreement = 'agrees' | 'differs' | 'incomplete' | 'empty' | 'not-on-record';

/**
 * Compares what was said as one kind of identifier with the record.
 *
 *     compareStated('date-of-birth', '15/3/84', record) // 'agrees' for 1984-03-15
 */
export function compareStated(kind: IdentifierKind, stated: string, record: PersonOnRecord): Agreement {
  if (stated.trim() === '') return 'empty';
  switch (kind) {
    case 'name':
      if (!hasWholeName(record)) return 'not-on-record';
      return compareNames(stated, `${record.firstName} ${record.lastName}`);
    case 'date-of-birth':
      return record.dateOfBirth === null ? 'not-on-record' : compareDates(stated, record.dateOfBirth);
    case 'email':
      return !isKnown(record.email)
        ? 'not-on-record'
        : compareTexts(stated.trim().toLowerCase(), record.email.trim().toLowerCase());
    case 'phone':
      return !isKnown(record.phoneNumber)
        ? 'not-on-record'
        : comparePhones(phoneDigits(stated), phoneDigits(record.phoneNumber));
    case 'trf-code':
      return compareCodes(stated.trim().toUpperCase(), record.formCodes);
    case 'photo-id':
      // The member of staff looks at the document; the text is only a note about it.
      return 'agrees';
  }
}

/** The service writes a blank where it knows nothing; nobody can be held against that. */
const isKnown = (text: string | null): text is string => text !== null && text.trim() !== '';

/** Whether this kind of identifier can be asked for: only when the record holds something to compare with. */
export function isOnRecord(kind: IdentifierKind, record: PersonOnRecord): boolean {
  switch (kind) {
    case 'date-of-birth':
      return record.dateOfBirth !== null;
    case 'email':
      return isKnown(record.email);
    case 'phone':
      return isKnown(record.phoneNumber);
    case 'trf-code':
      return record.formCodes.length > 0;
    case 'name':
      return hasWholeName(record);
    case 'photo-id':
      return true;
  }
}

function compareTexts(stated: string, known: string): Agreement {
  if (stated === known) return 'agrees';
  return known.startsWith(stated) ? 'incomplete' : 'differs';
}

function compareCodes(stated: string, codes: readonly string[]): Agreement {
  if (codes.length === 0) return 'not-on-record';
  const agreements = codes.map((code) => compareTexts(stated, code.toUpperCase()));
  return (
    agreements.find((one) => one === 'agrees') ?? agreements.find((one) => one === 'incomplete') ?? 'differs'
  );
}

/** `O’Néill` is typed as `oneill` and as `o neill`. */
const APOSTROPHES = /['’‘`´]/gu;

/**
 * The words may come in any order; case, accents, hyphens and apostrophes do not matter. Fewer words than the record
 * has are `incomplete`.
 */
function compareNames(stated: string, known: string): Agreement {
  const ways = [known, known.replace(APOSTROPHES, '')].flatMap((one) =>
    [stated, stated.replace(APOSTROPHES, '')].map((said) => compareWords(said, one)),
  );
  return (['agrees', 'incomplete'] as const).find((agreement) => ways.includes(agreement)) ?? 'differs';
}

function compareWords(stated: string, known: string): Agreement {
  const left = comparableName(known).split(' ');
  const words = comparableName(stated)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return 'incomplete';
  const begun: string[] = [];
  for (const word of words) {
    const index = left.indexOf(word);
    if (index >= 0) left.splice(index, 1);
    else begun.push(word);
  }
  for (const word of begun) {
    const index = left.findIndex((other) => other.startsWith(word));
    if (index < 0) return 'differs';
    left.splice(index, 1);
  }
  return begun.length === 0 && left.length === 0 ? 'agrees' : 'incomplete';
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Dates as people in the United Kingdom say them: the day before the month. The year comes first only when it has four
 * digits.
 */
const WHOLE_DATES: readonly {
  readonly pattern: RegExp;
  readonly order: readonly [number, number, number];
}[] = [
  { pattern: /(?<![\d+])(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?!\d)/u, order: [1, 2, 3] },
  { pattern: /(?<![\d+])(\d{1,2})[-/., ]+(\d{1,2})[-/., ]+(\d{4}|\d{2})(?![\d])/u, order: [3, 2, 1] },
  {
    pattern: /(?<![\d+])(\d{1,2})(?:st|nd|rd|th)?[-/., ]*(?:of )?([a-z]{3,9})[-/., ]*(\d{4}|\d{2})(?!\d)/iu,
    order: [3, 2, 1],
  },
  { pattern: /(?<![\d+])(\d{2})(\d{2})(\d{4})(?!\d)/u, order: [3, 2, 1] },
  { pattern: /(?<![\d+])(\d{2})(\d{2})(\d{2})(?!\d)/u, order: [3, 2, 1] },
];

interface StatedDate {
  /** Two or four digits, as stated. */
  readonly year: string;
  /** `MM-DD` */
  readonly monthAndDay: string;
  readonly text: string;
}

function monthOf(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const index = MONTHS.findIndex((name) => text.toLowerCase().startsWith(name));
  return index + 1;
}

function findWholeDate(text: string): StatedDate | null {
  for (const { pattern, order } of WHOLE_DATES) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [year, month, day] = order.map((group) => match[group] ?? '') as [string, string, string];
    const monthAndDay = `${String(monthOf(month)).padStart(2, '0')}-${day.padStart(2, '0')}`;
    // A year of two digits can be of either century. The date is checked in 2000, a leap year, which has every possible
    // day.
    if (isCalendarDate(`${year.length === 4 ? year : '2000'}-${monthAndDay}`)) {
      return { year, monthAndDay, text: match[0] };
    }
  }
  return null;
}

/** Half a date never contradicts the record; it is `incomplete`. A year of two digits can be of either century. */
function compareDates(stated: string, known: string): Agreement {
  const date = findWholeDate(stated);
  if (!date) return 'incomplete';
  return known.slice(5) === date.monthAndDay && known.slice(0, 4).endsWith(date.year) ? 'agrees' : 'differs';
}

/** The number as it is dialled in the country: digits only, without `+44` and without the leading zero. */
function phoneDigits(text: string): string {
  const digits = text.replace(/\(0\)/gu, '').replace(/\D/gu, '');
  return digits.replace(/^(?:0044|44(?=\d{10}$)|00|0)/u, '');
}

/** No telephone number is shorter than this, so fewer digits are too little to judge by. */
const SHORTEST_PHONE = 7;

function comparePhones(stated: string, known: string): Agreement {
  if (stated !== '' && stated === known) return 'agrees';
  return stated.length < SHORTEST_PHONE || known.startsWith(stated) || known.endsWith(stated)
    ? 'incomplete'
    : 'differs';
}

export interface StatedIdentifier {
  readonly kind: Exclude<IdentifierKind, 'photo-id'>;
  /** The part of the typed text that was read as this identifier. */
  readonly text: string;
  readonly agreement: Agreement;
}

/**
 * Takes apart a text with several identifiers, such as `james oliver 15/3/84`: an e-mail address, the code on a form, a
 * date, a telephone number; the words that are left are the name. Each one is compared with the record, and each kind
 * comes once.
 */
export function readStatements(text: string, record: PersonOnRecord): StatedIdentifier[] {
  const found: StatedIdentifier[] = [];
  let rest = text;
  const take = (kind: StatedIdentifier['kind'], part: string): void => {
    found.push({ kind, text: part.trim(), agreement: compareStated(kind, part, record) });
    rest = rest.replace(part, ' ');
  };
  const email = /\S+@\S*/u.exec(rest);
  if (email) take('email', email[0]);
  const code = rest.split(/\s+/u).find((word) => isFormCode(word, record.formCodes));
  if (code !== undefined && findWholeDate(code) === null) take('trf-code', code);
  const date = findWholeDate(rest);
  if (date) take('date-of-birth', date.text);
  const phone = /(?:\+|\b)\d[\d\s().-]{5,}\d/u.exec(rest);
  if (phone && phone[0].replace(/\D/gu, '').length >= SHORTEST_PHONE) take('phone', phone[0]);
  // Digits that are left over are the beginning of a date, with the name of its month where one was typed.
  const half = date ? null : HALF_DATE.exec(rest);
  if (half && !found.some(({ kind }) => kind === 'phone')) take('date-of-birth', half[0]);
  if (/\p{L}/u.test(rest)) take('name', rest);
  return found;
}

/**
 * About one code in ten has no digit and could be a double name, so a word without one is a code only where it begins as
 * the codes on record do: `DRW-CDTMPE` beside `DRW-7K2M9Q`.
 */
function isFormCode(word: string, onRecord: readonly string[]): boolean {
  if (/\d/u.test(word) && /[a-z]/iu.test(word) && parseTrfCode(word)) return true;
  return onRecord.some((code) => {
    const prefix = parseTrfCode(code)?.prefix;
    return (
      prefix !== undefined && word.toUpperCase().startsWith(`${prefix}-`) && word.length > prefix.length + 1
    );
  });
}

const MONTH_WORD = `(?:${MONTHS.join('|')})[a-z]*`;
const HALF_DATE = new RegExp(
  `(?:\\d[\\d/.,-]*(?:st|nd|rd|th)?(?:[\\s-]+${MONTH_WORD}\\b)?(?:[\\s-]*\\d[\\d/.,-]*)*|\\b${MONTH_WORD}\\s+\\d[\\d/.,-]*)`,
  'iu',
);
