// Which answers a killed desk must have kept: those after which something was written down, and no more.
import { describe, expect, it } from 'vitest';
import { isSaved } from '../../kill/support/killed-desk.ts';

describe('what a desk that is killed must have kept', () => {
  it.each([
    ['visits.checkIn', {}, true],
    ['labels.print', {}, true],
    ['scan.submit', { kind: 'label-verified', alreadyVerified: false }, true],
    ['scan.submit', { kind: 'label-refused' }, true],
    // The desk keeps no answer of these: nothing was written, and the scan looks again when it is sent again.
    ['scan.submit', { kind: 'label-verified', alreadyVerified: true }, false],
    ['scan.submit', { kind: 'label-not-proven', why: 'not-printed' }, false],
    ['scan.submit', { kind: 'unknown', text: 'X' }, false],
    ['visits.get', {}, false],
  ] as const)('%s answered %o: %s', (name, answer, kept) => {
    expect(isSaved(name, answer)).toBe(kept);
  });
});
