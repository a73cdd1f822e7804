// What is wrong with a secret for events that was typed.
import { expect, it } from 'vitest';
import { secretProblem } from '../../../src/renderer/features/service/secret-problem.ts';

it('takes whatever a header carries', () => {
  for (const secret of ['', 'a', '!~x'.repeat(170), 'Z'.repeat(512)])
    expect(secretProblem(secret)).toBeNull();
});

it('says which of the rules was not kept', () => {
  expect(secretProblem('two words')).toBe('Enter the secret without blanks');
  expect(secretProblem('one\t')).toBe('Enter the secret without blanks');
  expect(secretProblem('x'.repeat(513))).toBe('Shorten the secret to 512 characters');
  expect(secretProblem('pässword')).toContain('“ä” cannot be sent');
  expect(secretProblem('key🔑')).toContain('“🔑” cannot be sent');
});
