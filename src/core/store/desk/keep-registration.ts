// A visit at which something was done keeps its registration when the service gives that another appointment: its labels
// are in somebody's hand, and a second visit of the same person would not know them.
import type { ActivityAbout } from '../../../domain/activity.ts';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { readAppointment } from '../mirror/appointment-records.ts';
import { readRegistrations } from '../mirror/registration-records.ts';
import { FINISHED } from '../outbox/state-lists.ts';
import type { AppointedNow } from './end-visit.ts';
import { areOnePatient } from './visit-patient.ts';
import { findVisit, registrationIdsOf, visitIdOfRegistration } from './visits.ts';
import type { Visit } from './visits.ts';

/** A registration, and the appointment that the service names on it now. Ids are local; `date` and location are the appointment's. */
export interface NamedAppointment extends AppointedNow {
  readonly registrationId: string;
}

/**
 * The visit that keeps the registration although the service names another appointment than the visit's: its person is
 * at their samples, or is here or was on the day and at the location of the new appointment, and everybody whom the records name is that person.
 * Null where the registration goes to the visit of the new appointment.
 */
export function visitThatKeeps(db: Db, named: NamedAppointment): Visit | null {
  const visitId = visitIdOfRegistration(db, named.registrationId);
  const visit = visitId === null ? null : findVisit(db, visitId);
  if (!visit || visit.appointmentId === named.appointmentId) return null;
  return isAtWork(visit, named) && isOfOnePatient(db, visit, named) ? visit : null;
}

/**
 * What is booked for another day or place is a visit of its own there, or nobody would expect the person: a sample may have to be taken
 * again, and whoever has only arrived may have been told to come back then. Only what is begun with the tubes goes on wherever it was put.
 */
function isAtWork(visit: Visit, { date, locationId }: NamedAppointment): boolean {
  if (visit.deskState === 'collecting') return true;
  const isTaken =
    (visit.deskState === 'collected' || visit.deskState === 'left') && visit.collectedAtMs !== null;
  return (isTaken || visit.deskState === 'arrived') && visit.date === date && visit.locationId === locationId;
}

function isOfOnePatient(db: Db, visit: Visit, { registrationId, appointmentId }: NamedAppointment): boolean {
  const before = visit.appointmentId === null ? null : readAppointment(db, visit.appointmentId);
  return areOnePatient(db, [
    visit.identity?.person?.patientId ?? visit.patientId ?? before?.patientId,
    readRegistrations(db, [registrationId]).get(registrationId)?.patientId,
    readAppointment(db, appointmentId)?.patientId,
  ]);
}

/**
 * The visit has the appointment from now on, unless another visit has it, a registration of the visit still names the one
 * before, or changes of that one wait to be sent. Returns what the activity is to say; null when nothing changed.
 */
export function followAppointment(
  db: Db,
  visit: Visit,
  named: NamedAppointment,
): ActivityAbout<'appointment-replaced'> | null {
  const { appointmentId, startsAtMs } = named;
  if (get(db, 'SELECT 1 FROM visit WHERE appointment_id = ?', [appointmentId]) !== null) return null;
  const before = visit.appointmentId;
  if (before !== null) {
    const ids = registrationIdsOf(db, [visit.id]).get(visit.id) ?? [];
    const stillNamed = [...readRegistrations(db, ids).values()].some((one) => one.appointmentId === before);
    const waits = get(db, `SELECT 1 FROM outbox WHERE subject_id = ? AND state NOT IN ${FINISHED}`, [before]);
    if (stillNamed || waits !== null) return null;
  }
  run(db, 'UPDATE visit SET appointment_id = ?, version = version + 1 WHERE id = ?', [
    appointmentId,
    visit.id,
  ]);
  const startedAtMs = before === null ? null : (readAppointment(db, before)?.startsAtMs ?? null);
  return { visitId: visit.id, startsAtMs, before: startedAtMs };
}
