// Rows of a long list are asked for before they come into sight, and nothing is asked for that is not near.
import { expect, it } from 'vitest';
import { otherPage } from '../../../src/renderer/features/registrations/list-pages.ts';

it('asks for nothing more where the list begins', () => {
  expect(otherPage({ first: 0, last: 16 }, 100_000, false)).toBe(0);
});

it('asks for the next rows from the middle of a part on', () => {
  expect(otherPage({ first: 1, last: 25 }, 100_000, false)).toBe(1);
  expect(otherPage({ first: 101, last: 124 }, 100_000, false)).toBe(2);
  expect(otherPage({ first: 102, last: 125 }, 100_000, false)).toBe(3);
});

it('asks for the rows before, on the way back', () => {
  expect(otherPage({ first: 124, last: 148 }, 100_000, true)).toBe(1);
  expect(otherPage({ first: 125, last: 149 }, 100_000, true)).toBe(2);
  expect(otherPage({ first: 3, last: 27 }, 100_000, true)).toBe(0);
});

it('asks for both parts where the rows lie in two', () => {
  expect(otherPage({ first: 40, last: 64 }, 100_000, true)).toBe(1);
  expect(otherPage({ first: 40, last: 64 }, 100_000, false)).toBe(1);
});

it('asks for nothing behind the end', () => {
  expect(otherPage({ first: 15, last: 39 }, 40, false)).toBe(0);
  expect(otherPage({ first: 25, last: 49 }, 50, false)).toBe(0);
  expect(otherPage({ first: 0, last: 0 }, 0, false)).toBe(0);
});
