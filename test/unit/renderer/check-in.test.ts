// The time of collection as typed.
import { describe, expect, it } from 'vitest';
import { readCollectionTime } from '../../../src/renderer/features/visit/collection-time.ts';

const TODAY = '2026-11-20';

describe('the time of collection', () => {
  const nowMs = Date.parse('2026-11-20T10:30:00Z');
  const at = {
    date: TODAY,
    timeZone: 'Europe/London',
    nowMs,
    arrivedAtMs: Date.parse('2026-11-20T10:00:00Z'),
  };

  it.each(['10:15', '1015', '10.15'])('is read on the site’s clock: %s', (text) => {
    expect(readCollectionTime(text, at)).toEqual({ kind: 'time', atMs: Date.parse('2026-11-20T10:15:00Z') });
  });

  it('follows the site’s zone in summer', () => {
    const summer = {
      ...at,
      date: '2026-07-01',
      nowMs: Date.parse('2026-07-01T12:00:00Z'),
      arrivedAtMs: null,
    };
    expect(readCollectionTime('9:05', summer)).toEqual({
      kind: 'time',
      atMs: Date.parse('2026-07-01T08:05:00Z'),
    });
  });

  it.each([
    { what: 'minutes before midnight', typed: '23:58', now: '2026-11-20T00:03Z', is: '2026-11-19T23:58Z' },
    { what: 'minutes after midnight', typed: '00:01', now: '2026-11-20T00:03Z', is: '2026-11-20T00:01Z' },
    { what: 'a time of the day before', typed: '23:58', now: '2026-11-20T23:59Z', is: '2026-11-19T23:58Z' },
  ])('is of the day on which the person came, where it can be: $what', ({ typed, now, is }) => {
    const overNight = { ...at, nowMs: Date.parse(now), arrivedAtMs: Date.parse('2026-11-19T23:50Z') };
    expect(readCollectionTime(typed, overNight)).toEqual({ kind: 'time', atMs: Date.parse(is) });
    expect(readCollectionTime('23:30', { ...overNight, nowMs: Date.parse('2026-11-20T00:03Z') })).toEqual({
      kind: 'problem',
      words: 'The time of collection cannot be before the person arrived',
    });
  });

  it('that the clock shows twice when summer time ends is the last one that has been', () => {
    const night = { ...at, date: '2026-10-25', arrivedAtMs: Date.parse('2026-10-25T00:10Z') };
    const read = (nowAt: string) => readCollectionTime('01:30', { ...night, nowMs: Date.parse(nowAt) });
    expect(read('2026-10-25T00:40Z')).toEqual({ kind: 'time', atMs: Date.parse('2026-10-25T00:30Z') });
    expect(read('2026-10-25T01:40Z')).toEqual({ kind: 'time', atMs: Date.parse('2026-10-25T01:30Z') });
  });

  it.each([
    ['before that hour', '2026-03-29T00:50Z'],
    ['when it would have been, by the clock of before', '2026-03-29T01:30Z'],
    ['long after it', '2026-03-29T09:00Z'],
  ])('that the clock skips when summer time begins is said to be none, %s', (_when, now) => {
    const night = { ...at, date: '2026-03-29', nowMs: Date.parse(now) };
    for (const arrivedAtMs of [null, Date.parse('2026-03-29T00:40Z'), Date.parse('2026-03-28T23:50Z')]) {
      expect(readCollectionTime('01:30', { ...night, arrivedAtMs })).toEqual({
        kind: 'problem',
        words: 'On 29-Mar-2026 there is no 01:30: the clock is put forward past it',
      });
    }
    // On the day before there was one.
    expect(readCollectionTime('01:30', { ...night, arrivedAtMs: Date.parse('2026-03-28T01:00Z') })).toEqual({
      kind: 'time',
      atMs: Date.parse('2026-03-28T01:30Z'),
    });
  });

  it('is refused in the future, before the arrival, and when it is no time', () => {
    expect(readCollectionTime('10:45', at)).toMatchObject({ kind: 'problem' });
    expect(readCollectionTime('09:30', at)).toMatchObject({ kind: 'problem' });
    for (const text of ['', '25:00', '10:60', 'noon']) {
      expect(readCollectionTime(text, at)).toMatchObject({ kind: 'problem' });
    }
  });
});
