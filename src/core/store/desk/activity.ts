// Who did what, when, on which visit. Each entry holds the hash of the one before, and triggers of the table refuse to
// change entries, or to delete any but the oldest; `check-activity.ts` finds what was done to them all the same.
import { hashOfEntry } from '../db/activity-hash.ts';
import type { HashedEntry } from '../db/activity-hash.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type ActivityDetail = Readonly<Record<string, string | number | boolean | null>>;

export interface ActivityEntry {
  readonly atMs: number;
  readonly actor: string;
  /** The name of the further desk at which it was done; null or missing: at the desk that holds the store. */
  readonly desk?: string | null;
  readonly visitId: string | null;
  /** The kind as it was written. An old database may hold kinds that this version does not know. */
  readonly kind: string;
  readonly detail: ActivityDetail;
}

export interface RecordedActivity extends ActivityEntry {
  readonly number: number;
  readonly desk: string | null;
}

interface ActivityRow {
  number: number;
  at_ms: number;
  actor: string;
  desk: string | null;
  visit_id: string | null;
  kind: string;
  detail: string;
}

/** The ends of the chain; see migration 031. */
export interface ActivityChain {
  readonly head_number: number;
  readonly head_hash: Buffer;
  readonly removed_up_to: number;
  readonly removed_hash: Buffer;
  readonly removed_at_ms: number | null;
  readonly found_up_to: number;
}

export function readActivityChain(db: Db): ActivityChain {
  const chain = get<ActivityChain>(db, 'SELECT * FROM activity_chain');
  if (!chain) throw new Error('The activity has lost the ends of its chain.');
  return chain;
}

/**
 * Adds an entry. The engine calls `recordActivity` (core/activity.ts), which also knows what is out of date after it.
 */
export function insertActivity(db: Db, entry: ActivityEntry): void {
  transaction(db, () => {
    const chain = readActivityChain(db);
    const row = {
      // Not the table's own next number: were the last entries cut off, it would give theirs to others.
      number: chain.head_number + 1,
      before: chain.head_hash,
      at_ms: entry.atMs,
      actor: entry.actor,
      desk: entry.desk ?? null,
      visit_id: entry.visitId,
      kind: entry.kind,
      detail: JSON.stringify(entry.detail),
    };
    run(
      db,
      `INSERT INTO activity (number, before, at_ms, actor, desk, visit_id, kind, detail)
       VALUES (@number, @before, @at_ms, @actor, @desk, @visit_id, @kind, @detail)`,
      row,
    );
    run(db, 'UPDATE activity_chain SET head_number = ?, head_hash = ?', [row.number, hashOfEntry(row)]);
  });
}

/** Which entries are asked for; null or missing: whatever it is. */
export interface ActivityFilter {
  readonly visitId?: string | null;
  /** Initials of whoever did it. */
  readonly actor?: string | null;
  /** `site`: the desk that holds the store. */
  readonly desk?: string | null;
  readonly kinds?: readonly string[] | null;
  readonly patientId?: string | null;
  /** Both included, milliseconds since the epoch. */
  readonly fromMs?: number | null;
  readonly toMs?: number | null;
  /** Entries with a higher number are left out. */
  readonly upTo?: number | null;
}

/** In `desk` of a filter: what was done at the desk that holds the store. */
const SITE_DESK = 'site';

/** The place of an entry in the list. */
export interface ActivityPlace {
  readonly atMs: number;
  readonly number: number;
}

interface Condition {
  readonly column: string;
  readonly sql: (column: string) => string;
  readonly values: readonly unknown[];
}

/**
 * The conditions of a filter. Only those on the narrowest column may use an index, or those of person, kind and desk (a plus sign
 * keeps the others from it): the database does not know that a patient has few entries and a person many, and would choose either.
 */
function conditionsOf(filter: ActivityFilter): { readonly sql: string; readonly values: readonly unknown[] } {
  const { visitId, actor, desk, kinds, patientId, fromMs, toMs, upTo } = filter;
  const equals = (column: string, value: unknown): Condition => ({
    column,
    sql: (name) => `${name} = ?`,
    values: [value],
  });
  const narrowestFirst: Condition[] = [
    ...(visitId == null ? [] : [equals('visit_id', visitId)]),
    ...(patientId == null ? [] : [equals('patient_id', patientId)]),
    ...(actor == null ? [] : [equals('actor', actor)]),
    ...(kinds == null
      ? []
      : kinds.length === 1
        ? [equals('kind', kinds[0])]
        : [
            {
              column: 'kind',
              sql: (name: string) => `${name} IN (SELECT value FROM json_each(?))`,
              values: [JSON.stringify(kinds)],
            },
          ]),
    ...(desk == null
      ? []
      : desk === SITE_DESK
        ? [{ column: 'desk', sql: (name: string) => `${name} IS NULL`, values: [] }]
        : [equals('desk', desk)]),
  ];
  const [first] = narrowestFirst;
  // Entries of several kinds come in no order from an index of kinds, and would have to be sorted.
  const ofOneKind = kinds == null || kinds.length === 1;
  const among: readonly string[] = [
    ...(actor == null ? [] : ['actor']),
    ...(kinds != null && (desk == null || ofOneKind) ? ['kind'] : []),
    ...(desk == null ? [] : ['desk']),
  ];
  // There is an index for each of these three, and for each two or all of them together.
  const mayUseIndex = ({ column }: Condition): boolean =>
    first !== undefined && among.includes(first.column) ? among.includes(column) : column === first?.column;
  const parts = narrowestFirst.map((condition) =>
    condition.sql(mayUseIndex(condition) ? condition.column : `+${condition.column}`),
  );
  const bounds: [string, unknown][] = [
    ...(fromMs == null ? [] : [['at_ms >= ?', fromMs] as [string, unknown]]),
    ...(toMs == null ? [] : [['at_ms <= ?', toMs] as [string, unknown]]),
    ...(upTo == null ? [] : [['+number <= ?', upTo] as [string, unknown]]),
  ];
  const all = [...parts, ...bounds.map(([sql]) => sql)];
  return {
    sql: all.length === 0 ? 'TRUE' : all.join(' AND '),
    values: [...narrowestFirst.flatMap(({ values }) => values), ...bounds.map(([, value]) => value)],
  };
}

/** The statement of {@link listActivity}, with its values; for the test of its plan as well. */
export function activityStatement(
  filter: ActivityFilter & { readonly before?: ActivityPlace | null; readonly limit: number },
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { sql, values } = conditionsOf(filter);
  const { before, limit } = filter;
  return {
    sql: `SELECT number, at_ms, actor, desk, visit_id, kind, detail FROM activity
          WHERE ${sql}${before == null ? '' : ' AND (at_ms, number) < (?, ?)'}
          ORDER BY at_ms DESC, number DESC LIMIT ?`,
    values: [...values, ...(before == null ? [] : [before.atMs, before.number]), limit],
  };
}

/** Entries, the newest first; `before`: only those that come after this place in the list. */
export function listActivity(
  db: Db,
  filter: ActivityFilter & { readonly before?: ActivityPlace | null; readonly limit: number },
): RecordedActivity[] {
  const { sql, values } = activityStatement(filter);
  return all<ActivityRow>(db, sql, values).map((row) => ({
    number: row.number,
    atMs: row.at_ms,
    actor: row.actor,
    desk: row.desk,
    visitId: row.visit_id,
    kind: row.kind,
    detail: JSON.parse(row.detail) as ActivityDetail,
  }));
}

/** The facts of the wrong labels that were scanned at a visit since somebody has looked at its tubes last, in their order. */
export function unansweredRefusals(db: Db, visitId: string): ActivityDetail[] {
  return all<{ detail: string }>(
    db,
    `SELECT detail FROM activity WHERE visit_id = @visitId AND kind = 'label-refused' AND number > (
       SELECT COALESCE(MAX(number), 0) FROM activity WHERE visit_id = @visitId AND kind = 'tubes-checked')
     ORDER BY number`,
    { visitId },
  ).map(({ detail }) => JSON.parse(detail) as ActivityDetail);
}

export function countActivity(db: Db, filter: ActivityFilter): number {
  const { sql, values } = conditionsOf(filter);
  return (
    get<{ count: number }>(db, `SELECT COUNT(*) AS count FROM activity WHERE ${sql}`, values)?.count ?? 0
  );
}

/** Each value of an indexed column once. It steps from value to value in the index, and not from entry to entry. */
function valuesOf(db: Db, column: 'actor' | 'desk' | 'kind'): string[] {
  return all<{ value: string }>(
    db,
    `WITH RECURSIVE found (value) AS (
       SELECT MIN(${column}) FROM activity WHERE ${column} IS NOT NULL
       UNION ALL
       SELECT (SELECT MIN(${column}) FROM activity WHERE ${column} > found.value) FROM found WHERE found.value IS NOT NULL
     ) SELECT value FROM found WHERE value IS NOT NULL`,
  ).map(({ value }) => value);
}

/** Who and what occurs in the activity, and how far it goes back. */
export function activityChoices(db: Db): {
  readonly actors: readonly string[];
  readonly desks: readonly string[];
  readonly kinds: readonly string[];
  /** When the oldest entry was written; null: there is none. */
  readonly oldestMs: number | null;
} {
  return {
    actors: valuesOf(db, 'actor'),
    desks: valuesOf(db, 'desk'),
    kinds: valuesOf(db, 'kind'),
    oldestMs: get<{ ms: number | null }>(db, 'SELECT MIN(at_ms) AS ms FROM activity')?.ms ?? null,
  };
}

/**
 * Removes the oldest entries, written before an instant (milliseconds since the epoch), `limit` at most. The chain keeps where
 * it was cut and what the next entry holds. The newest entry stays, and nothing is removed from the first entry on that does
 * not agree with its neighbour: that has to be seen first. Returns how many it removed.
 */
export function forgetOldActivity(db: Db, beforeMs: number, limit: number): number {
  return transaction(db, () => {
    const chain = readActivityChain(db);
    // One more than may go: an entry is proven by the next one.
    const rows = all<HashedEntry>(db, 'SELECT * FROM activity WHERE number > ? ORDER BY number LIMIT ?', [
      chain.removed_up_to,
      limit + 1,
    ]);
    let held = chain.removed_hash;
    let last: HashedEntry | null = null;
    let count = 0;
    for (const [index, row] of rows.entries()) {
      const next = rows[index + 1];
      const hash = hashOfEntry(row);
      const agrees = held.equals(row.before) && next !== undefined && hash.equals(next.before);
      if (row.at_ms >= beforeMs || !agrees || row.number !== chain.removed_up_to + count + 1) break;
      held = hash;
      last = row;
      count += 1;
    }
    if (last === null) return 0;
    run(db, 'UPDATE activity_chain SET removed_up_to = ?, removed_hash = ?, removed_at_ms = ?', [
      last.number,
      held,
      last.at_ms,
    ]);
    run(db, 'DELETE FROM activity WHERE number <= ?', [last.number]);
    return count;
  });
}
