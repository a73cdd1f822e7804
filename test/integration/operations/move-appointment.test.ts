// An appointment that is moved at the desk: shown at its new place at once, moved once at the service, shown at its old
// place again when the service refuses, and never moved for somebody who is here.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import { saveSlots } from '../../../src/core/store/mirror/slots.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { instantOf, instantsOf, wallClockAt } from '../../../src/domain/site-time.ts';
import type { Appointment } from '../../../src/wire/appointment.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer } from '../../support/test-service.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
let visitId: string;
const { checkIn, seen, visitOf } = deskSteps(() => desk);
beforeEach(() => {
  desk = openTestDesk();
  visitId = desk.addVisit(1);
  for (const date of ['2026-03-03', '2026-03-04']) {
    for (const locationId of [LOCATION_ID, SOHO]) slotsOf(locationId, date, ['09:10', '10:00', '11:00']);
  }
});
afterEach(() => desk.close());

const SOHO = uuidOf(6);
const APPOINTMENT_ID = uuidOf(10_001);
const WAS_MS = NINE_O_CLOCK_MS + 600_000;
const at = (date: string, time: string): number => instantOf(date, time, 'Europe/London');
const TOMORROW_TEN_MS = at('2026-03-04', '10:00');

/** The slots of a day as the service lists them; a time that is given twice is the one before and after the change. */
function slotsOf(locationId: string, date: string, times: readonly string[], taken: readonly string[] = []) {
  const slots = times.map((time, index) => ({
    id: uuidOf(80_000 + index),
    preview: time,
    available: !taken.includes(time),
    time: `${date} ${time}`,
    is_past: false,
  }));
  desk.service.slots.set(`${locationId} ${date}`, slots);
  saveSlots(desk.parts.store.db, { locationId, date }, slots, NINE_O_CLOCK_MS);
}

const move = async (startsAtMs: number, locationId = LOCATION_ID, id = visitId) =>
  desk.done('visits.moveAppointment', { ...(await seen(id)), locationId, startsAtMs });
const refusal = async (startsAtMs: number, locationId = LOCATION_ID, id = visitId) =>
  desk.refused('visits.moveAppointment', { ...(await seen(id)), locationId, startsAtMs });

/**
 * How the service answers the moves, in order; the last answer again and again. `lost`: carried out, and the answer does
 * not come. Returns what it was asked for.
 */
function answers(...outcomes: ('moves' | 'lost' | 'taken' | 'refuses')[]): unknown[] {
  const asked: unknown[] = [];
  const no = (status: number, code: string): TestAnswer => ({
    status,
    body: { error: { code, message: 'No.' } },
  });
  desk.service.answer = ({ endpoint, body }) => {
    if (endpoint !== 'appointments.update') return null;
    const outcome = outcomes[Math.min(asked.length, outcomes.length - 1)];
    asked.push(body);
    if (outcome === 'taken') return no(409, 'taken');
    if (outcome === 'refuses') return no(422, 'refused');
    const wanted = body as { appointment_time: string; test_location_id: string };
    const moved = {
      ...(desk.service.appointments.get(APPOINTMENT_ID) as NonNullable<
        ReturnType<typeof desk.service.appointments.get>
      >),
      starts_at: wanted.appointment_time,
      ends_at: new Date(Date.parse(wanted.appointment_time) + 600_000).toISOString(),
      test_location_id: wanted.test_location_id,
    };
    desk.service.appointments.set(APPOINTMENT_ID, moved);
    return outcome === 'lost' ? no(500, 'broken') : { status: 200, body: moved };
  };
  return asked;
}

const up = () => desk.setLine({ up: true, reading: false });
const rows = () => listRows(desk.parts.store.db, 'all').map(({ kind, state }) => ({ kind, state }));
const namesOn = async (date: string) =>
  (await desk.done('board.get', { date })).rows.map(({ id, appointment }) => [id, appointment?.startsAtMs]);
const countOn = async (date: string) =>
  (await desk.done('board.days', { from: date, count: 1 })).days[0]?.visits;

describe('moving an appointment', () => {
  it('shows it on its new day at once, waits while the connection is down, and is sent once', async () => {
    await up();
    await desk.advance(60_000);
    await desk.setLine({ up: false, reading: false });
    expect(await move(TOMORROW_TEN_MS)).toMatchObject({
      date: '2026-03-04',
      deskState: 'expected',
      appointment: { startsAtMs: TOMORROW_TEN_MS, movedFrom: { startsAtMs: WAS_MS } },
      sync: 'waiting',
      activity: [{ kind: 'appointment-moved', detail: { startsAtMs: TOMORROW_TEN_MS, before: WAS_MS } }],
      pendingChanges: [{ kind: 'appointment.move', state: 'pending' }],
    });
    expect(await namesOn('2026-03-03')).toEqual([]);
    expect(await namesOn('2026-03-04')).toEqual([[visitId, TOMORROW_TEN_MS]]);
    expect([await countOn('2026-03-03'), await countOn('2026-03-04')]).toEqual([0, 1]);
    // Its new slot is offered to nobody else meanwhile.
    const tomorrow = await desk.done('slots.list', { date: '2026-03-04' });
    expect(tomorrow.slots.map(({ available }) => available)).toEqual([true, false, true]);

    const asked = answers('moves');
    await up();
    await desk.advance(10 * 60_000);
    expect(asked).toEqual([{ appointment_time: '2026-03-04T10:00:00.000Z', test_location_id: LOCATION_ID }]);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'confirmed' }]);
    expect(await visitOf(visitId)).toMatchObject({
      date: '2026-03-04',
      appointment: { startsAtMs: TOMORROW_TEN_MS, movedFrom: null },
      sync: 'synced',
    });
    expect(await namesOn('2026-03-03')).toEqual([]);
  });

  it('is not undone by what is read from the service while it waits', async () => {
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'appointments.update' ? { status: 503, body: { error: { code: 'busy' } } } : null;
    await up();
    await move(TOMORROW_TEN_MS);
    await desk.advance(5 * 60_000);
    expect(await visitOf(visitId)).toMatchObject({ date: '2026-03-04' });
    expect(await namesOn('2026-03-03')).toEqual([]);
  });

  it('is sent again after a lost answer, and done once the service has it there', async () => {
    await move(TOMORROW_TEN_MS);
    const asked = answers('lost', 'moves');
    await up();
    await desk.advance(10 * 60_000);
    // The second look found it where it was wanted, so nothing more was asked for.
    expect(asked).toHaveLength(1);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'confirmed' }]);
    expect(await visitOf(visitId)).toMatchObject({ date: '2026-03-04', sync: 'synced' });
  });

  it('to a slot that somebody else took first leaves it where it was, and can be moved elsewhere', async () => {
    await move(TOMORROW_TEN_MS);
    answers('taken');
    await up();
    await desk.advance(60_000);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'conflict' }]);
    expect(await visitOf(visitId)).toMatchObject({
      date: '2026-03-03',
      appointment: { startsAtMs: WAS_MS, movedFrom: null },
      sync: 'attention',
    });
    const asked = answers('moves');
    await move(at('2026-03-04', '11:00'));
    await desk.advance(60_000);
    expect(asked).toHaveLength(1);
    expect(rows()).toEqual([
      { kind: 'appointment.move', state: 'discarded' },
      { kind: 'appointment.move', state: 'confirmed' },
    ]);
    expect(await visitOf(visitId)).toMatchObject({ date: '2026-03-04', sync: 'synced' });
  });

  it('that was moved by somebody else meanwhile is not undone: a person decides, and sees where it is', async () => {
    await move(TOMORROW_TEN_MS);
    const theirs = new Date(at('2026-03-03', '11:00')).toISOString();
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, starts_at: theirs });
    const asked = answers('moves');
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([]);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'conflict' }]);
    expect(await visitOf(visitId)).toMatchObject({
      date: '2026-03-03',
      appointment: { startsAtMs: at('2026-03-03', '11:00') },
      sync: 'attention',
    });
    const { items } = await desk.done('outbox.list', { show: 'open' });
    const [row] = items;
    expect(row).toMatchObject({
      difference: { what: 'place', date: '2026-03-03', time: '11:00' },
      choices: ['send-again', 'give-up'],
    });
    // Told where it stands, a person has it moved from there all the same.
    await desk.done('outbox.retry', { rowId: row?.id ?? '' });
    await desk.advance(60_000);
    expect(asked).toHaveLength(1);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'confirmed' }]);
  });

  it('is looked at through another of its registrations, where the first one has got another appointment since', async () => {
    const { db } = desk.parts.store;
    const first = desk.service.registrations.get(uuidOf(20_001)) as Registration;
    const second = { ...first, id: uuidOf(20_099), foreign_id: 'second' };
    desk.service.registrations.set(second.id, second);
    upsertRegistrations(db, [second], NINE_O_CLOCK_MS);
    const asked = answers('moves');
    await desk.setLine({ up: false, reading: false });
    await move(TOMORROW_TEN_MS);
    const appointment = desk.service.appointments.get(APPOINTMENT_ID) as Appointment;
    const byOthers = new Date(at('2026-03-04', '11:00')).toISOString();
    desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, starts_at: byOthers });
    const other = { ...appointment, id: uuidOf(10_099) };
    desk.service.appointments.set(other.id, other);
    desk.service.registrations.set(first.id, { ...first, appointment_id: other.id });
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([]);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'conflict' }]);
  });

  it('is asked for once more where the first answer is about another appointment', async () => {
    await move(TOMORROW_TEN_MS);
    const appointment = desk.service.appointments.get(APPOINTMENT_ID) as Appointment;
    const byOthers = new Date(at('2026-03-04', '11:00')).toISOString();
    desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, starts_at: byOthers });
    const asked = answers('moves');
    const { answer } = desk.service;
    let mixedUp = 0;
    desk.service.answer = (request) => {
      if (request.endpoint !== 'registrations.appointment') return answer(request);
      mixedUp += 1;
      return mixedUp % 2 === 0 ? null : { status: 200, body: { ...appointment, id: uuidOf(10_099) } };
    };
    await up();
    await desk.advance(60_000);
    expect(mixedUp).toBeGreaterThan(1);
    expect(asked).toEqual([]);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'conflict' }]);
  });

  it('is moved where its registration has another appointment each time it is asked', async () => {
    await move(TOMORROW_TEN_MS);
    const appointment = desk.service.appointments.get(APPOINTMENT_ID) as Appointment;
    const asked = answers('moves');
    const { answer } = desk.service;
    desk.service.answer = (request) =>
      request.endpoint === 'registrations.appointment'
        ? { status: 200, body: { ...appointment, id: uuidOf(10_099) } }
        : answer(request);
    await up();
    await desk.advance(60_000);
    expect(asked).toHaveLength(1);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'confirmed' }]);
  });

  it('that was given to somebody else meanwhile is not moved: a person decides, and sees whose it is', async () => {
    desk.addVisit(2, { patient: { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1976-12-09' } });
    await move(TOMORROW_TEN_MS);
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    const others = desk.service.appointments.get(uuidOf(10_002))?.patient_id ?? null;
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, patient_id: others });
    const asked = answers('moves');
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([]);
    expect((await desk.done('outbox.list', { show: 'open' })).items).toMatchObject([
      {
        kind: 'appointment.move',
        state: 'conflict',
        difference: { what: 'patient', name: 'HOPPER, Grace' },
        choices: ['look-again', 'give-up'],
        // It was only looked at, so nobody need fear after giving it up that it was done.
        mayHaveBeenDone: false,
      },
    ]);
    expect(await visitOf(visitId)).toMatchObject({ date: '2026-03-03', sync: 'attention' });
  });

  it('that was cancelled by somebody else meanwhile says that it is gone', async () => {
    await move(TOMORROW_TEN_MS);
    desk.service.answer = ({ endpoint }) =>
      endpoint === 'appointments.update'
        ? { status: 404, body: { error: { code: 'not_found', message: 'No.' } } }
        : null;
    await up();
    await desk.advance(60_000);
    expect((await desk.done('outbox.list', { show: 'open' })).items).toMatchObject([
      {
        kind: 'appointment.move',
        state: 'conflict',
        difference: { what: 'gone' },
        move: { fromMs: WAS_MS, toMs: TOMORROW_TEN_MS, toLocationName: null },
        choices: ['look-again', 'give-up'],
      },
    ]);
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({
      appointment: { gone: true },
      pendingChanges: [
        {
          difference: { what: 'gone' },
          move: { fromMs: WAS_MS, toMs: TOMORROW_TEN_MS, toLocationName: null },
        },
      ],
    });
    expect((await desk.done('board.get', {})).rows.map(({ appointment }) => appointment?.gone)).toEqual([
      true,
    ]);
    // Moved again, it would only come back here.
    expect(await refusal(at('2026-03-04', '11:00'))).toMatchObject({ fields: { appointment: 'gone' } });
    const [change] = visit.pendingChanges;
    await desk.done('outbox.discard', { rowId: change?.id ?? '', reason: 'Cancelled there' });
    const { items, givenUp } = await desk.done('outbox.list', { show: 'all' });
    expect(givenUp).toBe(1);
    expect(items).toMatchObject([{ state: 'discarded', difference: { what: 'gone' }, replaced: false }]);
  });

  it('that a later one takes the place of was not given up by anybody', async () => {
    await move(TOMORROW_TEN_MS, SOHO);
    answers('taken');
    await up();
    await desk.advance(60_000);
    await desk.setLine({ up: false, reading: false });
    await move(at('2026-03-04', '11:00'));
    await move(at('2026-03-04', '09:10'));
    const { items, givenUp } = await desk.done('outbox.list', { show: 'all' });
    expect(items.map(({ state, replaced }) => [state, replaced])).toEqual([
      ['discarded', true],
      ['cancelled', true],
      ['pending', false],
    ]);
    expect(items[0]).toMatchObject({ difference: null, move: { toLocationName: 'Soho' } });
    expect(givenUp).toBe(0);
  });

  it('twice while the connection is down is sent once, to the last place', async () => {
    await move(TOMORROW_TEN_MS);
    await move(at('2026-03-04', '11:00'));
    const asked = answers('moves');
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([{ appointment_time: '2026-03-04T11:00:00.000Z', test_location_id: LOCATION_ID }]);
    expect(rows()).toEqual([
      { kind: 'appointment.move', state: 'cancelled' },
      { kind: 'appointment.move', state: 'confirmed' },
    ]);
  });

  it('back to where it stands needs no free slot', async () => {
    slotsOf(LOCATION_ID, '2026-03-03', ['09:10', '10:00'], ['09:10']);
    await move(TOMORROW_TEN_MS);
    expect(await move(WAS_MS)).toMatchObject({ date: '2026-03-03', appointment: { startsAtMs: WAS_MS } });
  });

  it('and then cancelling it sends the cancellation only', async () => {
    await move(TOMORROW_TEN_MS);
    await desk.done('visits.cancelAppointment', { ...(await seen(visitId)), reason: 'Rang' });
    expect(rows()).toEqual([
      { kind: 'appointment.move', state: 'cancelled' },
      { kind: 'appointment.cancel', state: 'pending' },
    ]);
  });

  it('to another location takes the visit off this board, and brings it back when it is moved back', async () => {
    expect(await move(TOMORROW_TEN_MS, SOHO)).toMatchObject({
      locationId: SOHO,
      locationName: 'Soho',
      troubles: [{ kind: 'elsewhere' }],
      activity: [{ detail: { locationName: 'Soho' } }],
    });
    expect(await namesOn('2026-03-04')).toEqual([]);
    const asked = answers('moves');
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([{ appointment_time: '2026-03-04T10:00:00.000Z', test_location_id: SOHO }]);
    expect(await namesOn('2026-03-04')).toEqual([]);
    await move(TOMORROW_TEN_MS, LOCATION_ID);
    expect(await namesOn('2026-03-04')).toEqual([[visitId, TOMORROW_TEN_MS]]);
  });

  it('shows the person’s record the visit where it waits to be moved to', async () => {
    await move(TOMORROW_TEN_MS, SOHO);
    const place = { date: '2026-03-04', locationId: SOHO, locationName: 'Soho' };
    expect((await desk.done('patients.record', { patientId: uuidOf(30_001) })).visits).toMatchObject([
      { id: visitId, ...place, appointment: { startsAtMs: TOMORROW_TEN_MS } },
    ]);
  });

  it('expects somebody again who did not come', async () => {
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'no-show' });
    expect(await move(TOMORROW_TEN_MS)).toMatchObject({ deskState: 'expected', date: '2026-03-04' });
  });

  it.each([
    { when: 'the same day', lateMs: 0, to: TOMORROW_TEN_MS, locationId: LOCATION_ID },
    { when: 'the day after', lateMs: 16 * 3_600_000, to: at('2026-03-05', '10:00'), locationId: LOCATION_ID },
    { when: 'the same day', lateMs: 0, to: at('2026-03-03', '15:00'), locationId: SOHO },
  ])('by somebody else, $when, expects whoever did not come where it is now', async (moved) => {
    await up();
    await desk.advance(60_000);
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'no-show' });
    await desk.setLine({ up: false, reading: false });
    await desk.advance(moved.lateMs);
    await up();
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    if (!appointment) throw new Error('there is an appointment');
    desk.service.appointments.set(APPOINTMENT_ID, {
      ...appointment,
      starts_at: new Date(moved.to).toISOString(),
      ends_at: new Date(moved.to + 600_000).toISOString(),
      test_location_id: moved.locationId,
    });
    await desk.advance(15 * 60_000);
    const { date } = wallClockAt(moved.to, 'Europe/London');
    expect(await visitOf(visitId)).toMatchObject({
      deskState: 'expected',
      date,
      locationId: moved.locationId,
      appointment: { startsAtMs: moved.to },
    });
    const { rows: expected } = await desk.done('board.get', { date, locationId: moved.locationId });
    expect(expected.map(({ id, deskState }) => [id, deskState])).toEqual([[visitId, 'expected']]);
  });

  it('that the service does not find any more says nothing about whoever did not come', async () => {
    await up();
    await desk.advance(60_000);
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'no-show' });
    desk.service.appointments.delete(APPOINTMENT_ID);
    await desk.advance(30 * 60_000);
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'no-show', date: '2026-03-03' });
    expect((await desk.done('board.get', {})).oddRecords).toMatchObject({ setAside: 0, inPart: 0 });
  });

  it('keeps whoever has come on the board of today, even if the service refuses the move', async () => {
    const tomorrows = desk.addVisit(2, { startsAtMs: at('2026-03-04', '09:10') });
    await move(at('2026-03-03', '10:00'), LOCATION_ID, tomorrows);
    await checkIn(tomorrows);
    answers('refuses');
    await up();
    await desk.advance(60_000);
    expect(rows()).toEqual([{ kind: 'appointment.move', state: 'refused' }]);
    expect(await visitOf(tomorrows)).toMatchObject({ date: '2026-03-03', deskState: 'arrived' });
  });

  it('is refused for somebody who is here, and for an appointment that is merely held', async () => {
    await checkIn(visitId);
    expect(await refusal(TOMORROW_TEN_MS)).toMatchObject({ kind: 'conflict', reason: 'state' });
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(80_001),
      startsAtMs: at('2026-03-03', '10:00'),
    });
    expect(await refusal(TOMORROW_TEN_MS, LOCATION_ID, held.id)).toMatchObject({
      fields: { appointment: 'not-confirmed' },
    });
  });

  it('is refused to a slot that is taken, past, unknown, or where it is already', async () => {
    slotsOf(LOCATION_ID, '2026-03-04', ['10:00', '11:00'], ['10:00']);
    expect(await refusal(TOMORROW_TEN_MS)).toMatchObject({ kind: 'conflict', reason: 'taken' });
    expect(await refusal(WAS_MS)).toMatchObject({ fields: { startsAtMs: 'same' } });
    expect(await refusal(at('2026-03-02', '10:00'))).toMatchObject({ fields: { startsAtMs: 'slot-past' } });
    expect(await refusal(at('2026-03-04', '10:05'))).toMatchObject({ fields: { startsAtMs: 'no-slot' } });
    expect(await refusal(at('2026-03-09', '10:00'))).toMatchObject({
      fields: { startsAtMs: 'day-not-read' },
    });
    expect(await refusal(TOMORROW_TEN_MS, uuidOf(7))).toMatchObject({ kind: 'not-found' });
    expect(rows()).toEqual([]);
  });

  it('goes to the right hour on both days on which the clocks change', async () => {
    // On 29 March the clocks go from 01:00 to 02:00; on 25 October the hour from 01:00 comes twice.
    slotsOf(LOCATION_ID, '2026-03-29', ['00:50', '02:10', '09:00']);
    slotsOf(LOCATION_ID, '2026-10-25', ['00:30', '01:30', '01:30', '09:00']);
    const [first, second] = instantsOf('2026-10-25', '01:30', 'Europe/London') as [number, number];
    const wanted = [at('2026-03-29', '02:10'), at('2026-03-29', '09:00'), first, second];
    const asked = answers('moves');
    await up();
    for (const startsAtMs of wanted) {
      const moved = await move(startsAtMs);
      expect(moved).toMatchObject({
        date: wallClockAt(startsAtMs, 'Europe/London').date,
        appointment: { startsAtMs },
      });
      await desk.advance(60_000);
    }
    expect(asked.map((body) => (body as { appointment_time: string }).appointment_time)).toEqual([
      '2026-03-29T01:10:00.000Z',
      '2026-03-29T08:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]);
    expect(await namesOn('2026-10-25')).toEqual([[visitId, second]]);
  });
});
