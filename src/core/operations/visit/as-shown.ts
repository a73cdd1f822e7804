// Refuses what was decided by something else than stands now. Between the screen and the press the service may have given a visit to somebody
// else, corrected a name or moved an appointment. The visit's own version does not tell that: these records are not the visit's.
import { AppException, conflict, notFound } from '../../../domain/app-error.ts';
import { changesOfPerson, shownOf } from '../../../domain/identity.ts';
import type { PersonShown } from '../../../domain/identity.ts';
import { readPatient } from '../../store/mirror/patient-records.ts';
import type { PatientRecord } from '../../store/mirror/patient-records.ts';
import { isSameRecord } from '../../store/outbox/id-map.ts';
import type { Context, ParsedInput } from '../handler.ts';
import type { AssembledVisit } from './read.ts';

/**
 * Whoever was looked at and asked must be the one whom it is done to. Null: not said.
 *
 * @throws AppException when the screen showed somebody else, or somebody named otherwise
 */
export function requireShownPerson(
  { person, isSamePatient }: Pick<AssembledVisit, 'person' | 'isSamePatient'>,
  shown: PersonShown | null,
): void {
  if (shown === null) return;
  if (changesOfPerson(shown, person && shownOf(person), isSamePatient).length === 0) return;
  throw new AppException(conflict('changed', 'The person has changed since they were shown.'));
}

/**
 * Whoever is put on something was chosen by name and date of birth, which the laboratory may have corrected since.
 *
 * @throws AppException `not-found`; `conflict` when their record names them otherwise by now than the screen did
 */
export function requireChosenPerson(
  { db }: Pick<Context, 'db'>,
  { patientId, chosenAs }: { readonly patientId: string; readonly chosenAs: PersonShown | null },
): PatientRecord {
  const person = readPatient(db, patientId);
  if (person === null) throw new AppException(notFound('There is no such person.'));
  const isSamePatient = (one: string, other: string): boolean => isSameRecord(db, 'patient', one, other);
  requireShownPerson({ person, isSamePatient }, chosenAs);
  return person;
}

/**
 * Whoever was told that an appointment is moved or cancelled was told of the one on the screen. Null: not said.
 *
 * @throws AppException when it is somebody else's by now, or at another time; where it is, the visit's version tells
 */
export function requireShownBooking(
  assembled: AssembledVisit,
  shown: ParsedInput<'visits.cancelAppointment'>['shown'],
): void {
  if (shown === null) return;
  const { appointment, person } = assembled;
  const wasNobodys = shown.person === null && person !== null;
  if (wasNobodys || appointment?.startsAtMs !== shown.startsAtMs) {
    throw new AppException(conflict('changed', 'The appointment has changed since it was shown.'));
  }
  requireShownPerson(assembled, shown.person);
}

/**
 * Nobody is put on a registration that was not shown: it cannot be undone. Null: not said.
 *
 * @throws AppException when one more has come since
 */
export function requireShownRegistrations(
  registrations: readonly { readonly id: string }[],
  shownIds: readonly string[] | null,
): void {
  if (shownIds === null || registrations.every(({ id }) => shownIds.includes(id))) return;
  throw new AppException(conflict('changed', 'The visit has another registration since it was shown.'));
}
