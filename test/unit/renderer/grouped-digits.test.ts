// Numbers on screens are written as `Intl` would write them.
import { expect, it } from 'vitest';
import { groupedDigits } from '../../../src/renderer/ui/grouped-digits.ts';

it('writes whole numbers as a British reader expects them', () => {
  for (const count of [
    0, 7, 999, 1_000, 12_345, 100_000, 1_234_567, 1_000_000_000, -1, -999, -1_000, -100_000,
  ])
    expect(groupedDigits(count)).toBe(count.toLocaleString('en-GB'));
});
