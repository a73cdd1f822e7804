// When what was made for a person stops being right for the person of the visit.
import { describe, expect, it } from 'vitest';
import { labelCodeOfDesk } from '../../../src/domain/desk-code.ts';
import { changesOfPerson, isCodeStillGood } from '../../../src/domain/identity.ts';
import type { PersonShown } from '../../../src/domain/identity.ts';

const ada: PersonShown = { patientId: 'a', firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' };
const sameId = (one: string, other: string): boolean => one === other;

describe('what was about a person', () => {
  it.each([
    ['nothing', {}, []],
    ['case and blanks', { firstName: ' ADA ', lastName: 'oliver' }, []],
    ['another spelling of the same letters', { firstName: 'Ada'.normalize('NFD') }, []],
    ['the first name', { firstName: 'Adah' }, ['first-name']],
    ['an accent', { lastName: 'Olivér' }, ['last-name']],
    ['the date of birth', { dateOfBirth: '1984-03-16' }, ['date-of-birth']],
    ['a date of birth that is not known any more', { dateOfBirth: null }, ['date-of-birth']],
    ['both names', { firstName: 'Eva', lastName: 'Miles' }, ['first-name', 'last-name']],
    ['the person', { patientId: 'b' }, ['person']],
  ] as const)('is told %s', (_, change, expected) => {
    expect(changesOfPerson(ada, { ...ada, ...change }, sameId)).toEqual(expected);
  });

  it('tells two first names from one, however many spaces are between them', () => {
    const adaMay = { ...ada, firstName: 'Ada May' };
    expect(changesOfPerson(adaMay, { ...adaMay, firstName: 'Ada  May' }, sameId)).toEqual([]);
    expect(changesOfPerson(adaMay, { ...adaMay, firstName: 'Adamay' }, sameId)).toEqual(['first-name']);
  });

  it('is about nobody any more when the visit has no person', () => {
    expect(changesOfPerson(ada, null, sameId)).toEqual(['person']);
  });

  it('stays good when the record made here is found to be the service’s record of the same person', () => {
    const linked = (one: string, other: string): boolean => one === other || `${one}${other}` === 'aserver-a';
    expect(changesOfPerson(ada, { ...ada, patientId: 'server-a' }, linked)).toEqual([]);
  });
});

describe('a code on a paper', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const registration = { id, labelCode: { code: 'SAMP0001' }, trfCode: 'DRW-AAA001' };
  it('is right while it is one of the registration’s codes, including the form’s', () => {
    expect(isCodeStillGood('samp0001', registration)).toBe(true);
    expect(isCodeStillGood('DRW-AAA001', registration)).toBe(true);
    expect(isCodeStillGood('SAMP0002', registration)).toBe(false);
    expect(isCodeStillGood('SAMP0001', { id, labelCode: null, trfCode: null })).toBe(false);
    expect(isCodeStillGood(labelCodeOfDesk(id).toLowerCase(), registration)).toBe(true);
    expect(isCodeStillGood(labelCodeOfDesk(id.replace(/1$/, '2')), registration)).toBe(false);
  });
});
