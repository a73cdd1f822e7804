// Registrations that only changes of this desk give to a patient so far.
import type { Db } from '../../store/db/database.ts';
import { listNotYetListed } from '../../store/mirror/registration-list.ts';
import { readRegistrations } from '../../store/mirror/registration-records.ts';
import { isSameRecord } from '../../store/outbox/id-map.ts';
import { listSubjectsOfOpenRows } from '../../store/outbox/outbox.ts';

/** Local ids of registrations that a change which waits makes for this patient (local id), or assigns to them. */
export function registrationIdsWaitingFor(db: Db, patientId: string): string[] {
  const ids = [...listNotYetListed(db), ...listSubjectsOfOpenRows(db, 'registration.assign')];
  return [...readRegistrations(db, ids).values()]
    .filter((registration) => isSameRecord(db, 'patient', registration.patientId, patientId))
    .map(({ id }) => id);
}
