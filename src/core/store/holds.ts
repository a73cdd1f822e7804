// The slots that this desk holds or has asked for.
import { all } from './database.ts';
import type { Db } from './database.ts';
import { readAppointments } from './records.ts';

/** When the slots begin that are spoken for at this desk at a location, whether the service knows yet or not. */
export function listOpenHoldStarts(db: Db, locationId: string): number[] {
  const ids = all<{ subject_id: string }>(
    db,
    `SELECT subject_id FROM outbox WHERE kind = 'appointment.hold' AND state NOT IN ('cancelled', 'discarded', 'conflict')
       AND json_extract(payload, '$.locationId') = ?`,
    [locationId],
  ).map((row) => row.subject_id);
  return [...readAppointments(db, ids).values()]
    .filter((appointment) => appointment.state !== 'released' && appointment.state !== 'taken')
    .map((appointment) => appointment.startsAtMs);
}
