// For how long the desk keeps quiet with services that limit it in different ways, with hundreds of changes waiting.
import { describe, expect, it } from 'vitest';
import { createAskedPauses } from '../../../../src/core/line/asked-pauses.ts';

const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
/** So many requests are on their way at once, and an answer takes so long. */
const AT_ONCE = 4;
const ANSWER_MS = 200;

interface Limit {
  readonly requests: number;
  readonly perMs: number;
  /** What it refuses counts as well. */
  readonly countsRefused: boolean;
}

/** Half an hour of a desk that always has something to ask for. `asksFor`: the pause in each refusal. */
function halfAnHour({ requests, perMs, countsRefused }: Limit, asksFor: number | null) {
  let nowMs = 0;
  let counted: number[] = [];
  const pauses = createAskedPauses({ monotonicMs: () => nowMs });
  const made: number[] = [];
  let answered = 0;
  let refused = 0;
  while (nowMs < HALF_AN_HOUR_MS) {
    let isRefused = false;
    for (let request = 0; request < AT_ONCE; request += 1) {
      counted = counted.filter((atMs) => nowMs - atMs < perMs);
      const isTaken = counted.length < requests;
      if (isTaken || countsRefused) counted.push(nowMs);
      if (isTaken) {
        answered += 1;
        pauses.answered();
      } else {
        refused += 1;
        isRefused = true;
      }
    }
    nowMs += ANSWER_MS;
    if (!isRefused) continue;
    const pauseMs = pauses.next(asksFor);
    made.push(pauseMs);
    nowMs += pauseMs;
  }
  return { answered, refused, pauses: made };
}

describe('of a service that counts what it refuses as well', () => {
  it.each([
    [60, 1_000],
    [60, null],
    [30, null],
  ])('at %i a minute, whatever it asks for (%s), most of what it allows is used', (requests, asksFor) => {
    const { answered } = halfAnHour({ requests, perMs: MINUTE_MS, countsRefused: true }, asksFor);
    expect(answered).toBeGreaterThan(0.6 * requests * 30);
  });
});

it('a service that counts by the minute refuses little of what it is asked', () => {
  const { answered, refused } = halfAnHour({ requests: 60, perMs: MINUTE_MS, countsRefused: false }, 1_000);
  expect(answered).toBeGreaterThan(0.8 * 60 * 30);
  expect(refused).toBeLessThan(0.4 * answered);
});

it('a service that counts by the second is not kept waiting for longer and longer', () => {
  const { pauses } = halfAnHour({ requests: 2, perMs: 1_000, countsRefused: false }, 1_000);
  const grown = pauses.filter((pauseMs) => pauseMs > 1_000);
  expect(grown.length).toBeLessThan(10);
});

describe('the pause', () => {
  it('is the one that the service asks for, a second at least and five where it does not say', () => {
    const next = (asksFor: number | null) => createAskedPauses({ monotonicMs: () => 0 }).next(asksFor);
    expect([next(null), next(0), next(7_000), next(600_000)]).toEqual([5_000, 1_000, 7_000, 600_000]);
  });

  it('doubles up to half a minute while nothing is answered, and never falls short of what is asked for', () => {
    let nowMs = 0;
    const pauses = createAskedPauses({ monotonicMs: () => nowMs });
    const next = (asksFor: number | null): number => {
      const pauseMs = pauses.next(asksFor);
      nowMs += pauseMs;
      return pauseMs;
    };
    expect([next(null), next(null), next(null), next(null), next(null)]).toEqual([
      5_000, 10_000, 20_000, 30_000, 30_000,
    ]);
    expect(next(60_000)).toBe(60_000);
    // Nothing was refused for a while.
    nowMs += 6 * MINUTE_MS;
    expect(next(null)).toBe(5_000);
  });
});
