// Events as hints: what is asked for because of them, and how little a flood or a replay of them can do.
import { beforeEach, describe, expect, it } from 'vitest';
import { createHints } from '../../../../src/core/pull/hints.ts';
import type { Asked, Hints } from '../../../../src/core/pull/hints.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { createTestClock } from '../../../support/test-clock.ts';
import type { TestClock } from '../../../support/test-clock.ts';

const MINUTE_MS = 60_000;
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

let clock: TestClock;
let hints: Hints;
let asked: string[];
let answer: (registrationId: string) => Asked | Error;
let rounds: number;
let mayAsk: boolean;
let failures: unknown[];
beforeEach(() => {
  clock = createTestClock(0);
  asked = [];
  rounds = 0;
  mayAsk = true;
  failures = [];
  answer = () => 'news';
  hints = createHints({
    clock,
    log: silentLog,
    nowMs: clock.nowMs,
    mayAsk: () => mayAsk,
    registrationOf: (hinted) => (hinted === id(900) ? id(1) : hinted),
    async ask(registrationId) {
      asked.push(registrationId);
      const given = answer(registrationId);
      if (given instanceof Error) throw given;
      return given;
    },
    onAsked: () => (rounds += 1),
    onFailure: (thrown) => failures.push(thrown),
  });
});

const event = (...numbers: number[]): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ event: 'lab_results.complete', data: { ids: numbers.map(id) } }));

describe('an event', () => {
  it('makes the desk ask for its record within a second', async () => {
    hints.take(event(1));
    await clock.advance(1_000);
    expect(asked).toEqual([id(1)]);
    expect(rounds).toBe(1);
  });

  it('about an appointment makes it ask for the registration that has it', async () => {
    hints.take(event(900));
    await clock.advance(1_000);
    expect(asked).toEqual([id(1)]);
  });

  it('waits while nothing may be asked', async () => {
    mayAsk = false;
    hints.take(event(1));
    await clock.advance(MINUTE_MS);
    expect(asked).toEqual([]);
    mayAsk = true;
    await clock.advance(10_000);
    expect(asked).toEqual([id(1)]);
  });

  it('is counted, and one that is none is counted apart', () => {
    hints.take(event(1));
    hints.take(new TextEncoder().encode('nonsense'));
    expect(hints.heard()).toEqual({
      heard: 1,
      notUnderstood: 1,
      last: { event: 'lab_results.complete', atMs: 0 },
      asksLess: false,
    });
  });
});

describe('harmless are', () => {
  it('the same event a thousand times at once: one question', async () => {
    for (let time = 0; time < 1_000; time += 1) hints.take(event(1));
    await clock.advance(1_000);
    expect(asked).toEqual([id(1)]);
  });

  it('an event replayed for ten minutes: at most thirty questions a minute, and none is relied on', async () => {
    answer = () => 'nothing-new';
    for (let second = 0; second < 600; second += 1) {
      hints.take(event(1));
      await clock.advance(1_000);
    }
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(10 * 30 + 30);
    expect(hints.isReliable()).toBe(false);
  });

  it('a flood of ids: at most thirty questions a minute, and a hundred that wait', async () => {
    for (let number = 1; number <= 10_000; number += 1) hints.take(event(number));
    await clock.advance(MINUTE_MS - 1);
    expect(asked.length).toBe(30);
    await clock.advance(60 * MINUTE_MS);
    expect(asked.length).toBe(100);
  });

  it('an id that the service does not know: it is asked for once', async () => {
    answer = () => 'unknown';
    for (let time = 0; time < 20; time += 1) {
      hints.take(event(5));
      await clock.advance(MINUTE_MS);
    }
    expect(asked).toEqual([id(5)]);
  });
});

it('a record that could not be asked for is told, and what comes later is asked for', async () => {
  answer = (registrationId) => (registrationId === id(1) ? new Error('disk') : 'news');
  hints.take(event(1));
  await clock.advance(1_000);
  expect(failures).toHaveLength(1);
  hints.take(event(2));
  await clock.advance(5_000);
  expect(asked).toEqual([id(1), id(2)]);
});

it('events that bring news are relied on', async () => {
  for (const number of [1, 2, 3]) {
    hints.take(event(number));
    await clock.advance(10_000);
  }
  expect(hints.heard().asksLess).toBe(true);
});

it('after its end nothing is asked', async () => {
  hints.take(event(1));
  await hints.close();
  hints.take(event(2));
  await clock.advance(MINUTE_MS);
  expect(asked).toEqual([]);
});
