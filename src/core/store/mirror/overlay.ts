// What the readers of patients, appointments and registrations share: the service's records, and the rows of the outbox
// that are laid over them.
import { isGivenUp } from '../../../domain/outbox-state.ts';
import type { RecordKind } from '../../../domain/record-kind.ts';
import { worstTag } from '../../../domain/visit.ts';
import type { SyncTag } from '../../../domain/visit.ts';
import { allAmong } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { canonicalIds, mappedServerIds } from '../outbox/id-map.ts';
import { listRowsOfSubjects, syncTagOf } from '../outbox/outbox.ts';
import type { OutboxRow } from '../outbox/outbox.ts';

/** What every record has on which waiting changes are laid. */
export interface RecordBase {
  /** The local id by which it was asked for. */
  readonly id: string;
  /** Null until the service has the record. */
  readonly serverId: string | null;
  readonly sync: SyncTag;
}

/** Whether a change still counts: it was neither taken back nor given up. */
export const isStanding = (row: OutboxRow): boolean => !isGivenUp(row.state);

/**
 * What is stored about records of one kind: the service's id by local id, the service's record by its id, and the
 * changes by local id.
 */
export interface Gathered<Body> {
  readonly serverIds: ReadonlyMap<string, string>;
  readonly bodies: ReadonlyMap<string, Body>;
  /** When each of the service's records was last read with a change, by its id; milliseconds since the epoch. */
  readonly changedAtMs: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, readonly OutboxRow[]>;
}

/** Reads what is stored about these records (local ids), with three statements for any number of them. */
export function gather<Body>(db: Db, kind: RecordKind, ids: readonly string[]): Gathered<Body> {
  const mapped = mappedServerIds(db, kind, ids);
  const serverIds = new Map(ids.map((id) => [id, mapped.get(id) ?? id]));
  const stored = allAmong<{ id: string; body: string; fetched_at_ms: number }>(
    db,
    `SELECT id, body, fetched_at_ms FROM mirror_${kind} WHERE id IN (SELECT value FROM json_each(?))`,
    serverIds.values(),
  );
  const bodies = new Map(stored.map((row) => [row.id, JSON.parse(row.body) as Body]));
  const changedAtMs = new Map(stored.map((row) => [row.id, row.fetched_at_ms]));
  const rows = Map.groupBy(listRowsOfSubjects(db, ids), (row) => row.subjectId);
  return { serverIds, bodies, changedAtMs, rows };
}

/** The worst state of these changes, as screens show it on the record. */
export const tagOf = (rows: readonly OutboxRow[]): SyncTag =>
  worstTag(rows.map((row) => syncTagOf(row.state)));

/**
 * Replaces patient ids that are only a second name of a patient by the id that the patient goes by (see `id-map.ts`).
 */
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
