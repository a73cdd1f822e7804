// A visit that ends because its appointment was moved to another time although the person had come: nothing was taken from them, and they
// are to come again then. What was done stays on the visit of the day on which they came.
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import { patientIdOfVisit } from './visit-patient.ts';
import { findVisit } from './visits.ts';
import type { Visit } from './visits.ts';

/** Where the service has an appointment (local id) now. `date`: `YYYY-MM-DD` at the site. */
export interface AppointedNow {
  readonly appointmentId: string;
  readonly locationId: string;
  readonly date: string;
  readonly startsAtMs: number;
}

/**
 * Takes the appointment off the visit of somebody who has left without a sample, or has only arrived, when it was moved to a later day or
 * another place; of somebody who has left also when it begins later on the same day. Whoever came today (`YYYY-MM-DD` at the site) and was
 * not marked as left keeps what is booked for another day until this one is over: they may sit in the waiting room, and at a visit without
 * registrations nobody could be seen. The appointment gets a visit of its own after that.
 */
export function endVisitOfMovedAppointment(db: Db, now: AppointedNow, today: string): void {
  const row = get<{ id: string }>(
    db,
    `SELECT id FROM visit WHERE appointment_id = ? AND desk_state IN ('arrived', 'left') AND collected_at_ms IS NULL`,
    [now.appointmentId],
  );
  const visit = row && findVisit(db, row.id);
  if (!visit || !isToComeAgain(visit, now, today) || isMovedByDesk(db, visit)) return;
  // Whose visit it was is known by nothing else once its registrations are on the other one.
  const patientId = patientIdOfVisit(db, visit.id);
  run(
    db,
    'UPDATE visit SET appointment_id = NULL, patient_id = coalesce(?, patient_id), version = version + 1 WHERE id = ?',
    [patientId, visit.id],
  );
}

/** Whether the person of a visit (arrived or left) is to come again, as the appointment is at `now`; see {@link endVisitOfMovedAppointment}. */
export function isToComeAgain(
  visit: Visit,
  { date, locationId, startsAtMs }: AppointedNow,
  today: string,
): boolean {
  if (date !== visit.date) return date > visit.date && (visit.deskState === 'left' || visit.date < today);
  if (locationId !== visit.locationId) return true;
  return visit.deskState === 'left' && visit.endedForMs !== null && startsAtMs > visit.endedForMs;
}

/**
 * Whether changes of the appointment wait, or this desk has put it where the person has come and the service would not: whoever sits in the
 * waiting room has come for it.
 */
function isMovedByDesk(db: Db, visit: Visit): boolean {
  const rows = get(
    db,
    `SELECT 1 FROM outbox WHERE subject_id = @appointmentId AND (state NOT IN ${FINISHED} OR (
       @isHere AND kind = 'appointment.move' AND state <> 'confirmed'
       AND payload ->> '$.to.date' = @date AND payload ->> '$.to.locationId' = @locationId))`,
    {
      appointmentId: visit.appointmentId,
      isHere: visit.deskState === 'arrived' ? 1 : 0,
      date: visit.date,
      locationId: visit.locationId,
    },
  );
  return rows !== null;
}
