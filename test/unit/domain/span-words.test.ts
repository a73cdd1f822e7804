// A span in words is as rough as a person says it.
import { describe, expect, it } from 'vitest';
import { spanWords, waitingWords } from '../../../src/domain/span-words.ts';

const HOUR_MS = 3_600_000;

it.each([
  [60_000, '1 minute'],
  [-3 * 60_000, '3 minutes'],
  [119 * 60_000, '119 minutes'],
  [26 * HOUR_MS, '26 hours'],
  [-72 * HOUR_MS, '3 days'],
  [600 * 24 * HOUR_MS, '600 days'],
  [-27 * 365.25 * 24 * HOUR_MS, '27 years'],
])('%i ms are %s', (ms, words) => expect(spanWords(ms)).toBe(words));

describe('how long something has lasted', () => {
  const MINUTE = 60_000;

  it('is told by whole minutes, then hours', () => {
    expect(waitingWords(-5)).toBe('just now');
    expect(waitingWords(59_999)).toBe('just now');
    expect(waitingWords(MINUTE)).toBe('1 min');
    expect(waitingWords(59 * MINUTE)).toBe('59 min');
    expect(waitingWords(65 * MINUTE)).toBe('1 h 05');
  });

  it('is told in days once it is two of them', () => {
    expect(waitingWords(48 * 60 * MINUTE - 1)).toBe('47 h 59');
    expect(waitingWords(48 * 60 * MINUTE)).toBe('2 days');
    expect(waitingWords((103 * 60 + 20) * MINUTE)).toBe('4 days');
  });
});
