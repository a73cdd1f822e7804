// The appointment that a visit gave up is back where its person had come for it: they are on the board once, and what was done with them counts.
import type { ActivityAbout } from '../../../domain/activity.ts';
import { all, get, run, transaction } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { readAppointment } from '../mirror/appointment-records.ts';
import type { AppointmentRecord } from '../mirror/appointment-records.ts';
import { readRegistrations } from '../mirror/registration-records.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import { isToComeAgain } from './end-visit.ts';
import { registrationsMovedFrom } from './moved-registrations.ts';
import { areOnePatient } from './visit-patient.ts';
import { findVisit, linkRegistration, registrationIdsOf } from './visits.ts';
import type { Visit } from './visits.ts';

/** Days (`YYYY-MM-DD`) at a site. */
export interface SiteDays {
  readonly today: string;
  readonly dateOf: (instantMs: number) => string;
}

/**
 * Gives visits at the location, of `fromDate` and after it, the appointment and the registrations back that they gave up, where the appointment is
 * there again, so that it would never have been given up, and nothing was done at the visit that was made anew for it, which goes. Only
 * where everybody whom the records name is one patient. Returns whether there were any.
 */
export function rejoinVisits(
  db: Db,
  { locationId, fromDate }: { readonly locationId: string; readonly fromDate: string },
  days: SiteDays,
  tell?: (about: ActivityAbout<'appointment-back'>) => void,
): boolean {
  const rows = all<{ id: string }>(
    db,
    `SELECT id FROM visit WHERE appointment_id IS NULL AND location_id = ? AND date >= ?
       AND collected_at_ms IS NULL AND (desk_state = 'arrived' OR (desk_state = 'left' AND ended_for_ms IS NOT NULL))`,
    [locationId, fromDate],
  );
  if (rows.length === 0) return false;
  return transaction(db, () => {
    const rejoined = rows.flatMap(({ id }) => rejoin(db, id, days) ?? []);
    for (const about of rejoined) tell?.(about);
    return rejoined.length > 0;
  });
}

function rejoin(db: Db, visitId: string, days: SiteDays): ActivityAbout<'appointment-back'> | null {
  const begun = findVisit(db, visitId);
  if (!begun) return null;
  const anewIds = new Set(registrationsMovedFrom(db, visitId).map((moved) => moved.visitId));
  for (const anewId of anewIds) {
    const anew = findVisit(db, anewId);
    if (!anew?.appointmentId) continue;
    const appointment = readAppointment(db, anew.appointmentId);
    if (!appointment || !isBack(begun, appointment, days) || !isUntouched(db, anew)) continue;
    const registrationIds = registrationIdsOf(db, [anew.id]).get(anew.id) ?? [];
    const patientIds = [...readRegistrations(db, registrationIds).values()].map((one) => one.patientId);
    const named = [begun.identity?.person?.patientId, begun.patientId, appointment.patientId, ...patientIds];
    if (!areOnePatient(db, named)) continue;
    for (const registrationId of registrationIds) linkRegistration(db, begun.id, registrationId);
    // A trigger of the line above marks the visit for a comparison.
    run(db, 'DELETE FROM identity_review WHERE visit_id = ?', [anew.id]);
    run(db, 'DELETE FROM visit WHERE id = ?', [anew.id]);
    run(db, 'UPDATE visit SET appointment_id = ?, version = version + 1 WHERE id = ?', [
      appointment.id,
      begun.id,
    ]);
    return { visitId: begun.id, startsAtMs: appointment.startsAtMs };
  }
  return null;
}

function isBack(
  begun: Visit,
  { id, locationId, startsAtMs }: AppointmentRecord,
  { today, dateOf }: SiteDays,
): boolean {
  const now = { appointmentId: id, locationId, date: dateOf(startsAtMs), startsAtMs };
  return now.date === begun.date && !isToComeAgain(begun, now, today);
}

/** Nobody came to it, nothing was made for it, and no change about it or its appointment is unfinished. */
function isUntouched(db: Db, { id, appointmentId }: Visit): boolean {
  const untouched = get(
    db,
    `SELECT 1 FROM visit WHERE id = @id AND desk_state = 'expected' AND identity IS NULL AND withdrawn IS NULL
       AND NOT EXISTS (SELECT 1 FROM label WHERE label.visit_id = visit.id)
       AND NOT EXISTS (SELECT 1 FROM print_job WHERE print_job.visit_id = visit.id)
       AND NOT EXISTS (SELECT 1 FROM paper_to_destroy WHERE paper_to_destroy.visit_id = visit.id AND destroyed_at_ms IS NULL)
       AND NOT EXISTS (SELECT 1 FROM sample_not_taken WHERE sample_not_taken.visit_id = visit.id)
       AND NOT EXISTS (SELECT 1 FROM visit_ticket WHERE visit_ticket.visit_id = visit.id)
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.visit_id = visit.id AND state NOT IN ${FINISHED})
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.subject_id = @appointmentId AND state NOT IN ${FINISHED})`,
    { id, appointmentId },
  );
  return untouched !== null;
}
