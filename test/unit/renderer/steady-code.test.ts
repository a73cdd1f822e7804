// Which of the codes before the camera is meant.
import { expect, it } from 'vitest';
import { steadyCode } from '../../../src/renderer/app/camera/steady-code.ts';

it('a code counts when two pictures in a row show it alone', () => {
  const see = steadyCode();
  expect(see([])).toBe('nothing');
  expect(see(['A'])).toBe('once');
  expect(see(['A'])).toEqual({ code: 'A' });
});

it('one that is read differently from picture to picture does not count', () => {
  const see = steadyCode();
  expect([['A'], ['B'], ['A'], [], ['A']].map(see)).toEqual(['once', 'once', 'once', 'nothing', 'once']);
});

it('of several in one picture none is taken, also not the one that was there alone before', () => {
  const see = steadyCode();
  expect([['A'], ['A', 'B'], ['A']].map(see)).toEqual(['once', 'several', 'once']);
});
