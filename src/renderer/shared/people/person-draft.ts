// What is entered about a new person, and what is wrong with it. Pure.
import type { PersonDraft } from '../../../contract/patients.ts';
import { countryCodeOf } from '../../../domain/country-code.ts';
import { isEmailAddress } from '../../../domain/email-address.ts';
import {
  hasHiddenCharacters,
  hasSomeName,
  isOnlySigns,
  LONGEST_NAME,
  lowerIfAllCapitals,
  picturesIn,
  withInitialCapitals,
} from '../../../domain/person-name.ts';
import { isTelephoneNumber, LONGEST_PHONE } from '../../../domain/telephone-number.ts';
import { EMPTY_DATE_BOXES, readDateOfBirth, type DateBoxes } from '../dates/date-of-birth.ts';
import type { FieldProblem } from '../../ui/field-problem.ts';

/**
 * What stands in the fields of a person, as text; {@link readPerson} makes a draft of it.
 * @example { ...EMPTY_PERSON, lastName: 'Oliver', birth: { day: '15', month: '3', year: '1984' }, gender: 'male' }
 */
export interface PersonEntry {
  firstName: string;
  lastName: string;
  birth: DateBoxes;
  gender: '' | 'male' | 'female' | 'other';
  email: string;
  phoneNumber: string;
  /** This and the address are asked for where there is time; see the form. */
  ethnicity: string;
  address: AddressEntry;
}

export interface AddressEntry {
  line1: string;
  line2: string;
  line3: string;
  city: string;
  postalCode: string;
  countryCode: string;
}

/** Most people live here; the code alone is no address yet. */
const USUAL_COUNTRY = 'GB';
const EMPTY_ADDRESS: AddressEntry = {
  line1: '',
  line2: '',
  line3: '',
  city: '',
  postalCode: '',
  countryCode: USUAL_COUNTRY,
};

/** For a telephone number that nobody can call; the engine takes whatever the service has. */
export const WRONG_PHONE = 'Enter one telephone number in digits, such as 07700 900123';

export const EMPTY_PERSON: PersonEntry = {
  firstName: '',
  lastName: '',
  birth: EMPTY_DATE_BOXES,
  gender: '',
  email: '',
  phoneNumber: '',
  ethnicity: '',
  address: EMPTY_ADDRESS,
};

export type PersonReading =
  | { readonly kind: 'draft'; readonly draft: PersonDraft }
  | { readonly kind: 'problems'; readonly problems: readonly FieldProblem[] };

/** `idPrefix` is what the form's field ids begin with; `today` is `YYYY-MM-DD` at the site. */
export function readPerson(entry: PersonEntry, idPrefix: string, today: string): PersonReading {
  const problems: FieldProblem[] = [];
  const problem = (field: string, words: string): void => {
    problems.push({ fieldId: `${idPrefix}-${field}`, words });
  };
  const firstName = entry.firstName.trim();
  const lastName = entry.lastName.trim();
  const lastNameProblem = nameProblem(lastName, 'last name');
  if (lastNameProblem !== null) problem('last-name', lastNameProblem);
  const firstNameProblem = nameProblem(firstName, 'first name');
  if (firstNameProblem !== null) problem('first-name', firstNameProblem);
  // A dash stands for the one that somebody does not have; nobody has neither.
  if (lastNameProblem === null && firstNameProblem === null && !hasSomeName({ firstName, lastName }))
    problem('last-name', 'Enter the name in letters; a dash is for the half that somebody does not have');
  const birth = readDateOfBirth(entry.birth, today);
  if (birth.kind === 'empty') problem('birth-day', 'Enter the date of birth');
  if (birth.kind === 'problem') problem(`birth-${birth.box}`, birth.words);
  if (entry.gender === '') problem('gender', 'Choose the gender');
  const email = entry.email.trim();
  if (email === '') problem('email', 'Enter the e-mail address');
  else if (!isEmailAddress(email)) problem('email', 'Enter an e-mail address like name@example.com');
  const phone = entry.phoneNumber.trim();
  if (hasHiddenCharacters(phone))
    problem('phone', 'Type the telephone number again: it has characters that cannot be seen');
  else if (phone.length > LONGEST_PHONE)
    problem('phone', `Shorten the telephone number to ${LONGEST_PHONE} characters`);
  else if (phone !== '' && !isTelephoneNumber(phone)) problem('phone', WRONG_PHONE);
  const ethnicity = entry.ethnicity.trim();
  if (hasHiddenCharacters(ethnicity))
    problem('ethnicity', 'Type the ethnicity again: it has characters that cannot be seen');
  else if (ethnicity.length > LONGEST_ETHNICITY)
    problem('ethnicity', `Shorten the ethnicity to ${LONGEST_ETHNICITY} characters`);
  const address = readAddress(entry.address, problem);
  if (problems.length > 0 || birth.kind !== 'date' || entry.gender === '')
    return { kind: 'problems', problems };
  return {
    kind: 'draft',
    draft: {
      firstName,
      lastName,
      dateOfBirth: birth.date,
      gender: entry.gender,
      email,
      phoneNumber: phone === '' ? null : phone,
      ...(ethnicity === '' ? {} : { ethnicity }),
      ...(address === null ? {} : { address }),
    },
  };
}

const LONGEST_ETHNICITY = 100;
const LONGEST_LINE = 200;
const LONGEST_POSTAL_CODE = 20;

/** Null where no address was entered. Half an address is a problem: the service would refuse it. */
function readAddress(
  entry: AddressEntry,
  problem: (field: string, words: string) => void,
): NonNullable<PersonDraft['address']> | null {
  const [line1, line2, line3, city, postalCode, country] = [
    entry.line1,
    entry.line2,
    entry.line3,
    entry.city,
    entry.postalCode,
    entry.countryCode,
  ].map((text) => text.trim()) as [string, string, string, string, string, string];
  if ([line1, line2, line3, city, postalCode].every((text) => text === '')) return null;
  const lines = [
    { field: 'line1', what: 'first line of the address', text: line1, isNeeded: true, longest: LONGEST_LINE },
    {
      field: 'line2',
      what: 'second line of the address',
      text: line2,
      isNeeded: false,
      longest: LONGEST_LINE,
    },
    {
      field: 'line3',
      what: 'third line of the address',
      text: line3,
      isNeeded: false,
      longest: LONGEST_LINE,
    },
    { field: 'city', what: 'town or city', text: city, isNeeded: true, longest: LONGEST_LINE },
    {
      field: 'postal-code',
      what: 'postcode',
      text: postalCode,
      isNeeded: true,
      longest: LONGEST_POSTAL_CODE,
    },
  ];
  for (const { field, what, text, isNeeded, longest } of lines) {
    if (isNeeded && text === '') problem(field, `Enter the ${what}, or leave the whole address empty`);
    else if (hasHiddenCharacters(text))
      problem(field, `Type the ${what} again: it has characters that cannot be seen`);
    else if (text.length > longest) problem(field, `Shorten the ${what} to ${longest} characters`);
  }
  const countryCode = countryCodeOf(country);
  if (countryCode === null)
    problem('country', 'Enter the country as its code of two letters, for example GB');
  return {
    line1,
    ...(line2 === '' ? {} : { line2 }),
    ...(line3 === '' ? {} : { line3 }),
    city,
    postalCode,
    countryCode: countryCode ?? country,
  };
}

/** Of a name that is pictures alone. @example lettersWanted('last name') */
export const lettersWanted = (what: string): string =>
  `Enter the ${what} in letters: a label cannot carry a picture`;

/**
 * What is said below the names of somebody that are taken but that no label can carry, while they can still be typed otherwise;
 * undefined: nothing. A name that is refused has a problem of its own. @example pictureWarning('Ngũgĩ', 'Wanja 🙂')
 */
export function pictureWarning(...names: readonly string[]): string | undefined {
  const pictures = picturesIn(names.filter((name) => !isOnlySigns(name)).join(' '));
  if (pictures.length === 0) return undefined;
  return `A label cannot carry ${pictures.join(' ')}. Leave it out, or no label can be printed for this name.`;
}

function nameProblem(name: string, what: string): string | null {
  if (name === '') return `Enter the ${what}`;
  if (hasHiddenCharacters(name)) return `Type the ${what} again: it has characters that cannot be seen`;
  if (isOnlySigns(name)) return lettersWanted(what);
  return name.length > LONGEST_NAME ? `Shorten the ${what} to ${LONGEST_NAME} characters` : null;
}

/** Takes what was searched for as a start: `oliver, james`, `James Oliver`. Digits are no name. */
export function entryFromSearch(text: string): PersonEntry {
  const words = text.trim();
  if (words === '' || /\d/.test(words)) return EMPTY_PERSON;
  const comma = words.indexOf(',');
  if (comma >= 0) {
    return {
      ...EMPTY_PERSON,
      lastName: withInitialCapitals(lowerIfAllCapitals(words.slice(0, comma).trim())),
      firstName: withInitialCapitals(words.slice(comma + 1).trim()),
    };
  }
  const parts = words.split(/\s+/);
  if (parts.length === 1) return { ...EMPTY_PERSON, lastName: withInitialCapitals(words) };
  return {
    ...EMPTY_PERSON,
    firstName: withInitialCapitals(parts.slice(0, -1).join(' ')),
    lastName: withInitialCapitals(parts.at(-1) ?? ''),
  };
}

/** What was entered, as it would be entered again: going back to a form loses nothing. */
export function entryFromDraft(draft: PersonDraft): PersonEntry {
  const [year = '', month = '', day = ''] = draft.dateOfBirth.split('-');
  return {
    ethnicity: draft.ethnicity ?? '',
    address: draft.address ? entryOfAddress(draft.address) : EMPTY_ADDRESS,
    firstName: draft.firstName,
    lastName: draft.lastName,
    birth: { day, month, year },
    gender: draft.gender,
    email: draft.email,
    phoneNumber: draft.phoneNumber ?? '',
  };
}

/** The fields of a patient as the service names them, and those of the form that hold them. */
const FIELDS_OF_SERVICE: Readonly<Record<string, string>> = {
  first_name: 'first-name',
  last_name: 'last-name',
  date_of_birth: 'birth-day',
  gender: 'gender',
  email: 'email',
  phone_number: 'phone',
  ethnicity: 'ethnicity',
  address: 'line1',
  'address.line1': 'line1',
  'address.line2': 'line2',
  'address.line3': 'line3',
  'address.city': 'city',
  'address.postal_code': 'postal-code',
  'address.country_code': 'country',
};

/**
 * What the service refused, at the fields of the form; what it names otherwise, or without a field, is left out here.
 * @example refusedFields({ 'address.city': 'is unknown' }, 'edit') // [{ fieldId: 'edit-city', words: 'The service …' }]
 */
export function refusedFields(fields: Readonly<Record<string, string>>, idPrefix: string): FieldProblem[] {
  return Object.entries(fields).flatMap(([path, why]) => {
    const field = FIELDS_OF_SERVICE[path];
    return field === undefined
      ? []
      : [{ fieldId: `${idPrefix}-${field}`, words: `The service refused this: ${why}` }];
  });
}

function entryOfAddress(address: NonNullable<PersonDraft['address']>): AddressEntry {
  return { ...address, line2: address.line2 ?? '', line3: address.line3 ?? '' };
}
