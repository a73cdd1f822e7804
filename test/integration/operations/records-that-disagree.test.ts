// The service keeps a patient's name and date of birth twice, and the two can differ. Then nobody at a screen knows which
// is right: no label leaves and none is proven, until the person was asked with both namings on the screen.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VisitTrouble } from '../../../src/contract/views.ts';
import { linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { ownRecordIs, patientIs, registrationIs } from '../../support/service-says.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { TestAnswer } from '../../support/test-service.ts';
import { BEA, deskSteps, IDENTIFIERS, papersOf, troubleKinds } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const {
  visitOf,
  seen,
  checkIn,
  checkInAndStart,
  print,
  scan,
  proven,
  collected,
  destroyAll,
  startCollecting,
} = deskSteps(() => desk);

const OLD = { firstName: 'Ada', lastName: 'Oliver', dateOfBirth: '1984-03-15' };
const NEW = { firstName: 'Ada', lastName: 'Changed', dateOfBirth: '1999-09-09' };
const copySaysNew = (): void =>
  registrationIs(desk, 1, { last_name: 'Changed', date_of_birth: '1999-09-09' });

type Doubt = Extract<VisitTrouble, { kind: 'person-in-doubt' }>;
async function doubtOf(visitId: string): Promise<Doubt | undefined> {
  const { troubles } = await visitOf(visitId);
  return troubles.find((trouble) => trouble.kind === 'person-in-doubt');
}
const settle = async (visitId: string, confirmedAs: typeof OLD) =>
  desk.done('visits.checkIn', { ...(await seen(visitId)), identifiers: IDENTIFIERS, confirmedAs });

describe('records that disagree about the person', () => {
  it('are shown on visit and board, with both namings, and withdraw the confirmation', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    copySaysNew();
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ deskState: 'arrived', identity: null, person: OLD });
    expect(visit.troubles).toEqual([
      {
        kind: 'identity-withdrawn',
        confirmedFor: { ...OLD, patientId: uuidOf(30_001) },
        changes: ['contradicted'],
        fromState: 'collecting',
      },
      {
        kind: 'person-in-doubt',
        namings: [
          { ...OLD, patientId: uuidOf(30_001), from: 'patient' },
          { ...NEW, patientId: uuidOf(30_001), from: 'registration' },
        ],
        other: null,
        answer: null,
      },
    ]);
    const board = await desk.done('board.get', {});
    expect(board.rows.find(({ id }) => id === visitId)?.troubles).toEqual(visit.troubles);
    expect(visit.activity[0]).toMatchObject({
      kind: 'confirmation-withdrawn',
      detail: { changes: 'contradicted', from: 'collecting' },
    });
  });

  it('prevent that anything is printed, proven or collected', async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    await print(visitId);
    copySaysNew();
    const error = { kind: 'rejected', fields: { patient: 'in-doubt' } };
    expect(await desk.refused('labels.print', { visitId })).toMatchObject(error);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'visit',
      visit: { labels: { verified: 0 } },
    });
    expect(await desk.refused('visits.move', { ...(await seen(visitId)), to: 'collecting' })).toMatchObject({
      fields: { identity: 'not-confirmed' },
    });
    expect(
      await desk.refused('visits.collect', {
        ...(await seen(visitId)),
        collectedAtMs: NINE_O_CLOCK_MS,
        relaxedReason: 'Hurry',
      }),
    ).toMatchObject({ kind: 'conflict' });
    // Which of the two is wrong is not known yet, so nothing has to be destroyed.
    expect(papersOf(await visitOf(visitId))).toEqual([]);
  });

  it('stop a label that waits for its printer, also when nobody looks at the visit', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobNow = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string);
    await eventually(() => jobNow()?.state === 'attention');
    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    copySaysNew();
    desk.parts.printQueue.wake();
    await eventually(() => jobNow()?.state === 'cancelled');
    expect(desk.printed).toEqual([]);
  });

  it('cannot be confirmed without choosing the right reading and asking for what differs', async () => {
    const visitId = desk.addVisit(1);
    copySaysNew();
    const input = await seen(visitId);
    expect(await desk.refused('visits.checkIn', { ...input, identifiers: IDENTIFIERS })).toMatchObject({
      fields: { confirmedAs: 'missing' },
    });
    expect(
      await desk.refused('visits.checkIn', {
        ...input,
        identifiers: IDENTIFIERS,
        confirmedAs: { ...OLD, lastName: 'Somebody' },
      }),
    ).toMatchObject({ kind: 'conflict', reason: 'changed' });
    for (const kinds of [
      ['name', 'photo-id'],
      ['date-of-birth', 'photo-id'],
    ] as const) {
      const identifiers = kinds.map((kind) => ({ kind, stated: null }));
      expect(await desk.refused('visits.checkIn', { ...input, identifiers, confirmedAs: NEW })).toMatchObject(
        {
          fields: { identifiers: 'differing-part' },
        },
      );
    }
    // What was stated is compared with the naming that is confirmed.
    const identifiers = [
      { kind: 'name' as const, stated: 'Ada Oliver' },
      { kind: 'date-of-birth' as const, stated: '9/9/1999' },
    ];
    expect(await desk.refused('visits.checkIn', { ...input, identifiers, confirmedAs: NEW })).toMatchObject({
      fields: { 'identifiers.0': 'differs' },
    });
  });

  it('are settled by asking the person: labels are made for what was confirmed, and the activity says so', async () => {
    const visitId = desk.addVisit(1);
    copySaysNew();
    const visit = await settle(visitId, NEW);
    expect(visit).toMatchObject({
      deskState: 'arrived',
      troubles: [],
      person: NEW,
      identity: { person: NEW, decidedAgainst: [{ ...OLD, from: 'patient' }] },
    });
    expect(visit.activity[0]).toMatchObject({
      kind: 'person-settled',
      detail: { from: 'registration', differs: 'last-name, date-of-birth' },
    });
    await startCollecting(visitId);
    await print(visitId);
    expect(desk.printed[0]).toContain('CHANGED');
    expect(desk.printed[0]).toContain('09-Sep-1999');
    expect(desk.printed[0]).not.toContain('OLIVER');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
    const done = await desk.done('visits.collect', {
      ...(await seen(visitId)),
      collectedAtMs: NINE_O_CLOCK_MS,
    });
    expect(done).toMatchObject({ deskState: 'collected', person: NEW });
  });

  it('leave a label that agrees with what was settled valid, and its proof too', async () => {
    const visitId = desk.addVisit(1);
    await proven(visitId, 'SAMP0001');
    copySaysNew();
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived', labels: { verified: 1 } });
    expect(await settle(visitId, OLD)).toMatchObject({ troubles: [], labels: { verified: 1 } });
  });

  it('ask for a label that was made for the other naming to be destroyed', async () => {
    const visitId = desk.addVisit(1);
    await proven(visitId, 'SAMP0001');
    copySaysNew();
    const settled = await settle(visitId, NEW);
    expect(papersOf(settled)).toMatchObject([
      { code: 'SAMP0001', why: 'person-changed', madeFor: { lastName: 'Oliver' } },
    ]);
    // The version is the newest: the next press on this answer is not refused.
    await desk.done('visits.move', { visitId, seenVersion: settled.version, to: 'collecting' });
    await destroyAll(visitId);
    await print(visitId);
    expect(desk.printed[1]).toContain('CHANGED');
  });

  it('stay settled while the service’s copy stays as it was, and are open again when it changes to a third reading', async () => {
    const visitId = desk.addVisit(1);
    copySaysNew();
    await settle(visitId, OLD);
    registrationIs(desk, 1, { last_name: 'Changed', date_of_birth: '1999-09-09', status: 'processing' });
    expect(await visitOf(visitId)).toMatchObject({ identity: { person: OLD }, troubles: [] });
    registrationIs(desk, 1, { last_name: 'Third' });
    expect(troubleKinds(await visitOf(visitId))).toEqual(['identity-withdrawn', 'person-in-doubt']);
  });

  it('count as a changed person when both records come to show the reading that was not confirmed', async () => {
    const visitId = desk.addVisit(1);
    copySaysNew();
    await settle(visitId, OLD);
    await startCollecting(visitId);
    await print(visitId);
    ownRecordIs(desk, 1, { last_name: 'Changed', date_of_birth: '1999-09-09' });
    const visit = await visitOf(visitId);
    expect(troubleKinds(visit)).toEqual(['identity-withdrawn', 'destroy-labels']);
    expect(visit.troubles[0]).toMatchObject({ changes: ['last-name', 'date-of-birth'] });
    expect(visit.person).toMatchObject(NEW);
  });

  it('are no longer in doubt when they agree again, but the person must still be identified again', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    copySaysNew();
    await visitOf(visitId);
    registrationIs(desk, 1, {});
    expect(troubleKinds(await visitOf(visitId))).toEqual(['identity-withdrawn']);
    expect(await checkIn(visitId)).toMatchObject({
      troubles: [],
      identity: { person: OLD, decidedAgainst: [] },
    });
  });

  it('do not count as different where one is empty or differs only in spelling', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    registrationIs(desk, 1, { first_name: null, last_name: ' OLIVER ', date_of_birth: null });
    expect(await visitOf(visitId)).toMatchObject({ identity: { person: OLD }, troubles: [] });
    registrationIs(desk, 1, { first_name: ' ', last_name: '' });
    expect(await visitOf(visitId)).toMatchObject({ identity: { person: OLD }, troubles: [] });
  });

  it('take "collected" back, and nobody counts as collected again before it is settled', async () => {
    const here = desk.addVisit(1);
    await collected(here, 'SAMP0001');
    await desk.done('visits.move', { ...(await seen(here)), to: 'left' });
    copySaysNew();
    expect(troubleKinds(await visitOf(here))).toEqual(['identity-withdrawn', 'person-in-doubt']);
    expect(await desk.refused('visits.move', { ...(await seen(here)), to: 'collected' })).toMatchObject({
      fields: { identity: 'not-confirmed' },
    });
    await desk.done('visits.move', { ...(await seen(here)), to: 'arrived' });
    expect(await settle(here, OLD)).toMatchObject({ deskState: 'arrived', troubles: [] });
  });

  it('between two registrations of one visit count as well', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: OLD });
    registrationIs(desk, 2, {
      patient_id: uuidOf(30_001),
      appointment_id: uuidOf(10_001),
      first_name: 'Adah',
    });
    linkRegistration(desk.parts.store.db, visitId, uuidOf(20_002));
    expect((await doubtOf(visitId))?.namings.map(({ firstName }) => firstName)).toEqual(['Ada', 'Adah']);
  });
});

describe('the question for the patient’s own record', () => {
  const patientCalls = (): number =>
    desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.patient').length;
  const json = (status: number, body: unknown): TestAnswer => ({ status, body });

  async function copyChangesAtTheService(answer: (() => TestAnswer) | null): Promise<string> {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await desk.setLine({ up: true, reading: false });
    await checkIn(visitId);
    const id = uuidOf(20_001);
    const stored = desk.service.registrations.get(id);
    if (!stored) throw new Error('The service has no such registration.');
    desk.service.registrations.set(id, { ...stored, last_name: 'Changed', date_of_birth: '1999-09-09' });
    if (answer) {
      desk.service.answer = ({ endpoint, params }) =>
        endpoint === 'registrations.patient' && params['id'] === id ? answer() : null;
    }
    await desk.advance(5 * 90_000);
    return visitId;
  }

  it.each([
    ['fails', 'failed', () => json(500, { error: { code: 'x', message: 'x' } })],
    [
      'finds nothing',
      'not-there',
      () => json(404, { error: { code: 'not-found', message: 'There is no such record.' } }),
    ],
    ['says the old', 'same', null],
    ['cannot be read', 'unreadable', () => json(200, { id: uuidOf(30_001), first_name: 7 })],
  ] as const)('%s: the doubt says so', async (_, answer, answered) => {
    const visitId = await copyChangesAtTheService(answered);
    expect(await doubtOf(visitId)).toMatchObject({
      namings: [OLD, NEW],
      answer,
      other: null,
    });
    expect((await desk.done('connection.get', {})).state).not.toBe('offline');
    // Everybody else's records are read all the same.
    const others = (): number =>
      desk.service.requests.filter(
        ({ endpoint, params }) => endpoint === 'registrations.patient' && params['id'] === uuidOf(20_002),
      ).length;
    const before = others();
    await desk.advance(5 * 90_000);
    expect(others()).toBeGreaterThan(before);
  });

  it('answers with another patient: the doubt names them, whatever the copy says', async () => {
    const visitId = await copyChangesAtTheService(() => json(200, desk.service.patients.get(uuidOf(30_002))));
    expect(await doubtOf(visitId)).toMatchObject({
      namings: [OLD, NEW],
      answer: 'another',
      other: { person: BEA },
    });
  });

  it('answers with another patient though the copy agrees: nothing is printed before the person was asked', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await desk.setLine({ up: true, reading: false });
    await checkIn(visitId);
    desk.service.answer = ({ endpoint, params }) =>
      endpoint === 'registrations.patient' && params['id'] === uuidOf(20_001)
        ? json(200, desk.service.patients.get(uuidOf(30_002)))
        : null;
    await desk.advance(5 * 90_000);
    expect(await doubtOf(visitId)).toMatchObject({
      namings: [OLD],
      answer: 'another',
      other: { person: BEA },
    });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { patient: 'in-doubt' },
    });
    expect(await settle(visitId, OLD)).toMatchObject({ troubles: [], identity: { person: OLD } });
    // It goes on answering so, and that was settled.
    await desk.advance(5 * 90_000);
    expect(await visitOf(visitId)).toMatchObject({ troubles: [], identity: { person: OLD } });
    // A failure in between says nothing against it; the right record does.
    desk.service.answer = () => null;
    await desk.advance(5 * 90_000);
    expect(await visitOf(visitId)).toMatchObject({
      troubles: [],
      identity: { person: OLD, decidedAgainst: [] },
    });
  });

  it('is asked at once when a correction was read halfway, so that no doubt remains', async () => {
    const visitId = desk.addVisit(1);
    await desk.setLine({ up: true, reading: false });
    const id = uuidOf(20_001);
    const registration = desk.service.registrations.get(id);
    const patient = desk.service.patients.get(uuidOf(30_001));
    if (!registration || !patient) throw new Error('The service lacks its records.');
    const corrected = { last_name: 'Changed', date_of_birth: '1999-09-09' };
    const before = patientCalls();
    desk.service.registrations.set(id, { ...registration, ...corrected });
    desk.service.patients.set(patient.id, { ...patient, ...corrected });
    await desk.advance(90_000);
    expect(patientCalls()).toBeGreaterThan(before);
    expect(await visitOf(visitId)).toMatchObject({ person: NEW, troubles: [] });
  });
});

it('a change of both records is a changed person and no doubt', async () => {
  const visitId = desk.addVisit(1);
  await checkIn(visitId);
  patientIs(desk, 1, { last_name: 'Changed' });
  expect(troubleKinds(await visitOf(visitId))).toEqual(['identity-withdrawn']);
});
