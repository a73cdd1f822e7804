// The list of registrations, newest first, any part of it: what is filtered and counted is read from indexes, and only
// the registrations that are shown are read whole. The rows have positions, so that a screen can go to any place of a
// long list without reading what is before it.
import { all, get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
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

/** Registrations to which a change that still waits gives a patient do not lack one here. */
const LACKS_PATIENT = `patient_id IS NULL AND id NOT IN (
  SELECT coalesce(id_map.server_id, outbox.subject_id) FROM outbox
  LEFT JOIN id_map ON id_map.local_id = outbox.subject_id AND id_map.kind = 'registration'
  WHERE outbox.kind = 'registration.assign' AND outbox.state NOT IN ${FINISHED})`;

/**
 * Asked of each registration in the order of the list. The plus sign keeps SQLite from starting at the product instead:
 * most registrations may be of one product, and each of them would then be read whole and sorted.
 */
const OF_PRODUCT = `EXISTS (SELECT 1 FROM mirror_registration_product AS listed
  WHERE listed.product_id = @productId AND listed.registration_id = +mirror_registration.id)`;

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
    `OR patient_id IN (SELECT coalesce(id_map.server_id, person.id) FROM person
       LEFT JOIN id_map ON id_map.local_id = person.id AND id_map.kind = 'patient' WHERE ${person.sql})`;
  return {
    sql: `(id IN (${[begins('trf_code'), begins('short_code'), begins('foreign_id'), OF_CODES, OF_LABELS].join(' UNION ')}) ${ofPeople ?? ''})`,
    params: {
      text: wanted,
      textEnd: `${wanted}\u{10ffff}`,
      codes: JSON.stringify(codes),
      ...person?.params,
    },
  };
}

function whereOf(filter: RegistrationFilter): Where {
  const text = ofText(filter.text, filter.codes);
  const conditions: readonly (readonly [string, boolean])[] = [
    ['status = @status', filter.status !== null],
    [OF_PRODUCT, filter.productId !== null],
    [
      'appointment_id IN (SELECT id FROM mirror_appointment WHERE test_location_id = @locationId)',
      filter.locationId !== null,
    ],
    ['created_on >= @createdFrom', filter.createdFrom !== null],
    ['created_on <= @createdTo', filter.createdTo !== null],
    [LACKS_PATIENT, filter.noPatient],
    ['results_ready = 1', filter.resultsReady],
    [text?.sql ?? '', text !== null],
  ];
  const used = conditions.flatMap(([sql, isUsed]) => (isUsed ? [sql] : []));
  const { status, productId, locationId, createdFrom, createdTo } = filter;
  const given = Object.entries({ status, productId, locationId, createdFrom, createdTo });
  return {
    sql: used.length === 0 ? '' : `WHERE ${used.join(' AND ')}`,
    params: { ...Object.fromEntries(given.filter(([, value]) => value !== null)), ...text?.params },
  };
}

/** How many registrations of the service are in the list. */
export function countListed(db: Db, filter: RegistrationFilter): number {
  const { sql, params } = whereOf(filter);
  return (
    get<{ found: number }>(db, `SELECT count(*) AS found FROM mirror_registration ${sql}`, params)?.found ?? 0
  );
}

/** The service's ids of `count` registrations of the list from position `from` on, newest first. */
export function listPositions(
  db: Db,
  filter: RegistrationFilter,
  place: { readonly from: number; readonly count: number },
): string[] {
  const { sql, params } = whereOf(filter);
  return all<{ id: string }>(
    db,
    `SELECT id FROM mirror_registration ${sql} ORDER BY created_on DESC, id DESC LIMIT @count OFFSET @from`,
    { ...params, ...place },
  ).map((row) => row.id);
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
  return all<{ status: string; registrations: number }>(
    db,
    'SELECT status, count(*) AS registrations FROM mirror_registration GROUP BY status ORDER BY registrations DESC, status',
  );
}
