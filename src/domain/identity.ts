// Which person a confirmation, a label or a proof is about, and whether that is still the same person.
import { isLabelCodeOfDesk, labelCodeOfDesk } from './desk-code.ts';
import { visibleName } from './person-name.ts';
import { namedOf } from './person.ts';
import type { PersonNamed } from './person.ts';

/** A person as they were on the screen, or on a paper, at the time in question. `patientId` is the desk's own id. */
export interface PersonShown extends PersonNamed {
  readonly patientId: string;
}

/** A patient as a confirmation or a label remembers them. `id` is the desk's own id of the patient. */
export function shownOf(patient: PersonNamed & { readonly id: string }): PersonShown {
  return { patientId: patient.id, ...namedOf(patient) };
}

/** What can change about a person since they were confirmed. `person`: it is another person now, or nobody. */
export const PERSON_CHANGES = ['person', 'first-name', 'last-name', 'date-of-birth'] as const;
/** One way in which the person of a visit differs from the one it was confirmed or labelled for. */
export type PersonChange = (typeof PERSON_CHANGES)[number];

/** Why a confirmation ends. `contradicted`: the service's records do not agree about the person any more. */
export const WITHDRAWAL_REASONS = [...PERSON_CHANGES, 'contradicted'] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** Whether two ids are one patient: a patient made here has a local id and, later, the service's id as well. */
export type IsSamePatient = (onePatientId: string, otherPatientId: string) => boolean;

/**
 * What is different now about the person who was shown then; empty while nothing is. It is no change when a patient
 * made here gets the service's id, or when the service tidies upper and lower case or spaces.
 *
 *     changesOfPerson(shown, { ...shown, lastName: 'King' }, isSame) // ['last-name']
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

/** Accents and punctuation count as a change, because the two names look different on paper. */
function comparable(name: string): string {
  return visibleName(name.normalize('NFC')).toLocaleLowerCase('en-GB');
}

/**
 * Whether a code on a paper still belongs to its registration: it is the code that labels carry now, or the
 * registration's own TRF code, which labels carry that were printed while the service did not answer, or the desk's code, which
 * they carry that were printed before the service knew of the registration.
 */
export function isCodeStillGood(
  code: string,
  registration: {
    readonly id: string;
    readonly labelCode: { readonly code: string } | null;
    readonly trfCode: string | null;
  },
): boolean {
  if (isLabelCodeOfDesk(code)) return code.toUpperCase() === labelCodeOfDesk(registration.id);
  return [registration.labelCode?.code, registration.trfCode].some(
    (known) => typeof known === 'string' && known.toUpperCase() === code.toUpperCase(),
  );
}
