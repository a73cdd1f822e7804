// Somebody who was chosen for a registration or a booking, and whose record the laboratory corrects before the press.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownOf } from '../../../src/domain/identity.ts';
import { patientIs } from '../../support/service-says.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { BEA, deskSteps } from './support/desk-steps.ts';

const PRODUCT_ID = uuidOf(3);
const ADA_ID = uuidOf(30_001);

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
  desk.addVisit(1);
});
afterEach(() => desk.close());
const { seen, visitOf } = deskSteps(() => desk);

/** As a screen shows Ada now. */
const ada = async () => shownOf(await desk.done('patients.get', { patientId: ADA_ID }));
const waiting = async () => (await desk.done('outbox.list', {})).items;
const CHANGED = { kind: 'conflict', reason: 'changed' };

describe.each([
  ['another last name', () => patientIs(desk, 1, { last_name: 'Olivier' })],
  ['another date of birth', () => patientIs(desk, 1, { date_of_birth: '1984-05-13' })],
])('somebody who was chosen and has %s by the time of the press', (_, happen) => {
  it('is put on no visit before that is read', async () => {
    const visitId = desk.addVisit(2, { patient: null });
    const asked = { ...(await seen(visitId)), patientId: ADA_ID, chosenAs: await ada() };
    happen();
    expect(await desk.refused('visits.assignPatient', asked)).toMatchObject(CHANGED);
    expect(await waiting()).toEqual([]);
    expect(await visitOf(visitId)).toMatchObject({ patientMissing: true });
    await desk.done('visits.assignPatient', { ...asked, chosenAs: await ada() });
  });

  it('is put on no registration in place of somebody else', async () => {
    desk.addVisit(2, { patient: BEA });
    const asked = {
      registrationId: uuidOf(20_002),
      patientId: ADA_ID,
      chosenAs: await ada(),
      seenPatientId: uuidOf(30_002),
    };
    happen();
    expect(await desk.refused('registrations.assign', asked)).toMatchObject(CHANGED);
    expect(await waiting()).toEqual([]);
    await desk.done('registrations.assign', { ...asked, chosenAs: await ada() });
  });

  it('is registered for nothing', async () => {
    const asked = {
      patientId: ADA_ID,
      chosenAs: await ada(),
      seenRegistrationIds: [uuidOf(20_001)],
      productIds: [PRODUCT_ID],
    };
    happen();
    expect(await desk.refused('registrations.create', asked)).toMatchObject(CHANGED);
    expect(await waiting()).toEqual([]);
    await desk.done('registrations.create', { ...asked, chosenAs: await ada() });
  });

  it('is not booked, and keeps the slot that was held', async () => {
    const held = await desk.done('walkIn.hold', {
      locationId: LOCATION_ID,
      slotId: uuidOf(70_005),
      startsAtMs: NINE_O_CLOCK_MS + 5 * 600_000,
    });
    const asked = {
      visitId: held.id,
      seenVersion: held.version,
      patientId: ADA_ID,
      chosenAs: await ada(),
      productIds: [PRODUCT_ID],
    };
    happen();
    expect(await desk.refused('walkIn.confirm', asked)).toMatchObject(CHANGED);
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['appointment.hold']);
    expect(await desk.done('walkIn.confirm', { ...asked, chosenAs: await ada() })).toMatchObject({
      person: { id: ADA_ID },
    });
  });
});

it('nobody is taken for changed because the laboratory tidied the case of their name', async () => {
  const visitId = desk.addVisit(2, { patient: null });
  const asked = { ...(await seen(visitId)), patientId: ADA_ID, chosenAs: await ada() };
  patientIs(desk, 1, { last_name: 'OLIVER' });
  expect(await desk.done('visits.assignPatient', asked)).toMatchObject({ patientMissing: false });
});
