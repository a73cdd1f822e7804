// The activity as lines of a CSV file: for a spreadsheet, and for whoever audits the site. Pure.
import type { ActivityView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { activityWords } from '../../shared/words/activity-words.ts';

/** By it a spreadsheet knows that the file is UTF-8; otherwise names with accents come out wrong. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS = [
  'Entry',
  'Time',
  'Time zone',
  'Initials',
  'Name',
  'Desk',
  'What',
  'Details',
  'Patient',
  'Date of birth',
  'Patient id',
  'Visit id',
  'Kind',
];

/**
 * What a spreadsheet takes for a formula begins with one of these, also behind blanks. Names and reasons are typed by people,
 * or come from elsewhere: a formula in them could send the rest of the file away when it is opened.
 */
const FORMULA = /^[\s\0]*[=+\-@|%\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/;

/** One value, quoted. A text that looks like a formula gets an apostrophe, with which spreadsheets show it as text. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(',')}\r\n`;

/**
 * An instant as ISO 8601 says it where the site is, with how far that is from UTC.
 *
 *     isoAtSite(Date.UTC(2026, 6, 1, 8, 10), 'Europe/London') // '2026-07-01T09:10:00.000+01:00'
 */
export function isoAtSite(atMs: number, timeZone: string): string {
  const { date, time } = wallClockAt(atMs, timeZone);
  const shownMs = Date.parse(`${date}T${time}:00Z`);
  const minutes = Math.round(shownMs / 60_000) - Math.floor(atMs / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const ahead = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return `${date}T${time}:${new Date(atMs).toISOString().slice(17, 23)}${offset}`;
}

export const csvHead = (): string => BYTE_ORDER_MARK + line(COLUMNS);

/** The line of an entry, with its end. */
export function csvLine(entry: ActivityView, timeZone: string): string {
  const words = activityWords(entry, timeZone);
  const { person } = entry;
  return line([
    entry.number,
    isoAtSite(entry.atMs, timeZone),
    timeZone,
    entry.actor,
    entry.actorName,
    entry.desk,
    words.title,
    words.facts,
    person && formatName(person),
    person?.dateOfBirth ?? null,
    person?.id ?? null,
    entry.visitId,
    entry.writtenAs,
  ]);
}
