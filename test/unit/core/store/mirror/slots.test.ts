// When the slots of a day begin, of which many can begin at one time.
import { beforeEach, expect, it, vi } from 'vitest';
import type * as siteTime from '../../../../../src/domain/site-time.ts';
import { slotStarts } from '../../../../../src/core/store/mirror/slots.ts';

const worked = vi.hoisted(() => ({ out: 0 }));
vi.mock('../../../../../src/domain/site-time.ts', async (original) => {
  const real = await original<typeof siteTime>();
  return {
    ...real,
    instantsOf(...asked: Parameters<typeof real.instantsOf>) {
      worked.out += 1;
      return real.instantsOf(...asked);
    },
  };
});

const ZONE = 'Europe/London';
beforeEach(() => {
  worked.out = 0;
});

it('of 10,000 slots at few times each time is worked out once', () => {
  const slots = Array.from({ length: 10_000 }, (_, at) => ({ time: `2026-11-20 09:${10 + (at % 40)}` }));
  const starts = slotStarts(slots, ZONE);
  expect(starts[41]).toBe(Date.parse('2026-11-20T09:11:00Z'));
  expect(worked.out).toBe(40);
});

it('a time that occurs twice when summer time ends is the earlier one first, and the later one from then on', () => {
  const slots = Array.from({ length: 3 }, () => ({ time: '2026-10-25 01:30' }));
  expect(slotStarts(slots, ZONE).map((at) => new Date(at).toISOString())).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
});
