// Whoever scans labels back learns which of several with one code the desk has counted.
import { expect, it } from 'vitest';
import { provenWords } from '../../../src/renderer/app/proof-words.ts';

type Outcome = Parameters<typeof provenWords>[0];
type State = Outcome['visit']['labelList'][number]['state'];

const proven = (states: State[], said: Partial<Outcome> = {}): string =>
  provenWords({
    kind: 'label-verified',
    code: 'SAMP0001',
    alreadyVerified: false,
    alsoOnForm: false,
    visit: {
      labelList: [
        ...states.map((state) => ({ state, code: 'samp0001' })),
        { state: 'verified', code: 'SAMP0002' },
      ],
    },
    ...said,
  } as Outcome);

it('a label that has a code for itself is right, and nothing is counted', () => {
  expect(proven(['verified'])).toBe('SAMP0001 is right');
  expect(proven(['verified', 'not-taken'])).toBe('SAMP0001 is right');
});

it('of several labels with one code it is said how many the desk has counted', () => {
  expect(proven(['verified', 'printed', 'queued'])).toBe('SAMP0001 is right: 1 of 3 labels with this code');
  expect(proven(['verified', 'verified'], { alsoOnForm: true })).toBe(
    'SAMP0001 is right: 2 of 2 labels with this code, each on a tube of its own. The form has the same code: make sure it was the tube that you scanned.',
  );
});

it('a label that was read before is counted no further', () => {
  expect(proven(['verified', 'printed'], { alreadyVerified: true })).toContain('scanned a moment ago');
  expect(proven(['verified', 'verified'], { alreadyVerified: true })).toBe('SAMP0001 was scanned already');
});
