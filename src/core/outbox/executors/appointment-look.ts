// Looks at an appointment before it is changed. The service reads none by its own id, so a registration has to lead to it.
import { bug, conflict } from '../../../domain/app-error.ts';
import type { AppError } from '../../../domain/app-error.ts';
import type { Appointment } from '../../../wire/appointment.ts';
import type { Db } from '../../store/db/database.ts';
import { isSamePlace, placeOf } from '../../store/mirror/appointment-place.ts';
import type { Place } from '../../store/mirror/appointment-place.ts';
import { upsertAppointments } from '../../store/mirror/appointments.ts';
import { registrationsOfAppointment } from '../../store/mirror/pull-needs.ts';
import { serverIdOf } from '../../store/outbox/id-map.ts';
import { listRowsOfSubjects } from '../../store/outbox/outbox.ts';
import { lookOnceMore, outcomeOf, wasSaidBefore } from '../attempt.ts';
import type { Attempt, Outcome } from '../attempt.ts';
import { forHuman } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

/** `appointment`: as its registration shows it now, null when no registration leads to it. `failed`: it could not be read. */
export type Looked = { readonly appointment: Appointment | null } | { readonly failed: AppError };

/**
 * The appointment (service's id) as it stands at the service now.
 *
 *     const seen = await lookAtAppointment(attempt, serverId);
 *     if ('failed' in seen) return firstLookFailed(attempt, seen.failed);
 */
export async function lookAtAppointment(
  { db, gateway }: Pick<Attempt, 'db' | 'gateway'>,
  serverId: string,
): Promise<Looked> {
  let failed: AppError | null = null;
  for (const id of registrationsOfAppointment(db, serverId)) {
    const read = await appointmentOf(gateway, id, serverId);
    if (read.ok) {
      // A registration that was given another appointment meanwhile says nothing about this one: the next one may.
      if (read.value.id === serverId) return { appointment: read.value };
    } else if (read.error.kind !== 'not-found') failed = read.error;
  }
  return failed === null ? { appointment: null } : { failed };
}

/**
 * The appointment that a registration leads to. One that is not the expected one is asked for once more: taken for gone after a single
 * mixed-up answer, the appointment would be changed unseen, whoever has moved it or has been given it meanwhile.
 */
async function appointmentOf(
  gateway: Attempt['gateway'],
  registrationId: string,
  expectedId: string,
): Promise<Outcome<Appointment>> {
  const ask = async (): Promise<Outcome<Appointment>> => {
    const read = await outcomeOf(
      gateway.call('registrations.appointment', { params: { id: registrationId } }),
    );
    return read.ok ? { ok: true, value: read.value.value } : read;
  };
  const first = await ask();
  if (!first.ok || first.value.id === expectedId) return first;
  const again = await ask();
  if (!again.ok || again.value.id === expectedId || again.value.id === first.value.id) return again;
  const error = bug('the service answered twice with two other appointments than its registration has', {
    origin: 'service',
  });
  return { ok: false, error };
}

/** Where this desk has shown the row's appointment, has asked for it to be, or has told a person that it stands. */
function knownPlaces({ db, row }: Pick<Attempt, 'db' | 'row'>): Place[] {
  const asked = listRowsOfSubjects(db, [row.subjectId]).flatMap(({ change }) => {
    if (change?.kind === 'appointment.move') return [change.payload.from, change.payload.to];
    return change?.kind === 'appointment.cancel' && change.payload.from ? [change.payload.from] : [];
  });
  return row.resolution.toldPlace ? [...asked, row.resolution.toldPlace] : asked;
}

/**
 * Whether the appointment is for somebody else by now than the screen showed (`seenPatientId`: local id). One that was shown to be for
 * nobody, or is for nobody, is nobody else's.
 */
export function isOfSomebodyElse(
  db: Db,
  seenPatientId: string | null | undefined,
  appointment: Pick<Appointment, 'patient_id'>,
): boolean {
  if (seenPatientId == null || appointment.patient_id === null) return false;
  const seen = serverIdOf(db, 'patient', seenPatientId);
  return seen !== appointment.patient_id;
}

/** What may not be done to the appointment as it stands now, because others have given it away or moved it meanwhile; null where it may. */
export function changedByOthers(
  attempt: Attempt,
  appointment: Appointment,
  seenPatientId: string | null | undefined,
): Verdict | null {
  if (isOfSomebodyElse(attempt.db, seenPatientId, appointment)) return ofSomebodyElse(attempt, appointment);
  const isKnown = knownPlaces(attempt).some((place) => isSamePlace(place, placeOf(appointment)));
  return isKnown ? null : movedByOthers(attempt, appointment);
}

/** What was decided for one person is not done to another: it is shown for whom it is now, and a person decides. */
export const ofSomebodyElse = (attempt: Attempt, appointment: Appointment): Verdict =>
  foundOtherwise(attempt, appointment, 'the appointment is for another patient by now');

/** It is shown where it stands now, and a person decides whether it is to be changed from there. */
function movedByOthers(attempt: Attempt, appointment: Appointment): Verdict {
  const verdict = foundOtherwise(attempt, appointment, 'somebody else has moved the appointment meanwhile');
  return verdict.to === 'conflict'
    ? { ...verdict, resolution: { ...attempt.row.resolution, toldPlace: placeOf(appointment) } }
    : verdict;
}

/** It is read twice before a person is asked, because one answer can be damaged on its way. */
function foundOtherwise(attempt: Attempt, appointment: Appointment, detail: string): Verdict {
  const error = conflict('changed', detail);
  if (!wasSaidBefore(attempt)) return lookOnceMore(attempt, error);
  upsertAppointments(attempt.db, [appointment], attempt.nowMs);
  return forHuman('conflict', error, appointment);
}
