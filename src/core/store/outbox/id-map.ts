// Which local id and which of the service's ids are one record. In the desk a record goes by its local id; the
// service's id is looked up when something is sent, and turned back when something is read.
import { CREATING_KINDS } from '../../../domain/change.ts';
import type { RecordKind } from '../../../domain/record-kind.ts';
import { allAmong, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

const MIRRORS = {
  patient: 'mirror_patient',
  appointment: 'mirror_appointment',
  registration: 'mirror_registration',
  order: 'mirror_order',
} as const satisfies Record<RecordKind, string>;

/**
 * The service's id of a record; null while it has none. A record that was read from the service has the service's id as
 * its local id, too.
 */
export function serverIdOf(db: Db, kind: RecordKind, localId: string): string | null {
  const mapped = get<{ server_id: string }>(
    db,
    'SELECT server_id FROM id_map WHERE local_id = ? AND kind = ?',
    [localId, kind],
  );
  if (mapped) return mapped.server_id;
  return isMadeHere(db, localId) ? null : localId;
}

/** Whether the record was created at this desk and the service has not given it an id yet. */
function isMadeHere(db: Db, localId: string): boolean {
  return (
    get(db, 'SELECT 1 FROM outbox WHERE subject_id = ? AND kind IN (SELECT value FROM json_each(?))', [
      localId,
      JSON.stringify(CREATING_KINDS),
    ]) !== null
  );
}

/** The local id of a record of the service: the id under which it was created here, else the service's own. */
export function localIdOf(db: Db, kind: RecordKind, serverId: string): string {
  const mapped = get<{ local_id: string }>(
    db,
    'SELECT local_id FROM id_map WHERE kind = ? AND server_id = ? AND alias = 0',
    [kind, serverId],
  );
  return mapped?.local_id ?? serverId;
}

/**
 * {@link localIdOf} for many. Ids of records that were not created here are left out, because they are their own.
 *
 *     const locals = localIdsOf(db, 'patient', serverIds);
 *     const localId = locals.get(serverId) ?? serverId;
 */
export function localIdsOf(db: Db, kind: RecordKind, serverIds: Iterable<string>): Map<string, string> {
  const rows = allAmong<{ local_id: string; server_id: string }>(
    db,
    'SELECT local_id, server_id FROM id_map WHERE kind = ? AND alias = 0 AND server_id IN (SELECT value FROM json_each(?))',
    serverIds,
    [kind],
  );
  return new Map(rows.map((row) => [row.server_id, row.local_id]));
}

/** The service's ids by local id; local ids without one are left out. */
export function mappedServerIds(db: Db, kind: RecordKind, localIds: Iterable<string>): Map<string, string> {
  const rows = allAmong<{ local_id: string; server_id: string }>(
    db,
    'SELECT local_id, server_id FROM id_map WHERE kind = ? AND local_id IN (SELECT value FROM json_each(?))',
    localIds,
    [kind],
  );
  return new Map(rows.map((row) => [row.local_id, row.server_id]));
}

/**
 * For local ids that are only a second name of a record: the id that the record goes by. The other ids are left out.
 */
export function canonicalIds(db: Db, kind: RecordKind, localIds: Iterable<string>): Map<string, string> {
  const rows = allAmong<{ local_id: string; canonical: string }>(
    db,
    `SELECT aliased.local_id, coalesce(
       (SELECT known.local_id FROM id_map AS known
        WHERE known.kind = aliased.kind AND known.server_id = aliased.server_id AND known.alias = 0),
       aliased.server_id) AS canonical
     FROM id_map AS aliased
     WHERE aliased.kind = ? AND aliased.alias = 1 AND aliased.local_id IN (SELECT value FROM json_each(?))`,
    localIds,
    [kind],
  );
  return new Map(rows.map((row) => [row.local_id, row.canonical]));
}

/**
 * Remembers which record of the service a local one is. When the desk already knew that record under the service's id,
 * it keeps that id, and the local id becomes a second name of it.
 *
 *     mapId(db, 'patient', payload.patientId, patient.id);
 */
export function mapId(db: Db, kind: RecordKind, localId: string, serverId: string): void {
  if (localId === serverId || mappedServerIds(db, kind, [localId]).get(localId) === serverId) return;
  const other = get<{ local_id: string }>(
    db,
    'SELECT local_id FROM id_map WHERE kind = ? AND server_id = ? AND alias = 0 AND local_id <> ?',
    [kind, serverId, localId],
  );
  const known = get(db, `SELECT 1 FROM ${MIRRORS[kind]} WHERE id = ?`, [serverId]) !== null;
  const alias = other !== null || (known && kind === 'patient') ? 1 : 0;
  run(
    db,
    `INSERT INTO id_map (local_id, kind, server_id, alias) VALUES (?, ?, ?, ?)
     ON CONFLICT (local_id) DO UPDATE SET server_id = excluded.server_id, alias = excluded.alias`,
    [localId, kind, serverId, alias],
  );
}

/** Whether both ids are the same record. */
export function isSameRecord(db: Db, kind: RecordKind, one: string | null, other: string | null): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  const serverId = serverIdOf(db, kind, one);
  return serverId !== null && serverId === serverIdOf(db, kind, other);
}
