// How names are written and compared, how TRF codes are read, and the moves of desk states.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatName,
  inCapitals,
  isNameShortened,
  lowerIfAllCapitals,
  namePlainly,
  searchableName,
  setApart,
  wholeName,
  withInitialCapitals,
} from '../../../src/domain/person-name.ts';
import { parseTrfCode } from '../../../src/domain/trf-code.ts';
import { AppException, bug, offline, toAppError } from '../../../src/domain/app-error.ts';
import { canCheckIn, canMove, DESK_STATES, worstTag } from '../../../src/domain/visit.ts';

describe('a name', () => {
  it('in capitals changes no letter and breaks none', () => {
    for (const [name, capitals] of [
      ['Österberg', 'ÖSTERBERG'],
      ['Müller-Weiß', 'MÜLLER-WEIß'],
      // `I` would be the capital of another letter.
      ['Yıldırım', 'YıLDıRıM'],
      ['İnan', 'İNAN'],
      ['ŉkomo', 'ŉKOMO'],
      ['ﬁtzgerald', 'ﬁTZGERALD'],
      ['ბერიძე', 'ბერიძე'],
      ['Παπαδόπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ'],
      ['Ковальчук', 'КОВАЛЬЧУК'],
      ['Nguyễn', 'NGUYỄN'],
      ['王', '王'],
    ] as const) {
      expect(inCapitals(name)).toBe(capitals);
    }
  });

  it('in capitals is never equal to another name in capitals, and has the same length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (name) => {
        const capitals = inCapitals(name);
        expect(Array.from(capitals)).toHaveLength(Array.from(name).length);
        expect(Array.from(capitals, (letter) => letter.toLowerCase()).join('')).toBe(
          Array.from(name, (letter) => (letter === 'ς' ? 'σ' : letter.toLowerCase())).join(''),
        );
      }),
    );
  });

  it('gets a capital at the start of each part, and no other letter is changed or broken', () => {
    for (const [typed, written] of [
      ['anne-marie o’neill', 'Anne-Marie O’Neill'],
      ['mcCarthy', 'McCarthy'],
      ['ılgaz', 'ılgaz'],
      ['ბერიძე', 'ბერიძე'],
      ['ŉkomo', 'ŉkomo'],
      ['ægir', 'Ægir'],
    ] as const) {
      expect(withInitialCapitals(typed)).toBe(written);
    }
  });

  it('typed in capitals throughout becomes small without a letter changed, and stays as it is otherwise', () => {
    for (const [typed, written] of [
      ['OLIVER', 'oliver'],
      ['McCarthy', 'McCarthy'],
      ['İNAN', 'İnan'],
      ['WEIẞ', 'weiẞ'],
    ] as const) {
      expect(lowerIfAllCapitals(typed)).toBe(written);
    }
  });

  it('is written surname first, in capitals', () => {
    expect(formatName({ firstName: 'James', lastName: 'Oliver' })).toBe('OLIVER, James');
    expect(formatName({ firstName: 'Zoë', lastName: 'Brontë' })).toBe('BRONTË, Zoë');
    // A mark that turns writing round, and a blank of no width: seen by nobody, and on a label a blank.
    expect(formatName({ firstName: '\u202eJames', lastName: 'Oli\u200bver' })).toBe('OLI VER, James');
    expect(formatName({ firstName: 'می\u200cنا', lastName: 'Oliver' })).toBe(
      '\u2068OLIVER, می\u200cنا\u2069',
    );
    expect(formatName({ firstName: ' ', lastName: 'Oliver' })).toBe('OLIVER, (no first name)');
    expect(formatName({ firstName: 'James', lastName: '' })).toBe('(no last name), James');
  });

  it('is not said to be missing where it has no letters, but something that nobody can say', () => {
    expect(formatName({ firstName: '😀', lastName: 'Oliver' })).toBe('OLIVER, (no letters: 😀)');
    expect(formatName({ firstName: '👩‍👩‍👧', lastName: '😀😀' })).toBe('(no letters: 😀😀), (no letters: 👩‍👩‍👧)');
    // What is put where there is no name says nothing.
    expect(formatName({ firstName: '-', lastName: '?' })).toBe('(no last name), (no first name)');
  });

  it('from right to left is set apart, so that figures beside it keep their place, and is plain on paper', () => {
    const person = { firstName: 'דוד', lastName: 'כהן' };
    expect(formatName(person)).toBe('\u2068כהן, דוד\u2069');
    expect(namePlainly(person)).toBe('כהן, דוד');
    expect(setApart('Bloomsbury')).toBe('Bloomsbury');
  });

  it('of a length that nobody can take in is shortened, says so, and can be had whole', () => {
    const long = { firstName: 'James', lastName: 'x'.repeat(10_000) };
    expect(formatName(long)).toBe(`${'X'.repeat(100)}… (10,000 letters), James`);
    expect([isNameShortened(long), isNameShortened({ ...long, lastName: 'x'.repeat(100) })]).toEqual([
      true,
      false,
    ]);
    expect(wholeName(long)).toBe(`${'X'.repeat(10_000)}, James`);
    // Letters as people count them: none is cut in half.
    const accented = { firstName: 'A', lastName: 'e\u0301'.repeat(101) };
    expect(formatName(accented)).toBe(`${'E\u0301'.repeat(100)}… (101 letters), A`);
  });

  it.each([
    ['Nguyễn', 'NGUYỄN'],
    ['Ångström', 'ÅNGSTRÖM'],
    ['Strauß', 'STRAUß'],
    ['Yıldız', 'YıLDıZ'],
    ['Iğdır', 'IĞDıR'],
    ['ბერიძე', 'ბერიძე'],
    ['Παπαδόπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ'],
    ['ŉDala', 'ŉDALA'],
    ['ﬁnn', 'ﬁNN'],
    ['O\u0301 Ne\u0301ill', 'O\u0301 NE\u0301ILL'],
  ])('never changes the spelling of a surname: %s → %s', (lastName, written) => {
    expect(formatName({ firstName: 'A', lastName })).toBe(`${written}, A`);
  });

  it('is compared without accents, case and punctuation', () => {
    expect(searchableName('O’Néill-Day')).toBe('o neill day');
    expect(searchableName('  ŁUKASZ  Strauß ')).toBe('lukasz strauss');
    expect(searchableName('SØRENSEN')).toBe('sorensen');
  });
});

describe('a TRF code', () => {
  it('is read in any case and with spaces around it', () => {
    expect(parseTrfCode(' drw-7k2m9q ')).toEqual({ prefix: 'DRW', shortCode: '7K2M9Q' });
  });

  it.each(['', 'DRW', 'DRW-', '-7K2M9Q', 'DRW-7K', 'DRW 7K2M9Q', "DRW-7K2M9Q'; DROP TABLE visit"])(
    'is not %j',
    (text) => {
      expect(parseTrfCode(text)).toBeNull();
    },
  );
});

describe('desk states', () => {
  it('let every forward step be undone', () => {
    expect(canMove('arrived', 'expected')).toBe(true);
    expect(canMove('collecting', 'arrived')).toBe(true);
    expect(canMove('left', 'collected')).toBe(true);
    expect(canMove('no-show', 'expected')).toBe(true);
  });

  it('never reach arrived or collected without their checks', () => {
    expect(canMove('expected', 'arrived')).toBe(false);
    expect(canMove('arrived', 'collected')).toBe(false);
    expect(canMove('collecting', 'collected')).toBe(false);
  });

  it('allow check-in only for somebody who is not here yet', () => {
    expect(DESK_STATES.filter(canCheckIn)).toEqual(['expected', 'no-show']);
  });

  it('show the worst of several tags', () => {
    expect(worstTag(['synced', 'waiting', 'attention', 'sending'])).toBe('attention');
    expect(worstTag([])).toBe('synced');
  });
});

describe('what was thrown', () => {
  it('keeps its error when it carries one, and is a bug when it does not', () => {
    const error = offline('refused', 'not-sent', 'no listener');
    expect(toAppError(new AppException(error))).toBe(error);
    expect(toAppError(new TypeError('x is undefined'), 'board.get')).toEqual(
      bug('TypeError: x is undefined', { operation: 'board.get' }),
    );
    expect(toAppError('a string').kind).toBe('bug');
  });
});
