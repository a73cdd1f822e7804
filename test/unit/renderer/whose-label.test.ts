// Two people of one name, and two visits of one person, are told apart.
import { expect, it } from 'vitest';
import { identityWords, ownerWords } from '../../../src/renderer/shared/visit/whose-label.ts';

type Owner = Parameters<typeof ownerWords>[0];
const ada = { id: 'p1', firstName: 'Ada', lastName: 'Archer', dateOfBirth: '1960-01-10' };
const namesake = { ...ada, id: 'p2', dateOfBirth: '1961-02-11' };
const visitOf = (person: unknown, startsAtMs: number | null): Owner =>
  ({ person, date: '2026-07-01', appointment: startsAtMs === null ? null : { startsAtMs } }) as Owner;

it('namesakes are told apart by their dates of birth', () => {
  const owner = ownerWords(visitOf(namesake, null), ada, 'Europe/London');
  expect(owner).toBe('ARCHER, Ada, born 11-Feb-1961');
  expect(identityWords(ada)).toBe('ARCHER, Ada, born 10-Jan-1960');
  expect(identityWords({ ...ada, dateOfBirth: null })).toBe('ARCHER, Ada, date of birth not known');
});

it('another visit of the same person is told by its day and time', () => {
  const atTwo = Date.UTC(2026, 6, 1, 13);
  expect(ownerWords(visitOf(ada, atTwo), ada, 'Europe/London')).toBe(
    'another visit of ARCHER, Ada: 01-Jul-2026 at 14:00',
  );
  expect(ownerWords(visitOf(ada, null), ada, 'Europe/London')).toBe(
    'another visit of ARCHER, Ada: 01-Jul-2026',
  );
});

it('of a visit without a person no name is said', () => {
  expect(ownerWords(visitOf(null, null), ada, 'Europe/London')).toBe('another visit');
  expect(ownerWords(visitOf(ada, null), null, 'Europe/London')).toContain('born 10-Jan-1960');
});
