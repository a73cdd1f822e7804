// Stores the service's records. A row is written only where the record differs from the one that is stored.
import { hash } from 'node:crypto';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** The most rows that are written in one transaction while syncing, so that nobody at the desk waits for the disk. */
const ROWS_PER_TRANSACTION = 500;

/** The service's ids of the rows that were really changed. */
export type Changed = ReadonlySet<string>;

function hashOf(body: string): string {
  return hash('sha1', body, 'base64');
}

type MirrorTable =
  'mirror_location' | 'mirror_product' | 'mirror_patient' | 'mirror_registration' | 'mirror_appointment';

export interface MirrorRow {
  readonly id: string;
  readonly columns: Readonly<Record<string, string | number | null>>;
  readonly body: string;
}

/** Writes the rows whose body differs from the stored one. Returns their ids. */
export function upsertRows(
  db: Db,
  table: MirrorTable,
  rows: readonly MirrorRow[],
  nowMs: number,
): Set<string> {
  if (rows.length > ROWS_PER_TRANSACTION) throw new RangeError('Too many rows for one transaction.');
  const changed = new Set<string>();
  for (const row of rows) {
    const newest = hashOf(row.body);
    const known = get<{ hash: string }>(db, `SELECT hash FROM ${table} WHERE id = ?`, [row.id]);
    if (known?.hash === newest) continue;
    const values: Record<string, unknown> = {
      ...row.columns,
      body: row.body,
      hash: newest,
      fetched_at_ms: nowMs,
    };
    const names = Object.keys(values);
    run(
      db,
      `INSERT INTO ${table} (id, ${names.join(', ')}) VALUES (@id, ${names.map((name) => `@${name}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      { id: row.id, ...values },
    );
    changed.add(row.id);
  }
  return changed;
}
