// Dates and times by the site’s clock, also on the days on which the clocks change.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  ageOn,
  formatDate,
  instantOf,
  instantsOf,
  isCalendarDate,
  isSkipped,
  shownClockAt,
  shownSecondsAt,
  learnZone,
  wallClockAt,
  zoneSpans,
} from '../../../src/domain/site-time.ts';

const LONDON = 'Europe/London';

describe('the site wall clock', () => {
  it('shows summer time in summer and winter time in winter', () => {
    expect(wallClockAt(Date.UTC(2026, 6, 1, 8, 30), LONDON)).toMatchObject({
      date: '2026-07-01',
      time: '09:30',
    });
    expect(wallClockAt(Date.UTC(2026, 0, 1, 8, 30), LONDON)).toMatchObject({
      date: '2026-01-01',
      time: '08:30',
    });
  });

  it('starts the day at the site midnight, not at UTC midnight', () => {
    expect(wallClockAt(Date.UTC(2026, 6, 1, 23, 15), LONDON)).toMatchObject({
      date: '2026-07-02',
      time: '00:15',
    });
  });

  it('shows seconds', () => {
    expect(wallClockAt(Date.UTC(2026, 0, 1, 8, 30, 17), LONDON).second).toBe(17);
  });

  it.each([
    ['2026-03-29', '00:30', Date.UTC(2026, 2, 29, 0, 30)],
    ['2026-03-29', '12:00', Date.UTC(2026, 2, 29, 11, 0)],
    ['2026-10-25', '00:30', Date.UTC(2026, 9, 24, 23, 30)],
    ['2026-10-25', '12:00', Date.UTC(2026, 9, 25, 12, 0)],
  ])('on a day on which the clocks change, %s %s is before or after it', (date, time, instantMs) => {
    expect(instantOf(date, time, LONDON)).toBe(instantMs);
  });

  it('takes the first of the hour that comes twice in October', () => {
    expect(instantOf('2026-10-25', '01:30', LONDON)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  it('knows which times March skips', () => {
    expect(isSkipped('2026-03-29', '00:59', LONDON)).toBe(false);
    expect(isSkipped('2026-03-29', '01:00', LONDON)).toBe(true);
    expect(isSkipped('2026-03-29', '01:59', LONDON)).toBe(true);
    expect(isSkipped('2026-03-29', '02:00', LONDON)).toBe(false);
    expect(isSkipped('2026-10-25', '01:30', LONDON)).toBe(false);
    expect(isSkipped('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe(true);
  });

  it('moves a time in the hour that March skips to after it', () => {
    const shown = wallClockAt(instantOf('2026-03-29', '01:30', LONDON), LONDON);
    expect(shown).toMatchObject({ date: '2026-03-29', time: '02:30' });
  });

  it('finds the instant that it shows, at any whole minute of any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 24 * 365 * 60 }), (minute) => {
        const shown = wallClockAt(minute * 60_000, LONDON);
        const found = instantOf(shown.date, shown.time, LONDON);
        // The repeated hour names two instants; the first is as right as the second.
        expect([0, 3_600_000]).toContain(minute * 60_000 - found);
      }),
      { numRuns: 300 },
    );
  });
});

it('the clock of any zone shows what Intl says, at the changes of the clocks and on the days that an island has left out too', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const formatOf = (timeZone: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const formats = new Map(zones.map((zone) => [zone, formatOf(zone)]));
  const shows = (zone: string, instantMs: number): void => {
    const { date, time, second } = wallClockAt(instantMs, zone);
    expect(`${date} ${time}:${String(second).padStart(2, '0')}`, zone).toBe(
      formats.get(zone)?.format(instantMs),
    );
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      // From before the years in which a zone is whole minutes from UTC to long after anybody's appointment.
      fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2120, 0, 1) }),
      shows,
    ),
    { numRuns: 3_000 },
  );
  // Lord Howe changes by half an hour, Samoa went from the 29th to the 31st, Liberia was not whole minutes from UTC until 1972.
  for (const [zone, aroundMs] of [
    ['Europe/London', Date.UTC(2026, 2, 29, 1)],
    ['Europe/London', Date.UTC(2026, 9, 25, 1)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
    ['Pacific/Apia', Date.UTC(2011, 11, 30, 10)],
    ['Africa/Monrovia', Date.UTC(1972, 0, 7, 0, 44, 30)],
  ] as const) {
    for (let bySeconds = -5_400; bySeconds <= 5_400; bySeconds += 7)
      shows(zone, aroundMs + bySeconds * 1_000);
  }
});

describe('the spans of a zone', () => {
  const DAY_MS = 86_400_000;

  it('end where the clocks change', () => {
    expect(zoneSpans(LONDON, Date.UTC(2026, 8, 1), Date.UTC(2027, 4, 1))).toEqual([
      { fromMs: Date.UTC(2026, 8, 1), toMs: Date.UTC(2026, 9, 25, 1), aheadMs: 3_600_000 },
      { fromMs: Date.UTC(2026, 9, 25, 1), toMs: Date.UTC(2027, 2, 28, 1), aheadMs: 0 },
      { fromMs: Date.UTC(2027, 2, 28, 1), toMs: Date.UTC(2027, 4, 1), aheadMs: 3_600_000 },
    ]);
    expect(zoneSpans('UTC', 0, DAY_MS)).toEqual([{ fromMs: 0, toMs: DAY_MS, aheadMs: 0 }]);
  });

  it('have no gap, and say of any zone what its clock shows', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }),
        fc.array(fc.integer({ min: 0, max: 400 * DAY_MS - 1 }), { minLength: 20, maxLength: 20 }),
        (zone, aroundMs, offsetsMs) => {
          const [fromMs, lengthMs] = [aroundMs - 200 * DAY_MS, 400 * DAY_MS];
          const spans = zoneSpans(zone, fromMs, fromMs + lengthMs);
          expect(spans[0]?.fromMs).toBeLessThanOrEqual(fromMs);
          expect(spans.at(-1)?.toMs).toBeGreaterThanOrEqual(fromMs + lengthMs);
          for (const [at, span] of spans.entries()) {
            if (at > 0) expect(span.fromMs).toBe(spans[at - 1]?.toMs);
          }
          for (const offsetMs of offsetsMs) {
            const instantMs = fromMs + offsetMs;
            const aheadMs = spans.find(({ toMs }) => instantMs < toMs)?.aheadMs ?? Number.NaN;
            const { date, time } = wallClockAt(instantMs, zone);
            expect(new Date(instantMs + aheadMs).toISOString(), zone).toContain(`${date}T${time}`);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tell the time without Intl once they are learned, and leave the rest to it', () => {
    const zone = 'Asia/Tokyo';
    const spans = [{ fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2027, 0, 1), aheadMs: 9.5 * 3_600_000 }];
    learnZone(zone, spans);
    // Not what Tokyo's clock shows: it was told so.
    expect(wallClockAt(Date.UTC(2026, 6, 1, 3), zone).time).toBe('12:30');
    expect(wallClockAt(Date.UTC(2025, 11, 31, 23, 59), zone)).toMatchObject({
      date: '2026-01-01',
      time: '08:59',
    });
    expect(wallClockAt(Date.UTC(2027, 0, 1), zone).time).toBe('09:00');
    learnZone(zone, []);
    expect(wallClockAt(Date.UTC(2026, 6, 1, 3), zone).time).toBe('12:00');
  });
});

describe('dates', () => {
  it('are written with a month in letters', () => {
    expect(formatDate('1984-03-15')).toBe('15-Mar-1984');
    expect(formatDate('2026-09-01')).toBe('01-Sep-2026');
    const months = Array.from({ length: 12 }, (_, index) =>
      formatDate(`2026-${String(index + 1).padStart(2, '0')}-05`).slice(3, 6),
    );
    expect(months.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  });

  it('are refused when the calendar has no such day', () => {
    expect(isCalendarDate('2024-02-29')).toBe(true);
    expect(isCalendarDate('2026-02-29')).toBe(false);
    expect(isCalendarDate('2026-13-01')).toBe(false);
    expect(isCalendarDate('15/03/1984')).toBe(false);
  });

  it('add up over months and leap days', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it('give the age in whole years', () => {
    expect(ageOn('1984-03-15', '2026-03-14')).toBe(41);
    expect(ageOn('1984-03-15', '2026-03-15')).toBe(42);
  });
});

describe('a time that the clocks show twice', () => {
  it('says which of the two it is where people read it, and no other time does', () => {
    const shown = (...at: [number, number, number, number, number, number?]): string =>
      shownClockAt(Date.UTC(...at), 'Europe/London').time;
    expect(shown(2026, 9, 25, 0, 30)).toBe('01:30 BST');
    expect(shown(2026, 9, 25, 1, 30)).toBe('01:30 GMT');
    expect([shown(2026, 9, 25, 0, 0), shown(2026, 9, 25, 1, 59, 59)]).toEqual(['01:00 BST', '01:59 GMT']);
    expect([shown(2026, 9, 24, 23, 59, 59), shown(2026, 9, 25, 2, 0)]).toEqual(['00:59', '02:00']);
    // In spring an hour is missing, and none comes twice.
    expect([shown(2026, 2, 29, 0, 30), shown(2026, 2, 29, 1, 30)]).toEqual(['00:30', '02:30']);
    expect(shownClockAt(Date.UTC(2026, 9, 25, 1, 30), 'Europe/London')).toEqual({
      date: '2026-10-25',
      time: '01:30 GMT',
    });
    // Half an hour comes twice at Lord Howe, and a whole one where the zone has no letters of its own in English.
    expect(shownClockAt(Date.UTC(2026, 3, 4, 14, 45), 'Australia/Lord_Howe').time).toBe('01:45 GMT+11');
    expect(shownClockAt(Date.UTC(2026, 3, 4, 15, 15), 'Australia/Lord_Howe').time).toBe('01:45 GMT+10:30');
    expect(shownClockAt(Date.UTC(2026, 3, 4, 14, 15), 'Australia/Lord_Howe').time).toBe('01:15');
    expect(shownClockAt(Date.UTC(2026, 9, 25, 1, 30), 'UTC').time).toBe('01:30');
  });

  it('says so behind its seconds, where these are shown', () => {
    const shown = (...at: [number, number, number, number, number, number]): string =>
      shownSecondsAt(Date.UTC(...at), 'Europe/London');
    expect(shown(2026, 9, 25, 0, 39, 20)).toBe('01:39:20 BST');
    expect(shown(2026, 9, 25, 1, 39, 5)).toBe('01:39:05 GMT');
    expect(shown(2026, 9, 25, 2, 39, 5)).toBe('02:39:05');
  });

  it('is told for exactly the minutes that have two instants', () => {
    for (const zone of ['Europe/London', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns']) {
      for (const [fromMs, toMs] of [
        [Date.UTC(2026, 3, 4, 12), Date.UTC(2026, 3, 4, 18)],
        [Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 5)],
        [Date.UTC(2026, 10, 1, 2), Date.UTC(2026, 10, 1, 8)],
      ] as const) {
        for (let atMs = fromMs; atMs < toMs; atMs += 5 * 60_000) {
          const { date, time } = wallClockAt(atMs, zone);
          const isTwice = instantsOf(date, time, zone).length > 1;
          expect([zone, atMs, shownClockAt(atMs, zone).time !== time]).toEqual([zone, atMs, isTwice]);
        }
      }
    }
  });

  it('has two instants, the earlier one first, and any other time has one', () => {
    const [first, second] = instantsOf('2026-10-25', '01:30', 'Europe/London');
    expect([first, second]).toEqual([Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]);
    expect(instantsOf('2026-10-25', '02:30', 'Europe/London')).toEqual([Date.UTC(2026, 9, 25, 2, 30)]);
    expect(instantsOf('2026-03-29', '01:30', 'Europe/London')).toHaveLength(1);
  });
});
