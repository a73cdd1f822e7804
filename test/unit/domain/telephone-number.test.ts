// Which telephone numbers the desk takes when one is entered.
import { expect, it } from 'vitest';
import { isTelephoneNumber } from '../../../src/domain/telephone-number.ts';

it.each([
  '07700 900123',
  '020 7946 0000',
  '(020) 7946-0000',
  '+44 (0)20 7946 0000',
  '0044 7700 900123',
  '030/123 456',
  '020 7946 0000 ext. 12',
  '020 7946 0000 x12',
])('takes “%s”', (text) => expect(isTelephoneNumber(text)).toBe(true));

it.each([
  'none',
  '12345',
  'ask reception',
  '07700 900123 or 07700 900124',
  'ada@example.org',
  '1'.repeat(21),
  '+',
  '',
])('takes no “%s”', (text) => expect(isTelephoneNumber(text)).toBe(false));
