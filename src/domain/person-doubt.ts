// Whether everything that is said about one person agrees. The service keeps a patient's name and date of birth twice:
// in the patient's own record, and as a copy on each registration. While the two differ, nobody at a screen can know
// which one is right; only the person themselves can say it.
import { changesOfPerson } from './identity.ts';
import type { PersonChange, PersonShown } from './identity.ts';
import type { PersonNamed } from './person.ts';

/** Who says it: the patient's own record, the copy on a registration, or somebody at this desk who entered the person. */
export const NAMING_SOURCES = ['patient', 'registration', 'desk'] as const;
export type NamingSource = (typeof NAMING_SOURCES)[number];

/** What one source says about a person. */
export interface PersonNaming extends PersonShown {
  readonly from: NamingSource;
}

/** A name and date of birth of which each part may be missing: null or blank. A missing part contradicts nothing. */
export interface NamedInPart {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly dateOfBirth: string | null;
}

/**
 * What the service answered when it was last asked for the patient of a registration. `same`: the patient's own record.
 * `not-there`: it has no such record. `another`: the record of another patient. `unreadable`: a record that cannot be
 * used. `failed`: it did not answer.
 */
export const PATIENT_ANSWERS = ['same', 'not-there', 'another', 'unreadable', 'failed'] as const;
export type PatientAnswer = (typeof PATIENT_ANSWERS)[number];

const isSilent = (text: string | null): boolean => text === null || text.trim() === '';

/** The copy, with what is missing on either side taken from the other, so that only what both say is compared. */
function completed(copy: NamedInPart, by: PersonNamed): PersonNamed {
  const either = (one: string | null, other: string): string =>
    isSilent(one) || isSilent(other) ? other : (one as string);
  return {
    firstName: either(copy.firstName, by.firstName),
    lastName: either(copy.lastName, by.lastName),
    dateOfBirth: by.dateOfBirth === null ? null : (copy.dateOfBirth ?? by.dateOfBirth),
  };
}

function differences(one: PersonNamed, other: PersonNamed): PersonChange[] {
  const named = ({ firstName, lastName, dateOfBirth }: PersonNamed): PersonShown => ({
    patientId: '',
    firstName,
    lastName,
    dateOfBirth,
  });
  return changesOfPerson(named(one), named(other), () => true);
}

/** Whether a name or date of birth that both know is different. Upper and lower case and spaces do not count. */
export function contradicts(copy: NamedInPart, own: PersonNamed): boolean {
  return differences(own, completed(copy, own)).length > 0;
}

/** Whether two namings name a person alike, apart from upper and lower case and spaces. */
export function namesAlike(one: PersonNamed, other: PersonNamed): boolean {
  return differences(one, other).length === 0;
}

/**
 * The different ways in which the person is named, `own` first; a single one when all agree.
 *
 *     namingsOf({ …oliver, from: 'patient' }, [{ ...nobody, lastName: 'King' }]).length // 2
 */
export function namingsOf(own: PersonNaming, copies: readonly NamedInPart[]): PersonNaming[] {
  const namings: PersonNaming[] = [own];
  for (const copy of copies) {
    const naming = { patientId: own.patientId, ...completed(copy, own), from: 'registration' as const };
    if (!namings.some((known) => namesAlike(known, naming))) namings.push(naming);
  }
  return namings;
}

/** In which parts the namings differ: `first-name`, `last-name`, `date-of-birth`. */
export function differencesAmong(namings: readonly PersonNamed[]): Set<PersonChange> {
  const [first, ...others] = namings;
  return new Set(first === undefined ? [] : others.flatMap((other) => differences(first, other)));
}
