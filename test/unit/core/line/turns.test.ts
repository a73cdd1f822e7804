// Changes and readings take turns after the pauses that a service asks for.
import { beforeEach, expect, it } from 'vitest';
import { createTurns } from '../../../../src/core/line/turns.ts';
import type { Side, Turns } from '../../../../src/core/line/turns.ts';
import { createTestClock } from '../../../support/test-clock.ts';
import type { TestClock } from '../../../support/test-clock.ts';

let clock: TestClock;
let turns: Turns;
let over: number;

beforeEach(() => {
  clock = createTestClock(Date.parse('2026-11-20T09:00:00Z'));
  over = 0;
  turns = createTurns({ clock, onOver: () => (over += 1) });
});

/** The turn after a pause of two seconds, before which something was answered or not. */
function next(isAnswered = true, isReadingWaiting = true): Side {
  const answeredAtMs = isAnswered ? clock.monotonicMs() : -Infinity;
  clock.sleep(2_000);
  turns.begin(isReadingWaiting, answeredAtMs);
  return turns.restMs('changes') === 0 ? 'changes' : 'reading';
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

it('hold up the other for some seconds and no longer, and say when they are over', async () => {
  expect(turns.restMs('changes')).toBe(0);
  next();
  expect([turns.restMs('changes'), turns.restMs('reading')]).toEqual([0, 3_000]);
  await clock.advance(2_000);
  expect(turns.restMs('reading')).toBe(1_000);
  // The next one begins before this one is over, and is told of alone.
  next();
  await clock.advance(2_999);
  expect([turns.restMs('changes'), over]).toEqual([1, 0]);
  await clock.advance(1);
  expect([turns.restMs('changes'), over]).toEqual([0, 1]);
});

it('are not over before it is said, though their time is: whoever is told must be able to ask', () => {
  next();
  next();
  clock.sleep(5_000);
  expect(turns.restMs('changes')).toBe(1);
});
