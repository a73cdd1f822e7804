// Finds people by what was typed, and people who may be the same as one who is about to be created.
import { searchableName } from '../../../domain/person-name.ts';
import { isCalendarDate } from '../../../domain/site-time.ts';
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import { beginsNearly, editDistance, isNear, nearWords } from './near-words.ts';
import { readPatients } from './patient-records.ts';
import type { PatientRecord } from './patient-records.ts';
import { nameWords, searchablePhone } from './person-index.ts';
import { NAMED_COLUMNS } from './person-mapping.ts';
import type { NamedRow } from './person-mapping.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DUPLICATES_SHOWN = 10;
/** At most so many people with a similar name are compared letter by letter. */
const SIMILAR_LOOKED_AT = 300;

interface DateForm {
  readonly pattern: RegExp;
  /** Which group is the year, the month, the day. */
  readonly order: readonly [number, number, number];
}

/**
 * Dates in a typed text: `15/3/1984`, `15/3/84`, `15-Mar-1984`, `15 March 84`, `March 15, 1984`, `15031984`,
 * `1984-03-15`. The day comes before a month in figures.
 */
const DATE_FORMS: readonly DateForm[] = [
  { pattern: /(?<![\d])(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?!\d)/, order: [1, 2, 3] },
  { pattern: /(?<![\d])(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2}(?! ?\d))(?!\d)/, order: [3, 2, 1] },
  {
    pattern: /(?<![\d])(\d{1,2})(?:st|nd|rd|th)?[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})(?!\d)/i,
    order: [3, 2, 1],
  },
  {
    pattern: /(?<![a-z])([a-z]{3})[a-z]*[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})(?!\d)/i,
    order: [3, 1, 2],
  },
  { pattern: /(?<![\d])(\d{2})(\d{2})(\d{4})(?!\d)/, order: [3, 2, 1] },
];

/** A year of two digits may be one of either century: people of five and of a hundred and five are found by it. */
const yearsOf = (year: string): readonly string[] =>
  year.length === 2 ? [`19${year}`, `20${year}`] : [year];

/**
 * Finds a date in a typed text and returns it as `YYYY-MM-DD`, with the rest of the text. Of a year in two digits both
 * centuries come back; null where the text has no date.
 */
export function takeDate(text: string): { readonly dates: readonly string[] | null; readonly rest: string } {
  for (const { pattern, order } of DATE_FORMS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [year, monthText, day] = order.map((group) => match[group] as string) as [string, string, string];
    const month = /^\d+$/.test(monthText) ? Number(monthText) : MONTHS.indexOf(monthText.toLowerCase()) + 1;
    const dates = yearsOf(year)
      .map((one) => `${one}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
      .filter(isCalendarDate);
    if (dates.length > 0)
      return { dates, rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` };
  }
  return { dates: null, rest: text };
}

/**
 * A search query: each typed word must be the beginning of a word of the person. Words are quoted, so that nothing that
 * is typed is read as query syntax.
 */
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

const OF_DATES = 'person.date_of_birth IN (SELECT value FROM json_each(@dates))';

const amongSql = (among: readonly string[] | undefined): string =>
  among === undefined ? '' : 'AND person.id IN (SELECT value FROM json_each(@among))';
const amongParams = (among: readonly string[] | undefined): Readonly<Record<string, string>> =>
  among === undefined ? {} : { among: JSON.stringify(among) };

/** What a typed text asks of table `person`: conditions of a WHERE and their parameters; null when it asks nothing. */
export interface PersonConditions {
  readonly sql: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The conditions for people whom a typed text fits: each word begins a word of theirs, a date is their date of birth.
 */
export function personConditions(text: string): PersonConditions | null {
  const { dates, rest } = takeDate(text);
  const match = matchOf(rest);
  if (match === '' && dates === null) return null;
  const conditions = [
    ...(match === ''
      ? []
      : ['person.rowid IN (SELECT rowid FROM person_search WHERE person_search MATCH @match)']),
    ...(dates === null ? [] : [OF_DATES]),
  ];
  return {
    sql: conditions.join(' AND '),
    params: {
      ...(match === '' ? {} : { match }),
      ...(dates === null ? {} : { dates: JSON.stringify(dates) }),
    },
  };
}

/**
 * People whose name, date of birth, telephone number or e-mail address fits what was typed so far; sorted by name,
 * `limit` at most. With `among` only those with one of these local ids.
 *
 *     searchPeople(db, 'oli 15/3/84', 20)
 */
export function searchPeople(
  db: Db,
  text: string,
  limit: number,
  among?: readonly string[],
): PatientRecord[] {
  const conditions = personConditions(text);
  if (!conditions) return [];
  const ids = all<{ id: string }>(
    db,
    `SELECT id FROM person WHERE ${conditions.sql}
       ${amongSql(among)}
     ORDER BY last_name COLLATE NOCASE, first_name COLLATE NOCASE, date_of_birth LIMIT @limit`,
    { limit, ...conditions.params, ...amongParams(among) },
  ).map((row) => row.id);
  return inOrder(ids, readPatients(db, ids));
}

/**
 * People whose name is spelled nearly as it was typed (`olivr`, `smyth`), without those that {@link searchPeople}
 * finds; the most similar first, `limit` at most. Each word must be similar to a word of the name, or be the beginning
 * of one; a typed date of birth must be theirs. Empty for words that are too short, for telephone numbers and for
 * e-mail addresses. With `among` only those with one of these local ids.
 */
export function searchSimilarPeople(
  db: Db,
  text: string,
  limit: number,
  among?: readonly string[],
): PatientRecord[] {
  const { dates, rest } = takeDate(text);
  const words = searchableName(rest)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0 || words.some((word) => /\d/.test(word)) || rest.includes('@')) return [];
  const nearTo = words.map((word) => nearWords(db, word));
  if (nearTo.every((near) => near.length === 0)) return [];
  const match = words
    .map((word, index) => [`"${word}"*`, ...(nearTo[index] ?? []).map((near) => `"${near}"`)])
    .map((either) => `(${either.join(' OR ')})`)
    .join(' AND ');
  const exact = words.map((word) => `"${word}"*`).join(' ');
  const rows = all<NamedRow>(
    db,
    `SELECT ${NAMED_COLUMNS} FROM person
     WHERE rowid IN (SELECT rowid FROM person_search WHERE person_search MATCH @match)
       AND rowid NOT IN (SELECT rowid FROM person_search WHERE person_search MATCH @exact)
       ${dates === null ? '' : `AND ${OF_DATES}`} ${amongSql(among)}
     ORDER BY last_name COLLATE NOCASE, first_name COLLATE NOCASE, date_of_birth LIMIT ${SIMILAR_LOOKED_AT}`,
    {
      match,
      exact,
      ...(dates === null ? {} : { dates: JSON.stringify(dates) }),
      ...amongParams(among),
    },
  );
  const distanceOf = (candidate: NamedRow): number => {
    const own = nameWords(candidate);
    const apart = (word: string, name: string): number => {
      if (name.startsWith(word)) return 0;
      // A whole word that is nearly as it was typed comes first.
      return beginsNearly(name, word) ? 2 : editDistance(word, name);
    };
    return words.reduce((sum, word) => sum + Math.min(...own.map((name) => apart(word, name))), 0);
  };
  const ids = rows
    .map((row) => ({ id: row.id, distance: distanceOf(row) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ id }) => id);
  return inOrder(ids, readPatients(db, ids));
}

/**
 * People (local ids) whose reference at the service is one of these texts, capitals or not: as the service has it, or as
 * it was made here for somebody who is not sent yet.
 */
export function findByReference(db: Db, texts: readonly string[]): string[] {
  return all<{ id: string }>(
    db,
    `SELECT coalesce(id_map.local_id, mirror_patient.id) AS id FROM mirror_patient
       LEFT JOIN id_map ON id_map.server_id = mirror_patient.id AND id_map.kind = 'patient' AND id_map.alias = 0
       WHERE mirror_patient.foreign_id COLLATE NOCASE IN (SELECT value FROM json_each(@texts))
     UNION
     SELECT subject_id FROM outbox WHERE kind = 'patient.create' AND state NOT IN ${FINISHED}
       AND payload ->> '$.foreignId' COLLATE NOCASE IN (SELECT value FROM json_each(@texts))`,
    { texts: JSON.stringify(texts) },
  ).map((row) => row.id);
}

export function countPeople(db: Db): number {
  return get<{ people: number }>(db, 'SELECT count(*) AS people FROM person')?.people ?? 0;
}

function inOrder(ids: readonly string[], records: ReadonlyMap<string, PatientRecord>): PatientRecord[] {
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Whom {@link findDuplicates} looks for. */
export interface PersonSought {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
}

/**
 * People who may be the same as the one described, the likeliest first: the same date of birth and the same or a
 * similar surname; the same name and another date of birth; first name and surname swapped. Ten at most.
 */
export function findDuplicates(db: Db, sought: PersonSought): PatientRecord[] {
  const first = searchableName(sought.firstName);
  const last = searchableName(sought.lastName);
  const sameWords = [...first.split(' '), ...last.split(' ')].filter((word) => word !== '');
  const candidates = all<NamedRow>(
    db,
    `SELECT ${NAMED_COLUMNS} FROM person WHERE date_of_birth = @date
     UNION
     SELECT ${NAMED_COLUMNS} FROM person WHERE rowid IN
       (SELECT rowid FROM person_search WHERE person_search MATCH @match)`,
    { date: sought.dateOfBirth, match: sameWords.map((word) => `"${word}"`).join(' ') || '""' },
  );
  const scored = candidates
    .map((candidate) => ({
      id: candidate.id,
      score: likeness(candidate, { first, last, date: sought.dateOfBirth }),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id.localeCompare(b.id))
    .slice(0, DUPLICATES_SHOWN);
  const ids = scored.map(({ id }) => id);
  return inOrder(ids, readPatients(db, ids));
}

/** How likely it is the same person; 0 for somebody else. */
function likeness(
  candidate: NamedRow,
  sought: { readonly first: string; readonly last: string; readonly date: string },
): number {
  const first = searchableName(candidate.firstName);
  const last = searchableName(candidate.lastName);
  const sameBirthday = candidate.dateOfBirth === sought.date;
  const sameFirst = first === sought.first;
  const sameLast = last === sought.last;
  const swapped = first === sought.last && last === sought.first;
  if (sameFirst && sameLast) return sameBirthday ? 6 : 3;
  if (swapped) return sameBirthday ? 5 : 2;
  if (!sameBirthday) return 0;
  if (sameLast) return 4;
  if (isNear(last, sought.last)) return sameFirst || isNear(first, sought.first) ? 4 : 3;
  return 0;
}
