// The boards of other days: who is on them, what is left unfinished, and that nobody is checked in for another day.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/site-time.ts';
import { writeSetting } from '../../../src/core/store/desk/settings.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { findVisit, updateVisit } from '../../../src/core/store/desk/visits.ts';
import type { VisitChange } from '../../../src/core/store/desk/visits.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps, IDENTIFIERS } from './support/desk-steps.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let desk: TestDesk;
const { checkIn, seen, visitOf } = deskSteps(() => desk);
beforeEach(() => {
  desk = openTestDesk({ waitAlertMinutes: 20 });
});
afterEach(() => desk.close());

function set(visitId: string, change: VisitChange): void {
  const { db } = desk.parts.store;
  updateVisit(db, visitId, findVisit(db, visitId)?.version ?? 0, change);
}

/** The laboratory finishes the registration of a visit. */
function finish(number: number, completedAt: string): void {
  const id = uuidOf(20_000 + number);
  const done = { ...(desk.service.registrations.get(id) as Registration), completed_at: completedAt };
  desk.service.registrations.set(id, done);
  upsertRegistrations(desk.parts.store.db, [done], NINE_O_CLOCK_MS);
}

it('the people of another location are on its own board, also those whom this desk never saw before', async () => {
  const soho = uuidOf(6);
  const visitId = desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS + HOUR_MS, locationId: soho });
  desk.parts.store.db.exec('DELETE FROM visit_registration; DELETE FROM visit;');
  await desk.setLine({ up: true, reading: false });
  await desk.advance(60_000);
  const there = await desk.done('board.get', { locationId: soho });
  expect(there.rows.map(({ id, locationId }) => [id, locationId])).toEqual([[visitId, soho]]);
  expect((await desk.done('board.get', {})).rows).toEqual([]);
  const days = await desk.done('board.days', { from: '2026-03-03', count: 1, locationId: soho });
  expect(days.days[0]?.visits).toBe(1);
});

describe('before the service was read', () => {
  const TOMORROW_MS = NINE_O_CLOCK_MS + DAY_MS;

  it('no day has a count, and no board says that nobody is on it', async () => {
    const days = async () => (await desk.done('board.days', { from: '2026-03-02', count: 3 })).days;
    const isRead = async (asked: { date?: string; locationId?: string }) =>
      (await desk.done('board.get', asked)).isRead;
    expect((await days()).map(({ visits }) => visits)).toEqual([null, null, null]);
    expect(await isRead({})).toBe(false);
    expect(await isRead({ locationId: uuidOf(6) })).toBe(false);
    // Somebody who came meanwhile is shown, and is no count of those who are booked.
    desk.addVisit(1);
    expect((await days())[1]?.visits).toBeNull();
    expect((await desk.done('dayList.get', {})).isRead).toBe(false);

    await desk.setLine({ up: true, reading: false });
    await desk.advance(60_000);
    expect((await days()).map(({ visits }) => visits)).toEqual([0, 1, 0]);
    expect(await isRead({})).toBe(true);
    expect(await isRead({ locationId: uuidOf(6) })).toBe(true);
    expect((await desk.done('dayList.get', {})).isRead).toBe(true);
  });

  it('a new day of which nobody is known has no count until it was read, and one that somebody is known for has', async () => {
    desk.addVisit(1, { startsAtMs: TOMORROW_MS });
    await desk.setLine({ up: true, reading: false });
    await desk.advance(60_000);
    await desk.setLine({ up: false, reading: false });
    await desk.advance(DAY_MS);
    const known = await desk.done('board.get', {});
    expect([known.date, known.rows.length, known.isRead]).toEqual(['2026-03-04', 1, true]);
    await desk.advance(DAY_MS);
    const nobody = await desk.done('board.get', {});
    expect([nobody.date, nobody.rows.length, nobody.isRead]).toEqual(['2026-03-05', 0, false]);
    const { days } = await desk.done('board.days', { from: '2026-03-04', count: 2 });
    expect(days.map(({ visits }) => visits)).toEqual([1, null]);
  });
});

describe('a day of which nobody is known', () => {
  /** From the day of the test, which is 3 March, on. */
  const dayAt = (offset: number): string => addDays('2026-03-03', offset);
  const unreadOf = async (...offsets: number[]) => {
    const shown = [];
    for (const offset of offsets) {
      const { isRead, unread } = await desk.done('board.get', { date: dayAt(offset) });
      const [day] = (await desk.done('board.days', { from: dayAt(offset), count: 1 })).days;
      expect([isRead, day?.unread, day?.visits]).toEqual([
        unread === null,
        unread,
        unread === null ? 0 : null,
      ]);
      shown.push(unread);
    }
    return shown;
  };
  const readFor = async (ms: number) => {
    await desk.setLine({ up: true, reading: false });
    await desk.advance(ms);
    await desk.setLine({ up: false, reading: false });
  };

  it('is read from a week before the desk was set up on, and no day before that ever is', async () => {
    expect(await unreadOf(-8, -7, 0, 1)).toEqual(['too-long-ago', 'not-yet', 'not-yet', 'not-yet']);
    await readFor(HOUR_MS);
    expect(await unreadOf(-8, -7, 0, 1, 30)).toEqual(['too-long-ago', null, null, null, null]);
  });

  it('has what was finished there only once that was read too, after the first board', async () => {
    await readFor(1_000);
    expect(await unreadOf(-8, -7, -2, -1, 0, 1)).toEqual([
      'too-long-ago',
      'not-yet',
      'not-yet',
      null,
      null,
      null,
    ]);
  });

  it('is not known since the service was read last, and is once it is read again', async () => {
    await readFor(HOUR_MS);
    await desk.advance(3 * DAY_MS);
    expect(await unreadOf(0, 1, 2, 3, 4, 30)).toEqual([
      null,
      'not-yet',
      'not-yet',
      'not-yet',
      'not-yet',
      'not-yet',
    ]);
    await readFor(HOUR_MS);
    expect(await unreadOf(0, 1, 2, 3, 4, 30)).toEqual([null, null, null, null, null, null]);
  });

  it('that was over for more than a week when the desk came back is never read', async () => {
    await readFor(HOUR_MS);
    desk.setNow(NINE_O_CLOCK_MS + 20 * DAY_MS);
    await readFor(HOUR_MS);
    expect(await unreadOf(-8, -7, 0, 1, 12, 13, 20)).toEqual([
      'too-long-ago',
      null,
      null,
      'too-long-ago',
      'too-long-ago',
      null,
      null,
    ]);
  });

  it('is not kept where the visits up to then were removed because they are old', async () => {
    await readFor(HOUR_MS);
    writeSetting(desk.parts.store.db, 'visitsRemovedUpTo', dayAt(-3));
    expect(await unreadOf(-8, -3, -2)).toEqual(['removed', 'removed', null]);
  });
});

const rowsOf = async (date: string) => (await desk.done('board.get', { date })).rows;

describe('several days at a glance', () => {
  // Before the service was read, no day has a count; days that are over only once what was finished there was read as well.
  beforeEach(async () => {
    await desk.setLine({ up: true, reading: false });
    await desk.advance(5 * 60_000);
    await desk.setLine({ up: false, reading: false });
  });

  it('count the visits of each day, and on days that are over those that nobody finished', async () => {
    const yesterday = NINE_O_CLOCK_MS - DAY_MS;
    desk.addVisit(1, { startsAtMs: yesterday });
    set(desk.addVisit(2, { startsAtMs: yesterday + 600_000 }), { deskState: 'collecting' });
    set(desk.addVisit(3, { startsAtMs: yesterday + 1_200_000 }), { deskState: 'left' });
    set(desk.addVisit(4, { startsAtMs: yesterday + 1_800_000 }), { deskState: 'cancelled' });
    desk.addVisit(5, { startsAtMs: yesterday + 2_400_000 });
    finish(5, '2026-03-02');
    desk.addVisit(6, { startsAtMs: yesterday + 3_000_000, locationId: uuidOf(6) });
    desk.addVisit(7);
    desk.addVisit(8, { startsAtMs: NINE_O_CLOCK_MS + DAY_MS });

    const days = await desk.done('board.days', { from: '2026-03-01', count: 5 });
    expect(days).toEqual({
      today: '2026-03-03',
      days: [
        { date: '2026-03-01', visits: 0, unread: null, unfinished: 0 },
        { date: '2026-03-02', visits: 4, unread: null, unfinished: 2 },
        { date: '2026-03-03', visits: 1, unread: null, unfinished: 0 },
        { date: '2026-03-04', visits: 1, unread: null, unfinished: 0 },
        { date: '2026-03-05', visits: 0, unread: null, unfinished: 0 },
      ],
    });
  });

  it('do not count a slot that is only held', async () => {
    await desk.done('walkIn.hold', {
      locationId: desk.service.locations.keys().next().value ?? '',
      slotId: null,
      startsAtMs: NINE_O_CLOCK_MS,
    });
    const { days } = await desk.done('board.days', { from: '2026-03-03', count: 1 });
    expect(days).toEqual([{ date: '2026-03-03', visits: 0, unread: null, unfinished: 0 }]);
  });
});

describe('around midnight', () => {
  const YESTERDAY = NINE_O_CLOCK_MS - DAY_MS;

  it('whoever is here stays on today’s board whatever the day of the visit, as long as they can be here still', async () => {
    const waiting = desk.addVisit(1, { startsAtMs: YESTERDAY + 14.9 * HOUR_MS });
    set(waiting, { deskState: 'arrived', arrivedAtMs: NINE_O_CLOCK_MS - 9 * HOUR_MS });
    const collecting = desk.addVisit(2, { startsAtMs: NINE_O_CLOCK_MS + DAY_MS });
    set(collecting, { deskState: 'collecting', arrivedAtMs: NINE_O_CLOCK_MS - HOUR_MS });
    const today = desk.addVisit(3);
    const forgotten = desk.addVisit(4, { startsAtMs: YESTERDAY });
    set(forgotten, { deskState: 'arrived', arrivedAtMs: NINE_O_CLOCK_MS - 12.1 * HOUR_MS });
    const gone = desk.addVisit(5, { startsAtMs: YESTERDAY + HOUR_MS });
    set(gone, { deskState: 'left', arrivedAtMs: NINE_O_CLOCK_MS - 10 * HOUR_MS });
    const elsewhere = desk.addVisit(6, { startsAtMs: YESTERDAY + 2 * HOUR_MS, locationId: uuidOf(6) });
    set(elsewhere, { deskState: 'arrived', arrivedAtMs: NINE_O_CLOCK_MS - HOUR_MS });

    const board = await desk.done('board.get', {});
    expect(board.rows.map(({ id, date }) => [id, date])).toEqual([
      [waiting, '2026-03-02'],
      [today, '2026-03-03'],
      [collecting, '2026-03-04'],
    ]);
    expect(board.longestWaitingVisitId).toBe(waiting);
    // Their labels can still be printed, together with those of others.
    const { people } = await desk.done('labels.toPrint', {});
    expect(people.map(({ row }) => row.id)).toEqual([waiting, collecting]);
    // Each of them is on the board of its own day, once.
    expect((await rowsOf('2026-03-02')).map(({ id }) => id)).toEqual([forgotten, gone, waiting]);
    expect((await rowsOf('2026-03-04')).map(({ id }) => id)).toEqual([collecting]);
  });
});

describe('the board of another day', () => {
  it('has the people of that day, and says which of them the laboratory has finished', async () => {
    desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS - DAY_MS });
    desk.addVisit(2, { startsAtMs: NINE_O_CLOCK_MS - DAY_MS + 600_000 });
    finish(2, '2026-03-02');
    desk.addVisit(3);
    const board = await desk.done('board.get', { date: '2026-03-02' });
    expect(board).toMatchObject({ date: '2026-03-02', today: '2026-03-03', waitAlertMinutes: 20 });
    expect(
      board.rows.map(({ finishedAtService, checkInOpen }) => ({ finishedAtService, checkInOpen })),
    ).toEqual([
      { finishedAtService: false, checkInOpen: false },
      { finishedAtService: true, checkInOpen: false },
    ]);
  });

  it('has the visits of the past week on a desk that was set up today, finished ones included', async () => {
    const { service } = desk;
    const threeDaysAgo = NINE_O_CLOCK_MS - 3 * DAY_MS;
    for (const number of [1, 2]) {
      const visitId = desk.addVisit(number, { startsAtMs: threeDaysAgo + number * 600_000 });
      // As if this desk had never seen it: the service alone knows of it.
      const { db } = desk.parts.store;
      for (const table of ['visit_registration', 'visit', 'mirror_registration', 'mirror_appointment']) {
        db.prepare(`DELETE FROM ${table}`).run();
      }
      expect(visitId).not.toBe('');
    }
    const finished = service.registrations.get(uuidOf(20_002)) as Registration;
    service.registrations.set(finished.id, { ...finished, completed_at: '2026-02-28' });

    await desk.setLine({ up: true, reading: false });
    // What is finished is asked for once the first board is there.
    await desk.advance(HOUR_MS);
    expect((await rowsOf('2026-02-28')).map(({ trfCodes }) => trfCodes[0])).toEqual([
      'DRW-AAA001',
      'DRW-AAA002',
    ]);
  });
});

describe('check-in on another day than the visit’s', () => {
  it.each([
    ['yesterday', -DAY_MS],
    ['tomorrow', DAY_MS],
  ])('is refused for a visit of %s', async (_day, offsetMs) => {
    const visitId = desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS + offsetMs });
    const refusal = await desk.refused('visits.checkIn', {
      ...(await seen(visitId)),
      identifiers: [...IDENTIFIERS],
    });
    expect(refusal).toMatchObject({ kind: 'rejected', fields: { visit: 'other-day' } });
    expect((await visitOf(visitId)).deskState).toBe('expected');
  });

  it('is possible around midnight, for people who come a little later or earlier than booked', async () => {
    const late = desk.addVisit(1, { startsAtMs: Date.UTC(2026, 2, 3, 23, 50) });
    const early = desk.addVisit(2, { startsAtMs: Date.UTC(2026, 2, 4, 0, 10) });
    desk.setNow(Date.UTC(2026, 2, 4, 0, 5));
    expect((await checkIn(late)).deskState).toBe('arrived');
    desk.setNow(Date.UTC(2026, 2, 3, 23, 55));
    expect((await checkIn(early)).deskState).toBe('arrived');
  });

  it('does not prevent that somebody who is here is identified again after midnight', async () => {
    const visitId = desk.addVisit(1, { startsAtMs: Date.UTC(2026, 2, 3, 20, 0) });
    await checkIn(visitId);
    const { db } = desk.parts.store;
    updateVisit(db, visitId, findVisit(db, visitId)?.version ?? 0, { identity: null });
    desk.setNow(Date.UTC(2026, 2, 4, 0, 30));
    expect((await checkIn(visitId)).identity).not.toBeNull();
  });
});
