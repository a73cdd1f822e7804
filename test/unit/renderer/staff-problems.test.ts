// What is said at the field of a name of staff.
import { expect, it } from 'vitest';
import { staffOperations } from '../../../src/contract/staff.ts';
import { nameProblems, takenProblems } from '../../../src/renderer/shared/staff/staff-problems.ts';

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

it.each([
  ['RR', 'Rolf Rest', 'RR are the initials of Rita Recep here: choose others'],
  ['GO ', 'Gus Ott', 'GO are the initials of Gone Off here, who is switched off: choose others'],
])('names whose initials %s are already', (initials, name, words) => {
  const people = [
    { initials: 'RR', name: 'Rita Recep', active: true },
    { initials: 'GO', name: 'Gone Off', active: false },
  ];
  expect(takenProblems('initials', { initials, name }, people)).toEqual([{ fieldId: 'initials', words }]);
  expect(takenProblems('initials', { initials: 'ZZ', name }, people)).toEqual([]);
});

it('takes whoever is known by these initials under this name for the same person', () => {
  const people = [{ initials: 'MS', name: 'Mira Shah' }];
  expect(takenProblems('initials', { initials: 'MS', name: ' mira  shah' }, people)).toEqual([]);
});
