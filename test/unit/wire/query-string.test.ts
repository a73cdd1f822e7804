// Query strings: what one side writes the other reads.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuery, writeQuery } from '../../../src/wire/query-string.ts';

describe('writeQuery', () => {
  test('writes lists as name[] and leaves out what is not given', () => {
    expect(writeQuery({ a: 1, list: ['x', 'y z'], none: undefined, flag: true })).toBe(
      '?a=1&list%5B%5D=x&list%5B%5D=y%20z&flag=true',
    );
    expect(writeQuery({ none: undefined, empty: [] })).toBe('');
  });

  test('survives half a surrogate pair', () => {
    expect(writeQuery({ a: '\ud83d' })).toBe('?a=%EF%BF%BD');
  });
});

describe('readQuery', () => {
  test('reads name[], name[0], and a plus as a space', () => {
    expect(readQuery('?list[]=a&list%5B0%5D=b+c&plain=d')).toEqual({ list: ['a', 'b c'], plain: 'd' });
  });

  test('reads the last of a repeated field, and broken percent signs as they are', () => {
    expect(readQuery('a=1&a=2&b=%zz&c&&=e')).toEqual({ a: '2', b: '%zz', c: '', '': 'e' });
  });

  test('a field named __proto__ stays a field', () => {
    const read = readQuery('__proto__=x');
    expect(Object.hasOwn(read, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  test('reads back whatever was written', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !/\[\d*\]$/.test(text) && text.isWellFormed());
    const value = fc.string({ unit: 'grapheme' });
    const query = fc.dictionary(name, fc.oneof(value, fc.array(value, { minLength: 1 })), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(query, (fields) => {
        expect(readQuery(writeQuery(fields))).toEqual(fields);
      }),
    );
  });
});
