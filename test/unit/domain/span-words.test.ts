// A span in words is as rough as a person says it.
import { expect, it } from 'vitest';
import { spanWords } from '../../../src/domain/span-words.ts';

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
