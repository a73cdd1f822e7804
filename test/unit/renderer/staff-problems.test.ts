// What is said at the field of a name of staff.
import { expect, it } from 'vitest';
import { staffOperations } from '../../../src/contract/staff.ts';
import { nameProblems } from '../../../src/renderer/shared/staff/staff-problems.ts';

const { input } = staffOperations['staff.add'];

it.each([
  [' ', 'Enter the name'],
  ['\u200b', 'Enter the name'],
  ['\u202EannA', 'Type the name again: it has characters that cannot be seen'],
  ['x'.repeat(10_000), 'Shorten the name to 80 characters'],
])('refuses %j in words, as the engine would', (name, words) => {
  expect(nameProblems('name', name)).toEqual([{ fieldId: 'name', words }]);
  expect(input.safeParse({ initials: 'ab', name }).success).toBe(false);
});

it.each([
  'محمد الحسن',
  'דוד כהן',
  'Siobhán O’Neill-Smith',
  'علی\u200Cزاده',
  'Ngũgĩ 🙂',
  ` ${'x'.repeat(80)} `,
])('takes %j, as the engine does', (name) => {
  expect(nameProblems('name', name)).toEqual([]);
  expect(input.safeParse({ initials: 'ab', name }).success).toBe(true);
});
