// What is known of a person: six facts, which are entered at the desk, shown, searched by and compared.

/** A person as far as they are known; null for what is not. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string | null;
  /** As the service words it; the desk itself enters one of `GENDERS`. */
  readonly gender: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

/**
 * The six facts without anything else that the given record holds, such as ids and states.
 *
 *     personOf({ id: 'p1', sync: 'synced', firstName: 'James', … }) // { firstName: 'James', … }
 */
export function personOf(record: Person): Person {
  const { firstName, lastName, dateOfBirth, gender, email, phoneNumber } = record;
  return { firstName, lastName, dateOfBirth, gender, email, phoneNumber };
}

/** The facts by which people are told apart on a screen or a paper. */
export type PersonNamed = Pick<Person, 'firstName' | 'lastName' | 'dateOfBirth'>;

/** First name, last name and date of birth, and nothing else of what the given record holds. */
export function namedOf(record: PersonNamed): PersonNamed {
  const { firstName, lastName, dateOfBirth } = record;
  return { firstName, lastName, dateOfBirth };
}
