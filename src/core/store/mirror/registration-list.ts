// The list of registrations, newest first, any part of it: what is filtered and counted is read from indexes, and only
// the registrations that are shown are read whole. The rows have positions, so that a screen can go to any place of a
// long list without reading what is before it.
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { keptAnswer } from '../db/kept-answer.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import { personConditions } from './people.ts';

/** What the list is narrowed to; null, false and the empty text narrow nothing. Ids are the service's. */
export interface RegistrationFilter {
  /** Codes, the brand's reference, or a person as they are searched for. */
  readonly text: string;
  /** What the text can mean as a code, see `recogniseScan`. */
  readonly codes: readonly string[];
  readonly status: string | null;
  readonly productId: string | null;
  readonly locationId: string | null;
  /** First and last day on which it was created, `YYYY-MM-DD`. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly noPatient: boolean;
  readonly resultsReady: boolean;
}

interface Where {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * One part of a filter, with the index that holds its registrations in the list's order. The list is read from the index
 * of one part; for the other parts each of its registrations is looked up at its place in theirs, so that no record is
 * read for being narrowed and nothing is sorted. The indexes are named, because SQLite, which does not know how many
 * registrations a part leaves, prefers to read the records and sort them.
 */
interface Facet {
  readonly isUsed: (filter: RegistrationFilter) => boolean;
  /** With `INDEXED BY` behind the table's other name, where it is an index of the records. */
  readonly table: string;
  readonly index?: string;
  /** The column with the service's id of the registration. */
  readonly id: string;
  readonly column: string;
  readonly condition: string;
}

/** Those that leave the fewest come first: the list is read from the first one that is used. */
const FACETS: readonly Facet[] = [
  {
    isUsed: ({ noPatient }) => noPatient,
    table: 'mirror_registration',
    index: 'mirror_registration_lacking',
    id: 'id',
    column: 'patient_id',
    condition: 'IS NULL',
  },
  {
    isUsed: ({ status }) => status !== null,
    table: 'mirror_registration',
    index: 'mirror_registration_status',
    id: 'id',
    column: 'status',
    condition: '= @status',
  },
  {
    isUsed: ({ locationId }) => locationId !== null,
    table: 'mirror_registration_location',
    id: 'registration_id',
    column: 'location_id',
    condition: '= @locationId',
  },
  {
    isUsed: ({ productId }) => productId !== null,
    table: 'mirror_registration_product',
    id: 'registration_id',
    column: 'product_id',
    condition: '= @productId',
  },
  {
    isUsed: ({ resultsReady }) => resultsReady,
    table: 'mirror_registration',
    index: 'mirror_registration_ready',
    id: 'id',
    column: 'results_ready',
    condition: '= 1',
  },
];

const named = ({ table, index }: Pick<Facet, 'table' | 'index'>, name: string): string =>
  `${table} AS ${name}${index === undefined ? '' : ` INDEXED BY ${index}`}`;

const standsIn = (facet: Facet, id: string): string =>
  `EXISTS (SELECT 1 FROM ${named(facet, 'placed')} WHERE placed.${facet.column} ${facet.condition}
     AND placed.created_on = listed.created_on AND placed.${facet.id} = ${id})`;

/** Registrations to which a change that still waits gives a patient do not lack one here. */
const isNotAssigned = (id: string): string => `${id} NOT IN (
  SELECT coalesce(id_map.server_id, outbox.subject_id) FROM outbox
  LEFT JOIN id_map ON id_map.local_id = outbox.subject_id AND id_map.kind = 'registration'
  WHERE outbox.kind = 'registration.assign' AND outbox.state NOT IN ${FINISHED})`;

/** Beginnings of codes, found in the indexes of the columns. */
const begins = (column: string): string =>
  `SELECT id FROM mirror_registration WHERE ${column} >= @text COLLATE NOCASE AND ${column} < @textEnd COLLATE NOCASE`;

const OF_CODES = `
  SELECT id FROM mirror_registration WHERE trf_code COLLATE NOCASE IN (SELECT value FROM json_each(@codes))
  UNION SELECT id FROM mirror_registration WHERE id IN (SELECT lower(value) FROM json_each(@codes))`;

const OF_LABELS = `
  SELECT registration_id FROM label_code WHERE code COLLATE NOCASE IN (SELECT value FROM json_each(@codes))
  UNION SELECT id FROM mirror_registration WHERE label_sample_id COLLATE NOCASE IN (SELECT value FROM json_each(@codes))`;

function ofText(text: string, codes: readonly string[]): Where | null {
  const wanted = text.trim();
  if (wanted === '') return null;
  const person = personConditions(wanted);
  const ofPeople =
    person &&
    `OR listed.patient_id IN (SELECT coalesce(id_map.server_id, person.id) FROM person
       LEFT JOIN id_map ON id_map.local_id = person.id AND id_map.kind = 'patient' WHERE ${person.sql})`;
  return {
    sql: `(listed.id IN (${[begins('trf_code'), begins('short_code'), begins('foreign_id'), begins('lab_id'), OF_CODES, OF_LABELS].join(' UNION ')}) ${ofPeople ?? ''})`,
    params: {
      text: wanted,
      textEnd: `${wanted}\u{10ffff}`,
      codes: JSON.stringify(codes),
      ...person?.params,
    },
  };
}

/** What follows `SELECT … FROM`, and the column of the id. */
function listed(filter: RegistrationFilter): Where & { readonly id: string } {
  const text = ofText(filter.text, filter.codes);
  const [first, ...others] = FACETS.filter(({ isUsed }) => isUsed(filter));
  // Few registrations fit a text; they are found by their codes and people, and are sorted.
  const source = text === null ? (first ?? null) : null;
  const id = `listed.${source?.id ?? 'id'}`;
  const { status, productId, locationId, createdFrom, createdTo, noPatient } = filter;
  const conditions = [
    ...(source === null ? [] : [`listed.${source.column} ${source.condition}`]),
    ...(source === null && first ? [first, ...others] : others).map((facet) => standsIn(facet, id)),
    ...(createdFrom === null ? [] : ['listed.created_on >= @createdFrom']),
    ...(createdTo === null ? [] : ['listed.created_on <= @createdTo']),
    ...(noPatient ? [isNotAssigned(id)] : []),
    ...(text === null ? [] : [text.sql]),
  ];
  const whole = {
    table: 'mirror_registration',
    ...(text === null ? { index: 'mirror_registration_newest' } : {}),
  };
  const given = Object.entries({ status, productId, locationId, createdFrom, createdTo });
  return {
    id,
    sql: `${named(source ?? whole, 'listed')} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`,
    params: { ...Object.fromEntries(given.filter(([, value]) => value !== null)), ...text?.params },
  };
}

/** How many registrations of the service are in the list. */
export function countListed(db: Db, filter: RegistrationFilter): number {
  const { sql, params } = listed(filter);
  // Each part of a list that is scrolled says how many there are.
  return keptAnswer(
    db,
    `registrations ${JSON.stringify(filter)}`,
    () => get<{ found: number }>(db, `SELECT count(*) AS found FROM ${sql}`, params)?.found ?? 0,
  );
}

/** The service's ids of `count` registrations of the list from position `from` on, newest first. */
export function listPositions(
  db: Db,
  filter: RegistrationFilter,
  place: { readonly from: number; readonly count: number },
): string[] {
  const { id, sql, params } = listed(filter);
  const { from } = place;
  const total = countListed(db, filter);
  const count = Math.min(place.count, total - from);
  if (count <= 0) return [];
  // What lies before the place is counted through, so the list is read from the end that is nearer.
  const isFromEnd = from + count / 2 > total / 2;
  const order = isFromEnd ? 'ASC' : 'DESC';
  const ids = all<{ id: string }>(
    db,
    `SELECT ${id} AS id FROM ${sql} ORDER BY listed.created_on ${order}, ${id} ${order} LIMIT @count OFFSET @skipped`,
    { ...params, count, skipped: isFromEnd ? total - from - count : from },
  ).map((row) => row.id);
  return isFromEnd ? ids.reverse() : ids;
}

/**
 * Local ids of registrations that were made here and that the service does not list yet, the newest first. Those that
 * were given up are left out.
 */
export function listNotYetListed(db: Db): string[] {
  return all<{ subject_id: string }>(
    db,
    `SELECT subject_id FROM outbox WHERE kind = 'registration.create' AND state NOT IN ${FINISHED}
       AND NOT EXISTS (SELECT 1 FROM id_map JOIN mirror_registration ON mirror_registration.id = id_map.server_id
         WHERE id_map.local_id = outbox.subject_id AND id_map.kind = 'registration')
     ORDER BY sequence DESC`,
  ).map((row) => row.subject_id);
}

/** Each status that a registration has, as the service words it, with how many have it; the commonest first. */
export function countByStatus(db: Db): { readonly status: string; readonly registrations: number }[] {
  return keptAnswer(db, 'registrations by status', () =>
    all<{ status: string; registrations: number }>(
      db,
      'SELECT status, count(*) AS registrations FROM mirror_registration GROUP BY status ORDER BY registrations DESC, status',
    ),
  );
}
