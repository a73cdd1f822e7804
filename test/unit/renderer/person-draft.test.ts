// A new person as entered.
import { describe, expect, it } from 'vitest';
import { personDraft } from '../../../src/contract/patients.ts';
import {
  EMPTY_PERSON,
  entryFromDraft,
  entryFromSearch,
  pictureWarning,
  readPerson,
  refusedFields,
} from '../../../src/renderer/shared/people/person-draft.ts';

const TODAY = '2026-11-20';
const JAMES = {
  ...EMPTY_PERSON,
  firstName: ' James ',
  lastName: 'Oliver',
  birth: { day: '15', month: '3', year: '1984' },
  gender: 'male' as const,
  email: 'james@example.com',
  phoneNumber: '',
};

describe('a new person', () => {
  it('becomes a draft once everything needed is there', () => {
    expect(readPerson(JAMES, 'new', TODAY)).toEqual({
      kind: 'draft',
      draft: {
        firstName: 'James',
        lastName: 'Oliver',
        dateOfBirth: '1984-03-15',
        gender: 'male',
        email: 'james@example.com',
        phoneNumber: null,
      },
    });
  });

  it('may have one name, with a dash for the other, and not two dashes', () => {
    expect(readPerson({ ...JAMES, lastName: '-' }, 'new', TODAY).kind).toBe('draft');
    expect(readPerson({ ...JAMES, firstName: '–' }, 'new', TODAY).kind).toBe('draft');
    expect(readPerson({ ...JAMES, firstName: '.', lastName: '-' }, 'new', TODAY)).toEqual({
      kind: 'problems',
      problems: [
        {
          fieldId: 'new-last-name',
          words: 'Enter the name in letters; a dash is for the half that somebody does not have',
        },
      ],
    });
  });

  it.each([
    ['lastName', 'Oli\u0000ver', 'new-last-name'],
    ['lastName', '😀', 'new-last-name'],
    ['firstName', '👩‍👩‍👧 ❤', 'new-first-name'],
    ['lastName', '\u202EZebedee', 'new-last-name'],
    ['firstName', 'Ja\u200Bmes', 'new-first-name'],
    ['firstName', 'J'.repeat(101), 'new-first-name'],
    ['phoneNumber', '07700\u202E900', 'new-phone'],
    ['phoneNumber', '0'.repeat(10_000), 'new-phone'],
    ['email', `${'a'.repeat(200)}@example.org`, 'new-email'],
    ['email', 'zoë@example.org', 'new-email'],
    ['email', 'a..b@example.org', 'new-email'],
  ])('with a %s of %j is not taken', (field, value, fieldId) => {
    const reading = readPerson({ ...JAMES, [field]: value }, 'new', TODAY);
    expect(reading.kind === 'problems' && reading.problems.map((problem) => problem.fieldId)).toEqual([
      fieldId,
    ]);
    const { draft } = readPerson(JAMES, 'new', TODAY) as { draft: object };
    expect(personDraft.safeParse(draft).success).toBe(true);
    expect(personDraft.safeParse({ ...draft, [field]: value }).success).toBe(false);
  });

  it('has a telephone number that somebody can call, or none', () => {
    const wrong = readPerson({ ...JAMES, phoneNumber: 'ask her son' }, 'new', TODAY);
    expect(wrong.kind === 'problems' && wrong.problems).toEqual([
      { fieldId: 'new-phone', words: 'Enter one telephone number in digits, such as 07700 900123' },
    ]);
    expect(readPerson({ ...JAMES, phoneNumber: ' ' }, 'new', TODAY)).toMatchObject({
      draft: { phoneNumber: null },
    });
  });

  it('may have the joiners of Persian and Indic names', () => {
    expect(readPerson({ ...JAMES, lastName: 'علی\u200Cزاده' }, 'new', TODAY)).toMatchObject({
      kind: 'draft',
    });
  });

  it('takes ethnicity and a whole address, and none where none was entered', () => {
    const address = {
      ...EMPTY_PERSON.address,
      line1: ' 1 High Street ',
      city: 'London',
      postalCode: 'NW1 4RY',
      countryCode: 'gb',
    };
    const reading = readPerson({ ...JAMES, ethnicity: ' White British ', address }, 'new', TODAY);
    expect(reading).toMatchObject({
      kind: 'draft',
      draft: {
        ethnicity: 'White British',
        address: { line1: '1 High Street', city: 'London', postalCode: 'NW1 4RY', countryCode: 'GB' },
      },
    });
    expect(reading.kind === 'draft' && personDraft.safeParse(reading.draft).success).toBe(true);
    const back = reading.kind === 'draft' ? entryFromDraft(reading.draft) : EMPTY_PERSON;
    expect(readPerson(back, 'new', TODAY)).toEqual(reading);
  });

  it.each([
    [{ line2: 'Flat 2' }, ['new-line1', 'new-city', 'new-postal-code']],
    [
      { line1: '1 High Street', city: 'London', postalCode: 'NW1 4RY', countryCode: 'Britain' },
      ['new-country'],
    ],
    [{ line1: '1 High Street', city: 'London', postalCode: 'NW1 4RY', countryCode: 'ZZ' }, ['new-country']],
    [{ line1: 'x'.repeat(10_000), city: '\u202Eonodnol', postalCode: '1' }, ['new-line1', 'new-city']],
  ])('names what is wrong with the address %j', (entered, fieldIds) => {
    const reading = readPerson({ ...JAMES, address: { ...EMPTY_PERSON.address, ...entered } }, 'new', TODAY);
    expect(reading.kind === 'problems' && reading.problems.map(({ fieldId }) => fieldId)).toEqual(fieldIds);
  });

  it('names each field that is missing, by its own id', () => {
    const reading = readPerson(EMPTY_PERSON, 'new', TODAY);
    expect(reading.kind === 'problems' && reading.problems.map(({ fieldId }) => fieldId)).toEqual([
      'new-last-name',
      'new-first-name',
      'new-birth-day',
      'new-gender',
      'new-email',
    ]);
  });

  it('needs an address that could be one', () => {
    for (const email of ['james', 'james@', '@example.com', 'a b@example.com']) {
      expect(readPerson({ ...JAMES, email }, 'new', TODAY).kind).toBe('problems');
    }
  });

  it('starts from what was searched for', () => {
    expect(entryFromSearch('oliver, james')).toMatchObject({ lastName: 'Oliver', firstName: 'James' });
    expect(entryFromSearch('anne marie o’neill')).toMatchObject({
      lastName: 'O’Neill',
      firstName: 'Anne Marie',
    });
    expect(entryFromSearch('O’NEILL, Connor')).toMatchObject({ lastName: 'O’Neill', firstName: 'Connor' });
    expect(entryFromSearch('15 3 1984')).toEqual(EMPTY_PERSON);
  });

  it('keeps every letter of what was searched for', () => {
    expect(entryFromSearch('ბერიძე, ნინო')).toMatchObject({ lastName: 'ბერიძე', firstName: 'ნინო' });
    expect(entryFromSearch('ılgaz, ayşe')).toMatchObject({ lastName: 'ılgaz', firstName: 'Ayşe' });
    expect(entryFromSearch('İnan, can')).toMatchObject({ lastName: 'İnan', firstName: 'Can' });
    expect(entryFromSearch('McCarthy, ann')).toMatchObject({ lastName: 'McCarthy', firstName: 'Ann' });
  });
});

describe('going back to the form', () => {
  it('finds every field as it was entered', () => {
    const entry = {
      ...EMPTY_PERSON,
      firstName: 'Ada',
      lastName: 'Oliver',
      birth: { day: '05', month: '03', year: '1984' },
      gender: 'female',
      email: 'ada@example.test',
      phoneNumber: '07700 900001',
    } as const;
    const reading = readPerson(entry, 'person', '2026-03-03');
    expect(reading.kind === 'draft' && entryFromDraft(reading.draft)).toEqual(entry);
  });
});

describe('a picture in names', () => {
  it('is named below them, each once, because no label can carry it', () => {
    expect(pictureWarning('Ngũgĩ ❤️', 'Wanja 🙂🙂❤️')).toContain('A label cannot carry ❤️ 🙂.');
    expect(pictureWarning('❤️', 'Wanja 🙂')).toContain('A label cannot carry 🙂.');
  });

  it.each(['Wanja', 'O’Neill', 'محمد', 'Ng 2nd', 'de la Cruz-Núñez', '', '🙂'])(
    'is not said of %j, which has none or is refused',
    (name) => {
      expect(pictureWarning(name)).toBeUndefined();
    },
  );
});

describe('a person whom the service refused', () => {
  it('has each refusal at the field that holds what was refused', () => {
    const fields = { 'address.postal_code': 'is no postcode', email: 'bounces', '': 'No.', brand: 'unknown' };
    expect(refusedFields(fields, 'edit')).toEqual([
      { fieldId: 'edit-postal-code', words: 'The service refused this: is no postcode' },
      { fieldId: 'edit-email', words: 'The service refused this: bounces' },
    ]);
  });
});
