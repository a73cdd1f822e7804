// Days ahead: which of them have free slots, also while the service does not answer, and booking somebody for one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import type { Slot } from '../../../src/wire/test-location.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const PRODUCT_ID = uuidOf(3);
const PATIENT_ID = uuidOf(30_001);
const SOHO_ID = uuidOf(6);
const NEXT_WEEK = '2026-03-10';
const NEXT_WEEK_MS = NINE_O_CLOCK_MS + 7 * 86_400_000;

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
  desk.addVisit(1);
  desk.service.months.set(`${LOCATION_ID} 2026-03`, {
    id: '2026-03',
    availability: { '2026-03-02': true, '2026-03-03': true, '2026-03-04': false, '2026-03-10': true },
  });
});
afterEach(() => desk.close());

const up = () => desk.setLine({ up: true, reading: false });
const down = () => desk.setLine({ up: false, reading: false });

const slotOf = (number: number, date: string, time: string, available = true): Slot => ({
  id: uuidOf(70_000 + number),
  preview: time,
  available,
  time: `${date} ${time}`,
  is_past: false,
});

async function month(input: { month: string; locationId?: string } = { month: '2026-03' }) {
  const answer = await desk.done('slots.month', input);
  return { ...answer, by: new Map(answer.days.map(({ date, availability }) => [date, availability])) };
}

describe('a month', () => {
  it('tells of each day whether a slot is free, and which days are over or not told of', async () => {
    await up();
    const { by, live, days } = await month();
    expect(live).toBe(true);
    expect(days).toHaveLength(31);
    expect(by.get('2026-03-02')).toBe('past');
    expect(by.get('2026-03-03')).toBe('available');
    expect(by.get('2026-03-04')).toBe('full');
    expect(by.get('2026-03-05')).toBe('unknown');
  });

  it('is not known while the service does not answer, unless it was read before', async () => {
    const never = await month();
    expect(never).toMatchObject({ live: false, asOfMs: null });
    expect(never.by.get('2026-03-10')).toBe('unknown');
    expect(never.by.get('2026-03-02')).toBe('past');

    // Read ahead by the desk itself: nobody has looked at this month.
    await up();
    await desk.advance(60_000);
    await down();
    const kept = await month();
    expect(kept).toMatchObject({ live: false, locationId: LOCATION_ID });
    expect(kept.asOfMs).toBeGreaterThanOrEqual(NINE_O_CLOCK_MS);
    expect(kept.by.get('2026-03-10')).toBe('available');
  });

  it('can be looked at for another location, and for none that does not exist', async () => {
    desk.service.months.set(`${SOHO_ID} 2026-03`, { id: '2026-03', availability: { '2026-03-10': false } });
    await up();
    expect((await month({ month: '2026-03', locationId: SOHO_ID })).by.get('2026-03-10')).toBe('full');
    expect(await desk.refused('slots.month', { month: '2026-03', locationId: uuidOf(99) })).toMatchObject({
      kind: 'not-found',
    });
    expect(await desk.refused('slots.list', { date: NEXT_WEEK, locationId: uuidOf(99) })).toMatchObject({
      kind: 'not-found',
    });
  });

  it('today is full while one of its times is to come, and afterwards has no more of them', async () => {
    const TODAY = '2026-03-03';
    for (const locationId of [LOCATION_ID, SOHO_ID]) {
      desk.service.months.set(`${locationId} 2026-03`, { id: '2026-03', availability: { [TODAY]: false } });
      desk.service.slots.set(`${locationId} ${TODAY}`, [
        slotOf(1, TODAY, '08:50'),
        { ...slotOf(2, TODAY, '09:30'), available: false },
      ]);
    }
    await up();
    const today = async (locationId: string) => (await month({ month: '2026-03', locationId })).by.get(TODAY);
    expect([await today(LOCATION_ID), await today(SOHO_ID)]).toEqual(['full', 'full']);
    await desk.advance(31 * 60_000);
    expect([await today(LOCATION_ID), await today(SOHO_ID)]).toEqual(['ended', 'ended']);
    // What was kept from this morning does not make it free again.
    desk.service.months.set(`${SOHO_ID} 2026-03`, { id: '2026-03', availability: { [TODAY]: true } });
    expect(await today(SOHO_ID)).toBe('available');
    await down();
    expect(await today(SOHO_ID)).toBe('ended');
  });

  it('says why it is shown as it was read last: refused by the service, or not asked for', async () => {
    await up();
    await month();
    desk.service.answer = () => ({ status: 422, body: { error: { code: 'invalid', message: 'Not now.' } } });
    const problem = { kind: 'rejected', fields: { '': 'Not now.' } };
    expect(await desk.done('slots.month', { month: '2026-03' })).toMatchObject({ live: false, problem });
    expect(await desk.done('slots.list', { date: '2026-03-08' })).toMatchObject({ live: false, problem });
    await down();
    expect(await desk.done('slots.month', { month: '2026-03' })).toMatchObject({
      live: false,
      problem: null,
    });
    expect(await desk.done('slots.list', { date: '2026-03-08' })).toMatchObject({ problem: null });
  });

  it('has no thirteenth one', async () => {
    expect(await desk.call('slots.month', { month: '2026-13' })).toMatchObject({ ok: false });
  });
});

describe('the slots of the coming days', () => {
  it('are kept for an outage, with how old they are', async () => {
    desk.service.slots.set(`${LOCATION_ID} 2026-03-08`, [slotOf(1, '2026-03-08', '09:00')]);
    await up();
    await desk.advance(60_000);
    await down();
    const kept = await desk.done('slots.list', { date: '2026-03-08' });
    expect(kept).toMatchObject({ live: false, slots: [{ id: uuidOf(70_001), available: true }] });
    expect(kept.asOfMs).not.toBeNull();
  });

  it('are shown without one whose time is on no clock, whether the service answers or not', async () => {
    const noTimes = ['25:61', '24:30', '09:60'].map((time, index) => slotOf(2 + index, '2026-03-08', time));
    desk.service.slots.set(`${LOCATION_ID} 2026-03-08`, [
      slotOf(1, '2026-03-08', '09:00'),
      ...noTimes,
      { ...slotOf(5, '2026-02-31', '09:10'), preview: '09:10' },
    ]);
    await up();
    const read = await desk.done('slots.list', { date: '2026-03-08' });
    expect(read).toMatchObject({ live: true, slots: [{ id: uuidOf(70_001) }] });
    expect(read.slots).toHaveLength(1);
    await down();
    const kept = await desk.done('slots.list', { date: '2026-03-08' });
    expect(kept.slots).toEqual(read.slots);
  });

  it('are those of that day alone, whatever the service answers', async () => {
    desk.service.slots.set(`${LOCATION_ID} 2026-03-08`, [
      slotOf(1, '2026-03-08', '09:00'),
      slotOf(2, '2026-03-09', '09:10'),
    ]);
    await up();
    const { slots } = await desk.done('slots.list', { date: '2026-03-08' });
    expect(slots.map(({ id }) => id)).toEqual([uuidOf(70_001)]);
  });

  it('are asked for again once the service answers, for screens that were told that it cannot be asked', async () => {
    await up();
    await desk.advance(60_000);
    await down();
    expect((await desk.done('slots.list', { date: '2026-03-08' })).live).toBe(false);
    desk.events.splice(0);
    await up();
    expect(desk.events.some((event) => event.type === 'changed' && event.topics.includes('slots'))).toBe(
      true,
    );
    expect((await desk.done('slots.list', { date: '2026-03-08' })).live).toBe(true);
  });

  it('begin at the right instants on the nights on which the clocks change', async () => {
    await up();
    desk.service.slots.set(`${LOCATION_ID} 2026-10-25`, [
      slotOf(1, '2026-10-25', '00:30'),
      slotOf(2, '2026-10-25', '01:30'),
      slotOf(3, '2026-10-25', '01:30'),
      slotOf(4, '2026-10-25', '02:30'),
    ]);
    desk.service.slots.set(`${LOCATION_ID} 2026-03-29`, [
      slotOf(5, '2026-03-29', '00:30'),
      slotOf(6, '2026-03-29', '02:30'),
    ]);
    const startsOf = async (date: string) =>
      (await desk.done('slots.list', { date })).slots.map(({ startsAtMs }) =>
        new Date(startsAtMs).toISOString().slice(11, 16),
      );
    expect(await startsOf('2026-10-25')).toEqual(['23:30', '00:30', '01:30', '02:30']);
    expect(await startsOf('2026-03-29')).toEqual(['00:30', '01:30']);
  });
});

describe('booking ahead', () => {
  const hold = (slotId = uuidOf(70_001), startsAtMs = NEXT_WEEK_MS) =>
    desk.done('walkIn.hold', { locationId: LOCATION_ID, slotId, startsAtMs });

  it('puts the person on the board of that day, as booked here and not as a walk-in', async () => {
    await up();
    await desk.advance(60_000);
    await down();
    const held = await hold();
    expect(held).toMatchObject({
      date: NEXT_WEEK,
      origin: 'booked-here',
      checkInOpen: false,
      merelyHeld: true,
    });
    const booked = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    expect(booked).toMatchObject({ date: NEXT_WEEK, person: { lastName: 'Oliver' } });
    expect((await desk.done('board.get', { date: NEXT_WEEK })).rows.map(({ id }) => id)).toEqual([held.id]);
    expect((await desk.done('board.get', {})).rows.map(({ id }) => id)).not.toContain(held.id);
    expect((await desk.done('board.days', { from: NEXT_WEEK, count: 1 })).days[0]).toMatchObject({
      visits: 1,
    });
  });

  it('books over nobody: when the slot is taken, a person chooses another one', async () => {
    const held = await hold();
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'appointments.create'
        ? { status: 409, body: { error: { code: 'taken', message: 'That slot is taken.' } } }
        : null;
    await up();
    await desk.advance(60_000);
    expect((await desk.done('visits.get', { visitId: held.id })).appointment).toMatchObject({
      state: 'taken',
    });
    const asked = desk.service.requests.filter(({ endpoint }) => endpoint === 'appointments.create');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).not.toHaveProperty('override_availability');
    expect(listRows(desk.parts.store.db, 'attention')).toMatchObject([{ kind: 'appointment.hold' }]);
  });

  it('is refused for a day that is over', async () => {
    const refusal = await desk.refused('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_001),
      startsAtMs: NINE_O_CLOCK_MS - 86_400_000,
    });
    expect(refusal).toMatchObject({ kind: 'rejected', fields: { startsAtMs: 'past' } });
  });

  it('of today stays a walk-in', async () => {
    expect(await hold(uuidOf(70_002), NINE_O_CLOCK_MS + 3_600_000)).toMatchObject({ origin: 'walk-in' });
  });
});

describe('booking at another location', () => {
  const SOHO = uuidOf(6);
  const today = NINE_O_CLOCK_MS + 3_600_000;
  const there = { locationId: SOHO, slotId: uuidOf(70_003), startsAtMs: today };

  it('is done from this desk where it is said, and is on the board of that location', async () => {
    expect(await desk.refused('walkIn.hold', there)).toMatchObject({ kind: 'conflict', reason: 'changed' });
    const held = await desk.done('walkIn.hold', { ...there, elsewhere: true });
    expect(held).toMatchObject({ locationId: SOHO, locationName: 'Soho', origin: 'booked-here' });
    const booked = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    expect(booked).toMatchObject({ person: { lastName: 'Oliver' }, troubles: [{ kind: 'elsewhere' }] });
    expect((await desk.done('board.get', {})).rows.map(({ id }) => id)).not.toContain(held.id);
    expect((await desk.done('board.get', { locationId: SOHO })).rows.map(({ id }) => id)).toEqual([held.id]);
  });

  it('books nobody over who has the slot there, and gives it back from here', async () => {
    const held = await desk.done('walkIn.hold', { ...there, elsewhere: true });
    const [row] = listRows(desk.parts.store.db, 'all');
    expect(row?.change?.payload).toMatchObject({ locationId: SOHO, personIsHere: false });
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: held.version });
    expect(await desk.done('visits.get', { visitId: held.id })).toMatchObject({ deskState: 'cancelled' });
  });

  it('has no present moment, and no such thing at a location that does not exist', async () => {
    const now = { ...there, elsewhere: true, slotId: null, startsAtMs: NINE_O_CLOCK_MS };
    expect(await desk.refused('walkIn.hold', now)).toMatchObject({ fields: { startsAtMs: 'not-here' } });
    expect(
      await desk.refused('walkIn.hold', { ...there, elsewhere: true, locationId: uuidOf(7) }),
    ).toMatchObject({ kind: 'not-found' });
  });
});

describe('a time that is taken or closed', () => {
  const wanted = { locationId: LOCATION_ID, slotId: uuidOf(70_001), startsAtMs: NEXT_WEEK_MS };
  const overrideReason = 'Agreed with the nurse';
  const bodies = () =>
    desk.service.requests
      .filter(({ endpoint }) => endpoint === 'appointments.create')
      .map(({ body }) => body);

  it('is booked with a reason, which is recorded, and the service is told that it is meant', async () => {
    const held = await desk.done('walkIn.hold', { ...wanted, overrideReason });
    expect(held.activity).toMatchObject([
      { kind: 'slot-overridden', detail: { reason: overrideReason } },
      { kind: 'slot-held' },
    ]);
    await up();
    await desk.advance(60_000);
    expect(bodies()[0]).toMatchObject({ slot_id: uuidOf(70_001), override_availability: true });
  });

  it('is booked without a slot where the service takes times, and nowhere else', async () => {
    const closed = { ...wanted, slotId: null, overrideReason };
    await desk.done('walkIn.hold', closed);
    await up();
    await desk.advance(60_000);
    expect(bodies()[0]).toMatchObject({
      starts_at: new Date(NEXT_WEEK_MS).toISOString(),
      override_availability: true,
    });
    const elsewhere = { ...closed, locationId: uuidOf(6), elsewhere: true };
    expect(await desk.refused('walkIn.hold', elsewhere)).toMatchObject({
      fields: { startsAtMs: 'only-slots' },
    });
  });

  it('is not booked without a reason, nor once it has passed', async () => {
    expect(await desk.refused('walkIn.hold', { ...wanted, slotId: null })).toMatchObject({
      fields: { startsAtMs: 'not-now' },
    });
    const past = { ...wanted, startsAtMs: NINE_O_CLOCK_MS - 60_000, overrideReason };
    expect(await desk.refused('walkIn.hold', past)).toMatchObject({ fields: { startsAtMs: 'slot-past' } });
    expect(await desk.call('walkIn.hold', { ...wanted, overrideReason: ' x ' })).toMatchObject({ ok: false });
  });
});
