// A reason that the screens take is one that the engine takes.
import { expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { reasonProblem } from '../../../src/renderer/shared/words/reason-words.ts';

it.each([
  '',
  '  ',
  'ab',
  ' ab ',
  'abc',
  '🙂🙂',
  'محمد',
  'رویا‌ها',
  'good \u202Edab',
  'no\u200Bthing',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(10_000),
])('of %j the screens say what the engine says', (reason) => {
  const { input } = operations['printJobs.cancel'];
  const jobId = '11111111-1111-4111-8111-111111111111';
  expect(reasonProblem(reason) === null).toBe(input.safeParse({ jobId, reason }).success);
});
