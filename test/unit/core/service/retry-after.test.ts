// Retry-After in both its forms, and in none.
import { describe, expect, test } from 'vitest';
import {
  LONGEST_RETRY_AFTER_MS,
  readHttpDate,
  readRetryAfter,
} from '../../../../src/core/service/retry-after.ts';

const NOW = Date.UTC(2026, 2, 3, 9, 30);

describe('readRetryAfter', () => {
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Tue, 03 Mar 2026 09:31:00 GMT', 60_000],
    ['Tue, 03 Mar 2026 09:00:00 GMT', 0],
    ['Tuesday, 03-Mar-26 09:31:00 GMT', 60_000],
    ['86400', LONGEST_RETRY_AFTER_MS],
    ['Wed, 04 Mar 2026 09:30:00 GMT', LONGEST_RETRY_AFTER_MS],
  ])('%s is a wait', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });

  test.each([
    undefined,
    '',
    '-5',
    '1.5',
    '0x10',
    'soon',
    'tomorrow at nine',
    '2026-03-03T09:31:00Z',
    '86401',
    '9'.repeat(400),
    'Wed, 04 Mar 2026 09:30:01 GMT',
    'Tue, 03 Mar 2099 09:00:00 GMT',
  ])('%s is not a usable wait', (header) => {
    expect(readRetryAfter(header, NOW)).toBeNull();
  });
});

test('an HTTP date is read to the millisecond of its second', () => {
  expect(readHttpDate('Tue, 03 Mar 2026 09:30:00 GMT')).toBe(NOW);
  expect(readHttpDate('1')).toBeNull();
  expect(readHttpDate(undefined)).toBeNull();
});
