// The laboratory takes back what somebody has come for, or moves it where this desk does not follow: the visit and its row say so.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../src/domain/site-time.ts';
import { openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
let visitId: string;
const { checkIn, checkInAndStart, print, destroyAll, seen, visitOf } = deskSteps(() => desk);
beforeEach(async () => {
  desk = openTestDesk();
  visitId = desk.addVisit(1);
  await desk.setLine({ up: true, reading: false });
  await desk.advance(60_000);
});
afterEach(() => desk.close());

const REGISTRATION_ID = uuidOf(20_001);
const APPOINTMENT_ID = uuidOf(10_001);

async function laboratoryTakesBack(): Promise<void> {
  desk.service.registrations.delete(REGISTRATION_ID);
  desk.service.appointments.delete(APPOINTMENT_ID);
  await desk.advance(15 * 60_000);
}

const rowOf = async (date = '2026-03-03') =>
  (await desk.done('board.get', { date })).rows.find(({ id }) => id === visitId);

describe('a registration that the laboratory takes back while its person is here', () => {
  it('is said on the visit, on its row and in the activity, and nobody is called in for it', async () => {
    const kept = desk.service.registrations.get(REGISTRATION_ID);
    expect(await checkIn(visitId)).toMatchObject({ registrationsLost: 'none' });
    await laboratoryTakesBack();
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ deskState: 'arrived', registrations: [], registrationsLost: 'all' });
    expect(visit.activity[0]).toMatchObject({
      kind: 'registration-lost',
      actor: 'Desk',
      person: { lastName: 'Oliver' },
      detail: { code: kept?.trf_code },
    });
    expect(await rowOf()).toMatchObject({ registrationsLost: 'all' });
    expect(await desk.refused('visits.move', { ...(await seen(visitId)), to: 'collecting' })).toMatchObject({
      fields: { registration: 'lost' },
    });
    // It is told once. They go without a reason: there is no sample that could have been taken.
    await desk.advance(15 * 60_000);
    expect((await visitOf(visitId)).activity.filter(({ kind }) => kind === 'registration-lost')).toHaveLength(
      1,
    );
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'left' });
    expect(await visitOf(visitId)).toMatchObject({ registrationsLost: 'none' });
  });

  it('is as before once the laboratory has it again', async () => {
    const [kept, appointment] = [
      desk.service.registrations.get(REGISTRATION_ID),
      desk.service.appointments.get(APPOINTMENT_ID),
    ];
    await checkIn(visitId);
    await laboratoryTakesBack();
    if (!kept || !appointment) throw new Error('there is a registration');
    desk.service.registrations.set(REGISTRATION_ID, kept);
    desk.service.appointments.set(APPOINTMENT_ID, appointment);
    await desk.advance(15 * 60_000);
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived', registrationsLost: 'none' });
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' });
  });

  it('is told apart from one of several: what is left is done', async () => {
    const other = desk.addVisit(2);
    const second = desk.service.registrations.get(uuidOf(20_002));
    if (!second) throw new Error('there is a registration');
    desk.service.registrations.set(second.id, {
      ...second,
      appointment_id: APPOINTMENT_ID,
      patient_id: uuidOf(30_001),
    });
    await desk.advance(15 * 60_000);
    await checkIn(visitId);
    desk.service.registrations.delete(REGISTRATION_ID);
    await desk.advance(15 * 60_000);
    expect(await visitOf(visitId)).toMatchObject({
      registrations: [{ id: second.id }],
      registrationsLost: 'some',
    });
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' });
    expect(await visitOf(other)).toMatchObject({ registrationsLost: 'none' });
  });

  it('is said beside the label that is to be destroyed, and after that', async () => {
    await checkInAndStart(visitId);
    await print(visitId);
    await laboratoryTakesBack();
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'collecting', registrationsLost: 'all' });
    expect(await destroyAll(visitId)).toMatchObject({
      troubles: [],
      labelList: [],
      registrationsLost: 'all',
    });
  });
});

describe('an appointment that the laboratory moves while its person is here', () => {
  async function laboratoryMoves(date: string, time: string, locationId?: string): Promise<void> {
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    if (!appointment) throw new Error('there is an appointment');
    const startsAtMs = instantOf(date, time, 'Europe/London');
    desk.service.appointments.set(APPOINTMENT_ID, {
      ...appointment,
      starts_at: new Date(startsAtMs).toISOString(),
      ends_at: new Date(startsAtMs + 600_000).toISOString(),
      ...(locationId === undefined ? {} : { test_location_id: locationId }),
    });
    await desk.advance(15 * 60_000);
  }

  it('to another day is said with that day, and the board has them where they came', async () => {
    const next = desk.addVisit(2);
    await checkIn(visitId);
    await checkIn(next);
    await laboratoryMoves('2026-03-05', '10:00');
    expect(await rowOf()).toMatchObject({
      deskState: 'arrived',
      appointment: { elsewhere: { date: '2026-03-05', place: null } },
    });
    const order = (await desk.done('board.get', { date: '2026-03-03' })).rows.map(({ id }) => id);
    expect(order).toEqual([visitId, next]);
    // Back on its day, nothing is to be said.
    await laboratoryMoves('2026-03-03', '09:10');
    expect(await rowOf()).toMatchObject({ appointment: { elsewhere: null } });
  });

  it('to another day expects whoever is not here after all there at once, the connection down', async () => {
    await checkIn(visitId);
    await laboratoryMoves('2026-03-05', '10:00');
    await desk.setLine({ up: false, reading: false });
    expect(await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' })).toMatchObject({
      deskState: 'expected',
      date: '2026-03-05',
      checkInOpen: false,
      appointment: { elsewhere: null },
    });
    expect(await rowOf()).toBeUndefined();
    expect(await rowOf('2026-03-05')).toMatchObject({ deskState: 'expected' });
  });

  it('to a place that this desk does not know leaves whoever is not here after all on this board', async () => {
    await checkIn(visitId);
    await laboratoryMoves('2026-03-05', '10:00', uuidOf(666));
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    expect(await rowOf()).toMatchObject({
      deskState: 'expected',
      appointment: { elsewhere: { date: '2026-03-05', place: { locationName: null } } },
    });
  });

  it.each(['expected', 'arrived'] as const)(
    'to a place that this desk does not know is said of somebody %s',
    async (state) => {
      if (state === 'arrived') await checkIn(visitId);
      await laboratoryMoves('2026-03-03', '18:00', uuidOf(666));
      expect(await rowOf()).toMatchObject({
        deskState: state,
        appointment: { elsewhere: { date: '2026-03-03', place: { locationName: null } } },
      });
    },
  );

  it('and is gone from the service is said of somebody who is here too, and hinders nothing', async () => {
    await checkIn(visitId);
    const registration = desk.service.registrations.get(REGISTRATION_ID);
    if (!registration) throw new Error('there is a registration');
    desk.service.registrations.set(REGISTRATION_ID, { ...registration, appointment_id: null });
    desk.service.appointments.delete(APPOINTMENT_ID);
    await desk.advance(15 * 60_000);
    expect(await rowOf()).toMatchObject({
      deskState: 'arrived',
      appointment: { gone: true },
      registrationsLost: 'none',
    });
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' });
  });
});
