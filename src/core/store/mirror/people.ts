// Finding people by what was typed, and people who may be the one about to be made.
import { searchableName } from '../../../domain/person-name.ts';
import { isCalendarDate } from '../../../domain/site-time.ts';
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { searchablePhone } from './person-index.ts';
import { readPatients } from './records.ts';
import type { PatientRecord } from './records.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DUPLICATES_SHOWN = 10;

/** Where a date stands in what was typed: `15/3/1984`, `15-Mar-1984`, `15 March 1984`, `15031984`, `1984-03-15`. */
const DATE_FORMS: readonly { readonly pattern: RegExp; readonly order: readonly [number, number, number] }[] =
  [
    { pattern: /(?<![\d])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, order: [1, 2, 3] },
    { pattern: /(?<![\d])(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?!\d)/, order: [3, 2, 1] },
    { pattern: /(?<![\d])(\d{1,2})[-/. ]*([a-z]{3})[a-z]*[-/. ]*(\d{4})(?!\d)/i, order: [3, 2, 1] },
    { pattern: /(?<![\d])(\d{2})(\d{2})(\d{4})(?!\d)/, order: [3, 2, 1] },
  ];

/** Takes a date out of what was typed: `YYYY-MM-DD` and the rest of the text. The day comes before the month. */
export function takeDate(text: string): { readonly date: string | null; readonly rest: string } {
  for (const { pattern, order } of DATE_FORMS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [year, monthText, day] = order.map((group) => match[group] as string) as [string, string, string];
    const month = /^\d+$/.test(monthText) ? Number(monthText) : MONTHS.indexOf(monthText.toLowerCase()) + 1;
    const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (isCalendarDate(date))
      return { date, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` };
  }
  return { date: null, rest: text };
}

/** Each word typed must begin a word under which a person is found. Quoted, so that nothing typed is query syntax. */
function matchOf(text: string): string {
  const words: string[] = [];
  // A telephone number is typed in groups: `07700 900 123`.
  const phone = /^[+\d][\d\s().-]{5,}$/.test(text.trim()) ? searchablePhone(text) : '';
  if (phone !== '') words.push(phone);
  else words.push(...searchableName(text).split(' '));
  return words
    .filter((word) => word !== '')
    .map((word) => `"${word}"*`)
    .join(' ');
}

/** People whose name, date of birth, telephone or e-mail fits what was typed so far, by name. */
export function searchPeople(db: Db, text: string, limit: number): PatientRecord[] {
  const { date, rest } = takeDate(text);
  const match = matchOf(rest);
  if (match === '' && date === null) return [];
  const conditions = [
    ...(match === '' ? [] : ['rowid IN (SELECT rowid FROM person_search WHERE person_search MATCH @match)']),
    ...(date === null ? [] : ['date_of_birth = @date']),
  ];
  const params = { limit, ...(match === '' ? {} : { match }), ...(date === null ? {} : { date }) };
  const ids = all<{ id: string }>(
    db,
    `SELECT id FROM person WHERE ${conditions.join(' AND ')}
     ORDER BY last_name COLLATE NOCASE, first_name COLLATE NOCASE, date_of_birth LIMIT @limit`,
    params,
  ).map((row) => row.id);
  return inOrder(ids, readPatients(db, ids));
}

function inOrder(ids: readonly string[], records: ReadonlyMap<string, PatientRecord>): PatientRecord[] {
  return ids.flatMap((id) => records.get(id) ?? []);
}

export interface PersonDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
}

interface Candidate {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string | null;
}

/**
 * People who may be the one described, likeliest first: same surname or near it and same birthday, same name with another
 * birthday, first name and surname the wrong way round.
 */
export function findDuplicates(db: Db, draft: PersonDraft): PatientRecord[] {
  const first = searchableName(draft.firstName);
  const last = searchableName(draft.lastName);
  const sameWords = [...first.split(' '), ...last.split(' ')].filter((word) => word !== '');
  const candidates = all<Candidate>(
    db,
    `SELECT id, first_name, last_name, date_of_birth FROM person WHERE date_of_birth = @date
     UNION
     SELECT id, first_name, last_name, date_of_birth FROM person WHERE rowid IN
       (SELECT rowid FROM person_search WHERE person_search MATCH @match)`,
    { date: draft.dateOfBirth, match: sameWords.map((word) => `"${word}"`).join(' ') || '""' },
  );
  const scored = candidates
    .map((candidate) => ({
      id: candidate.id,
      score: likeness(candidate, { first, last, date: draft.dateOfBirth }),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id.localeCompare(b.id))
    .slice(0, DUPLICATES_SHOWN);
  const ids = scored.map(({ id }) => id);
  return inOrder(ids, readPatients(db, ids));
}

/** 0 for somebody else; the more alike, the higher. */
function likeness(
  candidate: Candidate,
  draft: { readonly first: string; readonly last: string; readonly date: string },
): number {
  const first = searchableName(candidate.first_name);
  const last = searchableName(candidate.last_name);
  const sameBirthday = candidate.date_of_birth === draft.date;
  const sameFirst = first === draft.first;
  const sameLast = last === draft.last;
  const swapped = first === draft.last && last === draft.first;
  if (sameFirst && sameLast) return sameBirthday ? 6 : 3;
  if (swapped) return sameBirthday ? 5 : 2;
  if (!sameBirthday) return 0;
  if (sameLast) return 4;
  if (isNear(last, draft.last)) return sameFirst || isNear(first, draft.first) ? 4 : 3;
  return 0;
}

/** One or two letters apart, depending on length; a pair of letters changed round counts as one. */
function isNear(one: string, other: string): boolean {
  const allowed = Math.min(one.length, other.length) >= 6 ? 2 : 1;
  return Math.abs(one.length - other.length) <= allowed && editDistance(one, other) <= allowed;
}

function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + cost,
      );
      const changedRound =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (changedRound) least = Math.min(least, (beforeLast[column - 2] as number) + 1);
      current.push(least);
    }
    beforeLast = previous;
    previous = current;
  }
  return previous[other.length] as number;
}
