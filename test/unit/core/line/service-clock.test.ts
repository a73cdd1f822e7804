// The service’s time is learned from its answers and does not follow this machine’s clock.
import { expect, it } from 'vitest';
import { createServiceClock } from '../../../../src/core/line/service-clock.ts';

const NINE_MS = Date.parse('2026-11-20T09:00:00Z');

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** A machine whose wall clock can be set, and whose growing clock cannot. `lastMs`, `lastAheadMs`: what is kept of the run before. */
function machine({
  wallMs = NINE_MS,
  lastMs = null as number | null,
  lastAheadMs = null as number | null,
} = {}) {
  const at = { wallMs, grownMs: 0, keptMs: lastMs, keptAheadMs: lastAheadMs, keptAhead: 0 };
  return {
    at,
    pass(ms: number) {
      at.wallMs += ms;
      at.grownMs += ms;
    },
    clock: createServiceClock(
      {
        nowMs: () => at.wallMs,
        monotonicMs: () => at.grownMs,
        after: () => () => {},
      },
      {
        last: () => at.keptMs,
        keep: (nowMs) => {
          at.keptMs = nowMs;
        },
        lastAheadMs: () => at.keptAheadMs,
        keepAheadMs: (aheadMs) => {
          at.keptAheadMs = aheadMs;
          at.keptAhead += 1;
        },
      },
    ),
  };
}

it('uses this machine’s time until the service has told its own', () => {
  const { clock } = machine();
  expect(clock.nowMs()).toBe(NINE_MS);
});

it('learns the service’s time from an answer, and ignores the rounding of a second', () => {
  const { clock } = machine();
  clock.heard(NINE_MS, 0);
  expect(clock.aheadMs()).toBe(0);
  clock.heard(NINE_MS - 3 * 60_000, 0);
  expect(clock.aheadMs()).toBe(-3 * 60_000 + 500);
  clock.heard(NINE_MS - 3 * 60_000 + 1_000, 0);
  expect(clock.aheadMs()).toBe(-3 * 60_000 + 500);
});

it('does not take an answer that was long on the way for a clock that is behind', () => {
  const { clock } = machine();
  clock.heard(NINE_MS, 0);
  clock.heard(NINE_MS - 8_000, 9_000);
  expect(clock.aheadMs()).toBe(0);
});

it('keeps the service’s time when this machine’s clock is set forward or back', () => {
  const { clock, at, pass } = machine();
  clock.heard(NINE_MS, 0);
  at.wallMs += 26 * 3_600_000;
  pass(60_000);
  expect(clock.nowMs()).toBe(NINE_MS + 60_000);
  expect(clock.aheadMs()).toBe(-26 * 3_600_000);
  at.wallMs -= 52 * 3_600_000;
  expect(clock.nowMs()).toBe(NINE_MS + 60_000);
});

const HALF_A_SECOND_MS = 500;

it.each([5 * YEAR_MS, -27 * YEAR_MS, 3 * DAY_MS])(
  'keeps its time when the service is suddenly %i ms off, and believes it again once it is right',
  (offMs) => {
    const { clock, at, pass } = machine();
    clock.heard(NINE_MS, 0);
    pass(60_000);
    clock.heard(NINE_MS + 60_000 + offMs, 0);
    pass(60_000);
    expect(clock.nowMs()).toBe(NINE_MS + 120_000);
    expect(clock.doubtedMs()).toBe(NINE_MS + 120_000 + offMs + HALF_A_SECOND_MS);
    expect(at.keptMs).toBe(NINE_MS);
    clock.heard(NINE_MS + 120_000, 0);
    expect(clock.doubtedMs()).toBeNull();
  },
);

it.each([5 * YEAR_MS, -27 * YEAR_MS])(
  'does not believe a service that is %i ms off from the first answer of a run, after another run',
  (offMs) => {
    const { clock } = machine({ lastMs: NINE_MS - DAY_MS });
    clock.heard(NINE_MS + offMs, 0);
    expect(clock.nowMs()).toBe(NINE_MS);
    expect(clock.isKnown()).toBe(false);
    expect(clock.doubtedMs()).toBe(NINE_MS + offMs + HALF_A_SECOND_MS);
  },
);

it.each([
  { what: 'years behind', wallMs: NINE_MS - 27 * YEAR_MS, lastMs: NINE_MS - DAY_MS },
  {
    what: 'years behind, after a year without the desk',
    wallMs: NINE_MS - 27 * YEAR_MS,
    lastMs: NINE_MS - YEAR_MS,
  },
  { what: 'years ahead', wallMs: NINE_MS + 5 * YEAR_MS, lastMs: NINE_MS - DAY_MS },
  { what: 'standing still since a month ago', wallMs: NINE_MS - 30 * DAY_MS, lastMs: NINE_MS - 30 * DAY_MS },
  { what: 'years behind, at the first start of all', wallMs: NINE_MS - 27 * YEAR_MS, lastMs: null },
  { what: 'years ahead, at the first start of all', wallMs: NINE_MS + 5 * YEAR_MS, lastMs: null },
])('believes a service that is right on a machine whose clock is $what', ({ wallMs, lastMs }) => {
  const { clock, at } = machine({ wallMs, lastMs });
  clock.heard(NINE_MS, 0);
  expect(clock.nowMs()).toBe(NINE_MS + HALF_A_SECOND_MS);
  expect(clock.doubtedMs()).toBeNull();
  expect(at.keptMs).toBe(NINE_MS + HALF_A_SECOND_MS);
});

it('goes on from the last run where this machine’s clock is far behind it, until the service tells', () => {
  const { clock, pass } = machine({ wallMs: NINE_MS - 27 * YEAR_MS, lastMs: NINE_MS });
  pass(60_000);
  expect(clock.nowMs()).toBe(NINE_MS + 60_000);
  clock.heard(NINE_MS - 27 * YEAR_MS - 10 * DAY_MS, 0);
  expect(clock.nowMs()).toBe(NINE_MS + 60_000);
});

it('goes on from the last run where this machine’s clock was set back by less than two days, and follows it once it is set right', () => {
  const { clock, at, pass } = machine({ wallMs: NINE_MS - DAY_MS, lastMs: NINE_MS });
  pass(600_000);
  expect(clock.nowMs()).toBe(NINE_MS + 600_000);
  expect(clock.aheadMs()).toBe(DAY_MS);
  // Ten minutes behind, it does not catch up with the last run, however long it runs.
  at.wallMs = NINE_MS;
  expect(clock.nowMs()).toBe(NINE_MS + 600_000);
  pass(DAY_MS);
  expect(clock.aheadMs()).toBe(600_000);
  at.wallMs += 5 * 3_600_000;
  expect(clock.aheadMs()).toBe(0);
});

it('takes no clock for set back that was behind when the service last told the time, or that was ahead then and is right now', () => {
  const behind = machine({ wallMs: NINE_MS - 3 * 3_600_000, lastMs: NINE_MS, lastAheadMs: -3 * 3_600_000 });
  expect(behind.clock.aheadMs()).toBe(0);
  const setRight = machine({ wallMs: NINE_MS + 60_000, lastMs: NINE_MS, lastAheadMs: DAY_MS });
  expect(setRight.clock.aheadMs()).toBe(0);
});

it.each([
  { what: 'a year ahead of', offMs: YEAR_MS, isAsked: true },
  { what: 'fifteen days ahead of', offMs: 15 * DAY_MS, isAsked: true },
  { what: 'ten days ahead of', offMs: 10 * DAY_MS, isAsked: false },
  { what: 'a year behind', offMs: -YEAR_MS, isAsked: false },
])('asks somebody to look at a clock that is $what the last run: $isAsked', ({ offMs, isAsked }) => {
  const { clock } = machine({ wallMs: NINE_MS + offMs, lastMs: NINE_MS });
  expect(clock.longAgoMs()).toBe(isAsked ? NINE_MS : null);
});

it('asks nobody to look at this machine’s clock once the service has told the time, that was set right, or where nothing was told ever', () => {
  const { clock } = machine({ wallMs: NINE_MS + YEAR_MS, lastMs: NINE_MS });
  clock.heard(NINE_MS + DAY_MS, 0);
  expect(clock.longAgoMs()).toBeNull();
  const mended = machine({ wallMs: NINE_MS + YEAR_MS, lastMs: NINE_MS });
  mended.at.wallMs = NINE_MS + DAY_MS;
  expect(mended.clock.longAgoMs()).toBeNull();
  expect(machine({ wallMs: NINE_MS + YEAR_MS }).clock.longAgoMs()).toBeNull();
  // A line that is down for weeks is no jump of the clock.
  const alone = machine({ lastMs: NINE_MS });
  alone.pass(20 * DAY_MS);
  expect(alone.clock.longAgoMs()).toBeNull();
});

it('remembers over a restart that this machine’s clock was wrong, until the service tells the time again', () => {
  const before = machine({ wallMs: NINE_MS + DAY_MS });
  before.clock.heard(NINE_MS, 0);
  const { keptMs, keptAheadMs } = before.at;
  expect(keptAheadMs).toBe(DAY_MS - HALF_A_SECOND_MS);
  // Within the day nothing else tells it from a machine that was off over night.
  const after = machine({ wallMs: NINE_MS + DAY_MS, lastMs: keptMs, lastAheadMs: keptAheadMs });
  expect(after.clock.longAgoMs()).toBeNull();
  expect(after.clock.wasAheadMs()).toBe(keptAheadMs);
  after.at.wallMs = NINE_MS;
  after.clock.heard(NINE_MS, 0);
  expect(after.clock.wasAheadMs()).toBeNull();
  expect(after.at.keptAheadMs).toBe(0);
});

it('says nothing of a clock that was right, and does not write down each second that it gains', () => {
  const { at, clock, pass } = machine({ lastAheadMs: 90_000 });
  expect(clock.wasAheadMs()).toBeNull();
  for (let minute = 0; minute < 20; minute += 1) {
    clock.heard(NINE_MS - 90_000 + minute * 61_000, 0);
    pass(60_000);
  }
  expect(at.keptAhead).toBe(0);
  clock.heard(NINE_MS + 20 * 60_000, 0);
  expect(at.keptAhead).toBe(1);
});

it('believes what the service and this machine agree about, whatever was believed before', () => {
  const { clock, at } = machine({ lastMs: NINE_MS + 5 * YEAR_MS });
  clock.heard(NINE_MS, 0);
  expect(clock.nowMs()).toBe(NINE_MS + HALF_A_SECOND_MS);
  expect(at.keptMs).toBe(NINE_MS + HALF_A_SECOND_MS);
});

it('believes a jump of the service that this machine’s clock has made as well', () => {
  const { clock, at } = machine();
  clock.heard(NINE_MS, 0);
  at.wallMs += 30 * DAY_MS;
  clock.heard(NINE_MS + 30 * DAY_MS, 0);
  expect(clock.nowMs()).toBe(NINE_MS + 30 * DAY_MS + HALF_A_SECOND_MS);
});

it('keeps the believed time every four hours', () => {
  const { clock, at, pass } = machine();
  clock.heard(NINE_MS, 0);
  pass(3 * 3_600_000);
  clock.heard(NINE_MS + 3 * 3_600_000, 0);
  expect(at.keptMs).toBe(NINE_MS);
  pass(3_600_000);
  clock.heard(NINE_MS + 4 * 3_600_000, 0);
  expect(at.keptMs).toBe(NINE_MS + 4 * 3_600_000);
});
