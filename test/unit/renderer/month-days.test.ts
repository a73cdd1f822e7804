// A month as the calendar lays it out, the steps of its keys, and the slots of a day by the hour.
import { describe, expect, it } from 'vitest';
import {
  slotsByHour,
  standingOf,
  withoutPast,
  type Slot,
} from '../../../src/renderer/shared/slots/slots-by-hour.ts';
import {
  addMonths,
  dayByKey,
  monthWords,
  sameDayOf,
  weeksOf,
} from '../../../src/renderer/shared/dates/month-days.ts';

describe('the weeks of a month', () => {
  it('go from Monday to Sunday and hold each of its days once', () => {
    for (const [month, days, weeks] of [
      ['2026-02', 28, 5],
      ['2027-02', 28, 4],
      ['2024-02', 29, 5],
      ['2026-03', 31, 6],
      ['2026-10', 31, 5],
    ] as const) {
      const laidOut = weeksOf(month);
      const dates = laidOut.flat().filter((date) => date !== null);
      expect(laidOut).toHaveLength(weeks);
      expect(dates).toHaveLength(days);
      expect(dates).toEqual([...new Set(dates)].sort());
      for (const week of laidOut) {
        expect(week).toHaveLength(7);
        week.forEach((date, index) => {
          if (date !== null) expect((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7).toBe(index);
        });
      }
    }
  });
});

describe('the keys of a calendar', () => {
  it('lead over the ends of months and years', () => {
    expect(dayByKey('ArrowRight', '2026-12-31')).toBe('2027-01-01');
    expect(dayByKey('ArrowUp', '2026-03-03')).toBe('2026-02-24');
    expect(dayByKey('ArrowDown', '2024-02-26')).toBe('2024-03-04');
    expect(dayByKey('Home', '2026-11-22')).toBe('2026-11-16');
    expect(dayByKey('End', '2026-11-16')).toBe('2026-11-22');
    expect(dayByKey('Tab', '2026-11-16')).toBeNull();
  });

  it('keep the day from month to month as far as the month is long enough', () => {
    expect(dayByKey('PageDown', '2026-01-31')).toBe('2026-02-28');
    expect(dayByKey('PageUp', '2026-03-31')).toBe('2026-02-28');
    expect(dayByKey('PageDown', '2026-12-15')).toBe('2027-01-15');
    expect(sameDayOf('2024-02-29', '2025-02')).toBe('2025-02-28');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(monthWords('2026-11')).toBe('November 2026');
  });

  it('pass the days on which the clocks change', () => {
    expect(dayByKey('ArrowRight', '2026-03-28')).toBe('2026-03-29');
    expect(dayByKey('ArrowRight', '2026-03-29')).toBe('2026-03-30');
    expect(dayByKey('ArrowLeft', '2026-10-26')).toBe('2026-10-25');
  });
});

describe('the slots of a day', () => {
  const slot = (startsAtMs: number, change: Partial<Slot> = {}): Slot => ({
    id: String(startsAtMs),
    startsAtMs,
    available: true,
    past: false,
    ...change,
  });
  const hoursOf = (...starts: number[]) =>
    slotsByHour(
      starts.map((startsAtMs) => slot(startsAtMs)),
      'Europe/London',
    ).map(({ hour, slots }) => [hour, slots.length]);

  it('stand in one line for each hour of the site’s clock', () => {
    const nine = Date.UTC(2026, 6, 1, 8, 0);
    expect(hoursOf(nine, nine + 600_000, nine + 3_600_000)).toEqual([
      ['09', 2],
      ['10', 1],
    ]);
  });

  it('have two lines for the hour that comes twice in autumn, and none for the one skipped in spring', () => {
    const one = Date.UTC(2026, 9, 25, 0, 0);
    expect(hoursOf(one, one + 1_800_000, one + 3_600_000, one + 5_400_000, one + 7_200_000)).toEqual([
      ['01 BST', 2],
      ['01 GMT', 2],
      ['02', 1],
    ]);
    const midnight = Date.UTC(2026, 2, 29, 0, 30);
    expect(hoursOf(midnight, midnight + 1_800_000, midnight + 3_600_000)).toEqual([
      ['00', 1],
      ['02', 2],
    ]);
  });

  it('are shown from the hour on in which one is not past', () => {
    const nine = Date.UTC(2026, 6, 1, 8, 0);
    const hours = slotsByHour([slot(nine), slot(nine + 3_600_000), slot(nine + 7_200_000)], 'Europe/London');
    const shownAt = (nowMs: number) => {
      const { hours: shown, hidden } = withoutPast(hours, nowMs);
      return [shown.map(({ hour }) => hour), hidden];
    };
    expect(shownAt(nine - 1)).toEqual([['09', '10', '11'], false]);
    expect(shownAt(nine + 3_599_999)).toEqual([['10', '11'], true]);
    expect(shownAt(nine + 7_200_000)).toEqual([[], true]);
    expect(withoutPast([], nine)).toEqual({ hours: [], hidden: false });
  });

  it('are free, taken or past', () => {
    expect(standingOf(slot(100), 99)).toBe('free');
    expect(standingOf(slot(100), 100)).toBe('past');
    expect(standingOf(slot(100, { available: false }), 99)).toBe('taken');
    expect(standingOf(slot(100, { past: true }), 99)).toBe('past');
  });
});
