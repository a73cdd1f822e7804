// What becomes of a walk-in's slot that is taken, or lost before it was confirmed: the person who stands here is never stranded, and never booked
// twice.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import type { Slot } from '../../../src/wire/test-location.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import {
  answerLost,
  failed,
  kinds,
  NEAR_SLOT,
  openWalkInDesk,
  PATIENT_ID,
  PRODUCT_ID,
  refused,
  SLOT_MS,
} from './support/walk-in-desk.ts';
import type { WalkInDesk } from './support/walk-in-desk.ts';

let at: WalkInDesk;
beforeEach(async () => {
  at = await openWalkInDesk();
});
afterEach(() => at.desk.close());

describe('a hold that nobody confirms', () => {
  it('that was made after the start ends at its time, within a second and without a request to the service', async () => {
    const held = await at.holdSlot();
    await at.desk.advance(1_000);
    const { appointment } = await at.desk.done('visits.get', { visitId: held.id });
    expect(appointment?.state).toBe('held');
    const endsInMs = (appointment?.holdExpiresAtMs ?? 0) - at.desk.parts.sync.serverNowMs();
    await at.desk.advance(endsInMs - 1_000);
    expect((await at.desk.done('visits.get', { visitId: held.id })).appointment?.state).toBe('held');
    at.desk.events.splice(0);
    await at.desk.advance(2_000);
    expect((await at.desk.done('visits.get', { visitId: held.id })).appointment?.state).toBe('released');
    expect(at.desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []))).toEqual(
      expect.arrayContaining(['board', 'slots']),
    );
  });
});

describe('a hold that is lost before it was confirmed', () => {
  it('is made again, however often the connection failed before', async () => {
    at.creations = [failed, failed, failed];
    at.confirmations = [refused(404)];
    const visit = await at.walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(visit.pendingChanges).toEqual([]);
    expect(at.made).toHaveLength(2);
  });

  it('is requested without booking over anybody while the slot is free, and then no note is made', async () => {
    at.confirmations = [refused(404)];
    const visit = await at.walkIn();
    expect(at.asked('appointments.create').map((request) => request.body)).not.toContainEqual(
      expect.objectContaining({ override_availability: true }),
    );
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is booked over if somebody else has the slot by then, and a note says so', async () => {
    at.confirmations = [refused(404)];
    at.creations = [at.hold, refused(409)];
    const visit = await at.walkIn(NEAR_SLOT);
    expect(visit.appointment).toMatchObject({ state: 'confirmed', overridesAvailability: true });
    expect(kinds(visit)).toContain('slot-booked-over');
  });

  it('is handed to a person to decide after it was lost several times, and stays visible', async () => {
    at.confirmations = Array.from({ length: 9 }, () => refused(404));
    const visit = await at.walkIn();
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'appointment.confirm', state: 'conflict' }),
    );
  });
});

describe('a slot of now that is taken when it is held for somebody who is here', () => {
  it('is booked over, and the booking says whose slot it may be, not that it is outside the timetable', async () => {
    const free = await at.holdSlot(4);
    await at.desk.advance(1_000);
    const { appointment } = await at.desk.done('visits.get', { visitId: free.id });
    expect(appointment).toMatchObject({ state: 'held', bookedOver: null });

    at.creations = [refused(409)];
    const taken = await at.holdSlot(NEAR_SLOT);
    await at.desk.advance(5_000);
    const over = (await at.desk.done('visits.get', { visitId: taken.id })).appointment;
    expect(over).toMatchObject({ state: 'held', overridesAvailability: true, bookedOver: 'somebody' });

    // A quarter of an hour before the next slot.
    await at.desk.advance(NINE_O_CLOCK_MS + 5 * 60_000 - at.desk.parts.sync.serverNowMs());
    at.creations = [answerLost, refused(409)];
    const lost = await at.holdSlot(2);
    await at.desk.advance(60_000);
    const again = (await at.desk.done('visits.get', { visitId: lost.id })).appointment;
    expect(again).toMatchObject({ state: 'held', bookedOver: 'perhaps-own' });
  });
});

describe('a slot that lies ahead and is taken when it is held for somebody who is here', () => {
  const visitNow = (visitId: string) => at.desk.done('visits.get', { visitId });

  it('is not booked over: the desk asks, and person, tests and confirmation wait for the answer', async () => {
    at.creations = [refused(409)];
    const visit = await at.walkIn(2);
    expect(at.asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_002), confirmed: false },
    ]);
    expect(visit).toMatchObject({ slotLost: 'taken', appointment: { state: 'taken' }, sync: 'attention' });
    expect(visit.registrations).toMatchObject([{ productIds: [PRODUCT_ID] }]);
    expect(kinds(visit)).not.toContain('slot-booked-over');

    await at.desk.done('walkIn.bookOver', {
      visitId: visit.id,
      seenVersion: visit.version,
      reason: 'Two chairs are free',
    });
    await at.desk.advance(5_000);
    const booked = await visitNow(visit.id);
    expect(booked).toMatchObject({
      slotLost: null,
      appointment: { state: 'confirmed', bookedOver: 'somebody' },
      pendingChanges: [],
    });
    expect(at.asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_002), confirmed: false },
      { slot_id: uuidOf(70_002), confirmed: false, override_availability: true },
    ]);
    expect(at.asked('registrations.create')).toHaveLength(1);
    expect(booked.activity).toContainEqual(
      expect.objectContaining({
        kind: 'slot-overridden',
        detail: expect.objectContaining({ reason: 'Two chairs are free' }) as object,
      }),
    );
    expect(kinds(booked)).toContain('slot-booked-over');
  });

  it('is asked about as well when it was taken while the line was down, by the time at which the service says so', async () => {
    await at.desk.setLine({ up: false, reading: false });
    const far = await at.holdSlot(5);
    const near = await at.holdSlot(4);
    await at.desk.advance(25 * 60_000);
    at.creations = [refused(409), refused(409)];
    await at.desk.setLine({ up: true, reading: false });
    await at.desk.advance(20_000);
    expect(await visitNow(far.id)).toMatchObject({ slotLost: 'taken' });
    expect(await visitNow(near.id)).toMatchObject({
      slotLost: null,
      appointment: { state: 'held', bookedOver: 'somebody' },
    });
  });

  it('says after a lost answer that the first try of this desk may have it', async () => {
    at.creations = [answerLost, refused(409)];
    const { id } = await at.holdSlot(5);
    await at.desk.advance(60_000);
    const lost = await visitNow(id);
    expect(lost).toMatchObject({ slotLost: 'perhaps-own' });
    expect(at.made).toEqual([]);
    await at.desk.done('walkIn.bookOver', { visitId: id, seenVersion: lost.version, reason: 'It is ours' });
    await at.desk.advance(5_000);
    expect((await visitNow(id)).appointment).toMatchObject({ state: 'held', bookedOver: 'perhaps-own' });
  });

  it('stays chosen when the hold is lost once more and the slot is still taken', async () => {
    at.creations = [refused(409)];
    const visit = await at.walkIn(5);
    at.confirmations = [refused(404)];
    at.creations = [at.hold, refused(409)];
    await at.desk.done('walkIn.bookOver', {
      visitId: visit.id,
      seenVersion: visit.version,
      reason: 'Agreed with them',
    });
    await at.desk.advance(60_000);
    expect(await visitNow(visit.id)).toMatchObject({ slotLost: null, appointment: { state: 'confirmed' } });
  });

  it('is given up for another one: nobody stays on the board twice, nothing is registered, the person stays', async () => {
    at.creations = [refused(409)];
    const visit = await at.walkIn(5);
    await at.desk.done('walkIn.giveUp', { visitId: visit.id, seenVersion: visit.version });
    await at.desk.advance(60_000);
    expect(await visitNow(visit.id)).toMatchObject({ deskState: 'cancelled', slotLost: null });
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    expect(at.asked('registrations.create')).toEqual([]);
    expect(at.asked('appointments.create')).toHaveLength(1);
    const again = await at.walkIn(6);
    expect(again).toMatchObject({ appointment: { state: 'confirmed' }, pendingChanges: [] });
    expect(at.asked('registrations.create')).toHaveLength(1);
  });

  it('is not given up once the person is here, and nothing is booked over that was not refused', async () => {
    at.creations = [refused(409)];
    const visit = await at.walkIn(5);
    const here = await at.desk.done('visits.checkIn', {
      visitId: visit.id,
      seenVersion: visit.version,
      identifiers: [
        { kind: 'name', stated: null },
        { kind: 'date-of-birth', stated: null },
      ],
    });
    const seen = { visitId: here.id, seenVersion: here.version };
    expect(await at.desk.refused('walkIn.giveUp', seen)).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect(await visitNow(here.id)).toMatchObject({ slotLost: 'taken', deskState: 'arrived' });
    const booked = await at.desk.done('walkIn.bookOver', { ...seen, reason: 'They are here' });
    await at.desk.advance(5_000);
    expect(
      await at.desk.refused('walkIn.bookOver', {
        visitId: here.id,
        seenVersion: booked.version,
        reason: 'Once more',
      }),
    ).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect(at.made).toHaveLength(1);
  });
});

describe('a slot that is asked for', () => {
  it('is held first and then confirmed for its person', async () => {
    await at.walkIn();
    expect(at.asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_005), confirmed: false },
    ]);
    expect(at.asked('appointments.update').map(({ body }) => body)).toEqual([
      expect.objectContaining({ confirmed: true, patient_id: PATIENT_ID }),
    ]);
  });

  it('is booked over its holder only after it was refused', async () => {
    at.creations = [refused(409)];
    await at.walkIn(NEAR_SLOT);
    expect(at.asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_001), confirmed: false },
      { slot_id: uuidOf(70_001), confirmed: false, override_availability: true },
    ]);
  });
});

it('a walk-in was sent no form, so its code cannot be an identifier that they state', async () => {
  const visit = await at.walkIn();
  expect(visit.registrations[0]?.trfCode).not.toBeNull();
  expect(visit.formCodes).toEqual([]);
  const refusal = await at.desk.refused('visits.checkIn', {
    visitId: visit.id,
    seenVersion: visit.version,
    identifiers: [
      { kind: 'name', stated: null },
      { kind: 'trf-code', stated: null },
    ],
  });
  expect(refusal).toMatchObject({ fields: { 'identifiers.1': 'not-on-record' } });
});

describe('a slot that cannot be booked over', () => {
  const slotAt = (number: number): Slot => {
    const { date, time } = wallClockAt(NINE_O_CLOCK_MS + number * SLOT_MS, 'Europe/London');
    return {
      id: uuidOf(71_000 + number),
      preview: time,
      available: true,
      time: `${date} ${time}`,
      is_past: false,
    };
  };
  const offer = (slots: Slot[]): void => {
    at.desk.service.slots.set(`${LOCATION_ID} ${wallClockAt(NINE_O_CLOCK_MS, 'Europe/London').date}`, slots);
  };

  it('is replaced by the next free one of the same location, and a note says so', async () => {
    const free = NINE_O_CLOCK_MS + 9 * SLOT_MS;
    offer([
      slotAt(11),
      { ...slotAt(7), available: false },
      { ...slotAt(8), is_past: true },
      slotAt(-1),
      slotAt(9),
      slotAt(10),
    ]);
    // Taken, not to be booked over, and its time alone neither.
    at.creations = [refused(409), refused(409), refused(409)];
    const visit = await at.walkIn(NEAR_SLOT);
    expect(visit.appointment).toMatchObject({ state: 'confirmed', startsAtMs: free });
    expect(kinds(visit)).toContain('slot-moved');
    expect(at.made).toHaveLength(1);
  });

  it('is handed to a person to decide once a few other slots were refused as well, and is not requested again', async () => {
    offer([slotAt(7), slotAt(8), slotAt(9), slotAt(10), slotAt(11)]);
    at.creations = Array.from({ length: 100 }, () => refused(409));
    await at.walkIn(NEAR_SLOT);
    const names = at.asked('appointments.create').map(({ body }) => (body as { slot_id?: string }).slot_id);
    expect(new Set(names).size).toBeGreaterThan(2);
    expect(names.length).toBeLessThanOrEqual(12);
    const { items } = await at.desk.done('outbox.list', { show: 'attention' });
    expect(items).toMatchObject([{ kind: 'appointment.hold', state: 'conflict' }]);
  });
});
