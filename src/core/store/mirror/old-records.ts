// Removes records of the service that were read for one question and that nothing here needs any more. The service has them; they
// are read again when somebody asks. Registrations are not among them: see docs/decisions/061-retention.md.
import type { Registration } from '../../../wire/registration.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf } from '../outbox/id-map.ts';
import { ORDER_REQUESTS } from '../outbox/state-lists.ts';
import { forgetPerson, indexPerson } from './person-index.ts';
import { personOfRegistration } from './person-mapping.ts';

/** Whether a change about the record is kept for another reason than the record; `kind` and `id`: SQL. */
const hasChange = (kind: string, id: string): string => `EXISTS (
  SELECT 1 FROM outbox WHERE NOT (outbox.state = 'confirmed' AND outbox.kind IN ${ORDER_REQUESTS}) AND
    (outbox.subject_id = ${id} OR outbox.subject_id IN
      (SELECT local_id FROM id_map WHERE id_map.kind = '${kind}' AND id_map.server_id = ${id})))`;

/** The desk's own ids and the service's of one record. */
const idsOf = (kind: string, id: string): string =>
  `(SELECT ${id} UNION SELECT local_id FROM id_map WHERE id_map.kind = '${kind}' AND id_map.server_id = ${id})`;

/**
 * Removes orders that came to be known and were last read before an instant (milliseconds since the epoch), `limit` at most;
 * those with a change that is kept stay, unless it is only kept as long as they are. Runs inside the caller's transaction. Returns how many, and when the newest of them
 * came to be known; null: there was none.
 */
export function removeOldOrders(
  db: Db,
  beforeMs: number,
  limit: number,
): { readonly removed: number; readonly lastKnownAtMs: number } | null {
  const orders = all<{ id: string; known_at_ms: number }>(
    db,
    `SELECT id, known_at_ms FROM mirror_order
     WHERE known_at_ms < @beforeMs AND coalesce(fetched_at_ms, known_at_ms) < @beforeMs
       AND NOT ${hasChange('order', 'mirror_order.id')}
     ORDER BY known_at_ms LIMIT @limit`,
    { beforeMs, limit },
  );
  const last = orders.at(-1);
  if (!last) return null;
  const ids = JSON.stringify(orders.map(({ id }) => id));
  run(db, 'DELETE FROM mirror_order_part WHERE order_id IN (SELECT value FROM json_each(?))', [ids]);
  run(db, 'DELETE FROM mirror_order WHERE id IN (SELECT value FROM json_each(?))', [ids]);
  return { removed: orders.length, lastKnownAtMs: last.known_at_ms };
}

/** Nobody here needs the patient's own record; the copy on their registrations stays. */
const IS_PATIENT_OVER = `
  NOT ${hasChange('patient', 'mirror_patient.id')}
  AND NOT EXISTS (SELECT 1 FROM visit WHERE visit.patient_id IN ${idsOf('patient', 'mirror_patient.id')})
  AND NOT EXISTS (SELECT 1 FROM mirror_registration AS registration
    WHERE registration.patient_id = mirror_patient.id AND (registration.completed = 0 OR EXISTS (
      SELECT 1 FROM visit_registration
      WHERE visit_registration.registration_id IN ${idsOf('registration', 'registration.id')})))
  AND NOT EXISTS (SELECT 1 FROM mirror_appointment
    WHERE mirror_appointment.patient_id = mirror_patient.id AND starts_at_ms >= @beforeMs)`;

/**
 * Removes patients' own records that did not change since an instant (milliseconds since the epoch), of people who have no visit
 * here, no registration that is not completed, and no change that is kept. It looks at `limit` records after `afterId`, because most
 * of them stay, and nobody is to wait while all are looked at. Who has registrations is still found by the copy on them.
 */
export function forgetOldPatients(
  db: Db,
  beforeMs: number,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): {
  readonly removed: number;
  /** Where to go on; null: all were looked at. */
  readonly lastId: string | null;
} {
  return transaction(db, () => {
    const looked = all<{ id: string; goes: number }>(
      db,
      `SELECT id, (fetched_at_ms < @beforeMs AND ${IS_PATIENT_OVER}) AS goes FROM mirror_patient
       WHERE id > @afterId ORDER BY id LIMIT @limit`,
      { beforeMs, afterId, limit },
    );
    const old = looked.filter(({ goes }) => goes === 1);
    for (const { id } of old) {
      run(db, 'DELETE FROM mirror_patient WHERE id = ?', [id]);
      const copy = get<{ body: string }>(
        db,
        'SELECT body FROM mirror_registration WHERE patient_id = ? ORDER BY rowid DESC LIMIT 1',
        [id],
      );
      const person = copy && personOfRegistration(JSON.parse(copy.body) as Registration);
      const localId = localIdOf(db, 'patient', id);
      if (person) indexPerson(db, localId, person);
      else forgetPerson(db, localId);
    }
    const last = looked.at(-1);
    return { removed: old.length, lastId: last && looked.length === limit ? last.id : null };
  });
}

/**
 * Removes appointments that began before an instant (milliseconds since the epoch) and whose visit is gone, `limit` at most. One of a
 * registration that is not completed stays: it would be read again at once. Returns how many.
 */
export function forgetOldAppointments(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    `DELETE FROM mirror_appointment WHERE id IN (
       SELECT id FROM mirror_appointment WHERE starts_at_ms < @beforeMs
         AND NOT ${hasChange('appointment', 'mirror_appointment.id')}
         AND NOT EXISTS (SELECT 1 FROM visit WHERE visit.appointment_id IN ${idsOf('appointment', 'mirror_appointment.id')})
         AND NOT EXISTS (SELECT 1 FROM mirror_registration
           WHERE mirror_registration.appointment_id = mirror_appointment.id AND completed = 0)
       ORDER BY starts_at_ms LIMIT @limit)`,
    { beforeMs, limit },
  );
}

/** Removes what was read of single registrations when somebody asked, before an instant; `limit` at most. Returns how many. */
export function forgetOldRegistrationParts(db: Db, beforeMs: number, limit: number): number {
  return run(
    db,
    `DELETE FROM mirror_registration_part WHERE rowid IN (
       SELECT rowid FROM mirror_registration_part WHERE fetched_at_ms < @beforeMs LIMIT @limit)`,
    { beforeMs, limit },
  );
}

/** Removes timetables of days before `beforeDate` (`YYYY-MM-DD`), `limit` at most. Returns how many. */
export function forgetOldSlots(db: Db, beforeDate: string, limit: number): number {
  return run(
    db,
    'DELETE FROM mirror_slots WHERE rowid IN (SELECT rowid FROM mirror_slots WHERE date < ? LIMIT ?)',
    [beforeDate, limit],
  );
}
