// Times as the service writes and reads them, around the changes of the clocks.
import { describe, expect, test } from 'vitest';
import { createSlotBook, LOCATIONS, MAIN_LOCATION, readSlotId } from '../../../src/sandbox/locations.ts';
import { isoWithOffset, requestedInstant } from '../../../src/sandbox/site-clock.ts';
import { stableId } from '../../../src/sandbox/stable.ts';

const LONDON = 'Europe/London';

describe('times', () => {
  test.each([
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00+01:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T01:30:00+00:00'],
    ['2027-03-28T00:59:59Z', '2027-03-28T00:59:59+00:00'],
    ['2027-03-28T01:00:00Z', '2027-03-28T02:00:00+01:00'],
  ])('%s is written %s in London', (utc, local) => {
    expect(isoWithOffset(Date.parse(utc), LONDON)).toBe(local);
    expect(requestedInstant(local, LONDON)).toBe(Date.parse(utc));
  });

  test('offsets west of Greenwich and with half hours are written with their sign', () => {
    const noon = Date.parse('2026-07-01T12:00:00Z');
    expect(isoWithOffset(noon, 'America/St_Johns')).toBe('2026-07-01T09:30:00-02:30');
    expect(isoWithOffset(noon, 'Asia/Kolkata')).toBe('2026-07-01T17:30:00+05:30');
  });

  test('a time without an offset is the wall clock’s', () => {
    expect(requestedInstant('2026-07-01T10:00', LONDON)).toBe(Date.parse('2026-07-01T09:00:00Z'));
    expect(requestedInstant('2026-12-01T10:00:30', LONDON)).toBe(Date.parse('2026-12-01T10:00:30Z'));
  });
});

describe('slots', () => {
  test('a slot’s identifier names it, and no other UUID does', () => {
    const book = createSlotBook(LONDON);
    for (const location of LOCATIONS) {
      const slots = book.slotsOn(location, '2026-10-23');
      expect(slots.length).toBeGreaterThan(0);
      for (const slot of slots) {
        expect(readSlotId(slot.id)).toEqual({ location, startsMs: slot.startsMs });
        expect(readSlotId(slot.id.toUpperCase())).toEqual({ location, startsMs: slot.startsMs });
      }
    }
    expect(readSlotId(stableId('anything'))).toBeNull();
    const first = book.slotsOn(MAIN_LOCATION, '2026-10-23')[0]?.id ?? '';
    expect(readSlotId(first.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBeNull();
  });

  test('slots stay on the wall clock on days when the clocks changed before opening, by whatever step', () => {
    // Half an hour on Lord Howe, two hours at Troll.
    for (const zone of ['Australia/Lord_Howe', 'Antarctica/Troll', 'Africa/Casablanca', LONDON]) {
      const book = createSlotBook(zone);
      for (const date of ['2026-10-25', '2027-03-28', '2026-10-04', '2027-04-04']) {
        const slots = book.slotsOn(MAIN_LOCATION, date);
        expect(slots.map((slot) => slot.time)).toHaveLength(102);
        for (const slot of slots) {
          expect(isoWithOffset(slot.startsMs, zone).slice(0, 16)).toBe(`${date}T${slot.time}`);
        }
      }
    }
  });

  test('days that do not exist or lie far away have none', () => {
    const book = createSlotBook(LONDON);
    for (const date of ['2026-02-30', '1999-06-01', '2150-06-01', 'nonsense']) {
      expect(book.slotsOn(MAIN_LOCATION, date)).toEqual([]);
    }
  });
});
