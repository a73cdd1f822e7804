// Joins our ids and the service's. A record goes by its local id everywhere here; the service's id is looked up when
// something is sent, and turned back when something is read.
import type { RecordKind } from '../../../domain/record-kind.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

const MIRRORS = {
  patient: 'mirror_patient',
  appointment: 'mirror_appointment',
  registration: 'mirror_registration',
} as const satisfies Record<RecordKind, string>;

/** The service's id of a record, or null while it has none. Records that came from the service go by its id. */
export function serverIdOf(db: Db, kind: RecordKind, localId: string): string | null {
  const mapped = get<{ server_id: string }>(
    db,
    'SELECT server_id FROM id_map WHERE local_id = ? AND kind = ?',
    [localId, kind],
  );
  if (mapped) return mapped.server_id;
  return isMadeHere(db, localId) ? null : localId;
}

/** True when the record was created at this desk and the service has not given it an id. */
function isMadeHere(db: Db, localId: string): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM outbox WHERE subject_id = ? AND kind IN ('patient.create', 'appointment.hold', 'registration.create')`,
      [localId],
    ) !== null
  );
}

/** The id by which this desk knows a record of the service. */
export function localIdOf(db: Db, kind: RecordKind, serverId: string): string {
  const mapped = get<{ local_id: string }>(
    db,
    'SELECT local_id FROM id_map WHERE kind = ? AND server_id = ? AND alias = 0',
    [kind, serverId],
  );
  return mapped?.local_id ?? serverId;
}

/** {@link localIdOf} for many; ids that were not made here are left out. */
export function localIdsOf(db: Db, kind: RecordKind, serverIds: Iterable<string>): Map<string, string> {
  const rows = all<{ local_id: string; server_id: string }>(
    db,
    'SELECT local_id, server_id FROM id_map WHERE kind = ? AND alias = 0 AND server_id IN (SELECT value FROM json_each(?))',
    [kind, JSON.stringify([...serverIds])],
  );
  return new Map(rows.map((row) => [row.server_id, row.local_id]));
}

/** Service ids by local id; ids that were not mapped are left out. */
export function mappedServerIds(db: Db, kind: RecordKind, localIds: Iterable<string>): Map<string, string> {
  const rows = all<{ local_id: string; server_id: string }>(
    db,
    'SELECT local_id, server_id FROM id_map WHERE kind = ? AND local_id IN (SELECT value FROM json_each(?))',
    [kind, JSON.stringify([...localIds])],
  );
  return new Map(rows.map((row) => [row.local_id, row.server_id]));
}

/** Local ids that are other names for a record, with the id that the record goes by; the rest are left out. */
export function canonicalIds(db: Db, kind: RecordKind, localIds: Iterable<string>): Map<string, string> {
  const rows = all<{ local_id: string; canonical: string }>(
    db,
    `SELECT aliased.local_id, coalesce(
       (SELECT known.local_id FROM id_map AS known
        WHERE known.kind = aliased.kind AND known.server_id = aliased.server_id AND known.alias = 0),
       aliased.server_id) AS canonical
     FROM id_map AS aliased
     WHERE aliased.kind = ? AND aliased.alias = 1 AND aliased.local_id IN (SELECT value FROM json_each(?))`,
    [kind, JSON.stringify([...localIds])],
  );
  return new Map(rows.map((row) => [row.local_id, row.canonical]));
}

/**
 * Remembers which record of the service a local one is. A record that the desk knew under the service's id already keeps
 * that id, and the local one becomes another name for it.
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

/** True when both ids name the same record. */
export function isSameRecord(db: Db, kind: RecordKind, one: string | null, other: string | null): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  const serverId = serverIdOf(db, kind, one);
  return serverId !== null && serverId === serverIdOf(db, kind, other);
}
