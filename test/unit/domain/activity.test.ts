// Entries of the activity are never rewritten: each spelling that was ever stored is still read.
import { expect, it } from 'vitest';
import { ACTIVITY_KINDS, activityKindOf } from '../../../src/domain/activity.ts';

it('knows its kinds', () => {
  expect(ACTIVITY_KINDS.length).toBeGreaterThan(0);
  for (const kind of ACTIVITY_KINDS) expect(activityKindOf(kind)).toBe(kind);
});

it.each([
  ['label-printed', 'label-queued'],
  ['label-reprinted', 'label-reprint-queued'],
  ['person-created', 'patient-created'],
  ['person-linked', 'patient-linked'],
])('reads %s as %s', (stored, kind) => {
  expect(activityKindOf(stored)).toBe(kind);
});

it.each(['made-up', 'toString', ''])('does not know "%s"', (stored) => {
  expect(activityKindOf(stored)).toBeNull();
});
