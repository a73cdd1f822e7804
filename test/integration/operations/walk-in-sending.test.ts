// What becomes of a walk-in's slot over a line and a service that go wrong: the person who stands here is never stranded,
// never booked twice, and never booked somewhere else without a word.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../../src/contract/index.ts';
import { HttpFailure } from '../../../src/core/ports/machine.ts';
import { saveSlots } from '../../../src/core/store/mirror/slots.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import type { Appointment } from '../../../src/wire/appointment.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import type { Slot } from '../../../src/wire/test-location.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../support/test-service.ts';
import { showAnswers } from '../../support/told-answers.ts';
import { IDENTIFIERS } from './support/desk-steps.ts';
import { exampleAppointment, examplePatient, exampleRegistration } from '../../support/wire-examples.ts';

const PRODUCT_ID = uuidOf(3);
const PATIENT_ID = uuidOf(30_001);
const OTHER_LOCATION_ID = uuidOf(6);
const SLOT_MS = 600_000;

type Step = (request: TestRequest) => TestAnswer;

let desk: TestDesk;
/** Answers to the next requests of an endpoint, in order; then the service does as it is told. */
let creations: Step[];
let confirmations: Step[];
let made: Appointment[];
/** Where a time without a slot is booked, and a slot too: the service's mistake in some tests. */
let bookedAt: string;
/** What the service registers instead of what it was asked for, in some tests. */
let registeredOtherwise: Partial<Registration>;

const refused =
  (status: number): Step =>
  () => ({ status, body: { error: { code: status === 409 ? 'taken' : 'not_found', message: 'no' } } });
const failed: Step = () => ({ status: 500, body: {} });
const answerLost: Step = () => {
  throw new HttpFailure('connection-lost', 'unknown', 'reset');
};
const gatewayPage: Step = () => ({
  status: 404,
  contentType: 'text/html',
  bytes: new TextEncoder().encode('<html><h1>404 Not Found</h1></html>'),
});

const gatewayJson: Step = () => ({ status: 404, body: { message: 'no Route matched with those values' } });

function hold(request: TestRequest): TestAnswer {
  const body = request.body as { slot_id?: string; starts_at?: string };
  const startsAtMs =
    body.slot_id === undefined
      ? Date.parse(body.starts_at ?? '')
      : NINE_O_CLOCK_MS + (Number(body.slot_id.slice(-4)) % 1000) * SLOT_MS;
  const appointment = exampleAppointment({
    id: uuidOf(40_000 + made.length),
    test_location_id: bookedAt,
    starts_at: new Date(startsAtMs).toISOString(),
    ends_at: new Date(startsAtMs + SLOT_MS).toISOString(),
    expires_at: new Date(desk.parts.sync.serverNowMs() + SLOT_MS).toISOString(),
  });
  made.push(appointment);
  return { status: 201, body: appointment };
}

function confirm(request: TestRequest): TestAnswer {
  const index = made.findIndex((appointment) => appointment.id === request.params['id']);
  const known = made[index];
  if (!known) return refused(404)(request);
  const body = request.body as { patient_id?: string };
  const confirmed = { ...known, confirmed: true, expires_at: null, patient_id: body.patient_id ?? null };
  made[index] = confirmed;
  return { status: 200, body: confirmed };
}

const applied =
  (then: Step): Step =>
  (request) => {
    confirm(request);
    return then(request);
  };

function answer(request: TestRequest): TestAnswer | null {
  switch (request.endpoint) {
    case 'appointments.create':
      return (creations.shift() ?? hold)(request);
    case 'appointments.update':
      return (confirmations.shift() ?? confirm)(request);
    case 'appointments.cancel':
      return { status: 204 };
    case 'registrations.create': {
      const body = request.body as { foreign_id: string; patient_id: string; appointment_id: string };
      const registration = exampleRegistration({
        id: uuidOf(50_001),
        ...body,
        product_ids: [PRODUCT_ID],
        ...registeredOtherwise,
      });
      desk.service.registrations.set(registration.id, registration);
      return { status: 201, body: registration };
    }
    default:
      return null;
  }
}

const asked = (endpoint: TestRequest['endpoint']): TestRequest[] =>
  desk.service.requests.filter((request) => request.endpoint === endpoint);

beforeEach(async () => {
  desk = openTestDesk();
  desk.addVisit(1);
  creations = [];
  confirmations = [];
  made = [];
  bookedAt = LOCATION_ID;
  registeredOtherwise = {};
  desk.service.answer = answer;
  await desk.setLine({ up: true, reading: false });
});
afterEach(() => desk.close());

const holdSlot = (slot = 5) =>
  desk.done('walkIn.hold', {
    locationId: LOCATION_ID,
    slotId: uuidOf(70_000 + slot),
    startsAtMs: NINE_O_CLOCK_MS + slot * SLOT_MS,
  });

/** So near that somebody who stands here is booked into it also when it is taken. */
const NEAR_SLOT = 1;

async function walkIn(slot?: number): Promise<Output<'walkIn.confirm'>> {
  const held = await holdSlot(slot);
  const confirmed = await desk.done('walkIn.confirm', {
    visitId: held.id,
    seenVersion: held.version,
    patientId: PATIENT_ID,
    productIds: [PRODUCT_ID],
  });
  await desk.advance(20 * 60_000);
  return desk.done('visits.get', { visitId: confirmed.id });
}

const kinds = (visit: Output<'visits.get'>): string[] => visit.activity.map((entry) => entry.kind);

describe('a hold that nobody confirms', () => {
  it('that was made after the start ends at its time, within a second and without a request to the service', async () => {
    const held = await holdSlot();
    await desk.advance(1_000);
    const { appointment } = await desk.done('visits.get', { visitId: held.id });
    expect(appointment?.state).toBe('held');
    const endsInMs = (appointment?.holdExpiresAtMs ?? 0) - desk.parts.sync.serverNowMs();
    await desk.advance(endsInMs - 1_000);
    expect((await desk.done('visits.get', { visitId: held.id })).appointment?.state).toBe('held');
    desk.events.splice(0);
    await desk.advance(2_000);
    expect((await desk.done('visits.get', { visitId: held.id })).appointment?.state).toBe('released');
    expect(desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []))).toEqual(
      expect.arrayContaining(['board', 'slots']),
    );
  });
});

const DAY = { locationId: LOCATION_ID, date: '2026-03-03' };
const slotAt = (number: number, available: boolean): Slot => {
  const { date, time } = wallClockAt(NINE_O_CLOCK_MS + number * SLOT_MS, 'Europe/London');
  return { id: uuidOf(70_000 + number), preview: time, available, time: `${date} ${time}`, is_past: false };
};

describe('a slot that was booked after the list of slots was read', () => {
  const again = () =>
    desk.call('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_005),
      startsAtMs: NINE_O_CLOCK_MS + 5 * SLOT_MS,
    });

  it('is refused to whoever still sees it as free, unless the service has called it free since', async () => {
    const now = (): number => desk.parts.sync.serverNowMs();
    saveSlots(desk.parts.store.db, DAY, [slotAt(5, true)], now());
    await desk.advance(60_000);
    expect((await walkIn(5)).appointment?.state).toBe('confirmed');
    expect(await again()).toMatchObject({ error: { kind: 'conflict', reason: 'taken' } });
    saveSlots(desk.parts.store.db, DAY, [slotAt(5, false)], now());
    expect(await again()).toMatchObject({ error: { kind: 'conflict', reason: 'taken' } });
    expect(asked('appointments.create')).toHaveLength(1);

    saveSlots(desk.parts.store.db, DAY, [slotAt(5, true)], now());
    expect(await again()).toMatchObject({ ok: true });
  });
});

describe('a hold that is lost before it was confirmed', () => {
  it('is made again, however often the connection failed before', async () => {
    creations = [failed, failed, failed];
    confirmations = [refused(404)];
    const visit = await walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(visit.pendingChanges).toEqual([]);
    expect(made).toHaveLength(2);
  });

  it('is requested without booking over anybody while the slot is free, and then no note is made', async () => {
    confirmations = [refused(404)];
    const visit = await walkIn();
    expect(asked('appointments.create').map((request) => request.body)).not.toContainEqual(
      expect.objectContaining({ override_availability: true }),
    );
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is booked over if somebody else has the slot by then, and a note says so', async () => {
    confirmations = [refused(404)];
    creations = [hold, refused(409)];
    const visit = await walkIn(NEAR_SLOT);
    expect(visit.appointment).toMatchObject({ state: 'confirmed', overridesAvailability: true });
    expect(kinds(visit)).toContain('slot-booked-over');
  });

  it('is handed to a person to decide after it was lost several times, and stays visible', async () => {
    confirmations = Array.from({ length: 9 }, () => refused(404));
    const visit = await walkIn();
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'appointment.confirm', state: 'conflict' }),
    );
  });
});

describe('a slot of now that is taken when it is held for somebody who is here', () => {
  it('is booked over, and the booking says whose slot it may be, not that it is outside the timetable', async () => {
    const free = await holdSlot(4);
    await desk.advance(1_000);
    const { appointment } = await desk.done('visits.get', { visitId: free.id });
    expect(appointment).toMatchObject({ state: 'held', bookedOver: null });

    creations = [refused(409)];
    const taken = await holdSlot(NEAR_SLOT);
    await desk.advance(5_000);
    const over = (await desk.done('visits.get', { visitId: taken.id })).appointment;
    expect(over).toMatchObject({ state: 'held', overridesAvailability: true, bookedOver: 'somebody' });

    // A quarter of an hour before the next slot.
    await desk.advance(NINE_O_CLOCK_MS + 5 * 60_000 - desk.parts.sync.serverNowMs());
    creations = [answerLost, refused(409)];
    const lost = await holdSlot(2);
    await desk.advance(60_000);
    const again = (await desk.done('visits.get', { visitId: lost.id })).appointment;
    expect(again).toMatchObject({ state: 'held', bookedOver: 'perhaps-own' });
  });
});

describe('a slot that lies ahead and is taken when it is held for somebody who is here', () => {
  const visitNow = (visitId: string) => desk.done('visits.get', { visitId });

  it('is not booked over: the desk asks, and person, tests and confirmation wait for the answer', async () => {
    creations = [refused(409)];
    const visit = await walkIn(2);
    expect(asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_002), confirmed: false },
    ]);
    expect(visit).toMatchObject({ slotLost: 'taken', appointment: { state: 'taken' }, sync: 'attention' });
    expect(visit.registrations).toMatchObject([{ productIds: [PRODUCT_ID] }]);
    expect(kinds(visit)).not.toContain('slot-booked-over');

    await desk.done('walkIn.bookOver', {
      visitId: visit.id,
      seenVersion: visit.version,
      reason: 'Two chairs are free',
    });
    await desk.advance(5_000);
    const booked = await visitNow(visit.id);
    expect(booked).toMatchObject({
      slotLost: null,
      appointment: { state: 'confirmed', bookedOver: 'somebody' },
      pendingChanges: [],
    });
    expect(asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_002), confirmed: false },
      { slot_id: uuidOf(70_002), confirmed: false, override_availability: true },
    ]);
    expect(asked('registrations.create')).toHaveLength(1);
    expect(booked.activity).toContainEqual(
      expect.objectContaining({
        kind: 'slot-overridden',
        detail: expect.objectContaining({ reason: 'Two chairs are free' }) as object,
      }),
    );
    expect(kinds(booked)).toContain('slot-booked-over');
  });

  it('is asked about as well when it was taken while the line was down, by the time at which the service says so', async () => {
    await desk.setLine({ up: false, reading: false });
    const far = await holdSlot(5);
    const near = await holdSlot(4);
    await desk.advance(25 * 60_000);
    creations = [refused(409), refused(409)];
    await desk.setLine({ up: true, reading: false });
    await desk.advance(20_000);
    expect(await visitNow(far.id)).toMatchObject({ slotLost: 'taken' });
    expect(await visitNow(near.id)).toMatchObject({
      slotLost: null,
      appointment: { state: 'held', bookedOver: 'somebody' },
    });
  });

  it('says after a lost answer that the first try of this desk may have it', async () => {
    creations = [answerLost, refused(409)];
    const { id } = await holdSlot(5);
    await desk.advance(60_000);
    const lost = await visitNow(id);
    expect(lost).toMatchObject({ slotLost: 'perhaps-own' });
    expect(made).toEqual([]);
    await desk.done('walkIn.bookOver', { visitId: id, seenVersion: lost.version, reason: 'It is ours' });
    await desk.advance(5_000);
    expect((await visitNow(id)).appointment).toMatchObject({ state: 'held', bookedOver: 'perhaps-own' });
  });

  it('stays chosen when the hold is lost once more and the slot is still taken', async () => {
    creations = [refused(409)];
    const visit = await walkIn(5);
    confirmations = [refused(404)];
    creations = [hold, refused(409)];
    await desk.done('walkIn.bookOver', {
      visitId: visit.id,
      seenVersion: visit.version,
      reason: 'Agreed with them',
    });
    await desk.advance(60_000);
    expect(await visitNow(visit.id)).toMatchObject({ slotLost: null, appointment: { state: 'confirmed' } });
  });

  it('is given up for another one: nobody stays on the board twice, nothing is registered, the person stays', async () => {
    creations = [refused(409)];
    const visit = await walkIn(5);
    await desk.done('walkIn.giveUp', { visitId: visit.id, seenVersion: visit.version });
    await desk.advance(60_000);
    expect(await visitNow(visit.id)).toMatchObject({ deskState: 'cancelled', slotLost: null });
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    expect(asked('registrations.create')).toEqual([]);
    expect(asked('appointments.create')).toHaveLength(1);
    const again = await walkIn(6);
    expect(again).toMatchObject({ appointment: { state: 'confirmed' }, pendingChanges: [] });
    expect(asked('registrations.create')).toHaveLength(1);
  });

  it('is not given up once the person is here, and nothing is booked over that was not refused', async () => {
    creations = [refused(409)];
    const visit = await walkIn(5);
    const here = await desk.done('visits.checkIn', {
      visitId: visit.id,
      seenVersion: visit.version,
      identifiers: [
        { kind: 'name', stated: null },
        { kind: 'date-of-birth', stated: null },
      ],
    });
    const seen = { visitId: here.id, seenVersion: here.version };
    expect(await desk.refused('walkIn.giveUp', seen)).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect(await visitNow(here.id)).toMatchObject({ slotLost: 'taken', deskState: 'arrived' });
    const booked = await desk.done('walkIn.bookOver', { ...seen, reason: 'They are here' });
    await desk.advance(5_000);
    expect(
      await desk.refused('walkIn.bookOver', {
        visitId: here.id,
        seenVersion: booked.version,
        reason: 'Once more',
      }),
    ).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect(made).toHaveLength(1);
  });
});

describe('a hold for another day that was refused', () => {
  it('leaves nothing to decide and nothing to wait for once the booking goes on with another slot', async () => {
    const tomorrow = 150;
    creations = [refused(409)];
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_000 + tomorrow),
      startsAtMs: NINE_O_CLOCK_MS + tomorrow * SLOT_MS,
    });
    await desk.advance(5_000);
    const refusedVisit = await desk.done('visits.get', { visitId: held.id });
    expect(refusedVisit).toMatchObject({ appointment: { state: 'taken' }, slotLost: 'taken' });
    const untold = await showAnswers(desk, { 'connection.get': {}, 'outbox.list': { show: 'open' } });
    expect(await desk.done('connection.get', {})).toMatchObject({ attention: 1 });
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: refusedVisit.version });
    expect(await untold()).toEqual([]);
    expect(await desk.done('connection.get', {})).toMatchObject({ attention: 0 });
    await desk.advance(60_000);
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    const after = await desk.done('visits.get', { visitId: held.id });
    expect(after).toMatchObject({ appointment: { state: 'released' }, sync: 'synced' });
    expect(asked('appointments.cancel')).toEqual([]);
  });
});

describe('a slot that is held again while it is given back', () => {
  it('is held once the service has heard of both, whichever came first, and nobody is asked', async () => {
    const held = await holdSlot();
    await desk.advance(1_000);
    const { version } = await desk.done('visits.get', { visitId: held.id });
    // The next hold overtakes the end of the first one.
    let isFirst = true;
    desk.service.answer = (request) => {
      if (request.endpoint !== 'appointments.cancel' || !isFirst) return answer(request);
      isFirst = false;
      return failed(request);
    };
    creations = [refused(409)];
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: version });
    const again = await holdSlot();
    await desk.advance(50);
    expect(asked('appointments.create')).toHaveLength(2);
    expect(await desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'requested' },
      slotLost: null,
    });
    await desk.advance(60_000);
    expect(asked('appointments.create')).toHaveLength(3);
    expect(await desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'held' },
      slotLost: null,
    });
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
  });

  /** Holds the slot and gives it back; the service refuses the next hold, as it comes first. */
  async function heldAndGivenBack(cancel: Step, slot?: number): Promise<void> {
    const held = await holdSlot(slot);
    await desk.advance(1_000);
    const { version } = await desk.done('visits.get', { visitId: held.id });
    desk.service.answer = (request) =>
      request.endpoint === 'appointments.cancel' ? cancel(request) : answer(request);
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: version });
  }

  it('is given up where it is given back again before the service has taken it', async () => {
    await heldAndGivenBack(failed);
    creations = Array.from({ length: 50 }, () => refused(409));
    const again = await holdSlot();
    await desk.advance(1_000);
    const { version } = await desk.done('visits.get', { visitId: again.id });
    await desk.done('walkIn.release', { visitId: again.id, seenVersion: version });
    desk.service.answer = answer;
    await desk.advance(10 * 60_000);
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
  });

  it('is held where the first one’s end was told before the refusal that came of it', async () => {
    const ended: string[] = [];
    desk.service.isLate = ({ endpoint }) =>
      endpoint === 'appointments.cancel' || (endpoint === 'appointments.create' && made.length === 1);
    await heldAndGivenBack(() => ({ status: 204 }));
    creations = [
      (request) => {
        // The end of the first one is answered now, and this refusal later.
        desk.service.release();
        desk.service.isLate = () => false;
        ended.push(request.endpoint);
        return refused(409)(request);
      },
    ];
    const again = await holdSlot();
    await desk.advance(1_000);
    expect(ended).toEqual(['appointments.create']);
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ unsent: 1 });
    desk.service.release();
    await desk.advance(10_000);
    expect(await desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'held' },
      slotLost: null,
    });
  });

  it('is booked all the same for whoever stands here, where the first one’s end is not taken', async () => {
    await heldAndGivenBack(failed, NEAR_SLOT);
    const { answer: withoutEnd } = desk.service;
    const isOverride = ({ body }: TestRequest): boolean =>
      (body as { override_availability?: boolean }).override_availability === true;
    desk.service.answer = (request) =>
      request.endpoint === 'appointments.create' && !isOverride(request)
        ? refused(409)(request)
        : withoutEnd(request);
    const again = await holdSlot(NEAR_SLOT);
    await desk.advance(60_000);
    expect(await desk.done('visits.get', { visitId: again.id })).toMatchObject({
      appointment: { state: 'held' },
      slotLost: null,
    });
  });

  it('is where an appointment is moved to, and nobody is asked', async () => {
    await heldAndGivenBack(failed);
    saveSlots(desk.parts.store.db, DAY, [slotAt(5, true)], desk.parts.sync.serverNowMs());
    const appointmentId = uuidOf(10_001);
    const [visit] = (await desk.done('board.get', {})).rows;
    const moves: Step[] = [refused(409)];
    const startsAtMs = NINE_O_CLOCK_MS + 5 * SLOT_MS;
    desk.service.answer = (request) => {
      if (request.endpoint !== 'appointments.update') return answer(request);
      const moved = {
        ...desk.service.appointments.get(appointmentId),
        starts_at: new Date(startsAtMs).toISOString(),
      };
      return moves.shift()?.(request) ?? { status: 200, body: moved };
    };
    await desk.done('visits.moveAppointment', {
      visitId: visit?.id ?? '',
      seenVersion: visit?.version ?? 0,
      locationId: LOCATION_ID,
      startsAtMs,
    });
    await desk.advance(60_000);
    expect(moves).toEqual([]);
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    expect(await desk.done('visits.get', { visitId: visit?.id ?? '' })).toMatchObject({
      appointment: { startsAtMs, movedFrom: null },
    });
  });

  it('is somebody else’s where the service refuses it after the first one was given back', async () => {
    const held = await holdSlot();
    await desk.advance(1_000);
    const { version } = await desk.done('visits.get', { visitId: held.id });
    await desk.done('walkIn.release', { visitId: held.id, seenVersion: version });
    await desk.advance(1_000);
    creations = [refused(409)];
    const again = await holdSlot();
    await desk.advance(1_000);
    expect(await desk.done('visits.get', { visitId: again.id })).toMatchObject({ slotLost: 'taken' });
  });
});

describe('a hold for another day that ends before it was confirmed', () => {
  it('is not made again: the person is asked for another slot, and nobody is booked over', async () => {
    const tomorrow = 150;
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_000 + tomorrow),
      startsAtMs: NINE_O_CLOCK_MS + tomorrow * SLOT_MS,
    });
    expect(held).toMatchObject({ date: '2026-03-04', origin: 'booked-here' });
    await desk.advance(1_000);
    await desk.setLine({ up: false, reading: false });
    const confirmed = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    // The hold ends at the service while the line is down, and its slot is somebody else's.
    await desk.advance(15 * 60_000);
    confirmations = Array.from({ length: 9 }, () => refused(404));
    await desk.setLine({ up: true, reading: false });
    await desk.advance(20 * 60_000);
    const visit = await desk.done('visits.get', { visitId: confirmed.id });
    expect(visit).toMatchObject({ appointment: { state: 'taken' }, sync: 'attention' });
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'appointment.confirm', state: 'conflict' }),
    );
    expect(made).toHaveLength(1);
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });
});

describe('a booking for another day whose slot is gone', () => {
  it('ends when its confirmation is given up: nobody stays on that day’s board, and nothing is registered', async () => {
    const tomorrow = 150;
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_000 + tomorrow),
      startsAtMs: NINE_O_CLOCK_MS + tomorrow * SLOT_MS,
    });
    await desk.advance(1_000);
    confirmations = Array.from({ length: 9 }, () => refused(404));
    await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    await desk.advance(20 * 60_000);
    const { items } = await desk.done('outbox.list', { show: 'attention' });
    expect(items).toMatchObject([{ kind: 'appointment.confirm', state: 'conflict' }]);
    // The visit says so itself.
    expect(await desk.done('visits.get', { visitId: held.id })).toMatchObject({ slotLost: 'gone' });
    await desk.done('outbox.discard', { rowId: items[0]?.id ?? '', reason: 'booked anew' });
    await desk.advance(60_000);
    expect(await desk.done('outbox.list', { show: 'open' })).toMatchObject({ items: [], unsent: 0 });
    expect(await desk.done('visits.get', { visitId: held.id })).toMatchObject({
      deskState: 'cancelled',
      slotLost: null,
    });
    expect(asked('registrations.create')).toEqual([]);
  });
});

describe('a refusal that never comes from the service itself', () => {
  it.each([
    ['an empty body', () => ({ status: 403 })],
    ['plain text', () => ({ status: 422, contentType: 'text/plain', bytes: new TextEncoder().encode('no') })],
    ['JSON of something else', gatewayJson],
  ] as const)('goes to a person in the end while everything else is answered: %s', async (_, step) => {
    confirmations = Array.from({ length: 200 }, () => step);
    await walkIn();
    await desk.advance(60 * 60_000);
    const outbox = await desk.done('outbox.list', { show: 'attention' });
    expect(outbox.items).toMatchObject([{ kind: 'appointment.confirm', state: 'needs-human' }]);
    expect(made).toHaveLength(1);
  });

  it('is tried again while nothing else is answered either', async () => {
    const { service } = desk;
    service.answer = () => ({ status: 403 });
    await walkIn();
    await desk.advance(60 * 60_000);
    expect((await desk.done('outbox.list', { show: 'attention' })).items).toEqual([]);
    service.answer = answer;
    await desk.advance(10 * 60_000);
    expect((await desk.done('outbox.list', { show: 'open' })).items).toEqual([]);
    expect(made).toHaveLength(1);
  });
});

describe('a slot that is asked for', () => {
  it('is held first and then confirmed for its person', async () => {
    await walkIn();
    expect(asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_005), confirmed: false },
    ]);
    expect(asked('appointments.update').map(({ body }) => body)).toEqual([
      expect.objectContaining({ confirmed: true, patient_id: PATIENT_ID }),
    ]);
  });

  it('is booked over its holder only after it was refused', async () => {
    creations = [refused(409)];
    await walkIn(NEAR_SLOT);
    expect(asked('appointments.create').map(({ body }) => body)).toEqual([
      { slot_id: uuidOf(70_001), confirmed: false },
      { slot_id: uuidOf(70_001), confirmed: false, override_availability: true },
    ]);
  });
});

it('a walk-in was sent no form, so its code cannot be an identifier that they state', async () => {
  const visit = await walkIn();
  expect(visit.registrations[0]?.trfCode).not.toBeNull();
  expect(visit.formCodes).toEqual([]);
  const refusal = await desk.refused('visits.checkIn', {
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
    desk.service.slots.set(`${LOCATION_ID} ${wallClockAt(NINE_O_CLOCK_MS, 'Europe/London').date}`, slots);
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
    creations = [refused(409), refused(409), refused(409)];
    const visit = await walkIn(NEAR_SLOT);
    expect(visit.appointment).toMatchObject({ state: 'confirmed', startsAtMs: free });
    expect(kinds(visit)).toContain('slot-moved');
    expect(made).toHaveLength(1);
  });

  it('is handed to a person to decide once a few other slots were refused as well, and is not requested again', async () => {
    offer([slotAt(7), slotAt(8), slotAt(9), slotAt(10), slotAt(11)]);
    creations = Array.from({ length: 100 }, () => refused(409));
    await walkIn(NEAR_SLOT);
    const names = asked('appointments.create').map(({ body }) => (body as { slot_id?: string }).slot_id);
    expect(new Set(names).size).toBeGreaterThan(2);
    expect(names.length).toBeLessThanOrEqual(12);
    const { items } = await desk.done('outbox.list', { show: 'attention' });
    expect(items).toMatchObject([{ kind: 'appointment.hold', state: 'conflict' }]);
  });
});

describe('a confirmation whose answer was lost', () => {
  it('is not booked again when a gateway instead of the service answers "not found"', async () => {
    confirmations = [applied(answerLost), gatewayPage, gatewayPage];
    const visit = await walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(made).toHaveLength(1);
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is not booked again when a gateway says so in JSON of another shape than the service’s', async () => {
    confirmations = [applied(answerLost), gatewayJson, gatewayJson, gatewayJson];
    const visit = await walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(made).toHaveLength(1);
  });

  it('is asked for once more before a "not found" of the service is accepted', async () => {
    confirmations = [applied(answerLost), refused(404)];
    const visit = await walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(made).toHaveLength(1);
  });

  it('is held again once the service has answered twice that it does not exist', async () => {
    confirmations = [answerLost, refused(404), refused(404)];
    const visit = await walkIn();
    expect(visit.appointment?.state).toBe('confirmed');
    expect(made).toHaveLength(2);
  });
});

describe('a hold whose answer was lost', () => {
  it('is made again; if its own first try has the slot, that is not reported as booking over somebody', async () => {
    creations = [
      (request) => {
        hold(request);
        return answerLost(request);
      },
      refused(409),
    ];
    const visit = await walkIn(NEAR_SLOT);
    expect(visit.appointment?.state).toBe('confirmed');
    expect(kinds(visit)).toContain('slot-held-again');
    expect(kinds(visit)).not.toContain('slot-booked-over');
  });

  it('is made again; a service that answers with its own first try gives it that one, and nothing is left over', async () => {
    creations = [
      (request) => {
        hold(request);
        return answerLost(request);
      },
      () => ({ status: 200, body: made[0] }),
    ];
    const visit = await walkIn(NEAR_SLOT);
    expect(visit.appointment?.state).toBe('confirmed');
    expect(made).toMatchObject([{ id: uuidOf(40_000), confirmed: true, patient_id: PATIENT_ID }]);
    expect(asked('appointments.create')).toHaveLength(2);
    expect(asked('appointments.cancel')).toEqual([]);
    expect((await desk.done('outbox.list', { show: 'attention' })).items).toEqual([]);
  });
});

describe('a slot that the service holds at another location', () => {
  it('is released at once, handed to a person with an explanation, and not requested again', async () => {
    bookedAt = OTHER_LOCATION_ID;
    const visit = await walkIn();
    expect(asked('appointments.create')).toHaveLength(1);
    expect(asked('appointments.cancel').map((request) => request.params['id'])).toEqual([uuidOf(40_000)]);
    expect(asked('appointments.update')).toEqual([]);
    expect(kinds(visit)).toContain('slot-held-elsewhere');
    const outbox = await desk.done('outbox.list', { show: 'attention' });
    expect(outbox.items).toMatchObject([
      { kind: 'appointment.hold', state: 'needs-human', heldElsewhere: { id: OTHER_LOCATION_ID } },
    ]);
  });
});

describe('a slot that the service holds at another time', () => {
  const heldAt =
    (startsAtMs: number): Step =>
    (request) => {
      const answered = hold(request) as { status: number; body: Appointment };
      const held = { ...answered.body, starts_at: new Date(startsAtMs).toISOString() };
      made[made.length - 1] = held;
      return { ...answered, body: held };
    };
  const ELEVEN_MS = NINE_O_CLOCK_MS + 2 * 3_600_000;

  it('is released at once where it lies ahead, and a person decides with the time in sight', async () => {
    creations = [heldAt(ELEVEN_MS)];
    await walkIn();
    expect(asked('appointments.create')).toHaveLength(1);
    expect(asked('appointments.cancel').map((request) => request.params['id'])).toEqual([uuidOf(40_000)]);
    expect(asked('appointments.update')).toEqual([]);
    const outbox = await desk.done('outbox.list', { show: 'attention' });
    expect(outbox.items).toMatchObject([
      { kind: 'appointment.hold', state: 'needs-human', heldAtMs: ELEVEN_MS, heldElsewhere: null },
    ]);
  });

  it('is kept for whoever stands at the desk now, who is seen all the same, and a note says so', async () => {
    creations = [heldAt(ELEVEN_MS)];
    const visit = await walkIn(NEAR_SLOT);
    expect(asked('appointments.cancel')).toEqual([]);
    expect(visit).toMatchObject({
      pendingChanges: [],
      appointment: { state: 'confirmed', startsAtMs: ELEVEN_MS },
    });
    expect(visit.activity).toContainEqual(
      expect.objectContaining({
        kind: 'slot-moved',
        detail: expect.objectContaining({ startsAtMs: ELEVEN_MS }) as object,
      }),
    );
  });

  it('does not expect somebody again who left before the service was told of them', async () => {
    await desk.setLine({ up: false, reading: false });
    const held = await holdSlot(NEAR_SLOT);
    const { id: visitId } = await desk.done('walkIn.confirm', {
      visitId: held.id,
      seenVersion: held.version,
      patientId: PATIENT_ID,
      productIds: [PRODUCT_ID],
    });
    const seen = async () => ({
      visitId,
      seenVersion: (await desk.done('visits.get', { visitId })).version,
    });
    await desk.done('visits.checkIn', { ...(await seen()), identifiers: IDENTIFIERS });
    await desk.done('visits.move', { ...(await seen()), to: 'left' });
    creations = [heldAt(ELEVEN_MS)];
    await desk.setLine({ up: true, reading: false });
    await desk.advance(20 * 60_000);
    expect(await desk.done('visits.get', { visitId })).toMatchObject({
      deskState: 'left',
      appointment: { state: 'confirmed', startsAtMs: ELEVEN_MS },
      registrations: [{ productIds: [PRODUCT_ID] }],
      registrationsMovedTo: [],
    });
  });

  it('is released where it is of another day, also for whoever stands at the desk now', async () => {
    creations = [heldAt(NINE_O_CLOCK_MS + 24 * 3_600_000)];
    await walkIn(NEAR_SLOT);
    expect(asked('appointments.cancel')).toHaveLength(1);
  });
});

describe('a confirmation that comes back for somebody else', () => {
  const otherwise =
    (change: Partial<Appointment>): ((request: TestRequest) => TestAnswer) =>
    (request) => ({ status: 200, body: { ...(confirm(request).body as Appointment), ...change } });

  it('goes to a person, who is told whose it is', async () => {
    const forAnother = otherwise({ patient_id: uuidOf(30_777) });
    confirmations = [forAnother, forAnother];
    const visit = await walkIn();
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'appointment.confirm', state: 'conflict' }),
    );
    expect((await desk.done('outbox.list', { show: 'open' })).items).toContainEqual(
      expect.objectContaining({ difference: { what: 'patient', name: '' } }),
    );
  });

  it('or for another time goes to a person, who is told which, and can take it so', async () => {
    const later = otherwise({ starts_at: '2026-03-03T15:00:00.000Z', ends_at: '2026-03-03T15:10:00.000Z' });
    confirmations = [later, later, later];
    const { id: visitId } = await walkIn();
    const { items } = await desk.done('outbox.list', { show: 'open' });
    const row = items.find(({ kind }) => kind === 'appointment.confirm');
    expect(row).toMatchObject({
      state: 'conflict',
      difference: { what: 'place', date: '2026-03-03', time: '15:00' },
      choices: ['send-again', 'give-up'],
    });
    await desk.done('outbox.retry', { rowId: row?.id ?? '' });
    await desk.advance(60_000);
    expect(await desk.done('visits.get', { visitId })).toMatchObject({
      appointment: { state: 'confirmed', startsAtMs: NINE_O_CLOCK_MS + 6 * 3_600_000 },
      sync: 'synced',
    });
  });

  it('or for the same minute, but for its seconds, is nobody’s decision', async () => {
    const { appointment } = await walkIn();
    const heldAtMs = appointment?.startsAtMs ?? 0;
    const within = otherwise({ starts_at: new Date(heldAtMs + 30_000).toISOString() });
    confirmations = [within, within];
    expect(await walkIn()).toMatchObject({ sync: 'synced', appointment: { state: 'confirmed' } });
  });

  it('once, as the answer was damaged on its way, is nobody’s decision', async () => {
    confirmations = [otherwise({ starts_at: '2026-03-03T15:00:00.000Z' })];
    const visit = await walkIn();
    expect(visit).toMatchObject({ sync: 'synced', appointment: { state: 'confirmed' } });
  });
});

describe('the answer to a creation', () => {
  it.each([
    ['another person', { patient_id: uuidOf(30_777) }],
    ['another test', { product_ids: [uuidOf(4)] }],
  ])('that registers %s goes to a person, and is not taken over', async (_what, otherwise) => {
    registeredOtherwise = otherwise;
    const visit = await walkIn();
    expect(visit.pendingChanges).toContainEqual(
      expect.objectContaining({ kind: 'registration.create', state: 'conflict' }),
    );
  });

  it('that lacks something is read once more before a person has to decide', async () => {
    desk.service.answer = (request) => {
      const given = answer(request);
      if (request.endpoint !== 'registrations.create' || given === null) return given;
      const { body } = given as { body: Registration };
      return { status: 201, body: { ...body, appointment_id: null } };
    };
    const visit = await walkIn();
    await desk.advance(60_000);
    expect(asked('registrations.create')).toHaveLength(1);
    expect((await desk.done('visits.get', { visitId: visit.id })).pendingChanges).toEqual([]);
  });

  it('is handed to a person to decide if it describes somebody else under our reference', async () => {
    desk.service.answer = (request) => {
      if (request.endpoint !== 'patients.create') return answer(request);
      const { foreign_id } = request.body as { foreign_id: string };
      const somebody = { first_name: 'Wilhelmina', last_name: 'Wagner', date_of_birth: '1951-11-30' };
      return { status: 201, body: examplePatient({ id: uuidOf(30_888), ...somebody, foreign_id }) };
    };
    const made = await desk.done('patients.create', {
      draft: {
        firstName: 'Wanda',
        lastName: 'Winter',
        dateOfBirth: '1984-03-15',
        gender: 'female',
        email: 'wanda@example.org',
        phoneNumber: null,
      },
    });
    await desk.advance(60_000);
    expect((await desk.done('outbox.list', { show: 'attention' })).items).toMatchObject([
      { kind: 'patient.create', state: 'needs-human' },
    ]);
    expect(made).toMatchObject({ kind: 'created', person: { lastName: 'Winter' } });
    expect(await desk.done('search.find', { text: 'Winter' })).toMatchObject({
      people: [{ firstName: 'Wanda', lastName: 'Winter' }],
    });
  });
});
