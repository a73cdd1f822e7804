// Nothing is done while it is not clear whose a visit or a code is: two patients on one visit's records, one code on two.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appointmentIsFor, labelCodeIs, registrationIs } from '../../support/service-says.ts';
import { NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { BEA, deskSteps, IDENTIFIERS, troubleKinds } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const { visitOf, seen, checkIn, checkInAndStart, print, scan } = deskSteps(() => desk);

describe('an appointment of another patient than its registration’s', () => {
  it('stops check-in, labels, scanning back and collecting, and says whom the appointment is for', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkInAndStart(visitId);
    await print(visitId);
    appointmentIsFor(desk, 1, 2);

    const visit = await visitOf(visitId);
    expect(visit.troubles).toMatchObject([
      { kind: 'appointment-of-another', person: { lastName: 'Miles', dateOfBirth: '1990-01-02' } },
    ]);
    const input = await seen(visitId);
    const error = { fields: { patient: 'appointment-of-another' } };
    expect(await desk.refused('labels.print', { visitId })).toMatchObject(error);
    expect(
      await desk.refused('visits.collect', {
        ...input,
        collectedAtMs: NINE_O_CLOCK_MS,
        relaxedReason: 'Hurry',
      }),
    ).toMatchObject(error);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'not-ready' });

    const other = desk.addVisit(3);
    appointmentIsFor(desk, 3, 2);
    expect(
      await desk.refused('visits.checkIn', { ...(await seen(other)), identifiers: IDENTIFIERS }),
    ).toMatchObject(error);
  });

  it('is over as soon as both are for one patient, or the appointment names nobody', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    appointmentIsFor(desk, 1, 2);
    expect(troubleKinds(await visitOf(visitId))).toEqual(['appointment-of-another']);
    appointmentIsFor(desk, 1, null);
    expect(troubleKinds(await visitOf(visitId))).toEqual([]);
    appointmentIsFor(desk, 1, 1);
    await checkIn(visitId);
  });

  it('is read again while the person is here, so that the visit goes on once the service’s data are right', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkIn(visitId);
    appointmentIsFor(desk, 1, 2);
    expect(troubleKinds(await visitOf(visitId))).toEqual(['appointment-of-another']);
    // At the service both are for one patient: only asking after the appointment shows it.
    await desk.setLine({ up: true, reading: false });
    await desk.advance(2 * 90_000);
    expect(troubleKinds(await visitOf(visitId))).toEqual([]);
  });

  it('cannot be caused here: a registration is only given to the patient of its appointment', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    desk.addVisit(2, { patient: BEA });
    desk.addVisit(3);
    appointmentIsFor(desk, 1, 2);
    expect(
      await desk.refused('visits.assignPatient', { ...(await seen(visitId)), patientId: uuidOf(30_003) }),
    ).toMatchObject({ fields: { patientId: 'appointment-of-another' } });
    await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId: uuidOf(30_002) });
    expect(troubleKinds(await visitOf(visitId))).toEqual([]);
  });
});

describe('one code on two patients', () => {
  it('opens neither when it is scanned or typed, and offers both by name and date of birth', async () => {
    const one = desk.addVisit(1);
    const other = desk.addVisit(2, { patient: BEA });
    labelCodeIs(desk, 2, 'SAMP0001');
    for (const source of ['scanner', 'typed'] as const) {
      const outcome = await desk.done('scan.submit', { text: 'samp0001', visitId: null, source });
      expect(outcome).toMatchObject({ kind: 'shared-code', people: [] });
      const visits = outcome.kind === 'shared-code' ? outcome.visits : [];
      expect(visits.map(({ id }) => id).sort()).toEqual([one, other].sort());
      expect(visits.map(({ person }) => person?.dateOfBirth).sort()).toEqual(['1984-03-15', '1990-01-02']);
    }
    const found = await desk.done('search.find', { text: 'SAMP0001' });
    expect(found.visits).toHaveLength(2);
  });

  it('is no proof for a third person, and the refusal says what it is', async () => {
    desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    labelCodeIs(desk, 2, 'SAMP0001');
    const third = desk.addVisit(3, {
      patient: { firstName: 'Cy', lastName: 'Park', dateOfBirth: '1971-01-01' },
    });
    await checkInAndStart(third);
    expect(await scan(third, 'SAMP0001')).toMatchObject({
      kind: 'label-refused',
      why: 'shared-code',
      belongsTo: null,
    });
  });

  it('opens the visit of a code even if another registration’s chosen reference looks like it', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    registrationIs(desk, 2, { foreign_id: 'DRW-AAA001', first_name: 'Bea', last_name: 'Miles' });
    expect(
      await desk.done('scan.submit', { text: 'DRW-AAA001', visitId: null, source: 'scanner' }),
    ).toMatchObject({ kind: 'visit', visit: { id: visitId }, matchedBy: 'trf-code' });
  });
});
