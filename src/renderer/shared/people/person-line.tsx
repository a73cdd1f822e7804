// A person as the desk writes one: OLIVER, James · 15-Mar-1984 · 42.
import type { PersonView } from '../../../contract/views.ts';
import { isPossibleBirth } from '../../../domain/date-of-birth.ts';
import { ageOn, formatDate } from '../../../domain/site-time.ts';
import css from './person-line.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';

const GENDERS: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', other: 'Other' };

/**
 * The date of birth with the age, and a word where it cannot be right.
 * @example birthWords('1984-03-15', '2026-11-21') // '15-Mar-1984 (42)'; 'date of birth not known' for null
 */
export function birthWords(dateOfBirth: string | null, today: string): string {
  if (dateOfBirth === null) return 'date of birth not known';
  // Before the session is read, no day is known to count the years to.
  if (today === '') return formatDate(dateOfBirth);
  const age = isPossibleBirth(dateOfBirth, today) ? ageOn(dateOfBirth, today) : 'cannot be right';
  return `${formatDate(dateOfBirth)} (${age})`;
}

export function genderWords(gender: string | null): string {
  return gender === null ? 'not known' : (GENDERS[gender] ?? gender);
}

/**
 * Date of birth with age, gender, phone and e-mail, as far as they are known. `today` is `YYYY-MM-DD` at the site.
 * @example <PersonFacts person={person} today={session.today} />
 */
export function PersonFacts({ person, today }: { person: PersonView; today: string }) {
  return (
    <span className={css.facts}>
      <span>
        <span className="visually-hidden">born </span>
        <Unbroken text={birthWords(person.dateOfBirth, today)} />
      </span>
      <span>{genderWords(person.gender)}</span>
      {person.phoneNumber !== null && <span>{person.phoneNumber}</span>}
      {person.email !== null && <span>{person.email}</span>}
    </span>
  );
}
