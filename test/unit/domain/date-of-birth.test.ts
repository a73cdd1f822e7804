// A date of birth that nobody alive can have identifies nobody.
import { expect, it } from 'vitest';
import { isPossibleBirth, possibleBirth } from '../../../src/domain/date-of-birth.ts';

it.each([
  ['2026-11-22', true],
  ['2026-11-23', false],
  ['2030-01-01', false],
  ['1901-01-01', true],
  // Written by some systems where they know no date.
  ['1900-01-01', false],
  ['0001-01-01', false],
])('%s on 22 November 2026: %s', (dateOfBirth, possible) => {
  expect(isPossibleBirth(dateOfBirth, '2026-11-22')).toBe(possible);
  expect(possibleBirth(dateOfBirth, '2026-11-22')).toBe(possible ? dateOfBirth : null);
});

it('none known stays none', () => {
  expect(possibleBirth(null, '2026-11-22')).toBeNull();
});
