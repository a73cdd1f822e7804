// Scans on a locked window: each is looked at once, and one that did not come whole is said where people look.
import { beforeEach, expect, test } from 'vitest';
import {
  holdScan,
  holdUnclear,
  keepForLater,
  takeFreshScan,
  useLock,
} from '../../../src/renderer/app/sign-in/held-scan.ts';

beforeEach(() =>
  useLock.setState({ locked: false, unclear: false, notKept: false, fresh: null, held: null }),
);

test('a window that is open keeps no scan for later', () => {
  expect([holdScan('DRW-7K2M9Q'), holdUnclear()]).toEqual([false, false]);
  expect(useLock.getState()).toMatchObject({ unclear: false, fresh: null, held: null });
});

test('a scan on a locked window is looked at once, and leaves what waits already', () => {
  useLock.setState({ locked: true, held: 'DRW-7K2M9Q' });
  expect(holdScan('00471188')).toBe(true);
  expect([takeFreshScan(), takeFreshScan()]).toEqual(['00471188', null]);
  expect(useLock.getState().held).toBe('DRW-7K2M9Q');
});

test('a scan that did not come whole is said until the next one comes', () => {
  useLock.setState({ locked: true });
  expect(holdUnclear()).toBe(true);
  expect(useLock.getState()).toMatchObject({ unclear: true, fresh: null, held: null });
  holdScan('00471188');
  expect(useLock.getState().unclear).toBe(false);
});

test('a few digits are not kept, for they may be a PIN, and a code is', () => {
  useLock.setState({ locked: true });
  for (const pin of ['4711', '80264\r', '123456789012']) {
    holdScan(pin);
    keepForLater(pin);
    expect(useLock.getState()).toMatchObject({ notKept: true, held: null });
  }
  holdScan('DRW-7K2M9Q');
  keepForLater('DRW-7K2M9Q');
  expect(useLock.getState()).toMatchObject({ notKept: false, held: 'DRW-7K2M9Q' });
  holdScan('4711');
  keepForLater('4711');
  expect(useLock.getState().held).toBe('DRW-7K2M9Q');
  keepForLater('1234567890123');
  expect(useLock.getState().held).toBe('1234567890123');
});
