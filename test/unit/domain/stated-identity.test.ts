// What a person states is compared with the record.
import { describe, expect, it } from 'vitest';
import { compareStated, isOnRecord, readStatements } from '../../../src/domain/stated-identity.ts';
import type { PersonOnRecord } from '../../../src/domain/stated-identity.ts';

const record: PersonOnRecord = {
  firstName: 'Zoë',
  lastName: 'Smith-O’Néill',
  dateOfBirth: '1984-03-15',
  email: 'zoe@example.org',
  phoneNumber: '+44 7700 900123',
  formCodes: ['DRW-AAA001'],
};

describe('a stated name', () => {
  it.each([
    ['zoe smith o neill', 'agrees'],
    ['SMITH-O’NEILL, Zoë', 'agrees'],
    ['smith-oneill zoe', 'agrees'],
    ['smith neill zoe', 'incomplete'],
    ['smith neale zoe', 'differs'],
    ['zoe', 'incomplete'],
    ['zoe smi', 'incomplete'],
    ['zoe miles', 'differs'],
    ['zoe zoe smith o neill', 'differs'],
    [' ', 'empty'],
    ['-', 'incomplete'],
    // Each word of the record is there, but one was only begun.
    ['zoe smi o neill', 'incomplete'],
    ['zoe smi smi', 'differs'],
  ] as const)('%s: %s', (stated, expected) => {
    expect(compareStated('name', stated, record)).toBe(expected);
  });

  it('agrees without the apostrophe, and with one that the record lacks', () => {
    const plain = { ...record, firstName: 'Zoe', lastName: 'ONeill' };
    expect(compareStated('name', 'zoe o’neill', plain)).toBe('agrees');
    expect(compareStated('name', 'zoe oneill', plain)).toBe('agrees');
  });
});

describe('marks in a stated name', () => {
  const named = (firstName: string) => ({ ...record, firstName, lastName: 'Oliver' });
  it.each([
    // The same letters, written as one sign and as two.
    ['Jos\u00e9', 'Jose\u0301', 'agrees'],
    ['Jose', 'Jose\u0301', 'agrees'],
    ['ナカガワ', 'ナカカ\u3099ワ', 'agrees'],
    ['مُحَمَّد', 'محمد', 'agrees'],
    // Vowels are marks here, and two marks are two names.
    ['रोम', 'राम', 'differs'],
    ['राम', 'राम', 'agrees'],
    ['ナカカワ', 'ナカガワ', 'differs'],
  ] as const)('%s, where the record has %s: %s', (stated, known, expected) => {
    expect(compareStated('name', `${stated} oliver`, named(known))).toBe(expected);
  });
});

describe('a stated date of birth', () => {
  it.each([
    ['15/3/1984', 'agrees'],
    ['15 3 84', 'agrees'],
    ['15-Mar-84', 'agrees'],
    ['15th of March 1984', 'agrees'],
    ['15031984', 'agrees'],
    ['150384', 'agrees'],
    ['1984-03-15', 'agrees'],
    ['16/3/1984', 'differs'],
    ['15/3/85', 'differs'],
    ['15/3', 'incomplete'],
    ['15 March', 'incomplete'],
    ['March 1984', 'incomplete'],
    ['1984', 'incomplete'],
    ['15/3/198', 'incomplete'],
    ['31/2/1984', 'incomplete'],
    ['29/2/1983', 'incomplete'],
    // Written with more blanks, or in the middle of words.
    ['15 / 3 / 1984', 'agrees'],
    ['15.  03.  1984', 'agrees'],
    ['15 - mar - 1984', 'agrees'],
    ['15mar1984', 'agrees'],
    ['born 1984-03-15', 'agrees'],
    ['born 15/3/1984', 'agrees'],
    ['born 15 mar 1984', 'agrees'],
    ['born 15031984', 'agrees'],
    ['born 150384', 'agrees'],
    ['150384 as I said', 'agrees'],
    // More digits than a date has are no date.
    ['115/3/1984', 'incomplete'],
    ['15/3/19845', 'incomplete'],
    ['11984-03-15', 'incomplete'],
    ['1984-03-150', 'incomplete'],
    ['115 mar 1984', 'incomplete'],
    ['15 mar 19845', 'incomplete'],
    ['115031984', 'incomplete'],
    ['1150384', 'incomplete'],
    ['+15/3/1984', 'incomplete'],
  ] as const)('%s: %s', (stated, expected) => {
    expect(compareStated('date-of-birth', stated, record)).toBe(expected);
  });

  it('may leave out leading zeros', () => {
    expect(compareStated('date-of-birth', '5/3/1984', { ...record, dateOfBirth: '1984-03-05' })).toBe(
      'agrees',
    );
  });

  it('with two digits of the year fits either century, and no other year', () => {
    expect(compareStated('date-of-birth', '29/2/24', { ...record, dateOfBirth: '1924-02-29' })).toBe(
      'agrees',
    );
    expect(compareStated('date-of-birth', '29/2/24', { ...record, dateOfBirth: '2024-02-29' })).toBe(
      'agrees',
    );
    expect(compareStated('date-of-birth', '29/2/24', { ...record, dateOfBirth: '2020-02-29' })).toBe(
      'differs',
    );
  });
});

describe('a stated telephone number, address or code', () => {
  it.each([
    ['phone', '07700 900123', 'agrees'],
    ['phone', '0044 7700 900 123', 'agrees'],
    ['phone', '+44 (0) 7700 900123', 'agrees'],
    ['phone', '07700 900124', 'differs'],
    ['phone', '900123', 'incomplete'],
    ['phone', '7700 900123', 'agrees'],
    ['phone', '07700 900 1', 'incomplete'],
    ['phone', '700 900 123', 'incomplete'],
    ['phone', '123456', 'incomplete'],
    ['phone', '1234567', 'differs'],
    ['email', ' zoe@example.org ', 'agrees'],
    ['trf-code', ' drw-aaa001 ', 'agrees'],
    ['trf-code', 'drw-aaa', 'incomplete'],
    ['photo-id', 'Passport', 'agrees'],
    ['email', 'ZOE@example.ORG', 'agrees'],
    ['email', 'zoe@example.com', 'differs'],
    ['email', 'zoe@', 'incomplete'],
    ['trf-code', 'drw-aaa001', 'agrees'],
    ['trf-code', 'drw-aaa002', 'differs'],
  ] as const)('%s %s: %s', (kind, stated, expected) => {
    expect(compareStated(kind, stated, record)).toBe(expected);
  });

  it('agrees with any of the codes that the person has', () => {
    const two = { ...record, formCodes: ['DRW-AAA001', 'DRW-BBB002'] };
    expect(compareStated('trf-code', 'DRW-BBB002', two)).toBe('agrees');
    expect(compareStated('trf-code', 'DRW-BBB', two)).toBe('incomplete');
    expect(compareStated('trf-code', 'DRW-BBB003', two)).toBe('differs');
  });

  it('agrees with an address that was recorded with spaces', () => {
    expect(compareStated('email', 'zoe@example.org', { ...record, email: ' zoe@example.org ' })).toBe(
      'agrees',
    );
  });

  it('does not agree with a record that has words instead of a number', () => {
    expect(compareStated('phone', '-', { ...record, phoneNumber: 'ex-directory' })).toBe('incomplete');
  });

  it.each([
    ['date-of-birth', { dateOfBirth: null }],
    ['email', { email: null }],
    ['phone', { phoneNumber: null }],
    ['trf-code', { formCodes: [] }],
  ] as const)('is asked for where it is on record, %s for itself', (kind, lacking) => {
    const kinds = ['name', 'date-of-birth', 'email', 'phone', 'trf-code', 'photo-id'] as const;
    expect(kinds.filter((one) => !isOnRecord(one, { ...record, ...lacking }))).toEqual([kind]);
  });

  it('has nothing to be compared with when the record has none', () => {
    const bare: PersonOnRecord = {
      ...record,
      dateOfBirth: null,
      email: null,
      phoneNumber: null,
      formCodes: [],
    };
    for (const kind of ['date-of-birth', 'email', 'phone', 'trf-code'] as const) {
      expect(compareStated(kind, '15/3/1984', bare)).toBe('not-on-record');
      expect(isOnRecord(kind, bare)).toBe(false);
      expect(isOnRecord(kind, record)).toBe(true);
    }
  });
});

describe('what is typed in one go', () => {
  const kinds = (text: string): string[] =>
    readStatements(text, record).map(({ kind, agreement }) => `${kind} ${agreement}`);

  it.each([
    ['zoe smith o neill 15/3/84', ['date-of-birth agrees', 'name agrees']],
    ['15 3 1984 Smith-O’Neill Zoe', ['date-of-birth agrees', 'name agrees']],
    ['15 march 1984 zoe smith o neill', ['date-of-birth agrees', 'name agrees']],
    ['07700 900123', ['phone agrees']],
    ['07700 900999', ['phone differs']],
    ['zoe smith-o’neill 07700900123', ['phone agrees', 'name agrees']],
    ['zoe@example.org 15/3/1984', ['email agrees', 'date-of-birth agrees']],
    ['DRW-AAA001', ['trf-code agrees']],
    ['15', ['date-of-birth incomplete']],
    ['15/3', ['date-of-birth incomplete']],
    ['15 mar', ['date-of-birth incomplete']],
    ['march 1984', ['date-of-birth incomplete']],
    ['zoe 15/3', ['date-of-birth incomplete', 'name incomplete']],
    ['16/3/1984', ['date-of-birth differs']],
    ['  ', []],
    // Seven digits are the least that a number has; fewer are the beginning of a date.
    ['1234567', ['phone differs']],
    ['15 - - - 3', ['date-of-birth incomplete']],
    // A double name in capitals has the shape of a code, but no digit.
    ['SMITH-ONEILL ZOE', ['name agrees']],
    // One that begins as the codes on record do is a code all the same, and no name that differs.
    ['DRW-CDTMPE', ['trf-code differs']],
    ['drw-a', ['trf-code incomplete']],
    ['zoe smith o neill DRW-AAA', ['trf-code incomplete', 'name agrees']],
    ['15-MAR1984', ['date-of-birth agrees']],
    // The shape of a code as well, but no letter.
    ['07700-900123', ['phone agrees']],
    ['zoe@example.org 15/3', ['email agrees', 'date-of-birth incomplete']],
  ] as const)('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('does not take digits beside a number for a date', () => {
    expect(kinds('07700900123 zoe 15')[0]).toBe('phone agrees');
    expect(kinds('07700900123 zoe 15').filter((one) => one.startsWith('date'))).toEqual([]);
  });

  it('says which part of the text was taken for what', () => {
    expect(readStatements(' zoe smith-o’neill  15/3/84 ', record).map(({ text }) => text)).toEqual([
      '15/3/84',
      'zoe smith-o’neill',
    ]);
  });
});

it('holds nobody against a blank: it is not on record', () => {
  const blank = { ...record, firstName: ' ', email: '', phoneNumber: ' ' };
  for (const kind of ['name', 'email', 'phone'] as const) {
    expect(isOnRecord(kind, record)).toBe(true);
    expect(isOnRecord(kind, blank)).toBe(false);
    expect(compareStated(kind, 'Smith-O’Néill', blank)).toBe('not-on-record');
  }
});
