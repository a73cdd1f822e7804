// What the readers of records share: the service's answers and the rows of the outbox that are laid over them.
import { isGivenUp } from '../../../domain/outbox-state.ts';
import type { RecordKind } from '../../../domain/record-kind.ts';
import { worstTag } from '../../../domain/visit.ts';
import type { SyncTag } from '../../../domain/visit.ts';
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { canonicalIds, mappedServerIds } from '../outbox/id-map.ts';
import { listRowsOfSubjects, syncTagOf } from '../outbox/outbox.ts';
import type { OutboxRow } from '../outbox/outbox.ts';

export interface RecordBase {
  /** The local id that was asked for. */
  readonly id: string;
  /** Null until the service has the record. */
  readonly serverId: string | null;
  readonly sync: SyncTag;
}

/** False for changes that were taken back or given up. */
export const isStanding = (row: OutboxRow): boolean => !isGivenUp(row.state);

/** Everything a reader needs for one kind: service ids, bodies, and the rows that speak of each record. */
export interface Gathered<Body> {
  readonly serverIds: ReadonlyMap<string, string>;
  readonly bodies: ReadonlyMap<string, Body>;
  readonly rows: ReadonlyMap<string, readonly OutboxRow[]>;
}

export function gather<Body>(db: Db, kind: RecordKind, ids: readonly string[]): Gathered<Body> {
  const mapped = mappedServerIds(db, kind, ids);
  const serverIds = new Map(ids.map((id) => [id, mapped.get(id) ?? id]));
  const bodies = new Map(
    all<{ id: string; body: string }>(
      db,
      `SELECT id, body FROM mirror_${kind} WHERE id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify([...serverIds.values()])],
    ).map((row) => [row.id, JSON.parse(row.body) as Body]),
  );
  const rows = new Map<string, OutboxRow[]>();
  for (const row of listRowsOfSubjects(db, ids)) {
    const ofSubject = rows.get(row.subjectId);
    if (ofSubject) ofSubject.push(row);
    else rows.set(row.subjectId, [row]);
  }
  return { serverIds, bodies, rows };
}

export const tagOf = (rows: readonly OutboxRow[]): SyncTag =>
  worstTag(rows.map((row) => syncTagOf(row.state)));

/** A patient chosen here and found to be one the service knew goes by the id under which everybody else sees them. */
export function withCanonicalPatients<Of extends { readonly patientId: string | null }>(
  db: Db,
  found: Map<string, Of>,
): void {
  const canonical = canonicalIds(
    db,
    'patient',
    [...found.values()].flatMap((record) => record.patientId ?? []),
  );
  for (const [id, record] of found) {
    const patientId = canonical.get(record.patientId ?? '');
    if (patientId !== undefined) found.set(id, { ...record, patientId });
  }
}
