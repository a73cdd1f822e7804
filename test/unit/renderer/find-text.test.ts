// Words are found in the runs of a page, whatever their case, accents and line breaks.
import { expect, test } from 'vitest';
import { findInRuns } from '../../../src/renderer/shared/documents/find-text.ts';

const runs = (...texts: string[]) => texts.map((text) => ({ text, endsLine: true }));

test('case, accents and kinds of space do not count', () => {
  expect(findInRuns(runs('BRONTË, Zoë\u00a0A'), 'bronte, zoe a')).toEqual([[{ run: 0, from: 0, to: 13 }]]);
  expect(findInRuns(runs('Bronte'), 'BRONTË')).toHaveLength(1);
});

test('each match is found, also several in a run and none that overlaps', () => {
  expect(findInRuns(runs('aaaa'), 'aa')).toEqual([
    [{ run: 0, from: 0, to: 2 }],
    [{ run: 0, from: 2, to: 4 }],
  ]);
});

test('a match may go over runs and lines, and is then more than one part', () => {
  expect(findInRuns(runs('Total', 'cholesterol'), 'total cholesterol')).toEqual([
    [
      { run: 0, from: 0, to: 5 },
      { run: 1, from: 0, to: 11 },
    ],
  ]);
  const joined = [
    { text: 'Ferr', endsLine: false },
    { text: 'itin', endsLine: true },
  ];
  expect(findInRuns(joined, 'ferritin')).toHaveLength(1);
});

test('nothing is found for a blank text, and a sign of a pattern is only a sign', () => {
  expect(findInRuns(runs('a b'), '  ')).toEqual([]);
  expect(findInRuns(runs('a.b', 'axb'), 'a.b')).toEqual([[{ run: 0, from: 0, to: 3 }]]);
});

test('a letter outside the usual ones keeps the places of the others right', () => {
  expect(findInRuns(runs('😀 Ferritin'), 'ferritin')).toEqual([[{ run: 0, from: 3, to: 11 }]]);
});
