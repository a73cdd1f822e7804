// Whether the service contradicts itself about the person of a visit, and what a member of staff has settled about it.
import { shownOf } from '../../../domain/identity.ts';
import type { IsSamePatient, PersonShown } from '../../../domain/identity.ts';
import { namesAlike, namingsOf } from '../../../domain/person-doubt.ts';
import type { NamedInPart, PatientAnswer, PersonNaming } from '../../../domain/person-doubt.ts';
import type { SettledDoubt, Visit } from '../../store/desk/visits.ts';
import type { PatientRecord } from '../../store/mirror/patient-records.ts';
import type { PatientAsTold, RegistrationRecord } from '../../store/mirror/registration-records.ts';

export interface PersonDoubt {
  /** The ways in which the person is named: first as the visit shows them while nothing is settled. At least one. */
  readonly namings: readonly PersonNaming[];
  /** Whose record the service answered with instead of this person's; `person` is null where nothing is known of them. */
  readonly other: { readonly patientId: string; readonly person: PersonShown | null } | null;
  /** What came when the service was asked for the patient; null while it was not asked since. */
  readonly answer: PatientAnswer | null;
  /** The naming that a member of staff confirmed with all of these in front of them; null while nobody has. */
  readonly settledAs: PersonNaming | null;
}

/** The worst answer counts when the visit has several registrations. */
const WORST_FIRST: readonly PatientAnswer[] = ['another', 'same', 'not-there', 'unreadable', 'failed'];

/** The copies of the person on one registration: in the list, and another one where it differs when asked for by itself. */
export const copiesOf = ({ copy, saidCopy }: PatientAsTold): NamedInPart[] =>
  saidCopy === null ? [copy] : [copy, saidCopy];

/** The doubt about the person of a visit; null when everything that is known of them agrees. */
export function doubtAbout(of: {
  readonly visit: Visit;
  readonly person: PatientRecord | null;
  readonly registrations: readonly RegistrationRecord[];
  readonly patients: ReadonlyMap<string, PatientRecord>;
  readonly isSamePatient: IsSamePatient;
}): PersonDoubt | null {
  const { visit, person, isSamePatient } = of;
  if (person === null) return null;
  const told = of.registrations.flatMap((registration) =>
    registration.told !== null &&
    registration.patientId !== null &&
    isSamePatient(registration.patientId, person.id)
      ? [registration.told]
      : [],
  );
  const namings = namingsOf({ ...shownOf(person), from: person.from }, told.flatMap(copiesOf));
  const otherId = told
    .flatMap(({ otherPatientId }) => otherPatientId ?? [])
    .find((id) => !isSamePatient(id, person.id));
  if (namings.length === 1 && otherId === undefined) return null;
  const otherPerson = otherId === undefined ? undefined : of.patients.get(otherId);
  const other =
    otherId === undefined ? null : { patientId: otherId, person: otherPerson ? shownOf(otherPerson) : null };
  return {
    namings,
    other,
    answer: WORST_FIRST.find((answer) => told.some((one) => one.answer === answer)) ?? null,
    settledAs: settledAs({ visit, namings, otherId: otherId ?? null, isSamePatient }),
  };
}

/** Settled means settled for what was on the screen: a naming that came later opens the doubt again. */
function settledAs(of: {
  readonly visit: Visit;
  readonly namings: readonly PersonNaming[];
  readonly otherId: string | null;
  readonly isSamePatient: IsSamePatient;
}): PersonNaming | null {
  const { namings, otherId, isSamePatient } = of;
  const { person, settled } = of.visit.identity ?? {};
  if (!person || !settled || !isSamePatient(person.patientId, namings[0]?.patientId ?? '')) return null;
  const wasSeen = namings.every((naming) => settled.namings.some((seen) => namesAlike(seen, naming)));
  const otherWasSeen =
    otherId === null || (settled.otherPatientId !== null && isSamePatient(otherId, settled.otherPatientId));
  if (!wasSeen || !otherWasSeen) return null;
  return namings.find((naming) => namesAlike(naming, person)) ?? null;
}

/** The person as the doubt was settled; as their record says while it is not. */
export function asSettled(person: PatientRecord, doubt: PersonDoubt | null): PatientRecord {
  if (doubt?.settledAs == null) return person;
  const { firstName, lastName, dateOfBirth } = doubt.settledAs;
  return { ...person, firstName, lastName, dateOfBirth };
}

/** What is kept with the confirmation that settles a doubt. */
export function settledDoubtOf({ namings, other }: PersonDoubt): SettledDoubt {
  return { namings, otherPatientId: other?.patientId ?? null };
}
