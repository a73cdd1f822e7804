// Who did what, when, on which visit. Triggers of the table refuse to change or delete entries.
import { all, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export type ActivityDetail = Readonly<Record<string, string | number | boolean | null>>;

export interface ActivityEntry {
  readonly atMs: number;
  readonly actor: string;
  readonly visitId: string | null;
  /** The kind as it was written. An old database may hold kinds that this version does not know. */
  readonly kind: string;
  readonly detail: ActivityDetail;
}

export interface RecordedActivity extends ActivityEntry {
  readonly number: number;
}

interface ActivityRow {
  number: number;
  at_ms: number;
  actor: string;
  visit_id: string | null;
  kind: string;
  detail: string;
}

/**
 * Adds an entry. The engine calls `recordActivity` (core/activity.ts), which also knows what is out of date after it.
 */
export function insertActivity(db: Db, entry: ActivityEntry): void {
  run(db, 'INSERT INTO activity (at_ms, actor, visit_id, kind, detail) VALUES (?, ?, ?, ?, ?)', [
    entry.atMs,
    entry.actor,
    entry.visitId,
    entry.kind,
    JSON.stringify(entry.detail),
  ]);
}

/** Entries, the newest first; those of one visit when `visitId` is given. */
export function listActivity(
  db: Db,
  filter: { readonly visitId?: string | undefined; readonly limit: number },
): RecordedActivity[] {
  const rows =
    filter.visitId === undefined
      ? all<ActivityRow>(db, 'SELECT * FROM activity ORDER BY number DESC LIMIT ?', [filter.limit])
      : all<ActivityRow>(db, 'SELECT * FROM activity WHERE visit_id = ? ORDER BY number DESC LIMIT ?', [
          filter.visitId,
          filter.limit,
        ]);
  return rows.map((row) => ({
    number: row.number,
    atMs: row.at_ms,
    actor: row.actor,
    visitId: row.visit_id,
    kind: row.kind,
    detail: JSON.parse(row.detail) as ActivityDetail,
  }));
}
