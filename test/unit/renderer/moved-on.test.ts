// A refusal of a step is said for as long as the visit stands as it did then.
import { describe, expect, it } from 'vitest';
import { hasMovedOn } from '../../../src/renderer/features/visit/moved-on.ts';

const refusedAt = { version: 4, deskState: 'collecting' } as const;

describe('a visit of which a step was refused', () => {
  it('has moved on once it stands differently', () => {
    expect(hasMovedOn(refusedAt, { version: 5, deskState: 'collected' })).toBe(true);
    expect(hasMovedOn(refusedAt, { version: 5, deskState: 'collecting' })).toBe(false);
  });

  it('has not moved on where the screen only catches up with what was refused', () => {
    expect(hasMovedOn(refusedAt, { version: 3, deskState: 'arrived' })).toBe(false);
    expect(hasMovedOn(refusedAt, refusedAt)).toBe(false);
  });
});
