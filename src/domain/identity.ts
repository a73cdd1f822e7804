// Whom a confirmation, a label or a proof is about, and whether that is still the same person.
import { namedOf } from './person.ts';
import type { PersonNamed } from './person.ts';

/** A person as they stood on the screen or on a paper. `patientId` is the desk's own record id. */
export interface PersonShown extends PersonNamed {
  readonly patientId: string;
}

/** A patient as a confirmation or a label remembers them. `id` is the desk's own id of the patient. */
export function shownOf(patient: PersonNamed & { readonly id: string }): PersonShown {
  return { patientId: patient.id, ...namedOf(patient) };
}

/** What can change about whom something is about. `person`: it is somebody else, or nobody. */
export const PERSON_CHANGES = ['person', 'first-name', 'last-name', 'date-of-birth'] as const;
export type PersonChange = (typeof PERSON_CHANGES)[number];

/** The same record may go by two ids: one made here, and the service's. */
export type IsSamePatient = (onePatientId: string, otherPatientId: string) => boolean;

/**
 * What of the person shown then is different now; empty while it still describes them. Linking a record made here to the
 * service's record of the same person is no change; neither are case and blanks, which the service may tidy.
 */
export function changesOfPerson(
  shown: PersonShown,
  now: PersonShown | null,
  isSame: IsSamePatient,
): PersonChange[] {
  if (now === null || !isSame(shown.patientId, now.patientId)) return ['person'];
  const changes: PersonChange[] = [];
  if (!isSameName(shown.firstName, now.firstName)) changes.push('first-name');
  if (!isSameName(shown.lastName, now.lastName)) changes.push('last-name');
  if (shown.dateOfBirth !== now.dateOfBirth) changes.push('date-of-birth');
  return changes;
}

function isSameName(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

/** Accents and punctuation count: what differs on paper is another paper. */
function comparable(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('en-GB');
}

/**
 * Whether a code on a paper still leads to its registration: it is the code that labels carry now, or the registration's
 * own TRF code, which stands on labels made while the line was down.
 */
export function isCodeStillGood(
  code: string,
  registration: { readonly labelCode: { readonly code: string } | null; readonly trfCode: string | null },
): boolean {
  return [registration.labelCode?.code, registration.trfCode].some(
    (known) => typeof known === 'string' && known.toUpperCase() === code.toUpperCase(),
  );
}
