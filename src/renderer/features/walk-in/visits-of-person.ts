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

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

interface Booked {
  readonly id: string;
  readonly appointment: { readonly startsAtMs: number } | null;
}

/** The visits of both lists, each once, the earliest first; those without an appointment come last. */
export function inOrderOfTime<Visit extends Booked>(own: readonly Visit[], alike: readonly Visit[]): Visit[] {
  const others = alike.filter((visit) => !own.some((one) => one.id === visit.id));
  const timeOf = ({ appointment }: Visit): number => appointment?.startsAtMs ?? Number.POSITIVE_INFINITY;
  return [...own, ...others].toSorted((one, other) => compare(timeOf(one), timeOf(other)));
}
