// Days as people name them, and the strip of days on the board.
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/site-time.ts';
import {
  boardOfWords,
  daysBetween,
  dayWords,
  distanceWords,
  momentWords,
  STRIP_DAYS,
  stripFrom,
} from '../../../src/renderer/shared/dates/day-words.ts';

const TODAY = '2026-03-28';

describe('a day in words', () => {
  it('has its weekday and its date', () => {
    expect(dayWords('2026-11-20')).toBe('Friday 20-Nov-2026');
    expect(dayWords('2024-02-29')).toBe('Thursday 29-Feb-2024');
  });

  it('is so far from today, also over the days on which the clocks change', () => {
    expect(distanceWords(TODAY, TODAY)).toBe('today');
    expect(distanceWords('2026-03-27', TODAY)).toBe('yesterday');
    expect(distanceWords('2026-03-29', TODAY)).toBe('tomorrow');
    expect(distanceWords('2026-03-30', TODAY)).toBe('in 2 days');
    expect(distanceWords('2026-03-21', TODAY)).toBe('7 days ago');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  });

  it('stands before a time of it among those of another day, at the site', () => {
    const at = { beside: '2026-10-25', timeZone: 'Europe/London' };
    expect(momentWords(Date.UTC(2026, 9, 25, 9, 5), at)).toBe('09:05');
    expect(momentWords(Date.UTC(2026, 9, 24, 23, 30), at)).toBe('00:30');
    expect(momentWords(Date.UTC(2026, 9, 24, 22, 30), at)).toBe('24-Oct-2026 23:30');
    expect(momentWords(Date.UTC(2026, 9, 25, 1, 30), { ...at, beside: '2026-10-29' })).toBe(
      '25-Oct-2026 01:30 GMT',
    );
  });

  it('is named on its board so that it can be read as a sentence', () => {
    expect(boardOfWords('2026-03-29', TODAY)).toBe('this is the board of tomorrow');
    expect(boardOfWords('2026-03-27', TODAY)).toBe('this is the board of yesterday');
    expect(boardOfWords('2026-06-06', TODAY)).toBe('this is the board of the day in 70 days');
    expect(boardOfWords('2026-03-21', TODAY)).toBe('this is the board of the day 7 days ago');
  });
});

describe('the strip of days', () => {
  it('shows yesterday and the day before with today', () => {
    expect(stripFrom(TODAY, TODAY)).toBe('2026-03-26');
    expect(stripFrom('2026-03-26', TODAY)).toBe('2026-03-26');
  });

  it('holds each day once, and only moves on when a day outside is looked at', () => {
    for (let offset = -20; offset <= 20; offset += 1) {
      const date = addDays(TODAY, offset);
      const within = daysBetween(stripFrom(date, TODAY), date);
      expect(within).toBeGreaterThanOrEqual(0);
      expect(within).toBeLessThan(STRIP_DAYS);
      expect(daysBetween(stripFrom(TODAY, TODAY), stripFrom(date, TODAY)) % STRIP_DAYS).toBeCloseTo(0);
    }
  });
});
