// An appointment that is cancelled at the desk: at once here, once at the service, and never of somebody who is here.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { listOddRecords } from '../../../src/core/store/mirror/odd-records.ts';
import { storedAppointment, upsertAppointments } from '../../../src/core/store/mirror/appointments.ts';
import type { Appointment } from '../../../src/wire/appointment.ts';
import { appointmentIsFor, patientIs, registrationBelongsTo } from '../../support/service-says.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
let visitId: string;
const { checkIn, seen, visitOf } = deskSteps(() => desk);
beforeEach(() => {
  desk = openTestDesk();
  visitId = desk.addVisit(1);
});
afterEach(() => desk.close());

const APPOINTMENT_ID = uuidOf(10_001);
const REASON = 'Rang: cannot come';
const cancel = async (id = visitId) =>
  desk.done('visits.cancelAppointment', { ...(await seen(id)), reason: REASON });
const refusal = async (id = visitId) =>
  desk.refused('visits.cancelAppointment', { ...(await seen(id)), reason: REASON });

/** How the service answers cancellations, in order; the last answer again and again. */
function answers(...statuses: number[]): string[] {
  const asked: string[] = [];
  desk.service.answer = ({ endpoint, params }) => {
    if (endpoint !== 'appointments.cancel') return null;
    const status = statuses[Math.min(asked.length, statuses.length - 1)] ?? 204;
    asked.push(params['id'] ?? '');
    if (status === 204) {
      desk.service.appointments.delete(APPOINTMENT_ID);
      const registration = desk.service.registrations.get(uuidOf(20_001));
      if (registration)
        desk.service.registrations.set(registration.id, { ...registration, appointment_id: null });
    }
    return status === 204
      ? { status, bytes: new Uint8Array() }
      : { status, body: { error: { code: 'refused', message: 'No.' } } };
  };
  return asked;
}

function serviceSays(change: Partial<Appointment>): void {
  const { db } = desk.parts.store;
  const stored = storedAppointment(db, APPOINTMENT_ID);
  if (stored) upsertAppointments(db, [{ ...stored, ...change }], NINE_O_CLOCK_MS);
}

const up = () => desk.setLine({ up: true, reading: false });
const rows = () => listRows(desk.parts.store.db, 'all').map(({ kind, state }) => ({ kind, state }));

describe('cancelling an appointment', () => {
  it('is shown and recorded at once, waits while the connection is down, and is sent once', async () => {
    const cancelled = await cancel();
    expect(cancelled).toMatchObject({
      deskState: 'cancelled',
      appointment: { state: 'released' },
      sync: 'waiting',
      activity: [{ kind: 'appointment-cancelled', detail: { reason: REASON } }],
      pendingChanges: [{ kind: 'appointment.cancel', state: 'pending' }],
    });
    const asked = answers(204);
    await up();
    await desk.advance(10 * 60_000);
    expect(asked).toEqual([APPOINTMENT_ID]);
    expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'confirmed' }]);
    // What is read afterwards brings nobody back.
    expect(await visitOf(visitId)).toMatchObject({
      deskState: 'cancelled',
      appointment: { state: 'released' },
    });
    expect((await desk.done('board.days', { from: '2026-03-03', count: 1 })).days[0]?.visits).toBe(0);
  });

  describe.each([
    ['today', 6],
    ['in two days', 54],
  ])('that the service has undone, as one does that is put back from a backup, %s', (_day, hours) => {
    beforeEach(async () => {
      await desk.close();
      desk = openTestDesk();
      visitId = desk.addVisit(1, { startsAtMs: NINE_O_CLOCK_MS + hours * 3_600_000 });
    });

    /** The service has what it had before the cancellation; `change`: what is not as it was. */
    async function putBack(change: Partial<Appointment> = {}): Promise<() => void> {
      const appointment = desk.service.appointments.get(APPOINTMENT_ID);
      const registration = desk.service.registrations.get(uuidOf(20_001));
      if (!appointment || !registration) throw new Error('there is an appointment');
      return () => {
        desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, ...change });
        desk.service.registrations.set(registration.id, registration);
      };
    }

    /** Cancelled, carried out, and some time later there again. Returns what the service was asked to cancel. */
    async function undone(change: Partial<Appointment> = {}, ...later: number[]): Promise<string[]> {
      const back = await putBack(change);
      await cancel();
      const asked = answers(204, ...later);
      await up();
      await desk.advance(15 * 60_000);
      expect(asked).toHaveLength(1);
      back();
      await desk.advance(60 * 60_000);
      return asked;
    }

    it('is sent once more, and the activity says so; a second time it is left', async () => {
      const back = await putBack();
      expect(await undone()).toHaveLength(2);
      expect(desk.service.appointments.has(APPOINTMENT_ID)).toBe(false);
      expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'confirmed' }]);
      const visit = await visitOf(visitId);
      expect(visit).toMatchObject({ deskState: 'cancelled', appointment: { state: 'released' } });
      expect(visit.activity[0]).toMatchObject({ kind: 'appointment-cancelled-again', actor: 'Desk' });
      // By then somebody at the laboratory may want it so.
      back();
      await desk.advance(60 * 60_000);
      expect(desk.service.appointments.has(APPOINTMENT_ID)).toBe(true);
    });

    it('goes to a person where it is refused', async () => {
      expect(await undone({}, 422)).toHaveLength(2);
      expect((await desk.done('outbox.list', { show: 'open' })).items).toMatchObject([
        { kind: 'appointment.cancel', state: 'refused', choices: ['send-again', 'give-up'] },
      ]);
      expect(await visitOf(visitId)).toMatchObject({
        sync: 'attention',
        appointment: { state: 'confirmed' },
      });
    });

    it('goes to a person where it stands at another time, which is nobody’s backup', async () => {
      const startsAtMs = NINE_O_CLOCK_MS + 7 * 3_600_000;
      expect(await undone({ starts_at: new Date(startsAtMs).toISOString() })).toHaveLength(1);
      expect((await desk.done('outbox.list', { show: 'open' })).items).toMatchObject([
        { kind: 'appointment.cancel', state: 'conflict', difference: { what: 'place' } },
      ]);
    });

    it('is no trouble to anybody where its registration goes on naming it and the service has it no more', async () => {
      await cancel();
      desk.service.answer = ({ endpoint }) => {
        if (endpoint !== 'appointments.cancel') return null;
        desk.service.appointments.delete(APPOINTMENT_ID);
        return { status: 204, bytes: new Uint8Array() };
      };
      await up();
      await desk.advance(60 * 60_000);
      expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'confirmed' }]);
      expect(listOddRecords(desk.parts.store.db, 9)).toEqual([]);
    });

    it('is left where its time has come', async () => {
      const appointment = desk.service.appointments.get(APPOINTMENT_ID);
      const startsAtMs = Date.parse(appointment?.starts_at ?? '');
      const back = await putBack();
      await cancel();
      const asked = answers(204);
      await up();
      await desk.advance(startsAtMs - NINE_O_CLOCK_MS + 60_000);
      back();
      await desk.advance(60 * 60_000);
      expect(asked).toHaveLength(1);
    });

    it('is sent once more at most where it was only shown all the time, and nobody is asked anything', async () => {
      await cancel();
      const asked: string[] = [];
      desk.service.answer = ({ endpoint, params }) => {
        if (endpoint !== 'appointments.cancel') return null;
        asked.push(params['id'] ?? '');
        return { status: 204, bytes: new Uint8Array() };
      };
      await up();
      await desk.advance(3 * 60 * 60_000);
      expect(asked).toHaveLength(2);
      expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'confirmed' }]);
      expect(await visitOf(visitId)).toMatchObject({ deskState: 'cancelled', sync: 'synced' });
    });
  });

  it('is done when the appointment is gone already, after a lost answer or by somebody else', async () => {
    await cancel();
    const asked = answers(500, 404);
    await up();
    await desk.advance(5 * 60_000);
    expect(asked).toEqual([APPOINTMENT_ID, APPOINTMENT_ID]);
    expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'confirmed' }]);
  });

  it('that the service refuses leaves the appointment as it is, for a person to decide', async () => {
    await cancel();
    answers(422);
    await up();
    await desk.advance(60_000);
    expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'refused' }]);
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ appointment: { state: 'confirmed' }, sync: 'attention' });
    expect(await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' })).toMatchObject({
      deskState: 'expected',
    });
  });

  it('of one that somebody else moved meanwhile waits for a person, who is told where it is', async () => {
    await cancel();
    const theirs = new Date(NINE_O_CLOCK_MS + 5 * 3_600_000).toISOString();
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, starts_at: theirs });
    const asked = answers(204);
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([]);
    const { items } = await desk.done('outbox.list', { show: 'open' });
    expect(items).toMatchObject([
      {
        kind: 'appointment.cancel',
        state: 'conflict',
        difference: { what: 'place', date: '2026-03-03', time: '14:00' },
        choices: ['send-again', 'give-up'],
      },
    ]);
    expect((await visitOf(visitId)).appointment).toMatchObject({ startsAtMs: Date.parse(theirs) });
    // Told so, the person has it cancelled there.
    await desk.done('outbox.retry', { rowId: items[0]?.id ?? '' });
    await desk.advance(60_000);
    expect(asked).toEqual([APPOINTMENT_ID]);
    expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'confirmed' }]);
  });

  it('of one that others gave to somebody else meanwhile is not sent: a person decides, and sees whose it is', async () => {
    const theirs = desk.addVisit(2, {
      patient: { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1976-12-09' },
    });
    await cancel();
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    const others = desk.service.appointments.get(uuidOf(10_002))?.patient_id ?? null;
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, patient_id: others });
    const asked = answers(204);
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([]);
    const { items } = await desk.done('outbox.list', { show: 'open' });
    expect(items).toMatchObject([
      {
        kind: 'appointment.cancel',
        state: 'conflict',
        difference: { what: 'patient', name: 'HOPPER, Grace' },
        choices: ['look-again', 'give-up'],
        // It was only looked at, so nobody need fear after giving it up that it was done.
        mayHaveBeenDone: false,
      },
    ]);
    expect((await visitOf(theirs)).deskState).toBe('expected');
    // Looked at again, it is still hers.
    await desk.done('outbox.retry', { rowId: items[0]?.id ?? '' });
    await desk.advance(60_000);
    expect(asked).toEqual([]);
    expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'conflict' }]);
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, appointment);
    await desk.done('outbox.retry', { rowId: items[0]?.id ?? '' });
    await desk.advance(60_000);
    expect(asked).toEqual([APPOINTMENT_ID]);
  });

  it('of one that names its person only since is sent', async () => {
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    appointmentIsFor(desk, 1, null);
    await cancel();
    if (appointment) expect(appointment.patient_id).not.toBeNull();
    const asked = answers(204);
    await up();
    await desk.advance(60_000);
    expect(asked).toEqual([APPOINTMENT_ID]);
  });

  it('that is given up, as the person still comes, has them expected where the appointment stands by now', async () => {
    await cancel();
    const theirs = new Date(NINE_O_CLOCK_MS + 29 * 3_600_000).toISOString();
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    if (appointment)
      desk.service.appointments.set(APPOINTMENT_ID, {
        ...appointment,
        starts_at: theirs,
        test_location_id: uuidOf(6),
      });
    answers(204);
    await up();
    await desk.advance(60_000);
    const [row] = (await desk.done('outbox.list', { show: 'open' })).items;
    await desk.done('outbox.discard', { rowId: row?.id ?? '', reason: 'Rang again: comes tomorrow' });
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({
      deskState: 'expected',
      date: '2026-03-04',
      locationId: uuidOf(6),
      appointment: { state: 'confirmed', startsAtMs: Date.parse(theirs) },
    });
    expect(visit.activity.map(({ kind }) => kind)).toContain('moved');
    const board = await desk.done('board.get', { date: '2026-03-04', locationId: uuidOf(6) });
    expect(board.rows.map(({ id, deskState }) => [id, deskState])).toEqual([[visitId, 'expected']]);
  });

  it.each([
    { what: 'for whom the screen showed it', isOld: false },
    { what: 'for whom nobody kept, as versions before did not', isOld: true },
  ])('that is given up expects nobody for what is somebody else’s by now: $what', async ({ isOld }) => {
    desk.addVisit(2, { patient: { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1976-12-09' } });
    await cancel();
    if (isOld)
      desk.parts.store.db.exec(
        `UPDATE outbox SET payload_version = 2, payload = json_remove(payload, '$.seenPatientId')`,
      );
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    const others = desk.service.appointments.get(uuidOf(10_002))?.patient_id ?? null;
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, patient_id: others });
    answers(422);
    await up();
    await desk.advance(60_000);
    // An older row is not looked at for whom it is; what was read of it since tells.
    appointmentIsFor(desk, 1, 2);
    const [row] = (await desk.done('outbox.list', { show: 'open' })).items;
    await desk.done('outbox.discard', { rowId: row?.id ?? '', reason: 'It is somebody else’s' });
    expect(await visitOf(visitId)).toMatchObject({
      deskState: 'cancelled',
      appointment: { state: 'confirmed' },
    });
  });

  it('that is given up has them expected also where the appointment names nobody', async () => {
    await cancel();
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    if (appointment) desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, patient_id: null });
    answers(422);
    await up();
    await desk.advance(60_000);
    const [row] = (await desk.done('outbox.list', { show: 'open' })).items;
    await desk.done('outbox.discard', { rowId: row?.id ?? '', reason: 'Comes after all' });
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'expected' });
  });

  it('that is given up changes nothing about whoever was expected again before, and has come', async () => {
    await cancel();
    answers(422);
    await up();
    await desk.advance(60_000);
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    await checkIn(visitId);
    const [row] = (await desk.done('outbox.list', { show: 'open' })).items;
    await desk.done('outbox.discard', { rowId: row?.id ?? '', reason: 'Is here after all' });
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived' });
  });

  it('by somebody else is said on the board and hinders nothing; cancelling it here takes it off', async () => {
    await up();
    await desk.advance(60_000);
    const goneOnBoard = async () =>
      (await desk.done('board.get', {})).rows.map(({ appointment }) => appointment?.gone);
    expect(await goneOnBoard()).toEqual([false]);
    const registration = desk.service.registrations.get(uuidOf(20_001));
    if (!registration) throw new Error('there is a registration');
    desk.service.registrations.set(registration.id, { ...registration, appointment_id: null });
    desk.service.appointments.delete(APPOINTMENT_ID);
    await desk.setLine({ up: false, reading: false });
    await up();
    await desk.advance(5 * 60_000);
    expect(await goneOnBoard()).toEqual([true]);
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'expected', troubles: [] });
    expect(
      await desk.refused('visits.moveAppointment', {
        ...(await seen(visitId)),
        locationId: LOCATION_ID,
        startsAtMs: NINE_O_CLOCK_MS + 3_600_000,
      }),
    ).toMatchObject({ kind: 'rejected', fields: { appointment: 'gone' } });
    // Whoever comes all the same is seen.
    await checkIn(visitId);
    expect(await goneOnBoard()).toEqual([true]);
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    const asked = answers(404);
    await cancel();
    await desk.advance(60_000);
    expect(asked).toEqual([APPOINTMENT_ID]);
    expect((await visitOf(visitId)).deskState).toBe('cancelled');
  });

  it('cannot be taken back by expecting the person again', async () => {
    await cancel();
    expect(await desk.refused('visits.move', { ...(await seen(visitId)), to: 'expected' })).toMatchObject({
      kind: 'rejected',
      fields: { appointment: 'cancelled' },
    });
  });

  it.each([
    ['has been moved', () => serviceSays({ starts_at: '2026-03-03T14:00:00+00:00' })],
    ['is somebody else’s', () => registrationBelongsTo(desk, 1, 2)],
    ['names its person otherwise', () => patientIs(desk, 1, { last_name: 'Brontë' })],
  ])('of one that %s since the window showed it is refused, as moving it is', async (_what, change) => {
    desk.addVisit(2, { patient: { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1976-12-09' } });
    const { person, appointment } = await visitOf(visitId);
    if (!person || !appointment) throw new Error('there is an appointment of a person');
    const { id: patientId, firstName, lastName, dateOfBirth } = person;
    const shown = {
      person: { patientId, firstName, lastName, dateOfBirth },
      startsAtMs: appointment.startsAtMs,
    };
    const before = await seen(visitId);
    change();
    expect((await seen(visitId)).seenVersion).toBe(before.seenVersion);
    const to = { locationId: LOCATION_ID, startsAtMs: NINE_O_CLOCK_MS + 3_600_000 };
    const changed = { kind: 'conflict', reason: 'changed' };
    expect(
      await desk.refused('visits.cancelAppointment', { ...before, shown, reason: REASON }),
    ).toMatchObject(changed);
    expect(await desk.refused('visits.moveAppointment', { ...before, shown, ...to })).toMatchObject(changed);
    expect(rows()).toEqual([]);
  });

  it('of one that stands as the window showed it is done', async () => {
    const { appointment } = await visitOf(visitId);
    const shown = {
      person: { patientId: uuidOf(30_001), firstName: 'ADA', lastName: 'Oliver', dateOfBirth: '1984-03-15' },
      startsAtMs: appointment?.startsAtMs ?? 0,
    };
    await desk.done('visits.cancelAppointment', { ...(await seen(visitId)), shown, reason: REASON });
    expect(rows()).toEqual([{ kind: 'appointment.cancel', state: 'pending' }]);
  });

  it('is refused for somebody who is here, and for a time that has passed', async () => {
    await checkIn(visitId);
    expect(await refusal()).toMatchObject({ kind: 'conflict', reason: 'state' });
    const past = desk.addVisit(2, { startsAtMs: NINE_O_CLOCK_MS - 600_000 });
    expect(await refusal(past)).toMatchObject({ fields: { appointment: 'past' } });
  });

  it('is refused for a slot that is merely held, and for a visit at another location', async () => {
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_001),
      startsAtMs: NINE_O_CLOCK_MS + 3_600_000,
    });
    expect(await refusal(held.id)).toMatchObject({ fields: { appointment: 'not-confirmed' } });
    const elsewhere = desk.addVisit(3, { locationId: uuidOf(6) });
    expect(await refusal(elsewhere)).toMatchObject({ fields: { visit: 'elsewhere' } });
  });

  it('needs a reason', async () => {
    const asked = { ...(await seen(visitId)), reason: ' x ' };
    expect(await desk.call('visits.cancelAppointment', asked)).toMatchObject({ ok: false });
    expect(rows()).toEqual([]);
  });
});
