// A confirmation, a label and a proof belong to a person, and stop being good the moment that changes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, run } from '../../../src/core/store/db/database.ts';
import { mapId } from '../../../src/core/store/outbox/id-map.ts';
import type { PersonNamed } from '../../../src/domain/person.ts';
import { namedOf } from '../../../src/domain/person.ts';
import { listVisitsToReview } from '../../../src/core/store/desk/identity-review.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { dropRegistration } from '../../../src/core/store/desk/visits-of-appointments.ts';
import { writeSetting } from '../../../src/core/store/desk/settings.ts';
import { saveOddRecords } from '../../../src/core/store/mirror/odd-records.ts';
import { upsertRegistrations } from '../../../src/core/store/mirror/registrations.ts';
import type { Registration } from '../../../src/wire/registration.ts';
import { ensureVisitForAppointment, linkRegistration } from '../../../src/core/store/desk/visits.ts';
import {
  appointmentIsFor,
  labelCodeIs,
  patientIs,
  registrationBelongsTo,
  registrationIs,
} from '../../support/service-says.ts';
import { listInShortPages } from '../../support/test-service.ts';
import { eventually, LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { ADA_ENTERED, BEA, deskSteps, IDENTIFIERS, papersOf, troubleKinds } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { visitOf, seen, checkIn, startCollecting, print, scan, proven, collected, destroyAll } = deskSteps(
  () => desk,
);

describe('a registration that names somebody else when it is asked for by itself', () => {
  const REGISTRATION = uuidOf(20_001);
  const MINUTE_MS = 60_000;

  it.each([
    { what: 'once', times: 1, deskState: 'collecting', name: 'Oliver' },
    { what: 'twice', times: 2, deskState: 'arrived', name: 'Miles' },
  ])('is somebody else’s only where it says so twice: $what', async (named) => {
    const [visitId = ''] = [null, BEA, null, null, null, null, null, null, null].map((patient, at) =>
      desk.addVisit(at + 1, patient ? { patient } : {}),
    );
    await desk.setLine({ up: true, reading: false });
    await desk.advance(5 * MINUTE_MS);
    await proven(visitId, 'SAMP0001');
    const { registrations, patients } = desk.service;
    const { patient_id, first_name, last_name, date_of_birth } = registrations.get(uuidOf(20_002)) ?? {};
    const asBeas = { ...registrations.get(REGISTRATION), patient_id, first_name, last_name, date_of_birth };
    let told = 0;
    desk.service.answer = (request) => {
      const isAbout = request.params['id'] === REGISTRATION;
      if (isAbout && request.endpoint === 'registrations.patient' && told > 1)
        return { status: 200, body: patients.get(uuidOf(30_002)) };
      if (!isAbout || request.endpoint !== 'registrations.get' || told >= named.times)
        return listInShortPages(desk.service, request);
      told += 1;
      return { status: 200, body: asBeas };
    };
    for (let seconds = 0; seconds < 600 && told < named.times; seconds += 1) await desk.advance(1_000);
    expect(told).toBe(named.times);
    await desk.advance(1_000);
    expect(await visitOf(visitId)).toMatchObject({
      deskState: named.deskState,
      person: { lastName: named.name },
    });
  });
});

describe('a list in which a registration names somebody else than it does by itself', () => {
  it.each([
    { what: 'once', times: 1, states: ['collecting, sure'] },
    { what: 'each time', times: Infinity, states: ['collecting, sure', 'arrived, in doubt'] },
  ])('puts nobody else on a visit, and is a doubt only where it goes on: $what', async (listed) => {
    const [visitId = ''] = [null, BEA, null, null, null, null, null, null, null].map((patient, at) =>
      desk.addVisit(at + 1, patient ? { patient } : {}),
    );
    await desk.setLine({ up: true, reading: false });
    await desk.advance(5 * 60_000);
    await proven(visitId, 'SAMP0001');
    const { registrations } = desk.service;
    const { patient_id, first_name, last_name, date_of_birth } = registrations.get(uuidOf(20_002)) ?? {};
    let told = 0;
    desk.service.answer = (request) => {
      const page = listInShortPages(desk.service, request);
      const [item] = (page?.body as { items: { id: string }[] } | undefined)?.items ?? [];
      if (page === null || item?.id !== uuidOf(20_001) || told >= listed.times) return page;
      told += 1;
      const items = [{ ...item, patient_id, first_name, last_name, date_of_birth }];
      return { ...page, body: { ...(page.body as object), items } };
    };
    const states: string[] = [];
    for (let seconds = 0; seconds < 6000; seconds += 15) {
      await desk.advance(15_000);
      const { deskState, troubles } = await visitOf(visitId);
      const isInDoubt = troubles.some(({ kind }) => kind === 'person-in-doubt');
      const state = `${deskState}, ${isInDoubt ? 'in doubt' : 'sure'}`;
      if (state !== states.at(-1)) states.push(state);
    }
    expect(told).toBeGreaterThan(0);
    // Once in doubt it stays so, and is not the one's and the other's in turn.
    expect(states).toEqual(listed.states);
    // The label names one of the two, and nobody knows yet which is right.
    const inDoubt = await visitOf(visitId);
    expect(papersOf(inDoubt)).toEqual([]);
    expect(inDoubt.labels.verified).toBe(1);
    if (listed.times === 1) return;
    appointmentIsFor(desk, 1, null);
    const doubt = inDoubt.troubles.find((trouble) => trouble.kind === 'person-in-doubt');
    await desk.done('visits.checkIn', {
      ...(await seen(visitId)),
      identifiers: IDENTIFIERS,
      confirmedAs: namedOf(doubt?.namings[0] as PersonNamed),
    });
    expect(papersOf(await visitOf(visitId))).toMatchObject([{ code: 'SAMP0001', why: 'person-changed' }]);
  });
});

describe('a change of whom a visit is for', () => {
  it.each([
    [
      'the service gives the registration to somebody else',
      'person',
      () => registrationBelongsTo(desk, 1, 2),
    ],
    ['the service takes the person off', 'person', () => registrationBelongsTo(desk, 1, null)],
    ['the first name is corrected', 'first-name', () => patientIs(desk, 1, { first_name: 'Adah' })],
    ['the surname is corrected', 'last-name', () => patientIs(desk, 1, { last_name: 'Olivier' })],
    [
      'the date of birth is corrected',
      'date-of-birth',
      () => patientIs(desk, 1, { date_of_birth: '1984-05-13' }),
    ],
  ])('withdraws confirmation, proof and papers, and says so: %s', async (_, change, happen) => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await proven(visitId, 'SAMP0001');
    happen();

    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ deskState: 'arrived', identity: null, labels: { verified: 0 } });
    expect(visit.arrivedAtMs).toBe(NINE_O_CLOCK_MS);
    expect(visit.troubles).toContainEqual({
      kind: 'identity-withdrawn',
      confirmedFor: {
        patientId: uuidOf(30_001),
        firstName: 'Ada',
        lastName: 'Oliver',
        dateOfBirth: '1984-03-15',
      },
      changes: [change],
      fromState: 'collecting',
    });
    expect(papersOf(visit)).toMatchObject([
      { code: 'SAMP0001', why: 'person-changed', madeFor: { lastName: 'Oliver' } },
    ]);
    expect(visit.activity.slice(0, 2).map((entry) => entry.kind)).toEqual([
      'label-withdrawn',
      'confirmation-withdrawn',
    ]);
    const board = await desk.done('board.get', {});
    expect(board.rows.find((row) => row.id === visitId)?.troubles).toEqual(visit.troubles);
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({ kind: 'rejected' });
  });

  it('prints nothing that waits for its printer', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobState = async () =>
      (await desk.done('printJobs.list', {})).items.find(({ id }) => id === jobs[0]?.id)?.state;
    for (let turn = 0; turn < 200 && (await jobState()) !== 'attention'; turn += 1);
    expect(await jobState()).toBe('attention');

    registrationBelongsTo(desk, 1, 2);
    expect(await jobState()).toBe('cancelled');
    expect(papersOf(await visitOf(visitId))).toEqual([]);
  });

  it('is seen by the printer’s queue itself, when nobody has looked at the visit since', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobNow = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string);
    await eventually(() => jobNow()?.state === 'attention');

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    registrationBelongsTo(desk, 1, 2);
    desk.parts.printQueue.wake();
    await eventually(() => jobNow()?.state === 'cancelled');
    expect(desk.printed).toEqual([]);
  });

  it('asks for the person again, prints the right name once the old label is destroyed, and needs a proof of that label', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await proven(visitId, 'SAMP0001');
    registrationBelongsTo(desk, 1, 2);

    const again = await checkIn(visitId);
    expect(again).toMatchObject({ deskState: 'arrived', identity: { person: { lastName: 'Miles' } } });
    expect(troubleKinds(again)).toEqual(['destroy-labels']);
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { labels: 'destroy-first' },
    });
    await startCollecting(visitId);
    // The old paper carries the same code, and proves nothing.
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'destroy-first' });
    const clean = await destroyAll(visitId);
    expect(clean.troubles).toEqual([]);
    expect(clean.activity[0]).toMatchObject({ kind: 'label-destroyed', detail: { code: 'SAMP0001' } });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-not-proven',
      why: 'said-destroyed',
    });

    await print(visitId);
    expect(desk.printed[1]).toContain('MILES');
    expect(desk.printed[1]).not.toContain('REPRINT');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified', alreadyVerified: false });
  });

  it('is none where the service no longer has the registration, but its label must be destroyed and proves nothing', async () => {
    const visitId = desk.addVisit(1);
    await collected(visitId, 'SAMP0001');
    dropRegistration(desk.parts.store.db, uuidOf(20_001));
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ deskState: 'collecting', labels: { verified: 0 } });
    expect(papersOf(visit)).toMatchObject([{ code: 'SAMP0001', why: 'registration-gone' }]);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-refused', why: 'out-of-date' });
  });

  it('is the same where another machine has taken over and has not read the registrations yet, and judged once it has', async () => {
    const { db } = desk.parts.store;
    const [there = '', gone = '', unread = ''] = [desk.addVisit(1), desk.addVisit(2), desk.addVisit(3)];
    await collected(there, 'SAMP0001');
    await collected(gone, 'SAMP0002');
    await collected(unread, 'SAMP0003');
    const state = { takenOver: { atMs: 1, from: 'desk-2', copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 } };
    run(db, 'INSERT INTO copy_state (id, state) VALUES (1, ?)', [JSON.stringify(state)]);
    const read = all<{ id: string; body: string }>(db, 'SELECT id, body FROM mirror_registration');
    run(db, 'DELETE FROM mirror_registration');
    for (const id of [there, gone, unread]) {
      const visit = await visitOf(id);
      expect(visit).toMatchObject({ deskState: 'collected' });
      expect(papersOf(visit)).toEqual([]);
    }
    const bodies = read.map(({ body }) => JSON.parse(body) as Registration);
    upsertRegistrations(
      db,
      bodies.filter(({ id }) => id === uuidOf(20_001)),
      NINE_O_CLOCK_MS,
    );
    await visitOf(there);
    // A whole site is marked while its list is read, and what is judged need not be judged before each operation.
    expect(listVisitsToReview(db).toSorted()).toEqual([gone, unread].toSorted());
    const odd = { id: uuidOf(20_003), field: 'status', reason: 'is not known', used: false };
    saveOddRecords(db, 'registration', [odd], NINE_O_CLOCK_MS);
    writeSetting(db, 'registrationsNotListed', 0);
    expect(await visitOf(there)).toMatchObject({ deskState: 'collected', labels: { verified: 1 } });
    expect(papersOf(await visitOf(gone))).toMatchObject([{ code: 'SAMP0002', why: 'registration-gone' }]);
    expect(papersOf(await visitOf(unread))).toEqual([]);
  });

  describe('where the service had lost the registration for a while', () => {
    const lose = (number: number): string | null =>
      dropRegistration(desk.parts.store.db, uuidOf(20_000 + number));

    it('gives back what was collected and proven, when it has it again for the same person with the same code', async () => {
      const visitId = desk.addVisit(1);
      await collected(visitId, 'SAMP0001');
      const before = await visitOf(visitId);
      lose(1);
      expect(papersOf(await visitOf(visitId))).toHaveLength(1);
      registrationIs(desk, 1, {});
      const after = await visitOf(visitId);
      expect(after).toMatchObject({
        deskState: 'collected',
        collectedAtMs: before.collectedAtMs,
        identity: before.identity,
        labels: { verified: 1 },
        troubles: [],
      });
      expect(after.activity[0]).toMatchObject({ kind: 'label-good-again', detail: { code: 'SAMP0001' } });
      // Once more, and the same again.
      lose(1);
      expect(papersOf(await visitOf(visitId))).toHaveLength(1);
      registrationIs(desk, 1, {});
      expect(await visitOf(visitId)).toMatchObject({ deskState: 'collected', troubles: [] });
    });

    it('goes on with who is being collected as before', async () => {
      const visitId = desk.addVisit(1);
      await proven(visitId, 'SAMP0001');
      lose(1);
      expect(papersOf(await visitOf(visitId))).toHaveLength(1);
      registrationIs(desk, 1, {});
      expect(await visitOf(visitId)).toMatchObject({
        deskState: 'collecting',
        labels: { verified: 1 },
        troubles: [],
      });
    });

    it('has nothing destroyed of whoever has left, though the laboratory is done with them by then', async () => {
      const visitId = desk.addVisit(1);
      await collected(visitId, 'SAMP0001');
      await desk.done('visits.move', { ...(await seen(visitId)), to: 'left' });
      lose(1);
      expect(papersOf(await visitOf(visitId))).toHaveLength(1);
      registrationIs(desk, 1, { completed_at: '2026-03-03T09:30:00.000Z' });
      expect(await visitOf(visitId)).toMatchObject({
        deskState: 'left',
        labels: { verified: 1 },
        troubles: [],
      });
    });

    it('asks nobody again who they are whom only the registration named', async () => {
      const visitId = desk.addVisit(1);
      appointmentIsFor(desk, 1, null);
      await checkIn(visitId);
      lose(1);
      expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived', troubles: [] });
      registrationIs(desk, 1, {});
      expect(await visitOf(visitId)).toMatchObject({
        identity: { person: { lastName: 'Oliver' } },
        troubles: [],
      });
    });

    it.each([
      { what: 'it has another person', change: () => registrationBelongsTo(desk, 1, 2) },
      {
        what: 'it has another code',
        change() {
          registrationIs(desk, 1, {});
          labelCodeIs(desk, 1, 'SAMP0009');
        },
      },
    ])('has the label destroyed all the same where $what', async ({ change }) => {
      const visitId = desk.addVisit(1);
      desk.addVisit(2, { patient: BEA });
      await collected(visitId, 'SAMP0001');
      lose(1);
      await visitOf(visitId);
      change();
      const visit = await visitOf(visitId);
      expect(papersOf(visit)).toMatchObject([{ code: 'SAMP0001' }]);
      expect(visit.labels.verified).toBe(0);
      registrationIs(desk, 1, {});
      labelCodeIs(desk, 1, 'SAMP0001');
      expect(papersOf(await visitOf(visitId))).toHaveLength(1);
    });

    it('keeps what was made anew at another visit that has it since, when the paper of before is destroyed', async () => {
      const before = desk.addVisit(1);
      await proven(before, 'SAMP0001');
      lose(1);
      expect(papersOf(await visitOf(before))).toHaveLength(1);
      const { db } = desk.parts.store;
      const at = { locationId: LOCATION_ID, date: '2026-03-03', nowMs: NINE_O_CLOCK_MS };
      const { visitId } = ensureVisitForAppointment(db, { appointmentId: uuidOf(10_009), ...at });
      linkRegistration(db, visitId, uuidOf(20_001));
      registrationIs(desk, 1, {});
      await checkIn(visitId);
      await startCollecting(visitId);
      const [label] = (await visitOf(visitId)).labelList;
      const { id: labelId = null, jobId: seenJobId = null } = label ?? {};
      await desk.done('labels.print', { visitId, labelId, seenJobId, reprintReason: 'For the new tube' });
      await eventually(() => desk.printed.length === 2);
      expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
      await destroyAll(before);
      expect((await visitOf(visitId)).labels.verified).toBe(1);
    });

    it.each([
      { what: 'the same person', person: 1, papers: 0, verified: 1 },
      { what: 'somebody else', person: 2, papers: 1, verified: 0 },
    ])('and has it on another appointment: the label goes with it, for $what', async (of) => {
      const before = desk.addVisit(1);
      desk.addVisit(2, { patient: BEA });
      await collected(before, 'SAMP0001');
      await desk.done('visits.move', { ...(await seen(before)), to: 'left' });
      lose(1);
      expect(papersOf(await visitOf(before))).toHaveLength(1);
      const { db } = desk.parts.store;
      const at = { locationId: LOCATION_ID, date: '2026-03-04', nowMs: NINE_O_CLOCK_MS };
      registrationIs(desk, 1, {});
      if (of.person !== 1) registrationBelongsTo(desk, 1, of.person);
      const { visitId } = ensureVisitForAppointment(db, { appointmentId: uuidOf(10_009), ...at });
      linkRegistration(db, visitId, uuidOf(20_001));
      expect((await visitOf(visitId)).labels).toMatchObject({ verified: of.verified });
      expect(papersOf(await visitOf(before))).toHaveLength(of.papers);
    });

    it.each([
      { what: 'becomes somebody else’s', change: () => registrationBelongsTo(desk, 1, 2) },
      { what: 'gets another code', change: () => labelCodeIs(desk, 1, 'SAMP0009') },
      { what: 'is lost once more', change: () => lose(1) },
    ])('proves nothing at the visit it went to, once it $what there', async ({ change }) => {
      const before = desk.addVisit(1);
      desk.addVisit(2, { patient: BEA });
      await collected(before, 'SAMP0001');
      await desk.done('visits.move', { ...(await seen(before)), to: 'left' });
      const { db } = desk.parts.store;
      const at = { locationId: LOCATION_ID, date: '2026-03-04', nowMs: NINE_O_CLOCK_MS };
      const { visitId } = ensureVisitForAppointment(db, { appointmentId: uuidOf(10_009), ...at });
      linkRegistration(db, visitId, uuidOf(20_001));
      expect((await visitOf(visitId)).labels).toMatchObject({ verified: 1 });
      change();
      expect((await visitOf(visitId)).labels).toMatchObject({ verified: 0 });
      expect(papersOf(await visitOf(visitId))).toMatchObject([{ code: 'SAMP0001' }]);
    });

    it('does not give back what somebody has destroyed meanwhile', async () => {
      const visitId = desk.addVisit(1);
      await collected(visitId, 'SAMP0001');
      lose(1);
      await destroyAll(visitId);
      registrationIs(desk, 1, {});
      expect(await visitOf(visitId)).toMatchObject({ deskState: 'collecting', labels: { verified: 0 } });
    });
  });

  it('takes "collected" back, and changes nothing for people who have left', async () => {
    const here = desk.addVisit(1);
    const gone = desk.addVisit(2);
    await collected(here, 'SAMP0001');
    await collected(gone, 'SAMP0002');
    await desk.done('visits.move', { ...(await seen(gone)), to: 'left' });
    patientIs(desk, 1, { last_name: 'Olivier' });
    patientIs(desk, 2, { last_name: 'Olivier' });
    // Asked again, and not among those who wait for a phlebotomist.
    expect(await visitOf(here)).toMatchObject({
      deskState: 'arrived',
      collectedAtMs: null,
      waitingSinceMs: null,
    });
    const left = await visitOf(gone);
    expect(left).toMatchObject({
      deskState: 'left',
      collectedAtMs: NINE_O_CLOCK_MS,
      labels: { verified: 0 },
    });
    expect(troubleKinds(left)).toEqual(['identity-withdrawn', 'destroy-labels']);
    // Nobody is collected again on a confirmation that is none.
    expect(await desk.refused('visits.move', { ...(await seen(gone)), to: 'collected' })).toMatchObject({
      fields: { identity: 'not-confirmed' },
    });
  });

  it('is not seen when the service changes only case and blanks, or says the same again', async () => {
    const visitId = desk.addVisit(1);
    await proven(visitId, 'SAMP0001');
    patientIs(desk, 1, { first_name: 'ADA', last_name: ' oliver', email: 'ada.new@example.test' });
    registrationIs(desk, 1, { status: 'processing' });
    expect(await visitOf(visitId)).toMatchObject({
      deskState: 'collecting',
      labels: { verified: 1 },
      troubles: [],
    });
  });

  it('is not seen when a person created here is found at the service under an id of its own', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    const created = await desk.done('patients.create', { draft: ADA_ENTERED });
    const patientId = created.kind === 'created' ? created.person.id : '';
    await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId });
    await checkIn(visitId);
    // The service's record of the same person, first as news of the service, then linked.
    patientIs(desk, 7, {});
    mapId(desk.parts.store.db, 'patient', patientId, uuidOf(30_007));
    registrationBelongsTo(desk, 1, 7);
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived', identity: {}, troubles: [] });
  });

  it('is not seen in a label whose name is cut, when that person is found at the service under an id of its own', async () => {
    const LONG = { firstName: 'Wilhelmina '.repeat(6).trim(), lastName: 'Montgomery'.repeat(6) };
    const visitId = desk.addVisit(1, { patient: null });
    const created = await desk.done('patients.create', { draft: { ...ADA_ENTERED, ...LONG } });
    const patientId = created.kind === 'created' ? created.person.id : '';
    await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId });
    await checkIn(visitId);
    await print(visitId);
    expect(desk.printed[0]).toContain('NAME CUT');
    patientIs(desk, 7, { first_name: LONG.firstName, last_name: LONG.lastName });
    mapId(desk.parts.store.db, 'patient', patientId, uuidOf(30_007));
    registrationBelongsTo(desk, 1, 7);
    const [label] = (await visitOf(visitId)).labelList;
    // Their own name on the label before is nobody else's.
    await desk.done('labels.print', {
      visitId,
      labelId: label?.id ?? '',
      seenJobId: label?.jobId ?? '',
      reprintReason: 'Smudged',
    });
  });

  it('counts for a printed label also if the arrival was undone before', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await print(visitId);
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    patientIs(desk, 1, { first_name: 'Adah' });
    expect(papersOf(await visitOf(visitId))).toMatchObject([{ code: 'SAMP0001', why: 'person-changed' }]);
  });

  it('does not affect a visit whose sample the laboratory received long ago', async () => {
    const visitId = desk.addVisit(1);
    await collected(visitId, 'SAMP0001');
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'left' });
    desk.setNow(NINE_O_CLOCK_MS + 30 * 86_400_000);
    patientIs(desk, 1, { last_name: 'Married' });
    expect(await visitOf(visitId)).toMatchObject({ labels: { verified: 1 }, troubles: [] });
  });
});

describe('while it is not settled whose visit it is', () => {
  const everything = async (visitId: string) => {
    const input = await seen(visitId);
    return [
      await desk.call('visits.checkIn', { ...input, identifiers: IDENTIFIERS }),
      await desk.call('labels.print', { visitId }),
      await desk.call('visits.collect', { ...input, collectedAtMs: NINE_O_CLOCK_MS }),
    ];
  };

  it('a visit assigned here and given to somebody else at the service is not worked on', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    desk.addVisit(2);
    desk.addVisit(3, { patient: BEA });
    await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId: uuidOf(30_002) });
    registrationBelongsTo(desk, 1, 3);
    expect(troubleKinds(await visitOf(visitId))).toEqual(['patient-contested']);
    const [checkedIn] = await everything(visitId);
    expect(checkedIn).toMatchObject({ ok: false, error: { fields: { patient: 'contested' } } });
  });

  it('a conflict that is found after check-in stops printing, scanning back and collecting', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    desk.addVisit(2);
    desk.addVisit(3, { patient: BEA });
    await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId: uuidOf(30_002) });
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    registrationBelongsTo(desk, 1, 3);
    for (const answer of (await everything(visitId)).slice(1)) {
      expect(answer).toMatchObject({ ok: false, error: { fields: { patient: 'contested' } } });
    }
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'not-ready' });
  });

  it('a label that is being printed is destroyed once it has come out, and nobody is asked about it again', async () => {
    await desk.close();
    let comesOut = (): void => undefined;
    const out = new Promise<void>((resolve) => (comesOut = resolve));
    desk = openTestDesk(
      {},
      {
        transport: {
          async deliver(_address, job) {
            if (!(await job.begin())) return { outcome: 'withheld' };
            await out;
            return { outcome: 'unsure', detail: 'the printer broke the connection' };
          },
        },
      },
    );
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobId = jobs[0]?.id ?? '';
    const state = () => findPrintJob(desk.parts.store.db, jobId)?.state;
    await eventually(() => state() === 'sending');
    patientIs(desk, 1, { last_name: 'Olivier' });
    expect(papersOf(await visitOf(visitId))).toMatchObject([{ code: 'SAMP0001', isBeingSent: true }]);
    expect(await desk.refused('labels.confirmDestroyed', { visitId, jobId })).toMatchObject({
      fields: { label: 'being-printed' },
    });
    comesOut();
    await eventually(() => state() === 'unsure');
    await destroyAll(visitId);
    expect((await desk.done('printJobs.list', {})).items).toMatchObject([{ id: jobId, state: 'cancelled' }]);
    expect(papersOf(await visitOf(visitId))).toEqual([]);
  });

  it('two people on one visit are neither checked in nor labelled', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    linkRegistration(desk.parts.store.db, visitId, uuidOf(20_002));
    const visit = await visitOf(visitId);
    expect(visit.troubles).toMatchObject([
      { kind: 'two-people', people: [{ lastName: 'Oliver' }, { lastName: 'Miles' }] },
    ]);
    expect((await everything(visitId))[0]).toMatchObject({
      ok: false,
      error: { fields: { patient: 'two-people' } },
    });
  });
});
