// Which visits of the day are the same person's. Pure.
import type { PersonView, VisitRow } from '../../../contract/views.ts';
import { searchableName } from '../../../domain/person-name.ts';

const nameOf = (person: PersonView): string => searchableName(`${person.lastName} ${person.firstName}`);

/** By record, or by name and date of birth: the service may know somebody twice. What was cancelled does not count. */
export function visitsOfPerson(rows: readonly VisitRow[], person: PersonView): VisitRow[] {
  return rows.filter((row) => {
    if (row.person === null || row.deskState === 'cancelled') return false;
    if (row.person.id === person.id) return true;
    const sameBirth = person.dateOfBirth !== null && row.person.dateOfBirth === person.dateOfBirth;
    return sameBirth && nameOf(row.person) === nameOf(person);
  });
}
