import { expect, it } from 'vitest';
import { nearestWord } from '../../../src/domain/nearest-word.ts';

const CODES = ['HDL', 'LDL', 'FERRITIN', 'VITAMIN_D'];

it.each([
  ['HLD', 'HDL'],
  ['hdl', 'HDL'],
  ['FERITIN', 'FERRITIN'],
  ['FERRITINN', 'FERRITIN'],
  ['vitamin-d', 'VITAMIN_D'],
  ['LDK', 'LDL'],
])('takes “%s” for %s', (typed, meant) => {
  expect(nearestWord(typed, CODES)).toBe(meant);
});

it.each(['ZINC', 'X', '', 'FERRI'])('takes “%s” for none of them', (typed) => {
  expect(nearestWord(typed, CODES)).toBeNull();
});
