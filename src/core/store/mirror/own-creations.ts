// Recognises records that this desk created, when they are read from the service before the answer to their creation is
// known.
import { get } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdOf, mapId, mappedServerIds } from '../outbox/id-map.ts';
import { FINISHED } from '../outbox/state-lists.ts';

/**
 * A record that this desk created appears in a list although the answer to its creation was lost. Its foreign_id tells
 * that it is the one made here, so it is linked to it and does not appear a second time. Returns its local id; null when
 * it is none of an unfinished creation.
 */
export function recogniseOwn(
  db: Db,
  kind: 'patient' | 'registration',
  record: { readonly id: string; readonly foreign_id: string | null },
): string | null {
  if (record.foreign_id === null) return null;
  const row = get<{ subject_id: string }>(
    db,
    `SELECT subject_id FROM outbox WHERE kind = ? AND attempts > 0 AND state NOT IN ${FINISHED}
       AND json_extract(payload, '$.foreignId') = ?`,
    [`${kind}.create`, record.foreign_id],
  );
  if (row && !mappedServerIds(db, kind, [row.subject_id]).has(row.subject_id)) {
    mapId(db, kind, row.subject_id, record.id);
  }
  return row?.subject_id ?? null;
}

/**
 * A registration that this desk made is read before its own hold is settled, as after a copy of the data was put back: it is on the appointment
 * that was held, so that is linked too. Else the booking would stand on the board a second time, as one that the service had moved.
 */
export function recogniseOwnBooking(
  db: Db,
  registration: {
    readonly id: string;
    readonly foreign_id: string | null;
    readonly appointment_id: string | null;
  },
): void {
  const madeHere = recogniseOwn(db, 'registration', registration);
  const { appointment_id: serverId } = registration;
  if (madeHere === null || serverId === null || localIdOf(db, 'appointment', serverId) !== serverId) return;
  const hold = get<{ subject_id: string }>(
    db,
    `SELECT held.subject_id FROM outbox AS made
     JOIN outbox AS held ON held.subject_id = made.payload ->> '$.appointmentId' AND held.kind = 'appointment.hold'
     WHERE made.subject_id = ? AND made.kind = 'registration.create'
       AND held.attempts > 0 AND held.state NOT IN ${FINISHED}`,
    [madeHere],
  );
  if (hold) mapId(db, 'appointment', hold.subject_id, serverId);
}
