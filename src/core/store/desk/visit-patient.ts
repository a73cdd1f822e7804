// Which patient a visit belongs to.
import type { Db } from '../db/database.ts';
import { readAppointments } from '../mirror/appointment-records.ts';
import { readRegistrations } from '../mirror/registration-records.ts';
import { mappedServerIds } from '../outbox/id-map.ts';
import { findVisit, registrationIdsOf } from './visits.ts';

interface HasPatient {
  readonly patientId: string | null;
}

/**
 * The patient of a visit: the one on its registrations, else the one chosen at this desk, else the one of the
 * appointment.
 */
export function choosePatientId(
  visit: HasPatient,
  registrations: readonly HasPatient[],
  appointment: HasPatient | null,
): string | null {
  return (
    registrations.find((registration) => registration.patientId !== null)?.patientId ??
    visit.patientId ??
    appointment?.patientId ??
    null
  );
}

/**
 * The local id of a visit's patient; null when none is named or there is no such visit. Where the visit is assembled
 * already, use its `patientId`.
 */
export function patientIdOfVisit(db: Db, visitId: string): string | null {
  const visit = findVisit(db, visitId);
  if (!visit) return null;
  const registrationIds = registrationIdsOf(db, [visitId]).get(visitId) ?? [];
  const registrations = [...readRegistrations(db, registrationIds).values()];
  const appointment =
    visit.appointmentId === null
      ? null
      : (readAppointments(db, [visit.appointmentId]).get(visit.appointmentId) ?? null);
  return choosePatientId(visit, registrations, appointment);
}

/** Whether these ids (local or the service's; null and undefined where nobody is named) name one patient, or none. */
export function areOnePatient(db: Db, ids: readonly (string | null | undefined)[]): boolean {
  const named = ids.filter((id) => typeof id === 'string');
  const serverIds = mappedServerIds(db, 'patient', named);
  return new Set(named.map((id) => serverIds.get(id) ?? id)).size <= 1;
}
