import { expect, it } from 'vitest';
import { codesDoubt, referenceDoubt } from '../../../src/renderer/shared/words/scenario-doubts.ts';

const NAMES = {
  scenarios: ['success', 'abnormal_low', 'partial'],
  timings: ['instant', 'slow'],
  codes: ['HDL', 'LDL'],
};

it('names the codes that the catalogue does not have, and the nearest ones', () => {
  expect(codesDoubt(['HDL', 'ldl'], NAMES.codes)).toBeNull();
  expect(codesDoubt(['HLD', 'ZINC'], NAMES.codes)).toBe(
    'The catalogue has no biomarker “HLD”, “ZINC”. Did you mean HDL?',
  );
  expect(codesDoubt(['ZINC'], NAMES.codes)).toBe('The catalogue has no biomarker “ZINC”.');
});

it('says nothing where nothing was read that it could go by', () => {
  expect(codesDoubt(['ZINC'], [])).toBeNull();
  expect(referenceDoubt('test:parital', { scenarios: [], timings: [], codes: [] })).toBeNull();
});

it.each(['desk-7', 'a test: of mine', 'test:partial:me', 'test:abnormal_low@HDL,LDL+instant:me', 'TEST-7'])(
  'has no doubt about “%s”',
  (reference) => {
    expect(referenceDoubt(reference, NAMES)).toBeNull();
  },
);

it.each([
  ['test:parital:me', 'There is no scenario “parital”. It ends as the ordinary one. Did you mean partial?'],
  [
    'test:partial+instnat:me',
    'There is no timing “instnat”. Results come after the usual time. Did you mean instant?',
  ],
  ['test:abnormal_low@HLD:me', 'The catalogue has no biomarker “HLD”. Did you mean HDL?'],
  ['Test:partial:me', 'Only a reference that begins with “test:” in small letters chooses a scenario'],
  ['test::me', 'is not written as a scenario'],
])('doubts “%s”', (reference, words) => {
  expect(referenceDoubt(reference, NAMES)).toContain(words);
});
