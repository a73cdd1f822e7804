// The search index of people. It is made from the mirror and the outbox, and changed in the same transaction as they
// are.
import { personOf } from '../../../domain/person.ts';
import type { Person } from '../../../domain/person.ts';
import { searchableName } from '../../../domain/person-name.ts';
import { get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

/**
 * A telephone number in the form in which numbers are compared: digits only, without the leading zero or the country
 * code of the United Kingdom.
 */
export function searchablePhone(text: string): string {
  return text.replace(/\D/g, '').replace(/^(?:0044|44|0)/, '');
}

type Named = Pick<Person, 'lastName' | 'firstName'>;

function writtenNames(person: Named): { readonly names: string; readonly joined: string } {
  const written = `${person.lastName} ${person.firstName}`;
  const names = searchableName(written);
  // `O'Neill` is typed as one word as often as two.
  const whole = written.replace(/['’`.-]/g, '');
  return { names, joined: whole === written ? names : searchableName(whole) };
}

/** The words of a person's name that are in the index. @example nameWords(person) // ['o', 'neill', 'jane', 'oneill', 'jane'] */
export function nameWords(person: Named): string[] {
  const { names, joined } = writtenNames(person);
  return (joined === names ? names : `${names} ${joined}`).split(' ');
}

/**
 * The words by which a person is found. A search finds beginnings of words, so a number is there in each of its written
 * forms.
 */
function searchKeyOf(person: Person): string {
  const phone = searchablePhone(person.phoneNumber ?? '');
  const { names, joined } = writtenNames(person);
  return [
    names,
    joined === names ? '' : joined,
    searchableName(person.email ?? ''),
    phone === '' ? '' : `${phone} 0${phone} 44${phone}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Adds a person to the index or corrects them; `id` is the patient's local id. Returns whether anything changed. */
export function indexPerson(db: Db, id: string, person: Person): boolean {
  return (
    run(
      db,
      `INSERT INTO person (id, first_name, last_name, date_of_birth, gender, email, phone_number, search_key)
       VALUES (@id, @firstName, @lastName, @dateOfBirth, @gender, @email, @phoneNumber, @searchKey)
       ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
         date_of_birth = excluded.date_of_birth, gender = excluded.gender, email = excluded.email,
         phone_number = excluded.phone_number, search_key = excluded.search_key
       WHERE (first_name, last_name, date_of_birth, gender, email, phone_number, search_key)
         IS NOT (excluded.first_name, excluded.last_name, excluded.date_of_birth, excluded.gender, excluded.email,
           excluded.phone_number, excluded.search_key)`,
      { id, ...personOf(person), searchKey: searchKeyOf(person) },
    ) > 0
  );
}

export function forgetPerson(db: Db, id: string): void {
  run(db, 'DELETE FROM person WHERE id = ?', [id]);
}

export function isIndexed(db: Db, id: string): boolean {
  return get(db, 'SELECT 1 FROM person WHERE id = ?', [id]) !== null;
}
