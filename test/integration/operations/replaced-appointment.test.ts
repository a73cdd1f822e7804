// The service gives a registration another appointment while its person is here: the visit keeps what was done.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
let visitId: string;
const { checkIn, checkInAndStart, print, proven, scan, seen, visitOf } = deskSteps(() => desk);
beforeEach(async () => {
  desk = openTestDesk();
  visitId = desk.addVisit(1);
  await readAgain();
});
afterEach(() => desk.close());

const OLD_ID = uuidOf(10_001);
const NEW_ID = uuidOf(10_101);
const REGISTRATION_ID = uuidOf(20_001);
const CODE = 'SAMP0001';
const TOMORROW_MS = NINE_O_CLOCK_MS + 24 * 3_600_000;

async function readAgain(): Promise<void> {
  await desk.setLine({ up: false, reading: false });
  await desk.setLine({ up: true, reading: false });
  await desk.advance(5 * 60_000);
}

/** The service has the registration at another appointment from now on, and the desk has read it. */
async function replaceAppointment(
  by: {
    readonly id?: string;
    readonly startsAtMs?: number;
    readonly patientId?: string;
    readonly oldIsGone?: boolean;
    readonly registrationId?: string;
  } = {},
): Promise<void> {
  const { appointments, registrations } = desk.service;
  const { id = NEW_ID, registrationId = REGISTRATION_ID } = by;
  const old = appointments.get(OLD_ID);
  const registration = registrations.get(registrationId);
  if (!old || !registration) throw new Error('there is a registration with an appointment');
  const startsAtMs = by.startsAtMs ?? Date.parse(old.starts_at);
  appointments.set(id, {
    ...old,
    id,
    starts_at: new Date(startsAtMs).toISOString(),
    ends_at: new Date(startsAtMs + 600_000).toISOString(),
    patient_id: by.patientId ?? old.patient_id,
  });
  registrations.set(registrationId, { ...registration, appointment_id: id });
  if (by.oldIsGone !== false) appointments.delete(OLD_ID);
  await readAgain();
}

const boardIds = async () => (await desk.done('board.get', {})).rows.map(({ id }) => id);

it.each([
  { of: 'the same time, the old one gone', startsAtMs: NINE_O_CLOCK_MS + 600_000, oldIsGone: true },
  {
    of: 'six hours later, the old one still there',
    startsAtMs: NINE_O_CLOCK_MS + 6 * 3_600_000,
    oldIsGone: false,
  },
  { of: 'tomorrow', startsAtMs: TOMORROW_MS, oldIsGone: true },
])('a visit that is collecting keeps registration and label, with the appointment of $of', async (to) => {
  await checkInAndStart(visitId);
  await print(visitId);
  await replaceAppointment(to);
  expect(await visitOf(visitId)).toMatchObject({
    deskState: 'collecting',
    date: '2026-03-03',
    appointment: { id: NEW_ID, startsAtMs: to.startsAtMs, gone: false },
    labels: { needed: 1, printed: 1, verified: 0 },
    registrations: [{ id: REGISTRATION_ID }],
    troubles: [],
  });
  expect(await boardIds()).toEqual([visitId]);
  expect(
    (await desk.done('board.days', { from: '2026-03-03', count: 2 })).days.map(({ visits }) => visits),
  ).toEqual([1, 0]);
  expect(await scan(visitId, CODE)).toMatchObject({ kind: 'label-verified' });
});

it('a visit that has arrived keeps its registration, and says that it has another appointment now', async () => {
  const { version } = await checkIn(visitId);
  await replaceAppointment({ startsAtMs: NINE_O_CLOCK_MS + 3 * 3_600_000 });
  const visit = await visitOf(visitId);
  expect(visit).toMatchObject({ deskState: 'arrived', registrations: [{ id: REGISTRATION_ID }] });
  expect(visit.activity[0]).toMatchObject({
    kind: 'appointment-replaced',
    detail: { startsAtMs: NINE_O_CLOCK_MS + 3 * 3_600_000, before: NINE_O_CLOCK_MS + 600_000 },
  });
  // Whoever saw the old time does nothing about the new appointment.
  expect(visit.version).toBeGreaterThan(version);
  await readAgain();
  expect((await visitOf(visitId)).version).toBe(visit.version);
});

it('somebody who has only arrived is expected on the other day that the service names', async () => {
  await checkIn(visitId);
  await replaceAppointment({ startsAtMs: TOMORROW_MS });
  const { rows } = await desk.done('board.get', { date: '2026-03-04' });
  expect(rows).toMatchObject([{ deskState: 'expected', appointment: { id: NEW_ID } }]);
  expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived', registrations: [] });
});

it('a visit that is collected keeps its proof where the new appointment is on the same day', async () => {
  await proven(visitId, CODE);
  const { arrivedAtMs } = await visitOf(visitId);
  await desk.done('visits.collect', { ...(await seen(visitId)), collectedAtMs: arrivedAtMs ?? 0 });
  await replaceAppointment({ startsAtMs: NINE_O_CLOCK_MS + 6 * 3_600_000, oldIsGone: false });
  expect(await visitOf(visitId)).toMatchObject({
    deskState: 'collected',
    labels: { needed: 1, verified: 1 },
  });
  expect(await boardIds()).toEqual([visitId]);
});

it('an appointment that comes back after its visit has got another one gets a visit of its own', async () => {
  await checkIn(visitId);
  await replaceAppointment({ oldIsGone: false });
  const other = desk.addVisit(2);
  await replaceAppointment({
    id: OLD_ID,
    registrationId: uuidOf(20_002),
    patientId: uuidOf(30_002),
    oldIsGone: false,
  });
  expect(await visitOf(visitId)).toMatchObject({ appointment: { id: NEW_ID }, deskState: 'arrived' });
  const ids = await boardIds();
  expect(ids).toHaveLength(3);
  const added = ids.find((id) => id !== visitId && id !== other) ?? '';
  expect(await visitOf(added)).toMatchObject({
    deskState: 'expected',
    appointment: { id: OLD_ID },
    registrations: [{ id: uuidOf(20_002) }],
  });
});

it('a visit with two registrations keeps its appointment while one of them names it', async () => {
  await checkIn(visitId);
  const second = desk.addVisit(2);
  const { registrations } = desk.service;
  const one = registrations.get(REGISTRATION_ID);
  const other = registrations.get(uuidOf(20_002));
  if (!one || !other) throw new Error('there are two registrations');
  registrations.set(other.id, {
    ...other,
    ...{ patient_id: one.patient_id, appointment_id: OLD_ID },
  });
  await readAgain();
  expect((await visitOf(visitId)).registrations).toHaveLength(2);
  await replaceAppointment({ oldIsGone: false });
  expect(await visitOf(visitId)).toMatchObject({
    appointment: { id: OLD_ID },
    registrations: [{ id: REGISTRATION_ID }, { id: uuidOf(20_002) }],
  });
  expect(await boardIds()).toEqual([visitId, second]);
});

it.each([
  {
    of: 'of somebody else, while its person is here',
    isHere: true,
    patientId: uuidOf(30_002),
    startsAtMs: NINE_O_CLOCK_MS + 6 * 3_600_000,
    date: '2026-03-03',
  },
  {
    of: 'of tomorrow, while its person is expected',
    isHere: false,
    startsAtMs: TOMORROW_MS,
    date: '2026-03-04',
  },
])(
  'a visit whose registration goes to an appointment $of says where it is now',
  async ({ isHere, date, ...by }) => {
    if (isHere) {
      await checkInAndStart(visitId);
      await print(visitId);
    }
    await replaceAppointment({ ...by, oldIsGone: false });
    const visit = await visitOf(visitId);
    expect(visit.registrations).toEqual([]);
    expect(visit.registrationsMovedTo).toMatchObject([
      { visitId: NEW_ID, date, startsAtMs: by.startsAtMs, isForAnother: false },
    ]);
    expect(visit.activity[0]).toMatchObject({ kind: 'registration-moved' });
    expect(await visitOf(NEW_ID)).toMatchObject({
      registrations: [{ id: REGISTRATION_ID }],
      labels: { printed: isHere ? 1 : 0 },
      registrationsMovedTo: [],
    });
    // Once it is back there is nothing to say.
    await replaceAppointment({ id: OLD_ID, patientId: uuidOf(30_001), oldIsGone: false });
    expect((await visitOf(visitId)).registrationsMovedTo).toEqual([]);
  },
);

it('a visit that had the registration of somebody else for a while does not lead to them', async () => {
  const second = desk.addVisit(2);
  await readAgain();
  const { registrations } = desk.service;
  const other = registrations.get(uuidOf(20_002));
  if (!other) throw new Error('there is a second registration');
  registrations.set(uuidOf(20_002), { ...other, appointment_id: OLD_ID });
  await readAgain();
  expect((await visitOf(visitId)).troubles).toMatchObject([{ kind: 'two-people' }]);
  expect((await visitOf(second)).registrationsMovedTo).toMatchObject([{ visitId, isForAnother: true }]);
  registrations.set(uuidOf(20_002), other);
  await readAgain();
  expect(await visitOf(visitId)).toMatchObject({
    registrations: [{ id: REGISTRATION_ID }],
    registrationsMovedTo: [],
    troubles: [],
  });
  expect(await visitOf(second)).toMatchObject({
    registrations: [{ id: uuidOf(20_002) }],
    registrationsMovedTo: [],
  });
});
