// What is said of a sample that was not taken.
import { expect, it } from 'vitest';
import { NOT_TAKEN_REASONS } from '../../../src/domain/sample.ts';
import { followUpWords, NOT_TAKEN_WORDS } from '../../../src/renderer/shared/visit/sample-words.ts';

it('each reason has words of its own, and says what becomes of the registration', () => {
  const words = NOT_TAKEN_REASONS.map((reason) => NOT_TAKEN_WORDS[reason]);
  expect(new Set(words).size).toBe(NOT_TAKEN_REASONS.length);
  for (const reason of NOT_TAKEN_REASONS) {
    expect(NOT_TAKEN_WORDS[reason]).toMatch(/^[A-Z].{5}/);
    expect(followUpWords(reason)).toContain('registration stays open');
  }
});

it('who refused or did not wait decides about coming back; whoever fainted is booked again', () => {
  expect(followUpWords('refused')).toContain('theirs to say');
  expect(followUpWords('did-not-wait')).toContain('theirs to say');
  expect(followUpWords('fainted')).toContain('Book the person again');
  expect(followUpWords('failed-draw')).toContain('Try again');
});
