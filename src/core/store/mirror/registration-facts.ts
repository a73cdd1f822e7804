// What one registration says about itself beyond what lists need, its relatives, and the parts of it that were read
// from the service because somebody asked for them.
import type { Registration } from '../../../wire/registration.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/** The service's own record; null while the service has not made the registration. `serverId`: the service's id. */
export function registrationBody(db: Db, serverId: string): Registration | null {
  const row = get<{ body: string }>(db, 'SELECT body FROM mirror_registration WHERE id = ?', [serverId]);
  return row && (JSON.parse(row.body) as Registration);
}

/** The service's ids of the registrations of these patients (service's ids), the newest first. */
export function registrationsOfPatients(db: Db, patientIds: readonly string[]): string[] {
  return all<{ id: string }>(
    db,
    `SELECT id FROM mirror_registration WHERE patient_id IN (SELECT value FROM json_each(?))
     ORDER BY created_on DESC, id DESC`,
    [JSON.stringify(patientIds)],
  ).map((row) => row.id);
}

export interface StoredPart {
  /** Null: the service said that there is none. */
  readonly answer: unknown;
  readonly fetchedAtMs: number;
}

/** A part as it was read last; null when it was never read. `serverId`: the service's id of the registration. */
export function readPart(db: Db, serverId: string, part: string): StoredPart | null {
  const row = get<{ answer: string | null; fetched_at_ms: number }>(
    db,
    'SELECT answer, fetched_at_ms FROM mirror_registration_part WHERE registration_id = ? AND part = ?',
    [serverId, part],
  );
  if (!row) return null;
  return {
    answer: row.answer === null ? null : (JSON.parse(row.answer) as unknown),
    fetchedAtMs: row.fetched_at_ms,
  };
}

/** Keeps a part of a registration that is stored here; of any other nothing is kept. */
export function savePart(db: Db, serverId: string, part: string, stored: StoredPart): void {
  run(
    db,
    `INSERT INTO mirror_registration_part (registration_id, part, answer, fetched_at_ms)
     SELECT id, @part, @answer, @fetchedAtMs FROM mirror_registration WHERE id = @serverId
     ON CONFLICT (registration_id, part) DO UPDATE SET answer = excluded.answer, fetched_at_ms = excluded.fetched_at_ms`,
    {
      serverId,
      part,
      answer: stored.answer === null ? null : JSON.stringify(stored.answer),
      fetchedAtMs: stored.fetchedAtMs,
    },
  );
}

/** Removes the patient's record that was read of these registrations (service's ids): it is that of the person before. */
export function forgetPatientParts(db: Db, serverIds: readonly string[]): void {
  run(
    db,
    `DELETE FROM mirror_registration_part
     WHERE part = 'patient' AND registration_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(serverIds)],
  );
}

/** Whether a registration here has a form's code with this prefix, in capitals or small letters. */
export function isPrefixKnown(db: Db, prefix: string): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM mirror_registration
       WHERE trf_code >= @from COLLATE NOCASE AND trf_code < @to COLLATE NOCASE LIMIT 1`,
      { from: `${prefix}-`, to: `${prefix}-\u{10ffff}` },
    ) !== null
  );
}

/** Orders of these registrations (service's ids), as far as somebody has read them. */
export function knownOrders(
  db: Db,
  serverIds: readonly string[],
): { readonly registrationId: string; readonly orderId: string }[] {
  return all<{ registrationId: string; orderId: string }>(
    db,
    `SELECT registration_id AS registrationId, answer ->> '$[0].linkedId' AS orderId FROM mirror_registration_part
     WHERE part = 'order' AND registration_id IN (SELECT value FROM json_each(?))
       AND answer ->> '$[0].linkedId' IS NOT NULL`,
    [JSON.stringify(serverIds)],
  );
}
