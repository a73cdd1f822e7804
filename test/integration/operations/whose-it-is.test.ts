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

describe('an appointment that is not its registration’s patient’s', () => {
  const registrationId = uuidOf(20_001);
  const ada = uuidOf(30_001);
  const bea = uuidOf(30_002);
  const owner = async () => (await desk.done('registrations.get', { registrationId })).appointment?.known;

  it('is made theirs where it named nobody: on the visit and the registration, with one change', async () => {
    const visitId = desk.addVisit(1);
    expect((await visitOf(visitId)).appointmentDiffers).toBeNull();
    appointmentIsFor(desk, 1, null);
    expect((await visitOf(visitId)).appointmentDiffers).toEqual({ patientId: null, person: null });
    expect(await owner()).toMatchObject({ patientId: null, person: null, differs: true });
    const asked = { registrationId, seenPatientId: ada, seenAppointmentPatientId: null };
    await desk.done('registrations.assignAppointment', asked);
    expect((await visitOf(visitId)).appointmentDiffers).toBeNull();
    expect(await owner()).toMatchObject({ patientId: ada, person: { lastName: 'Oliver' }, differs: false });
    const { items } = await desk.done('outbox.list', {});
    expect(items.map(({ kind }) => kind)).toEqual(['appointment.assign']);
    expect(await desk.refused('registrations.assignAppointment', asked)).toMatchObject({ kind: 'conflict' });
    expect((await visitOf(visitId)).activity[0]).toMatchObject({ kind: 'appointment-assigned' });
  });

  it('is taken over from somebody else only as both were shown', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    appointmentIsFor(desk, 1, 2);
    expect((await visitOf(visitId)).appointmentDiffers).toMatchObject({ person: { lastName: 'Miles' } });
    const asked = (seenPatientId: string, seenAppointmentPatientId: string | null) => ({
      registrationId,
      seenPatientId,
      seenAppointmentPatientId,
    });
    for (const seenElsewise of [asked(ada, null), asked(bea, bea)]) {
      expect((await desk.refused('registrations.assignAppointment', seenElsewise)).kind).toBe('conflict');
    }
    await desk.done('registrations.assignAppointment', asked(ada, bea));
    expect(troubleKinds(await visitOf(visitId))).toEqual([]);
    await checkIn(visitId);
  });

  it('stays as it is while registrations of the visit are not one person’s, or have nobody', async () => {
    desk.addVisit(1, { patient: null });
    const nobody = { registrationId, seenPatientId: ada, seenAppointmentPatientId: null };
    expect(await desk.refused('registrations.assignAppointment', nobody)).toMatchObject({
      fields: { patient: 'missing' },
    });
  });

  it('stays whose it is while the registration’s own change waits for a person, and when that is given up', async () => {
    desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    desk.addVisit(3);
    await desk.done('registrations.assign', { registrationId, patientId: bea, seenPatientId: ada });
    // Meanwhile somebody at another desk has given the registration to a third person.
    const atService = desk.service.registrations.get(registrationId);
    if (!atService) throw new Error('the service has no such registration');
    desk.service.registrations.set(registrationId, { ...atService, patient_id: uuidOf(30_003) });
    await desk.setLine({ up: true, reading: false });
    await desk.advance(10 * 60_000);
    const states = async () =>
      (await desk.done('outbox.list', { show: 'all' })).items.map(({ kind, state }) => `${kind} ${state}`);
    expect((await states()).toSorted()).toEqual([
      'appointment.assign waiting',
      'registration.assign conflict',
    ]);
    const row = (await desk.done('outbox.list', {})).items.find(({ kind }) => kind === 'registration.assign');
    await desk.done('outbox.discard', { rowId: row?.id ?? '', reason: 'They are right' });
    await desk.advance(10 * 60_000);
    expect((await states()).toSorted()).toEqual([
      'appointment.assign discarded',
      'registration.assign discarded',
    ]);
    expect(desk.service.requests.filter(({ endpoint }) => endpoint === 'appointments.update')).toEqual([]);
  });

  it('goes along with a registration that has no visit here, too', async () => {
    desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    appointmentIsFor(desk, 1, null);
    desk.parts.store.db.exec('DELETE FROM visit_registration');
    await desk.done('registrations.assign', { registrationId, patientId: bea, seenPatientId: ada });
    expect((await desk.done('outbox.list', {})).items.map(({ kind }) => kind)).toEqual([
      'registration.assign',
      'appointment.assign',
    ]);
    expect(await owner()).toMatchObject({ patientId: bea, differs: false });
  });
});

describe('one code on two patients', () => {
  it('opens neither when it is scanned or typed, and offers both by name and date of birth', async () => {
    const one = desk.addVisit(1);
    const other = desk.addVisit(2, { patient: BEA });
    labelCodeIs(desk, 2, 'SAMP0001');
    expect(await desk.done('scan.foresee', { text: 'samp0001' })).toEqual({
      text: 'samp0001',
      leadsTo: null,
    });
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
