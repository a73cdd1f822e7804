// A line on the board never gives one person's name to what was confirmed for another.
import { expect, it } from 'vitest';
import { troubleTag, withdrawnWords } from '../../../src/renderer/shared/visit/trouble-words.ts';

const james = { patientId: 'p', firstName: 'James', lastName: 'Oliver', dateOfBirth: '1984-03-15' };

it('names the person of a withdrawn confirmation only when the visit belongs to somebody else now', () => {
  const withdrawn = { kind: 'identity-withdrawn', confirmedFor: james, fromState: 'collected' } as const;
  expect(troubleTag({ ...withdrawn, changes: ['person'] }, { id: 'other' })).toBe(
    'Confirmed for OLIVER, James: confirm identity again',
  );
  expect(troubleTag({ ...withdrawn, changes: ['last-name'] }, { id: 'p' })).toBe('Confirm identity again');
  expect(troubleTag({ ...withdrawn, confirmedFor: null, changes: ['person'] }, null)).toBe(
    'Confirm identity again',
  );
  // Given to somebody else and given back: the name on the line is the right one again.
  expect(troubleTag({ ...withdrawn, changes: ['person'] }, { id: 'p' })).toBe(
    'Not theirs meanwhile: confirm identity again',
  );
  expect(troubleTag({ ...withdrawn, changes: ['person'] }, null)).toContain('Confirmed for OLIVER, James');
});

it('says of a visit that was given away and given back no more that it is somebody else’s', () => {
  const withdrawn = { kind: 'identity-withdrawn', confirmedFor: james, fromState: 'arrived' } as const;
  const wordsOf = (id: string) => withdrawnWords({ ...withdrawn, changes: ['person'] }, { id });
  expect(wordsOf('other')).toContain('belongs to somebody else now');
  expect(wordsOf('p')).toContain('again whose it was');
  expect(wordsOf('p')).not.toContain('now');
  expect(withdrawnWords({ ...withdrawn, changes: ['first-name', 'last-name'] }, { id: 'p' })).toBe(
    'The record changed: the first name and the last name.',
  );
});

it('names the second naming where the service’s records disagree, by what differs', () => {
  const doubt = { kind: 'person-in-doubt', other: null, answer: null } as const;
  const own = { ...james, from: 'patient' } as const;
  const tagOf = (change: Partial<typeof james>) =>
    troubleTag({ ...doubt, namings: [own, { ...own, ...change, from: 'registration' }] }, null);
  expect(tagOf({ lastName: 'King' })).toBe('Or KING, James? Records disagree');
  expect(tagOf({ dateOfBirth: '1984-03-16' })).toBe('Or born 16-Mar-1984? Records disagree');
  expect(troubleTag({ ...doubt, namings: [own], other: { person: null }, answer: 'another' }, null)).toBe(
    'Two patients named by the service: confirm identity',
  );
});
