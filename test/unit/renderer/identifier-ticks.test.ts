// A tick at check-in is about what stood there.
import { expect, it } from 'vitest';
import { NO_TICKS, tickedOf, withTick } from '../../../src/renderer/features/visit/identifier-ticks.ts';
import type { Offered } from '../../../src/renderer/features/visit/identifier-ticks.ts';

const NAME: Offered = { kind: 'name', label: 'Name', value: 'OLIVER, James' };
const EMAIL: Offered = { kind: 'email', label: 'E-mail', value: 'james@example.test' };

it('ends when the record says something else there, and leaves the others', () => {
  const ticks = withTick(withTick(NO_TICKS, NAME, true), EMAIL, true);
  expect([...tickedOf(ticks, [NAME, EMAIL])]).toEqual(['name', 'email']);
  expect([...tickedOf(ticks, [NAME, { ...EMAIL, value: 'j.oliver@example.test' }])]).toEqual(['name']);
  expect([...tickedOf(ticks, [NAME, { ...EMAIL, value: null }])]).toEqual(['name']);
  expect([...tickedOf(withTick(ticks, NAME, false), [NAME, EMAIL])]).toEqual(['email']);
});
