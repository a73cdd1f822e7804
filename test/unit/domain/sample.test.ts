// Which samples of a visit are taken, not taken or still to take, and the reasons.
import { expect, it } from 'vitest';
import { FOLLOW_UPS, needsNote, NOT_TAKEN_REASONS, sampleStateOf } from '../../../src/domain/sample.ts';

it.each([
  [{ collected: false, over: false, notTaken: 0 }, 'to-take'],
  [{ collected: false, over: false, notTaken: 1 }, 'to-take'],
  [{ collected: false, over: true, notTaken: 0 }, 'not-taken'],
  [{ collected: true, over: false, notTaken: 0 }, 'taken'],
  [{ collected: true, over: true, notTaken: 2 }, 'part'],
] as const)('the samples of a visit %o are %s', (visit, state) => {
  expect(sampleStateOf(visit)).toBe(state);
});

it('only a reason that says nothing by itself needs words', () => {
  expect(NOT_TAKEN_REASONS.filter(needsNote)).toEqual(['other']);
  expect(Object.keys(FOLLOW_UPS).sort()).toEqual([...NOT_TAKEN_REASONS].sort());
});

it('each reason says whether it is tried again today, on another day, or as the person wishes', () => {
  const followed = (followUp: string) =>
    NOT_TAKEN_REASONS.filter((reason) => FOLLOW_UPS[reason] === followUp);
  expect(followed('again-now')).toEqual(['failed-draw', 'insufficient', 'wrong-tube']);
  expect(followed('come-back')).toEqual(['fainted', 'other']);
  expect(followed('their-choice')).toEqual(['refused', 'did-not-wait']);
});
