// Records of the service that could not be read, or not in full: kept until they come in good form, so that nobody is
// missing from the board in silence. Nothing of a patient is kept but the record's id.
import type { OddRecord } from '../../../wire/record.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type OddKind = 'location' | 'product' | 'registration' | 'patient' | 'appointment';

export interface StoredOddRecord extends OddRecord {
  readonly kind: OddKind;
  /** When it was first found so, by the service's clock. */
  readonly foundAtMs: number;
}

const NO_ID = '';

/** Remembers what was odd, newest reason first come. Returns whether anything is news. */
export function saveOddRecords(db: Db, kind: OddKind, odd: readonly OddRecord[], nowMs: number): boolean {
  if (odd.length === 0) return false;
  return transaction(db, () => {
    let news = false;
    for (const { id, field, reason, used } of odd) {
      const changed = run(
        db,
        `INSERT INTO odd_record (kind, id, field, reason, used, found_at_ms) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET field = excluded.field, reason = excluded.reason, used = excluded.used
         WHERE (field, reason, used) IS NOT (excluded.field, excluded.reason, excluded.used)`,
        [kind, id ?? NO_ID, field, reason, used ? 1 : 0, nowMs],
      );
      news ||= changed > 0;
    }
    return news;
  });
}

/** These came in good form. Returns whether any of them was odd before. */
export function forgetOddRecords(db: Db, kind: OddKind, ids: readonly string[]): boolean {
  return (
    run(db, 'DELETE FROM odd_record WHERE kind = ? AND id IN (SELECT value FROM json_each(?))', [
      kind,
      JSON.stringify(ids),
    ]) > 0
  );
}

/** No registration speaks of these appointments any more. Returns whether there were any. */
export function forgetOddAppointmentsOfNobody(db: Db): boolean {
  return (
    run(
      db,
      `DELETE FROM odd_record WHERE kind = 'appointment'
         AND NOT EXISTS (SELECT 1 FROM mirror_registration WHERE appointment_id = odd_record.id)`,
      [],
    ) > 0
  );
}

/** A list was read to its end, and of its kind only these were odd. Returns whether others were forgotten. */
export function keepOnlyOddRecords(db: Db, kind: OddKind, odd: readonly OddRecord[]): boolean {
  return (
    run(db, 'DELETE FROM odd_record WHERE kind = ? AND id NOT IN (SELECT value FROM json_each(?))', [
      kind,
      JSON.stringify(odd.map(({ id }) => id ?? NO_ID)),
    ]) > 0
  );
}

/** Those set aside first, then those used without a field; newest first. */
export function listOddRecords(db: Db, limit: number): StoredOddRecord[] {
  return all<{ kind: OddKind; id: string; field: string; reason: string; used: number; found_at_ms: number }>(
    db,
    'SELECT kind, id, field, reason, used, found_at_ms FROM odd_record ORDER BY used, found_at_ms DESC LIMIT ?',
    [limit],
  ).map((row) => ({
    kind: row.kind,
    id: row.id === NO_ID ? null : row.id,
    field: row.field,
    reason: row.reason,
    used: row.used === 1,
    foundAtMs: row.found_at_ms,
  }));
}

/** How many are set aside whole, and how many are used without a field. */
export function countOddRecords(db: Db): { readonly setAside: number; readonly inPart: number } {
  const row = get<{ set_aside: number; in_part: number }>(
    db,
    `SELECT (SELECT count(*) FROM odd_record WHERE used = 0) AS set_aside,
       (SELECT count(*) FROM odd_record WHERE used = 1) AS in_part`,
  );
  return { setAside: row?.set_aside ?? 0, inPart: row?.in_part ?? 0 };
}
