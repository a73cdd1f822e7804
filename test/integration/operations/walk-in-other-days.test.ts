// What becomes of a slot of another day, or one that is given back, while others and this desk itself want it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveSlots } from '../../../src/core/store/mirror/slots.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import type { Slot } from '../../../src/wire/test-location.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import type { TestRequest } from '../../support/test-service.ts';
import { showAnswers } from '../../support/told-answers.ts';
import {
  failed,
  kinds,
  NEAR_SLOT,
  openWalkInDesk,
  PATIENT_ID,
  PRODUCT_ID,
  refused,
  SLOT_MS,
} from './support/walk-in-desk.ts';
import type { Step, WalkInDesk } from './support/walk-in-desk.ts';

let at: WalkInDesk;
beforeEach(async () => {
  at = await openWalkInDesk();
});
afterEach(() => at.desk.close());

const DAY = { locationId: LOCATION_ID, date: '2026-03-03' };
const slotAt = (number: number, available: boolean): Slot => {
  const { date, time } = wallClockAt(NINE_O_CLOCK_MS + number * SLOT_MS, 'Europe/London');
  return { id: uuidOf(70_000 + number), preview: time, available, time: `${date} ${time}`, is_past: false };
};

describe('a slot that was booked after the list of slots was read', () => {
  const again = () =>
    at.desk.call('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_005),
      startsAtMs: NINE_O_CLOCK_MS + 5 * SLOT_MS,
    });

  it('is refused to whoever still sees it as free, unless the service has called it free since', async () => {
    const now = (): number => at.desk.parts.sync.serverNowMs();
    saveSlots(at.desk.parts.store.db, DAY, [slotAt(5, true)], now());
    await at.desk.advance(60_000);
    expect((await at.walkIn(5)).appointment?.state).toBe('confirmed');
    expect(await again()).toMatchObject({ error: { kind: 'conflict', reason: 'taken' } });
    saveSlots(at.desk.parts.store.db, DAY, [slotAt(5, false)], now());
    expect(await again()).toMatchObject({ error: { kind: 'conflict', reason: 'taken' } });
    expect(at.asked('appointments.create')).toHaveLength(1);

    saveSlots(at.desk.parts.store.db, DAY, [slotAt(5, true)], now());
    expect(await again()).toMatchObject({ ok: true });
  });
});

describe('a hold for another day that was refused', () => {
  it('leaves nothing to decide and nothing to wait for once the booking goes on with another slot', async () => {
    const tomorrow = 150;
    at.creations = [refused(409)];
    const held = await at.desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_000 + tomorrow),
      startsAtMs: NINE_O_CLOCK_MS + tomorrow * SLOT_MS,
    });
    await at.desk.advance(5_000);
    const refusedVisit = await at.desk.done('visits.get', { visitId: held.id });
    expect(refusedVisit).toMatchObject({ appointment: { state: 'taken' }, slotLost: 'taken' });
    const untold = await showAnswers(at.desk, { 'connection.get': {}, 'outbox.list': { show: 'open' } });
    expect(await at.desk.done('connection.get', {})).toMatchObject({ attention: 1 });
    await at.desk.done('walkIn.release', { visitId: held.id, seenVersion: refusedVisit.version });
    expect(await untold()).toEqual([]);
    expect(await at.desk.done('connection.get', {})).toMatchObject({ attention: 0 });
    await at.desk.advance(60_000);
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    const after = await at.desk.done('visits.get', { visitId: held.id });
    expect(after).toMatchObject({ appointment: { state: 'released' }, sync: 'synced' });
    expect(at.asked('appointments.cancel')).toEqual([]);
  });
});

describe('a slot that is held again while it is given back', () => {
  it('is held once the service has heard of both, whichever came first, and nobody is asked', async () => {
    const held = await at.holdSlot();
    await at.desk.advance(1_000);
    const { version } = await at.desk.done('visits.get', { visitId: held.id });
    // The next hold overtakes the end of the first one.
    let isFirst = true;
    at.desk.service.answer = (request) => {
      if (request.endpoint !== 'appointments.cancel' || !isFirst) return at.answer(request);
      isFirst = false;
      return failed(request);
    };
    at.creations = [refused(409)];
    await at.desk.done('walkIn.release', { visitId: held.id, seenVersion: version });
    const again = await at.holdSlot();
    await at.desk.advance(50);
    expect(at.asked('appointments.create')).toHaveLength(2);
    expect(await at.desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'requested' },
      slotLost: null,
    });
    await at.desk.advance(60_000);
    expect(at.asked('appointments.create')).toHaveLength(3);
    expect(await at.desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'held' },
      slotLost: null,
    });
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
  });

  /** Holds the slot and gives it back; the service refuses the next hold, as it comes first. */
  async function heldAndGivenBack(cancel: Step, slot?: number): Promise<void> {
    const held = await at.holdSlot(slot);
    await at.desk.advance(1_000);
    const { version } = await at.desk.done('visits.get', { visitId: held.id });
    at.desk.service.answer = (request) =>
      request.endpoint === 'appointments.cancel' ? cancel(request) : at.answer(request);
    await at.desk.done('walkIn.release', { visitId: held.id, seenVersion: version });
  }

  it('is given up where it is given back again before the service has taken it', async () => {
    await heldAndGivenBack(failed);
    at.creations = Array.from({ length: 50 }, () => refused(409));
    const again = await at.holdSlot();
    await at.desk.advance(1_000);
    const { version } = await at.desk.done('visits.get', { visitId: again.id });
    await at.desk.done('walkIn.release', { visitId: again.id, seenVersion: version });
    at.desk.service.answer = at.answer;
    await at.desk.advance(10 * 60_000);
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
  });

  it('is held over the first one for whoever stands here, where that takes long to end: nobody else is said to be booked over', async () => {
    await heldAndGivenBack(failed, NEAR_SLOT);
    at.creations = Array.from({ length: 5 }, () => refused(409));
    const again = await at.holdSlot(NEAR_SLOT);
    await at.desk.advance(5 * 60_000);
    const visit = await at.desk.done('visits.get', { visitId: again.id });
    expect(visit.appointment).toMatchObject({ state: 'held', bookedOver: 'perhaps-own' });
    expect(kinds(visit)).toContain('slot-held-again');
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is held where the first one’s end was told before the refusal that came of it', async () => {
    const ended: string[] = [];
    at.desk.service.isLate = ({ endpoint }) =>
      endpoint === 'appointments.cancel' || (endpoint === 'appointments.create' && at.made.length === 1);
    await heldAndGivenBack(() => ({ status: 204 }));
    at.creations = [
      (request) => {
        // The end of the first one is answered now, and this refusal later.
        at.desk.service.release();
        at.desk.service.isLate = () => false;
        ended.push(request.endpoint);
        return refused(409)(request);
      },
    ];
    const again = await at.holdSlot();
    await at.desk.advance(1_000);
    expect(ended).toEqual(['appointments.create']);
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ unsent: 1 });
    at.desk.service.release();
    await at.desk.advance(10_000);
    expect(await at.desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'held' },
      slotLost: null,
    });
  });

  it('is booked all the same for whoever stands here, where the first one’s end is not taken', async () => {
    await heldAndGivenBack(failed, NEAR_SLOT);
    const { answer: withoutEnd } = at.desk.service;
    const isOverride = ({ body }: TestRequest): boolean =>
      (body as { override_availability?: boolean }).override_availability === true;
    at.desk.service.answer = (request) =>
      request.endpoint === 'appointments.create' && !isOverride(request)
        ? refused(409)(request)
        : withoutEnd(request);
    const again = await at.holdSlot(NEAR_SLOT);
    await at.desk.advance(60_000);
    expect(await at.desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'held' },
      slotLost: null,
    });
  });

  it('is where an appointment is moved to, and nobody is asked', async () => {
    await heldAndGivenBack(failed);
    saveSlots(at.desk.parts.store.db, DAY, [slotAt(5, true)], at.desk.parts.sync.serverNowMs());
    const appointmentId = uuidOf(10_001);
    const [visit] = (await at.desk.done('board.get', {})).rows;
    const moves: Step[] = [refused(409)];
    const startsAtMs = NINE_O_CLOCK_MS + 5 * SLOT_MS;
    at.desk.service.answer = (request) => {
      if (request.endpoint !== 'appointments.update') return at.answer(request);
      const moved = {
        ...at.desk.service.appointments.get(appointmentId),
        starts_at: new Date(startsAtMs).toISOString(),
      };
      return moves.shift()?.(request) ?? { status: 200, body: moved };
    };
    await at.desk.done('visits.moveAppointment', {
      visitId: visit?.id ?? '',
      seenVersion: visit?.version ?? 0,
      locationId: LOCATION_ID,
      startsAtMs,
    });
    await at.desk.advance(60_000);
    expect(moves).toEqual([]);
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    expect(await at.desk.done('visits.get', { visitId: visit?.id ?? '' })).toMatchObject({
      appointment: { startsAtMs, movedFrom: null },
    });
  });

  it('is somebody else’s where the service refuses it after the first one was given back', async () => {
    const held = await at.holdSlot();
    await at.desk.advance(1_000);
    const { version } = await at.desk.done('visits.get', { visitId: held.id });
    await at.desk.done('walkIn.release', { visitId: held.id, seenVersion: version });
    await at.desk.advance(1_000);
    at.creations = [refused(409)];
    const again = await at.holdSlot();
    await at.desk.advance(1_000);
    expect(await at.desk.done('visits.get', { visitId: again.id })).toMatchObject({ slotLost: 'taken' });
  });
});

describe('a hold for another day that ends before it was confirmed', () => {
  it('is not made again: the person is asked for another slot, and nobody is booked over', async () => {
    const tomorrow = 150;
    const held = await at.desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_000 + tomorrow),
      startsAtMs: NINE_O_CLOCK_MS + tomorrow * SLOT_MS,
    });
    expect(held).toMatchObject({ date: '2026-03-04', origin: 'booked-here' });
    await at.desk.advance(1_000);
    await at.desk.setLine({ up: false, reading: false });
    const confirmed = await at.desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    // The hold ends at the service while the line is down, and its slot is somebody else's.
    await at.desk.advance(15 * 60_000);
    at.confirmations = Array.from({ length: 9 }, () => refused(404));
    await at.desk.setLine({ up: true, reading: false });
    await at.desk.advance(20 * 60_000);
    const visit = await at.desk.done('visits.get', { visitId: confirmed.id });
    expect(visit).toMatchObject({ appointment: { state: 'taken' }, sync: 'attention' });
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'appointment.confirm', state: 'conflict' }),
    );
    expect(at.made).toHaveLength(1);
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });
});

describe('a booking for another day whose slot is gone', () => {
  it('ends when its confirmation is given up: nobody stays on that day’s board, and nothing is registered', async () => {
    const tomorrow = 150;
    const held = await at.desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_000 + tomorrow),
      startsAtMs: NINE_O_CLOCK_MS + tomorrow * SLOT_MS,
    });
    await at.desk.advance(1_000);
    at.confirmations = Array.from({ length: 9 }, () => refused(404));
    await at.desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    await at.desk.advance(20 * 60_000);
    const { items } = await at.desk.done('outbox.list', { show: 'attention' });
    expect(items).toMatchObject([{ kind: 'appointment.confirm', state: 'conflict' }]);
    // The visit says so itself.
    expect(await at.desk.done('visits.get', { visitId: held.id })).toMatchObject({ slotLost: 'gone' });
    await at.desk.done('outbox.discard', { rowId: items[0]?.id ?? '', reason: 'booked anew' });
    await at.desk.advance(60_000);
    expect(await at.desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    expect(await at.desk.done('visits.get', { visitId: held.id })).toMatchObject({
      deskState: 'cancelled',
      slotLost: null,
    });
    expect(at.asked('registrations.create')).toEqual([]);
  });
});
