// Records of the service that could not be read at all, or not every field of them. They are listed until they can be
// read, so that nobody is missing from the board without a word. Of a patient only the record's id is kept.
import type { OddRecord } from '../../../wire/record.ts';
import { all, allAmong, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type OddKind = 'location' | 'product' | 'registration' | 'patient' | 'appointment';

export interface StoredOddRecord extends OddRecord {
  readonly kind: OddKind;
  /** How many records it stands for: more than one only for records without an id. */
  readonly records: number;
}

/**
 * The id in the row that all records without an id of one kind share. Such a record cannot be recognised when it is
 * read again, so how many there are is known only after a list was read to its end.
 */
const NO_ID = '';

/** What is noted of an appointment that a registration names and the service does not find. */
const NOT_FOUND = { field: 'appointment', reason: 'not found' } as const;

export const appointmentNotFound = (id: string): OddRecord => ({ id, ...NOT_FOUND, used: false });

/**
 * Lists records that could not be read, with the newest reason; of those without an id, the reason of the first.
 * Returns whether anything changed.
 */
export function saveOddRecords(db: Db, kind: OddKind, odd: readonly OddRecord[], nowMs: number): boolean {
  if (odd.length === 0) return false;
  return transaction(db, () => {
    let news = false;
    for (const { id, field, reason, used } of odd) {
      if (id === null) continue;
      const changed = run(
        db,
        `INSERT INTO odd_record (kind, id, field, reason, used, found_at_ms) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET field = excluded.field, reason = excluded.reason, used = excluded.used
         WHERE (field, reason, used) IS NOT (excluded.field, excluded.reason, excluded.used)`,
        [kind, id, field, reason, used ? 1 : 0, nowMs],
      );
      news ||= changed > 0;
    }
    return saveWithoutId(db, kind, odd, nowMs) || news;
  });
}

/** Notes that at least as many records without an id exist as one answer held. Returns whether anything changed. */
function saveWithoutId(db: Db, kind: OddKind, odd: readonly OddRecord[], nowMs: number): boolean {
  const nameless = odd.filter(({ id }) => id === null);
  const [first] = nameless;
  if (!first) return false;
  return (
    run(
      db,
      `INSERT INTO odd_record (kind, id, field, reason, used, found_at_ms, records) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET records = excluded.records WHERE excluded.records > records`,
      [kind, NO_ID, first.field, first.reason, first.used ? 1 : 0, nowMs, nameless.length],
    ) > 0
  );
}

/** These records could be read now. Returns whether any of them was listed. */
export function forgetOddRecords(db: Db, kind: OddKind, ids: readonly string[]): boolean {
  return (
    run(db, 'DELETE FROM odd_record WHERE kind = ? AND id IN (SELECT value FROM json_each(?))', [
      kind,
      JSON.stringify(ids),
    ]) > 0
  );
}

/**
 * Removes appointments from the list that no registration refers to any more, or that are known to have begun before `beforeMs`
 * (milliseconds since the epoch). Returns whether there were any.
 */
export function forgetNeedlessOddAppointments(db: Db, beforeMs: number): boolean {
  return (
    run(
      db,
      `DELETE FROM odd_record WHERE kind = 'appointment'
         AND (NOT EXISTS (SELECT 1 FROM mirror_registration WHERE appointment_id = odd_record.id)
           OR EXISTS (SELECT 1 FROM mirror_appointment AS known WHERE known.id = odd_record.id AND known.starts_at_ms < ?))`,
      [beforeMs],
    ) > 0
  );
}

/**
 * A list was read to its end and only these records of its kind could not be read: the others are removed from here, but
 * those with one of the `alsoIds`, and those without an id are counted. Returns whether that changed anything.
 */
export function keepOnlyOddRecords(
  db: Db,
  kind: OddKind,
  odd: readonly OddRecord[],
  alsoIds: readonly string[] = [],
): boolean {
  const nameless = odd.filter(({ id }) => id === null);
  const gone = run(
    db,
    'DELETE FROM odd_record WHERE kind = ? AND id NOT IN (SELECT value FROM json_each(?))',
    [kind, JSON.stringify([...odd.map(({ id }) => id ?? NO_ID), ...alsoIds])],
  );
  const [first] = nameless;
  const counted = first
    ? run(
        db,
        `UPDATE odd_record SET records = @records, field = @field, reason = @reason
         WHERE kind = @kind AND id = @id AND (records, field, reason) IS NOT (@records, @field, @reason)`,
        { kind, id: NO_ID, records: nameless.length, field: first.field, reason: first.reason },
      )
    : 0;
  return gone + counted > 0;
}

/**
 * The records that are not shown at all first, then those shown without a field; within each group the newest first.
 */
export function listOddRecords(db: Db, limit: number): StoredOddRecord[] {
  return all<{
    kind: OddKind;
    id: string;
    field: string;
    reason: string;
    used: number;
    records: number;
  }>(
    db,
    'SELECT kind, id, field, reason, used, records FROM odd_record ORDER BY used, found_at_ms DESC LIMIT ?',
    [limit],
  ).map((row) => ({
    kind: row.kind,
    id: row.id === NO_ID ? null : row.id,
    field: row.field,
    reason: row.reason,
    used: row.used === 1,
    records: row.records,
  }));
}

/** Those of the records that are set aside whole, by their ids at the service. */
export function setAsideAmong(db: Db, kind: OddKind, ids: Iterable<string>): ReadonlySet<string> {
  const rows = allAmong<{ id: string }>(
    db,
    'SELECT id FROM odd_record WHERE kind = ? AND used = 0 AND id IN (SELECT value FROM json_each(?))',
    ids,
    [kind],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of the appointments (service's ids) that registrations name and the service does not find. */
export function notFoundAmong(db: Db, ids: Iterable<string>): ReadonlySet<string> {
  const rows = allAmong<{ id: string }>(
    db,
    `SELECT id FROM odd_record WHERE kind = 'appointment' AND field = ? AND reason = ?
       AND id IN (SELECT value FROM json_each(?))`,
    ids,
    [NOT_FOUND.field, NOT_FOUND.reason],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a record of this kind is set aside whole. */
export function hasSetAside(db: Db, kind: OddKind): boolean {
  return get(db, 'SELECT 1 AS found FROM odd_record WHERE kind = ? AND used = 0 LIMIT 1', [kind]) !== null;
}

/** How many records are not shown at all (`setAside`), and how many are shown without a field (`inPart`). */
export function countOddRecords(db: Db): { readonly setAside: number; readonly inPart: number } {
  const row = get<{ set_aside: number; in_part: number }>(
    db,
    `SELECT (SELECT coalesce(sum(records), 0) FROM odd_record WHERE used = 0) AS set_aside,
       (SELECT count(*) FROM odd_record WHERE used = 1) AS in_part`,
  );
  return { setAside: row?.set_aside ?? 0, inPart: row?.in_part ?? 0 };
}
