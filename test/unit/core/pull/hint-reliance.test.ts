// When the service's events are relied on, and when no more.
import { beforeEach, expect, it } from 'vitest';
import { createHintReliance } from '../../../../src/core/pull/hint-reliance.ts';
import type { HintReliance } from '../../../../src/core/pull/hint-reliance.ts';

const MINUTE_MS = 60_000;
let nowMs: number;
let reliance: HintReliance;
beforeEach(() => {
  nowMs = 0;
  reliance = createHintReliance({ monotonicMs: () => nowMs });
});

function bringNews(times = 3): void {
  for (let time = 0; time < times; time += 1) reliance.broughtNews();
}

it('three events that brought news are enough, two are not', () => {
  bringNews(2);
  expect(reliance.isReliable()).toBe(false);
  bringNews(1);
  expect(reliance.isReliable()).toBe(true);
});

it('events that bring nothing, as replayed ones, are no reason to rely on them', () => {
  for (let time = 0; time < 100; time += 1) reliance.heardOf('r1');
  expect(reliance.isReliable()).toBe(false);
});

it('an hour without news ends it, and a new one does not need three again', () => {
  bringNews();
  nowMs += 60 * MINUTE_MS;
  expect(reliance.isReliable()).toBe(true);
  nowMs += 1;
  expect(reliance.isReliable()).toBe(false);
  bringNews(1);
  expect(reliance.isReliable()).toBe(true);
});

it('a change that no event told of ends it, until three more came', () => {
  bringNews();
  reliance.foundWithout(['r1']);
  // The event may still be on its way.
  nowMs += MINUTE_MS;
  expect(reliance.isReliable()).toBe(true);
  nowMs += 1;
  expect(reliance.isReliable()).toBe(false);
  bringNews(2);
  expect(reliance.isReliable()).toBe(false);
  bringNews(1);
  expect(reliance.isReliable()).toBe(true);
});

it('a change whose event came a moment before or after is no fault', () => {
  bringNews();
  reliance.heardOf('early');
  nowMs += MINUTE_MS;
  reliance.foundWithout(['early', 'late']);
  nowMs += MINUTE_MS;
  reliance.heardOf('late');
  nowMs += 10 * MINUTE_MS;
  expect(reliance.isReliable()).toBe(true);
});

it('an event that comes much too late does not make up for it', () => {
  bringNews();
  reliance.foundWithout(['r1']);
  nowMs += 2 * MINUTE_MS;
  reliance.heardOf('r1');
  expect(reliance.isReliable()).toBe(false);
});

it('what could not be asked for ends it', () => {
  bringNews();
  reliance.couldNotAsk();
  expect(reliance.isReliable()).toBe(false);
});
