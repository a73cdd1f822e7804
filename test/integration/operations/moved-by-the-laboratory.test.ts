// The laboratory moves an appointment whose person has come already, or did not come: they are expected where it is now.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordActivity } from '../../../src/core/activity.ts';
import { saveSlots } from '../../../src/core/store/mirror/slots.ts';
import { attachVisits } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { instantOf } from '../../../src/domain/site-time.ts';
import { LOCATION_ID, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
let visitId: string;
const { checkIn, checkInAndStart, collected, print, scan, seen, startCollecting, visitOf } = deskSteps(
  () => desk,
);
const up = () => desk.setLine({ up: true, reading: false });
beforeEach(async () => {
  desk = openTestDesk();
  visitId = desk.addVisit(1);
  await up();
  await desk.advance(60_000);
});
afterEach(() => desk.close());

const SOHO = uuidOf(6);
const APPOINTMENT_ID = uuidOf(10_001);
const at = (date: string, time: string): number => instantOf(date, time, 'Europe/London');
const TODAY_THREE_MS = at('2026-03-03', '15:00');
const TOMORROW_TEN_MS = at('2026-03-04', '10:00');

const SLOTS = [
  { id: uuidOf(70_001), preview: '10:00', available: true, time: '2026-03-03 10:00', is_past: false },
];

async function laboratoryMoves(startsAtMs: number, locationId = LOCATION_ID): Promise<void> {
  const appointment = desk.service.appointments.get(APPOINTMENT_ID);
  if (!appointment) throw new Error('there is an appointment');
  desk.service.appointments.set(APPOINTMENT_ID, {
    ...appointment,
    starts_at: new Date(startsAtMs).toISOString(),
    ends_at: new Date(startsAtMs + 600_000).toISOString(),
    test_location_id: locationId,
  });
  await desk.advance(15 * 60_000);
}

const go = async (to: 'no-show' | 'left' | 'expected', id = visitId) =>
  desk.done('visits.move', { ...(await seen(id)), to });

const rowsOn = async (date: string, locationId = LOCATION_ID) =>
  (await desk.done('board.get', { date, locationId })).rows.map((row) => ({
    id: row.id,
    deskState: row.deskState,
    startsAtMs: row.appointment?.startsAtMs ?? null,
    name: row.person?.lastName,
  }));

describe('an appointment that the laboratory moves', () => {
  it.each([
    {
      of: 'who has left without a sample, to tomorrow',
      has: 'left',
      to: TOMORROW_TEN_MS,
      where: LOCATION_ID,
    },
    { of: 'who has only arrived, to another place', has: 'arrived', to: TODAY_THREE_MS, where: SOHO },
    { of: 'who has left, to this afternoon', has: 'left', to: TODAY_THREE_MS, where: LOCATION_ID },
    { of: 'who has left, to another place', has: 'left', to: TODAY_THREE_MS, where: SOHO },
  ] as const)(
    'of somebody $of: they are expected there, and this visit says so',
    async ({ has, to, where }) => {
      await checkIn(visitId);
      if (has === 'left') await go('left');
      await laboratoryMoves(to, where);
      const date = to === TODAY_THREE_MS ? '2026-03-03' : '2026-03-04';
      const added = (await rowsOn(date, where)).filter(({ id }) => id !== visitId);
      expect(added).toMatchObject([{ deskState: 'expected', startsAtMs: to, name: 'Oliver' }]);
      const second = added[0]?.id ?? '';
      expect(await visitOf(second)).toMatchObject({ appointment: { id: APPOINTMENT_ID }, arrivedAtMs: null });
      const first = await visitOf(visitId);
      expect(first).toMatchObject({
        deskState: has,
        date: '2026-03-03',
        person: { lastName: 'Oliver' },
        registrations: [],
        registrationsMovedTo: [{ visitId: second, date, startsAtMs: to }],
        troubles: [],
      });
      expect(first.activity[0]).toMatchObject({ kind: 'registration-moved', actor: 'Desk' });
      // It is told once, and there is no third visit.
      await desk.advance(15 * 60_000);
      expect((await rowsOn(date, where)).filter(({ id }) => id !== visitId)).toEqual(added);
    },
  );

  it.each([
    { what: 'elsewhere', damage: { starts_at: new Date(TODAY_THREE_MS).toISOString() } },
    { what: 'somebody else’s', damage: { patient_id: uuidOf(30_002) } },
  ])(
    'only by one answer that was damaged or old leaves the visit of somebody who has left as it is: $what',
    async ({ damage }) => {
      await checkIn(visitId);
      await go('left');
      const wasShown = await visitOf(visitId);
      let damaged = 0;
      desk.service.answer = ({ endpoint }) => {
        const appointment = desk.service.appointments.get(APPOINTMENT_ID);
        if (endpoint !== 'registrations.appointment' || !appointment || damaged > 0) return null;
        damaged += 1;
        return { status: 200, body: { ...appointment, ...damage } };
      };
      for (let seconds = 0; seconds < 900 && damaged === 0; seconds += 1) await desk.advance(1_000);
      expect(damaged).toBe(1);
      const { appointment, troubles } = await visitOf(visitId);
      expect({ appointment, troubles }).toEqual({
        appointment: wasShown.appointment,
        troubles: wasShown.troubles,
      });
      await desk.advance(15 * 60_000);
      expect(await rowsOn('2026-03-03')).toMatchObject([{ id: visitId, deskState: 'left' }]);
      expect(await visitOf(visitId)).toMatchObject({
        appointment: { id: APPOINTMENT_ID },
        registrationsMovedTo: [],
      });
    },
  );

  it('of somebody in the waiting room goes to another day once this one is over: until then they can be seen', async () => {
    await checkIn(visitId);
    await laboratoryMoves(TOMORROW_TEN_MS);
    expect(await rowsOn('2026-03-04')).toEqual([]);
    expect(await visitOf(visitId)).toMatchObject({
      deskState: 'arrived',
      registrations: [{ id: uuidOf(20_001) }],
      appointment: { startsAtMs: TOMORROW_TEN_MS },
    });
    // The laboratory changes its mind, or has moved the wrong one: nothing has come of it.
    await laboratoryMoves(at('2026-03-03', '09:10'));
    expect(await rowsOn('2026-03-03')).toHaveLength(1);
    await laboratoryMoves(TOMORROW_TEN_MS);
    await desk.advance(at('2026-03-04', '00:20') - desk.parts.sync.serverNowMs());
    const [added] = await rowsOn('2026-03-04');
    expect(added).toMatchObject({ deskState: 'expected', startsAtMs: TOMORROW_TEN_MS });
    expect(await visitOf(visitId)).toMatchObject({
      deskState: 'arrived',
      registrations: [],
      registrationsMovedTo: [{ visitId: added?.id }],
    });
  });

  it('of somebody whose sample was taken stays with their visit', async () => {
    await collected(visitId, 'SAMP0001');
    await go('left');
    await laboratoryMoves(TOMORROW_TEN_MS);
    expect(await rowsOn('2026-03-04')).toEqual([]);
    expect(await visitOf(visitId)).toMatchObject({ registrations: [{ id: uuidOf(20_001) }] });
  });

  it('of somebody whose sample is being taken stays until they leave without one', async () => {
    await checkInAndStart(visitId);
    await laboratoryMoves(TOMORROW_TEN_MS);
    expect(await rowsOn('2026-03-04')).toEqual([]);
    const { labelList } = await visitOf(visitId);
    await desk.done('visits.sampleNotTaken', {
      ...(await seen(visitId)),
      labelIds: labelList.map(({ id }) => id),
      provenSeen: [],
      reason: 'fainted',
      note: null,
      andLeft: true,
    });
    await desk.advance(5 * 60_000);
    expect(await rowsOn('2026-03-04')).toMatchObject([{ deskState: 'expected' }]);
  });

  it('later on the same day expects whoever did not come, and the activity says so', async () => {
    await go('no-show');
    await laboratoryMoves(TODAY_THREE_MS);
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ deskState: 'expected', appointment: { startsAtMs: TODAY_THREE_MS } });
    expect(visit.activity[0]).toMatchObject({
      kind: 'moved',
      actor: 'Desk',
      detail: { from: 'no-show', to: 'expected' },
    });
    // Whoever does not come then either stays so.
    await go('no-show');
    await desk.advance(15 * 60_000);
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'no-show' });
  });

  it('earlier by this desk, which the service has not heard of yet, leaves whoever did not come then as they are', async () => {
    await laboratoryMoves(TODAY_THREE_MS);
    saveSlots(desk.parts.store.db, { locationId: LOCATION_ID, date: '2026-03-03' }, SLOTS, 0);
    await desk.setLine({ up: false, reading: false });
    await desk.done('visits.moveAppointment', {
      ...(await seen(visitId)),
      locationId: LOCATION_ID,
      startsAtMs: at('2026-03-03', '10:00'),
    });
    await go('no-show');
    const { db } = desk.parts.store;
    const days = { locationId: LOCATION_ID, fromMs: 0 };
    attachVisits(db, days, { nowMs: 0, dateOf: () => '2026-03-03' });
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'no-show' });
  });
});

describe('an appointment that the laboratory moves away and back', () => {
  const NINE_TEN_MS = at('2026-03-03', '09:10');
  const both = async () => [
    ...(await rowsOn('2026-03-03')),
    ...(await rowsOn('2026-03-04')),
    ...(await rowsOn('2026-03-03', SOHO)),
  ];

  it.each([
    { of: 'who has arrived, from another place', has: 'arrived', to: TODAY_THREE_MS, where: SOHO },
    { of: 'who has left, from tomorrow', has: 'left', to: TOMORROW_TEN_MS, where: LOCATION_ID },
    { of: 'who has left, from this afternoon', has: 'left', to: TODAY_THREE_MS, where: LOCATION_ID },
  ] as const)(
    'of somebody $of: the visit that was begun goes on with it, as it was',
    async ({ has, to, where }) => {
      await checkIn(visitId);
      if (has === 'left') await go('left');
      const was = await visitOf(visitId);
      await laboratoryMoves(to, where);
      expect(await both()).toHaveLength(2);
      await laboratoryMoves(was.appointment?.startsAtMs ?? 0);
      expect(await both()).toMatchObject([{ id: visitId, deskState: has, name: 'Oliver' }]);
      const visit = await visitOf(visitId);
      expect(visit).toMatchObject({
        registrations: was.registrations,
        appointment: { id: APPOINTMENT_ID, startsAtMs: was.appointment?.startsAtMs },
        identity: was.identity,
        registrationsMovedTo: [],
        troubles: [],
      });
      expect(was.identity).not.toBeNull();
      expect(visit.activity[0]).toMatchObject({ kind: 'appointment-back', actor: 'Desk' });
      // Away once more, and back once more.
      await laboratoryMoves(to, where);
      expect(await both()).toHaveLength(2);
      await laboratoryMoves(was.appointment?.startsAtMs ?? 0);
      expect(await both()).toMatchObject([{ id: visitId, deskState: has }]);
    },
  );

  it('lets whoever arrived go on to the collection', async () => {
    await checkIn(visitId);
    await laboratoryMoves(TODAY_THREE_MS, SOHO);
    await laboratoryMoves(NINE_TEN_MS);
    await startCollecting(visitId);
    await print(visitId);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
    const { deskState } = await desk.done('visits.collect', {
      ...(await seen(visitId)),
      collectedAtMs: desk.parts.sync.serverNowMs(),
    });
    expect(deskState).toBe('collected');
  });

  it('for somebody else meanwhile leaves two visits', async () => {
    await checkIn(visitId);
    await laboratoryMoves(TODAY_THREE_MS, SOHO);
    const appointment = desk.service.appointments.get(APPOINTMENT_ID);
    const registration = desk.service.registrations.get(uuidOf(20_001));
    if (!appointment || !registration) throw new Error('there is an appointment');
    desk.service.appointments.set(APPOINTMENT_ID, { ...appointment, patient_id: uuidOf(30_002) });
    desk.service.registrations.set(uuidOf(20_001), { ...registration, patient_id: uuidOf(30_002) });
    await laboratoryMoves(NINE_TEN_MS);
    const visits = await both();
    expect(visits).toHaveLength(2);
    expect(await visitOf(visitId)).toMatchObject({ registrations: [], registrationsMovedTo: [] });
  });

  it('leaves two visits where the person was checked in at the new one', async () => {
    await checkIn(visitId);
    await go('left');
    await laboratoryMoves(TODAY_THREE_MS);
    const added = (await both()).find(({ id }) => id !== visitId)?.id ?? '';
    await checkIn(added);
    await laboratoryMoves(NINE_TEN_MS);
    expect(await both()).toHaveLength(2);
    expect(await visitOf(visitId)).toMatchObject({ registrationsMovedTo: [{ visitId: added }] });
    expect(await visitOf(added)).toMatchObject({
      deskState: 'arrived',
      registrations: [{ id: uuidOf(20_001) }],
    });
  });

  it('leaves two visits where the person left while it was away: they are expected again', async () => {
    await checkIn(visitId);
    await laboratoryMoves(TODAY_THREE_MS, SOHO);
    await go('left');
    await laboratoryMoves(NINE_TEN_MS);
    expect((await both()).map(({ deskState }) => deskState).sort()).toEqual(['expected', 'left']);
  });

  it('only by a wrong time zone of the desk, for one start, is back with the visit that was begun', async () => {
    await checkIn(visitId);
    const { db } = desk.parts.store;
    const nowMs = desk.parts.sync.serverNowMs();
    const nextDay = { nowMs, dateOf: () => '2026-03-04' };
    // The dates of a zone in which it is tomorrow already.
    attachVisits(db, { locationId: LOCATION_ID, fromMs: 0 }, nextDay, {
      appointmentReplaced: () => undefined,
      awaitedAgain: () => undefined,
      appointmentBack: () => undefined,
      registrationMoved: (about) =>
        recordActivity(db, { actor: 'Desk', atMs: nowMs }, 'registration-moved', about),
    });
    expect(await both()).toHaveLength(2);
    await desk.advance(15 * 60_000);
    expect(await both()).toMatchObject([{ id: visitId, deskState: 'arrived' }]);
  });
});
