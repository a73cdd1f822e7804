// A line on the board never gives one person's name to what was confirmed for another.
import { expect, it } from 'vitest';
import { troubleTag } from '../../../src/renderer/shared/visit/trouble-words.ts';

const james = { patientId: 'p', firstName: 'James', lastName: 'Oliver', dateOfBirth: '1984-03-15' };

it('names the person of a withdrawn confirmation only when the visit belongs to somebody else now', () => {
  const withdrawn = { kind: 'identity-withdrawn', confirmedFor: james, fromState: 'collected' } as const;
  expect(troubleTag({ ...withdrawn, changes: ['person'] })).toBe(
    'Confirmed for OLIVER, James: confirm identity again',
  );
  expect(troubleTag({ ...withdrawn, changes: ['last-name'] })).toBe('Confirm identity again');
  expect(troubleTag({ ...withdrawn, confirmedFor: null, changes: ['person'] })).toBe(
    'Confirm identity again',
  );
});
