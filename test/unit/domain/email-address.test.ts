// Which e-mail addresses the desk takes.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isEmailAddress } from '../../../src/domain/email-address.ts';

const GOOD = ['ada@example.org', "o'neill-brontë@example.org".replace('ë', 'e'), 'a.b+c_d@sub.example.co.uk'];
const BAD = [
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@example',
  'ada@exa mple.org',
  'a da@example.org',
  'ada@@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'a..b@example.org',
  'zoë@example.org',
  'محمد@example.org',
  '👩@example.org',
  'ada@-.org',
  `${'a'.repeat(10_000)}@example.org`,
];

describe('an e-mail address', () => {
  it.each(GOOD)('%s is taken, here and by the engine', (text) => {
    expect([isEmailAddress(text), z.email().safeParse(text).success]).toEqual([true, true]);
  });
  it.each(BAD)('%s is not taken', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});
