// A time of collection that somebody has typed is told from one that stands in the field again after a scan.
import { describe, expect, it } from 'vitest';
import { timeByHand } from '../../../src/renderer/features/visit/collection-draft.ts';

const KEY = { isTrusted: true };
/** A scan is taken out of the field by the program. */
const TAKEN_OUT = { isTrusted: false };

describe('a time of collection', () => {
  it('is typed by whoever presses its keys, also after a scan into its field', () => {
    const hands = timeByHand(null);
    expect(hands.typed('10:05', KEY)).toBe(true);
    for (const keys of ['10:05A', '10:05AB']) hands.typed(keys, KEY);
    expect(hands.typed('10:05A', TAKEN_OUT)).toBe(true);
    expect(hands.typed('10:05', TAKEN_OUT)).toBe(true);
  });

  it('is not typed where only a scan went into the field that followed the clock', () => {
    const hands = timeByHand(null);
    for (const keys of ['10:05A', '10:05AB']) hands.typed(keys, KEY);
    expect(hands.typed('10:05', TAKEN_OUT)).toBe(false);
  });

  it('is not typed any more once the clock is followed again, and is where it was kept', () => {
    const hands = timeByHand('10:05');
    expect(hands.typed('10:05', TAKEN_OUT)).toBe(true);
    hands.forget();
    expect(hands.typed('10:05', TAKEN_OUT)).toBe(false);
  });
});
