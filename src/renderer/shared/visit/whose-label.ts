// Whose a label, a form or a ticket is that was scanned at another visit, so that two people of one name can be told apart. Pure.
import type { VisitRow } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';

type Person = NonNullable<VisitRow['person']>;

/**
 * A person as they are asked for it: the name alone does not tell namesakes apart.
 * @example identityWords(person) // 'ARCHER, Ada, born 10-Jan-1960'
 */
export function identityWords(person: Pick<Person, 'firstName' | 'lastName' | 'dateOfBirth'>): string {
  const birth =
    person.dateOfBirth === null ? 'date of birth not known' : `born ${formatDate(person.dateOfBirth)}`;
  return `${formatName(person)}, ${birth}`;
}

/**
 * The visit to which a label belongs, beside the one that is open.
 * @param here the person of the open visit; null while nobody is named
 * @example ownerWords(row, ada, 'Europe/London') // 'another visit of ARCHER, Ada: 25-Nov-2026 at 15:00'
 */
export function ownerWords(
  owner: Pick<VisitRow, 'person' | 'date' | 'appointment'>,
  here: Pick<Person, 'id'> | null,
  timeZone: string,
): string {
  const { person, date, appointment } = owner;
  if (person === null) return 'another visit';
  if (person.id !== here?.id) return identityWords(person);
  const time = appointment ? ` at ${shownClockAt(appointment.startsAtMs, timeZone).time}` : '';
  return `another visit of ${formatName(person)}: ${formatDate(date)}${time}`;
}
