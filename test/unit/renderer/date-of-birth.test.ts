// A date of birth as people type it.
import { describe, expect, it } from 'vitest';
import { goesOn, readDateOfBirth, splitTypedDate } from '../../../src/renderer/shared/dates/date-of-birth.ts';

const TODAY = '2026-11-20';
const read = (day: string, month: string, year: string) => readDateOfBirth({ day, month, year }, TODAY);

describe('three boxes', () => {
  it('take leading zeros, spaces and month names', () => {
    for (const [day, month] of [
      ['15', '3'],
      ['15', '03'],
      [' 15 ', 'Mar'],
      ['15', 'march'],
    ] as const) {
      expect(read(day, month, '1984')).toEqual({ kind: 'date', date: '1984-03-15' });
    }
  });

  it('say which one is missing', () => {
    expect(read('', '', '')).toEqual({ kind: 'empty' });
    expect(read('', '3', '1984')).toMatchObject({ kind: 'problem', box: 'day' });
    expect(read('15', '', '1984')).toMatchObject({ kind: 'problem', box: 'month' });
    expect(read('15', '3', '')).toMatchObject({ kind: 'problem', box: 'year' });
  });

  it('refuse days that do not exist', () => {
    expect(read('31', '6', '1984')).toMatchObject({ kind: 'problem', box: 'day' });
    expect(read('29', '2', '1983')).toMatchObject({ kind: 'problem', box: 'day' });
    expect(read('29', '2', '1984')).toEqual({ kind: 'date', date: '1984-02-29' });
    expect(read('15', '13', '1984')).toMatchObject({ kind: 'problem', box: 'month' });
    expect(read('xx', '3', '1984')).toMatchObject({ kind: 'problem', box: 'day' });
  });

  it('refuse a year of two digits, the future, and ages that nobody reaches', () => {
    expect(read('15', '3', '84')).toMatchObject({ kind: 'problem', box: 'year' });
    expect(read('21', '11', '2026')).toMatchObject({ kind: 'problem', box: 'year' });
    expect(read('20', '11', '2026')).toMatchObject({ kind: 'date' });
    expect(read('1', '1', '1899')).toMatchObject({ kind: 'problem', box: 'year' });
  });
});

describe('a date in one go', () => {
  const readWhole = (text: string) => {
    const boxes = splitTypedDate(text);
    return boxes && readDateOfBirth(boxes, TODAY);
  };

  it.each([
    '15 3 1984',
    '15/03/1984',
    '15.3.1984',
    '15-Mar-1984',
    '1984-03-15',
    '15031984',
    ' 15 march 1984 ',
  ])('reads %s', (text) => {
    expect(readWhole(text)).toEqual({ kind: 'date', date: '1984-03-15' });
  });

  it.each(['', 'James', '15 3', '1984', '15 3 84', '32 1 1984'])('does not take %s for a date', (text) => {
    expect(readWhole(text)?.kind).not.toBe('date');
  });

  it('splits into the boxes for a person to see', () => {
    expect(splitTypedDate('15-Mar-1984')).toEqual({ day: '15', month: 'Mar', year: '1984' });
  });
});

describe('a key at the end of a box', () => {
  it('goes on in the next one where it is a separator, or a digit too many', () => {
    for (const separator of [' ', '/', '.', '-', ',']) {
      expect(goesOn('day', '7', separator)).toBe('go');
      expect(goesOn('month', 'Mar', separator)).toBe('go');
    }
    expect(goesOn('day', '07', '1')).toBe('go-with-it');
    expect(goesOn('month', '11', '1')).toBe('go-with-it');
    expect(goesOn('month', 'nov', '1')).toBe('go-with-it');
  });

  it('writes no second separator', () => {
    for (const box of ['day', 'month', 'year'] as const) expect(goesOn(box, '', ' ')).toBe('drop');
  });

  it('is the box’s own where there is room for it, and in the last box', () => {
    expect(goesOn('day', '7', '1')).toBeNull();
    expect(goesOn('month', '1', '1')).toBeNull();
    expect(goesOn('month', 'ma', 'r')).toBeNull();
    expect(goesOn('year', '1991', '1')).toBeNull();
    expect(goesOn('year', '1991', ' ')).toBeNull();
    expect(goesOn('day', '07', 'Backspace')).toBeNull();
  });
});
