// A label, a confirmation and a proof belong to a person, and stop being good the moment that changes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VisitDetail, VisitTrouble } from '../../../src/contract/views.ts';
import { mapId } from '../../../src/core/store/outbox/id-map.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { labelCodeIs, patientIs, registrationBelongsTo, registrationIs } from '../../support/service-says.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const IDENTIFIERS = [
  { kind: 'name' as const, stated: null },
  { kind: 'date-of-birth' as const, stated: null },
];
const BEA = { firstName: 'Bea', lastName: 'Miles', dateOfBirth: '1990-01-02' };

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const visitOf = (visitId: string): Promise<VisitDetail> => desk.done('visits.get', { visitId });

async function seen(visitId: string): Promise<{ visitId: string; seenVersion: number }> {
  return { visitId, seenVersion: (await visitOf(visitId)).version };
}

async function checkIn(visitId: string): Promise<VisitDetail> {
  return desk.done('visits.checkIn', { ...(await seen(visitId)), identifiers: IDENTIFIERS });
}

async function startCollecting(visitId: string): Promise<VisitDetail> {
  return desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' });
}

async function print(visitId: string): Promise<void> {
  const before = desk.printed.length;
  await desk.done('labels.print', { visitId });
  await eventually(() => desk.printed.length > before);
}

const scan = (visitId: string, text: string, source: 'scanner' | 'typed' = 'scanner') =>
  desk.done('scan.submit', { text, visitId, source });

/** Checked in, label printed and scanned back. */
async function proven(visitId: string, code: string): Promise<void> {
  await checkIn(visitId);
  await startCollecting(visitId);
  await print(visitId);
  expect(await scan(visitId, code)).toMatchObject({ kind: 'label-verified' });
}

async function collected(visitId: string, code: string): Promise<VisitDetail> {
  await proven(visitId, code);
  return desk.done('visits.collect', { ...(await seen(visitId)), collectedAtMs: NINE_O_CLOCK_MS });
}

function papersOf(visit: VisitDetail): Extract<VisitTrouble, { kind: 'destroy-labels' }>['papers'] {
  const trouble = visit.troubles.find((one) => one.kind === 'destroy-labels');
  return trouble?.kind === 'destroy-labels' ? trouble.papers : [];
}

async function destroyAll(visitId: string): Promise<VisitDetail> {
  for (const paper of papersOf(await visitOf(visitId))) {
    await desk.done('labels.confirmDestroyed', { visitId, jobId: paper.jobId });
  }
  return visitOf(visitId);
}

const kinds = (visit: VisitDetail): string[] => visit.troubles.map((trouble) => trouble.kind);

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

  it('asks again, prints the right person once the old label is destroyed, and wants that label’s own proof', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await proven(visitId, 'SAMP0001');
    registrationBelongsTo(desk, 1, 2);

    const again = await checkIn(visitId);
    expect(again).toMatchObject({ deskState: 'arrived', identity: { person: { lastName: 'Miles' } } });
    expect(kinds(again)).toEqual(['destroy-labels']);
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { labels: 'destroy-first' },
    });
    await startCollecting(visitId);
    // The old paper carries the same code, and proves nothing.
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'destroy-first' });
    const clean = await destroyAll(visitId);
    expect(clean.troubles).toEqual([]);
    expect(clean.activity[0]).toMatchObject({ kind: 'label-destroyed', detail: { code: 'SAMP0001' } });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'not-printed' });

    await print(visitId);
    expect(desk.printed[1]).toContain('MILES');
    expect(desk.printed[1]).not.toContain('REPRINT');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified', alreadyVerified: false });
  });

  it('takes "collected" back, and leaves whoever has gone where they are', async () => {
    const here = desk.addVisit(1);
    const gone = desk.addVisit(2);
    await collected(here, 'SAMP0001');
    await collected(gone, 'SAMP0002');
    await desk.done('visits.move', { ...(await seen(gone)), to: 'left' });
    patientIs(desk, 1, { last_name: 'Olivier' });
    patientIs(desk, 2, { last_name: 'Olivier' });
    expect(await visitOf(here)).toMatchObject({ deskState: 'arrived', collectedAtMs: null });
    const left = await visitOf(gone);
    expect(left).toMatchObject({
      deskState: 'left',
      collectedAtMs: NINE_O_CLOCK_MS,
      labels: { verified: 0 },
    });
    expect(kinds(left)).toEqual(['identity-withdrawn', 'destroy-labels']);
    // Nobody is collected again on a confirmation that is none.
    expect(await desk.refused('visits.move', { ...(await seen(gone)), to: 'collected' })).toMatchObject({
      fields: { identity: 'not-confirmed' },
    });
  });

  it('is none when the service tidies case and blanks, or says the same again', async () => {
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

  it('is none when a person made here is found at the service under an id of its own', async () => {
    const visitId = desk.addVisit(1, { patient: null });
    const draft = {
      firstName: 'Ada',
      lastName: 'Oliver',
      dateOfBirth: '1984-03-15',
      gender: 'female' as const,
      email: 'ada@example.test',
    };
    const created = await desk.done('patients.create', { draft });
    const patientId = created.kind === 'created' ? created.person.id : '';
    await desk.done('visits.assignPatient', { ...(await seen(visitId)), patientId });
    await checkIn(visitId);
    // The service's record of the same person, first as news of the service, then linked.
    patientIs(desk, 7, {});
    mapId(desk.parts.store.db, 'patient', patientId, uuidOf(30_007));
    registrationBelongsTo(desk, 1, 7);
    expect(await visitOf(visitId)).toMatchObject({ deskState: 'arrived', identity: {}, troubles: [] });
  });

  it('counts for a label that was printed, when the arrival was undone before', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await print(visitId);
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'expected' });
    patientIs(desk, 1, { first_name: 'Adah' });
    expect(papersOf(await visitOf(visitId))).toMatchObject([{ code: 'SAMP0001', why: 'person-changed' }]);
  });

  it('does not reach back to a visit whose sample the laboratory has long had', async () => {
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
    expect(kinds(await visitOf(visitId))).toEqual(['patient-contested']);
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

describe('the code on a label', () => {
  it('that the service corrects makes the label before it one to destroy; the next carries the new one', async () => {
    const visitId = desk.addVisit(1);
    await collected(visitId, 'SAMP0001');
    labelCodeIs(desk, 1, 'SAMP9999');
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ deskState: 'collecting', labels: { verified: 0 }, identity: {} });
    expect(visit.collectedAtMs).toBe(NINE_O_CLOCK_MS);
    expect(papersOf(visit)).toMatchObject([{ code: 'SAMP0001', why: 'code-changed' }]);

    await destroyAll(visitId);
    await print(visitId);
    expect(desk.printed[1]).toContain('SAMP9999');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-refused', why: 'out-of-date' });
    expect(await scan(visitId, 'SAMP9999')).toMatchObject({ kind: 'label-verified' });
  });

  it('stays good when it is the form’s, made while the line was down, and the laboratory’s own comes later', async () => {
    const visitId = desk.addVisit(1, { sampleIdGiven: false });
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    labelCodeIs(desk, 1, 'SAMP0001');
    expect((await visitOf(visitId)).troubles).toEqual([]);
    expect(await scan(visitId, 'DRW-AAA001')).toMatchObject({ kind: 'label-verified' });
  });

  it('that stands for two patients is printed for neither, and both say so', async () => {
    const one = desk.addVisit(1);
    const other = desk.addVisit(2, { patient: BEA });
    await checkIn(one);
    await checkIn(other);
    await print(one);
    labelCodeIs(desk, 2, 'SAMP0001');
    for (const visitId of [one, other]) {
      expect(kinds(await visitOf(visitId))).toEqual(['shared-code']);
    }
    expect(await desk.refused('labels.print', { visitId: other })).toMatchObject({
      fields: { code: 'of-two-people' },
    });
    await startCollecting(one);
    expect(await scan(one, 'SAMP0001')).toMatchObject({ kind: 'label-refused', why: 'shared-code' });
  });
});

describe('scanning back', () => {
  it('takes a scan of a label that a printer took; a typed code takes a reason and is recorded as typed', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'not-printed' });
    await print(visitId);
    expect(await scan(visitId, 'SAMP0001', 'typed')).toMatchObject({
      kind: 'label-not-proven',
      why: 'typed',
    });
    expect((await visitOf(visitId)).labels.verified).toBe(0);
    await desk.done('scan.submit', {
      text: 'SAMP0001',
      visitId,
      source: 'typed',
      typedReason: 'Scanner battery is empty',
    });
    const visit = await visitOf(visitId);
    expect(visit.labelList[0]).toMatchObject({ state: 'verified', provenBy: 'typed' });
    expect(visit.activity[0]).toMatchObject({
      kind: 'label-verified',
      detail: { how: 'typed', reason: 'Scanner battery is empty' },
    });
  });

  it('takes no label for proven that may not have come out', async () => {
    desk.setDelivery({ outcome: 'unsure', detail: 'the line broke' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-not-proven',
      why: 'printing-unsure',
    });
  });

  it('tells a form from a wrong label, says whose it is, and records nothing', async () => {
    const visitId = desk.addVisit(1);
    desk.addVisit(2, { patient: BEA });
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    const before = (await visitOf(visitId)).activity.length;
    expect(await scan(visitId, 'DRW-AAA001')).toMatchObject({ kind: 'label-not-proven', why: 'own-form' });
    expect(await scan(visitId, 'DRW-AAA002')).toMatchObject({
      kind: 'label-not-proven',
      why: 'other-form',
      belongsTo: { person: { lastName: 'Miles' } },
    });
    expect((await visitOf(visitId)).activity).toHaveLength(before);
  });

  it('takes the form’s code for a label where a label that carries it was made', async () => {
    const visitId = desk.addVisit(1);
    const other = desk.addVisit(2, { patient: BEA, sampleIdGiven: false });
    await checkIn(other);
    await print(other);
    await checkIn(visitId);
    await startCollecting(visitId);
    expect(await scan(visitId, 'DRW-AAA002')).toMatchObject({ kind: 'label-refused', why: 'another-visit' });
  });
});

describe('papers', () => {
  it.each(['expected', 'left'] as const)('that wait are withdrawn when the visit is %s', async (to) => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    await desk.done('visits.move', { ...(await seen(visitId)), to });
    const list = await desk.done('printJobs.list', {});
    expect(list.items.find(({ id }) => id === jobs[0]?.id)?.state).toBe('cancelled');
    expect((await visitOf(visitId)).activity[0]).toMatchObject({
      kind: 'labels-not-printed',
      detail: { labels: 1 },
    });
  });

  it('are not made for somebody who has left', async () => {
    const visitId = desk.addVisit(1);
    await collected(visitId, 'SAMP0001');
    const left = await desk.done('visits.move', { ...(await seen(visitId)), to: 'left' });
    expect(
      await desk.refused('labels.print', {
        visitId,
        labelId: left.labelList[0]?.id as string,
        reprintReason: 'Smudged',
      }),
    ).toMatchObject({ fields: { visit: 'not-here' } });
  });

  it('that may have come out are followed by a marked one with a reason, cancelled or not', async () => {
    desk.setDelivery({ outcome: 'unsure', detail: 'the line broke' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    await desk.done('printJobs.cancel', { jobId: jobs[0]?.id as string, reason: 'Nothing came out' });
    const visit = await visitOf(visitId);
    expect(visit.labelList[0]?.state).toBe('may-exist');
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({ kind: 'conflict' });

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    const labelId = visit.labelList[0]?.id as string;
    expect(await desk.refused('labels.print', { visitId, labelId })).toMatchObject({
      fields: { reprintReason: 'missing' },
    });
    await desk.done('labels.print', { visitId, labelId, reprintReason: 'Nothing came out' });
    await eventually(() => desk.printed.length === 2);
    expect(desk.printed[1]).toContain('REPRINT');
  });

  it('made again after collection take "collected" back until they are proven; the true time is kept', async () => {
    const visitId = desk.addVisit(1);
    const visit = await collected(visitId, 'SAMP0001');
    desk.setNow(NINE_O_CLOCK_MS + 600_000);
    const printed = await desk.done('labels.print', {
      visitId,
      labelId: visit.labelList[0]?.id as string,
      reprintReason: 'Smudged',
    });
    expect(printed.visit).toMatchObject({
      deskState: 'collecting',
      collectedAtMs: NINE_O_CLOCK_MS,
      labels: { verified: 0 },
    });
    expect(printed.visit.activity[0]).toMatchObject({ kind: 'collection-reopened' });
  });
});

describe('what a person states', () => {
  it.each([
    [{ kind: 'name', stated: 'Ada Miles' }, 'differs'],
    [{ kind: 'name', stated: '  ' }, 'empty'],
    [{ kind: 'date-of-birth', stated: '16/3/1984' }, 'differs'],
    [{ kind: 'date-of-birth', stated: '15/3' }, 'incomplete'],
    [{ kind: 'trf-code', stated: 'DRW-AAA002' }, 'differs'],
  ] as const)('is held against the record by the engine: %o', async (identifier, problem) => {
    const visitId = desk.addVisit(1);
    const input = {
      ...(await seen(visitId)),
      identifiers: [{ kind: 'photo-id' as const, stated: null }, identifier],
    };
    expect(await desk.refused('visits.checkIn', input)).toMatchObject({
      kind: 'rejected',
      fields: { 'identifiers.1': problem },
    });
    expect((await visitOf(visitId)).deskState).toBe('expected');
  });

  it('cannot be something the record does not have', async () => {
    const visitId = desk.addVisit(1);
    patientIs(desk, 1, { phone_number: null });
    const identifiers = [
      { kind: 'name' as const, stated: null },
      { kind: 'phone' as const, stated: null },
    ];
    expect(await desk.refused('visits.checkIn', { ...(await seen(visitId)), identifiers })).toMatchObject({
      fields: { 'identifiers.1': 'not-on-record' },
    });
  });
});

describe('a visit of another location', () => {
  it('says where it is, and is not worked on from here', async () => {
    const visitId = desk.addVisit(1, { locationId: uuidOf(6) });
    const visit = await visitOf(visitId);
    expect(visit.locationName).toBe('Soho');
    expect(visit.troubles).toEqual([{ kind: 'elsewhere', locationName: 'Soho' }]);
    const input = { visitId, seenVersion: visit.version };
    for (const answer of [
      await desk.call('visits.checkIn', { ...input, identifiers: IDENTIFIERS }),
      await desk.call('visits.move', { ...input, to: 'no-show' }),
      await desk.call('labels.print', { visitId }),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { fields: { visit: 'elsewhere' } } });
    }
  });
});
