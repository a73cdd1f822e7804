// Whether two readings name one person in the same way. Pure.
import type { PersonView } from '../../../contract/views.ts';
import { changesOfPerson, shownOf } from '../../../domain/identity.ts';
import { wholeName } from '../../../domain/person-name.ts';

/** The same record with the same name and date of birth; null is nobody. */
export function isSamePerson(one: PersonView | null, other: PersonView | null): boolean {
  if (one === null || other === null) return one === other;
  return one.id === other.id && wholeName(one) === wholeName(other) && one.dateOfBirth === other.dateOfBirth;
}

/** Whether two readings of one record name the same person, as the engine judges it before it puts them on anything. */
export const isNamedAlike = (one: PersonView, other: PersonView): boolean =>
  changesOfPerson(shownOf(one), shownOf(other), () => true).length === 0;
