// Finding people by name, date of birth, telephone and e-mail, and recognising duplicates.
import { beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  findDuplicates,
  searchPeople,
  searchSimilarPeople,
  takeDate,
} from '../../../../../src/core/store/mirror/people.ts';
import { upsertPatients } from '../../../../../src/core/store/mirror/patients.ts';
import { patientBody, useStore } from '../../../../support/store-fixture.ts';

const store = useStore();
beforeEach(() => {
  upsertPatients(
    store.db,
    [
      patientBody(1, { first_name: 'James', last_name: 'Oliver', phone_number: '07700 900123' }),
      patientBody(2, { first_name: 'Siobhán', last_name: "O'Neill", date_of_birth: '1990-07-02' }),
      patientBody(3, { first_name: 'Oliver', last_name: 'James', date_of_birth: '1971-01-30' }),
      patientBody(4, { first_name: 'Anne-Marie', last_name: 'Łukasiewicz', email: 'am.luk@example.org' }),
      patientBody(5, { first_name: 'Jim', last_name: 'Olliver' }),
    ],
    1,
  );
});

const found = (text: string): string[] =>
  searchPeople(store.db, text, 20).map((person) => `${person.lastName}, ${person.firstName}`);

describe('searchPeople', () => {
  it('finds by the first letters of names in any order, without accents, case or punctuation', () => {
    expect(found('oliv')).toEqual(['James, Oliver', 'Oliver, James']);
    expect(found('JAMES OLI')).toEqual(['James, Oliver', 'Oliver, James']);
    expect(found('siobhan')).toEqual(["O'Neill, Siobhán"]);
    expect(found('o’neill')).toEqual(["O'Neill, Siobhán"]);
    expect(found('oneill')).toEqual(["O'Neill, Siobhán"]);
    expect(found('lukas anne')).toEqual(['Łukasiewicz, Anne-Marie']);
  });

  it('finds by a date of birth in each way it is typed', () => {
    for (const date of [
      '2/7/1990',
      '02/07/1990',
      '2-Jul-1990',
      '2 july 1990',
      '02.07.1990',
      '02071990',
      '1990-07-02',
      '2/7/90',
      '2 Jul 90',
      'July 2, 1990',
      '2nd July 1990',
      '1990 07 02',
    ]) {
      expect(found(date), date).toEqual(["O'Neill, Siobhán"]);
    }
    expect(found('oneill 2/7/1990')).toEqual(["O'Neill, Siobhán"]);
    expect(found('oliver 2/7/1990')).toEqual([]);
  });

  it('finds by telephone, however it is grouped, and by e-mail', () => {
    for (const phone of ['07700900123', '07700 900 123', '+44 7700 900123', '07700 9001']) {
      expect(found(phone), phone).toEqual(['Oliver, James']);
    }
    expect(found('am.luk@example.org')).toEqual(['Łukasiewicz, Anne-Marie']);
  });

  it('finds nobody for an empty text, and never reads a text as query syntax', () => {
    expect(found('   ')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(Array.isArray(searchPeople(store.db, text, 5))).toBe(true);
      }),
    );
    expect(found('" OR last_name:* NEAR(')).toEqual([]);
  });
});

describe('findDuplicates', () => {
  const likely = (firstName: string, lastName: string, dateOfBirth: string): string[] =>
    findDuplicates(store.db, { firstName, lastName, dateOfBirth }).map(
      (person) => `${person.lastName}, ${person.firstName}`,
    );

  it('names the same person first, then a similar spelling with the same birthday, then the two names exchanged', () => {
    expect(likely('James', 'Oliver', '1984-03-15')).toEqual([
      'Oliver, James',
      'Olliver, Jim',
      'James, Oliver',
    ]);
  });

  it('names somebody of the same name with another birthday', () => {
    expect(likely('siobhan', 'O’Neill', '1991-07-02')).toEqual(["O'Neill, Siobhán"]);
  });

  it('names nobody who only shares a birthday or only a first name', () => {
    expect(likely('James', 'Quartermaine', '1984-03-15')).toEqual([]);
    expect(likely('Siobhán', 'Kelly', '1990-07-02')).toEqual([]);
  });
});

describe('takeDate', () => {
  it('takes a year of two digits for either century, and finds who was born on 29 February', () => {
    expect(takeDate('29/2/04').dates).toEqual(['1904-02-29', '2004-02-29']);
    expect(takeDate('29/2/00').dates).toEqual(['2000-02-29']);
    upsertPatients(
      store.db,
      [patientBody(7, { first_name: 'Leap', last_name: 'Year', date_of_birth: '1904-02-29' })],
      1,
    );
    expect(found('29 feb 04')).toEqual(['Year, Leap']);
  });

  it('leaves a text without a date unchanged', () => {
    expect(takeDate('31/2/1984')).toEqual({ dates: null, rest: '31/2/1984' });
    expect(takeDate('DRW-7K2M9Q')).toEqual({ dates: null, rest: 'DRW-7K2M9Q' });
    expect(takeDate('oliver 15 Mar 1984 james').dates).toEqual(['1984-03-15']);
  });
});

describe('searchSimilarPeople', () => {
  const similar = (text: string): string[] =>
    searchSimilarPeople(store.db, text, 20).map((person) => `${person.lastName}, ${person.firstName}`);

  it('finds a name whose first letter only sounds like the one that was typed', () => {
    upsertPatients(store.db, [patientBody(8, { first_name: 'Katherine', last_name: 'Wolfe' })], 1);
    expect(similar('catherine')).toEqual(['Wolfe, Katherine']);
    expect(similar('volfe')).toEqual(['Wolfe, Katherine']);
  });

  it('finds a name with one letter missing, added, changed, or exchanged with its neighbour', () => {
    expect(similar('olivr')).toEqual(['James, Oliver', 'Oliver, James']);
    expect(similar('oliver')).toEqual(['Olliver, Jim']);
    expect(similar('olievr jams')).toEqual(['James, Oliver', 'Oliver, James']);
    expect(similar('sioban')).toEqual(["O'Neill, Siobhán"]);
    expect(similar('isobhan')).toEqual(["O'Neill, Siobhán"]);
    expect(similar('lukashiewicz')).toEqual(['Łukasiewicz, Anne-Marie']);
  });

  it('finds a name of several parts by the beginning of it, with letters exchanged and without its signs', () => {
    const smythe = "O'Brien-Smythe, Niamh";
    upsertPatients(store.db, [patientBody(9, { first_name: 'Niamh', last_name: "O'Brien-Smythe" })], 1);
    for (const text of ['obrien', 'o brien', 'o’brien smythe', 'obriensm', 'smythe obrien']) {
      expect(found(text), text).toEqual([smythe]);
    }
    for (const text of ['obrein', 'obrin', 'obrein-smyth', 'obriensymthe', 'niamh obrein', 'o brein']) {
      expect(similar(text), text).toEqual([smythe]);
    }
    // As it was typed, or too short to tell.
    for (const text of ['obrien', 'obre', 'obxein']) expect(similar(text), text).toEqual([]);
  });

  it('names whoever has nearly the whole name before whoever has only its beginning', () => {
    upsertPatients(
      store.db,
      [
        patientBody(9, { first_name: 'Ann', last_name: 'Smithson' }),
        patientBody(10, { first_name: 'Bob', last_name: 'Smith' }),
      ],
      1,
    );
    expect(similar('smtih')).toEqual(['Smith, Bob', 'Smithson, Ann']);
  });

  it('requires each word and the date to match the same person', () => {
    expect(similar('olivr siobhan')).toEqual([]);
    expect(similar('sioban 2/7/1990')).toEqual(["O'Neill, Siobhán"]);
    expect(similar('sioban 3/7/1990')).toEqual([]);
  });

  it('corrects no short word, number or e-mail address, and never reads a text as query syntax', () => {
    for (const text of ['', 'ol', 'jim', '07700900124', 'am.luk@exmaple.org', '"*" OR', '2/7/1990']) {
      expect(similar(text), text).toEqual([]);
    }
  });
});
