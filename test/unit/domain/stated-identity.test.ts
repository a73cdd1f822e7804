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
  ] as const)('%s: %s', (stated, expected) => {
    expect(compareStated('name', stated, record)).toBe(expected);
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
  ] as const)('%s: %s', (stated, expected) => {
    expect(compareStated('date-of-birth', stated, record)).toBe(expected);
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
    ['email', 'ZOE@example.ORG', 'agrees'],
    ['email', 'zoe@example.com', 'differs'],
    ['email', 'zoe@', 'incomplete'],
    ['trf-code', 'drw-aaa001', 'agrees'],
    ['trf-code', 'drw-aaa002', 'differs'],
  ] as const)('%s %s: %s', (kind, stated, expected) => {
    expect(compareStated(kind, stated, record)).toBe(expected);
  });

  it('has nothing to be held against where the record has none', () => {
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
  ] as const)('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
