// Changes and readings take turns after the pauses that a service asks for.
import { beforeEach, expect, it } from 'vitest';
import { createTurns } from '../../../../src/core/line/turns.ts';
import type { Side, Turns } from '../../../../src/core/line/turns.ts';

let nowMs: number;
let turns: Turns;

beforeEach(() => {
  nowMs = 10_000;
  turns = createTurns({ monotonicMs: () => nowMs });
});

/** The turn after a pause of two seconds, before which something was answered or not. */
function next(isAnswered = true, isReadingWaiting = true): Side {
  const answeredAtMs = isAnswered ? nowMs : -Infinity;
  nowMs += 2_000;
  return turns.begin(isReadingWaiting, answeredAtMs);
}

it('go to each in turn', () => {
  expect([next(), next(), next(), next()]).toEqual(['changes', 'reading', 'changes', 'reading']);
});

it('are all of the changes where no reading waits', () => {
  expect([next(true, false), next(true, false), next(), next()]).toEqual([
    'changes',
    'changes',
    'reading',
    'changes',
  ]);
});

it('are had again where nothing was answered in them', () => {
  expect([next(), next(), next(false), next(false), next()]).toEqual([
    'changes',
    'reading',
    'reading',
    'reading',
    'changes',
  ]);
});

it('hold up the other for some seconds and no longer', () => {
  expect(turns.restMs('changes')).toBe(0);
  next();
  expect([turns.restMs('changes'), turns.restMs('reading')]).toEqual([0, 3_000]);
  nowMs += 2_000;
  expect(turns.restMs('reading')).toBe(1_000);
  nowMs += 2_000;
  expect(turns.restMs('reading')).toBe(0);
});
