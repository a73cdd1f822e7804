// Scanners that send each character as Alt and a number are noticed, and hands on the number pad are not.
import { expect, test } from 'vitest';
import { createAltNumbers } from '../../../src/renderer/app/alt-numbers.ts';

/** At which of the digits a scan was noticed. */
function noticedAt(timesMs: readonly number[]): number[] {
  const numbers = createAltNumbers();
  return timesMs.flatMap((timeMs, index) => (numbers.press(timeMs) ? [index] : []));
}
const digits = (count: number, gapMs: number, fromMs = 0): number[] =>
  Array.from({ length: count }, (_, index) => fromMs + index * gapMs);

test.each([
  ['quick', 1],
  ['usual', 12],
  ['slow', 45],
])('a scan of a %s scanner is noticed once, however long its code is', (_pace, gapMs) => {
  expect(noticedAt(digits(60, gapMs))).toEqual([8]);
});

test('each scan is noticed', () => {
  expect(noticedAt([...digits(30, 10), ...digits(30, 10, 5_000)])).toEqual([8, 38]);
});

test('a hand that enters a character by its number is left alone, also one after the other', () => {
  expect(noticedAt(digits(40, 90))).toEqual([]);
  // Two keys rolled over now and then.
  expect(noticedAt([0, 30, 130, 160, 400, 430, 520, 550, 800, 830])).toEqual([]);
  expect(noticedAt(digits(4, 20))).toEqual([]);
});
