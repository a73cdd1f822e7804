// What is said of a day's slots: booked out is another thing than over.
import { expect, it } from 'vitest';
import { freeWords } from '../../../src/renderer/shared/slots/free-words.ts';

const MINUTE_MS = 60_000;
const slot = (minute: number, available: boolean) => ({
  id: `slot ${minute}`,
  startsAtMs: minute * MINUTE_MS,
  available,
  past: false,
});
const day = [slot(5, true), slot(10, false), slot(15, true), slot(20, true)];
const at = (minute: number): string => freeWords(day, minute * MINUTE_MS, 0);

it('counts the free slots that are still to come', () => {
  expect(at(1)).toBe('3 free slots');
  expect(at(17)).toBe('1 free slot');
});

it('a day is full only while one of its slots is still to come', () => {
  const bookedOut = day.map((one) => ({ ...one, available: false }));
  expect(freeWords(bookedOut, 17 * MINUTE_MS, 0)).toBe('Full: no slot is free');
  expect(freeWords(bookedOut, 20 * MINUTE_MS, 0)).toMatch(/^No more times today/);
  expect(at(21)).toMatch(/^No more times today/);
});

it('a day without slots is closed, or was never read', () => {
  expect(freeWords([], 0, 5)).toMatch(/^Closed/);
  expect(freeWords([], 0, null)).toBe('Not known: never read');
});
