// How many connections may come within a second, of one address and in all.
import { expect, it } from 'vitest';
import { createConnectionGate } from '../../../src/adapters/connection-gate.ts';

it('takes so many of one address and so many in all, and anew in the next second', () => {
  let nowMs = 5_000;
  const mayCome = createConnectionGate({ nowMs: () => nowMs, perAddress: 2, inAll: 3 });
  expect(['a', 'a', 'a', 'b', 'b', 'c'].map(mayCome)).toEqual([true, true, false, true, false, false]);
  nowMs += 999;
  expect(mayCome('c')).toBe(false);
  nowMs += 1;
  expect(['a', 'c'].map(mayCome)).toEqual([true, true]);
});
