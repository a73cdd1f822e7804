// When it makes sense to try again after each error: what the sender and the screens go by.
import { expect, it } from 'vitest';
import {
  bug,
  busy,
  conflict,
  forbidden,
  notFound,
  offline,
  printerUnavailable,
  rejected,
  storageCorrupt,
  storageFull,
  timeout,
  unauthorised,
} from '../../../src/domain/app-error.ts';

it.each([
  [offline('refused', 'not-sent', 'x'), 'later'],
  [timeout('x'), 'later'],
  [busy('server-error', null, 'x'), 'later'],
  [printerUnavailable('front', 'x'), 'later'],
  [storageFull('x'), 'later'],
  [unauthorised('x'), 'after-sign-in'],
  [forbidden('x'), 'never'],
  [notFound('x'), 'never'],
  [conflict('changed', 'x'), 'never'],
  [rejected('x'), 'never'],
  [storageCorrupt(null, 'x'), 'never'],
  [bug('x'), 'never'],
])('$kind is tried again: %s', (error, retry) => {
  expect(error.retry).toBe(retry);
});

it('a bug is the desk’s own unless another origin is given', () => {
  expect(bug('x')).toMatchObject({ origin: 'desk', operation: null, field: null });
  expect(bug('x', { origin: 'service' }).origin).toBe('service');
});
