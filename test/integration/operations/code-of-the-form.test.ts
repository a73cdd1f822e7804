// The form's code on a label, in place of one of the laboratory's that could not be read: never without a word.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelView } from '../../../src/contract/views.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { labelCodeIs, registrationIs } from '../../support/service-says.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { labelDocument } from '../../support/test-service.ts';
import { BEA, deskSteps } from './support/desk-steps.ts';

const REASON = 'The line is down';
const MINUTE_MS = 60_000;

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const { visitOf, checkIn, checkInAndStart, destroyAll, print, scan } = deskSteps(() => desk);
const printWithReason = (visitId: string): Promise<void> => print(visitId, REASON);

/** Somebody whose registration does not tell the label's code. */
const addVisit = (): string => desk.addVisit(1, { sampleIdGiven: false });

async function checkedIn(): Promise<string> {
  const visitId = addVisit();
  await checkIn(visitId);
  return visitId;
}

async function collecting(): Promise<string> {
  const visitId = addVisit();
  await checkInAndStart(visitId);
  return visitId;
}

/** What the service's own label carries from now on; null is a label without a code. */
function labelSays(code: string | null): void {
  desk.service.answer = ({ endpoint }) => (endpoint === 'registrations.label' ? labelDocument(code) : null);
}

describe('before the service answered which code is on its label', () => {
  it('the form’s code is printed only with a reason, which the activity keeps; the label says so', async () => {
    const visitId = await checkedIn();
    expect((await visitOf(visitId)).labelList[0]).toMatchObject({ code: 'DRW-AAA001', codeStandsIn: true });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      kind: 'rejected',
      fields: { formCodeReason: 'missing' },
    });
    expect(desk.printed).toEqual([]);

    await printWithReason(visitId);
    const visit = await visitOf(visitId);
    expect(visit.labelList[0]).toMatchObject({ state: 'printed', codeStandsIn: true, overtakenBy: null });
    expect(visit.activity.find(({ kind }) => kind === 'label-queued')?.detail).toMatchObject({
      code: 'DRW-AAA001',
      codeFrom: 'trf-code',
      formCodeReason: REASON,
    });
  });

  it('a reprint with the form’s code needs that reason as well', async () => {
    const visitId = await checkedIn();
    await printWithReason(visitId);
    const label = (await visitOf(visitId)).labelList[0] as LabelView;
    const again = { visitId, labelId: label.id, seenJobId: label.jobId, reprintReason: 'Smudged' };
    expect(await desk.refused('labels.print', again)).toMatchObject({
      fields: { formCodeReason: 'missing' },
    });
    await desk.done('labels.print', { ...again, formCodeReason: REASON });
  });

  it('it is asked as soon as the person is checked in, however long the list is still being read', async () => {
    const visitId = addVisit();
    await desk.setLine({ up: true, reading: true });
    labelSays('READ0FF1');
    await checkIn(visitId);
    await desk.advance(10);
    await eventually(() => desk.service.requests.some(({ endpoint }) => endpoint === 'registrations.label'));
    await desk.setLine({ up: true, reading: false });
    expect((await visitOf(visitId)).labelList[0]).toMatchObject({ code: 'READ0FF1', codeStandsIn: false });
  });

  it('nobody has to wait for a slow answer', async () => {
    const visitId = await checkedIn();
    await desk.setLine({ up: true, reading: true });
    expect((await visitOf(visitId)).labelList[0]).toMatchObject({ code: null, codeStandsIn: true });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { code: 'not-known-yet' },
    });
    await printWithReason(visitId);
    expect(desk.printed[0]).toContain('DRW-AAA001');
    await desk.setLine({ up: true, reading: false });
  });

  it('a label document that cannot be fetched does not count as an answer', async () => {
    const visitId = await checkedIn();
    await desk.setLine({ up: true, reading: false });
    expect(desk.service.requests.some(({ endpoint }) => endpoint === 'registrations.label')).toBe(true);
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { formCodeReason: 'missing' },
    });
  });
});

it('if the label document has no other code, the form’s code is printed without a reason', async () => {
  labelSays(null);
  const visitId = await checkedIn();
  await desk.setLine({ up: true, reading: false });
  expect((await visitOf(visitId)).labelList[0]).toMatchObject({ code: 'DRW-AAA001', codeStandsIn: false });
  await desk.done('labels.print', { visitId });
  const { activity } = await visitOf(visitId);
  expect(activity.find(({ kind }) => kind === 'label-queued')?.detail).toMatchObject({
    formCodeReason: null,
  });
});

describe('once the laboratory’s code comes and is another', () => {
  it('the label must be printed again; it still leads to the right person, and the next one carries that code', async () => {
    const visitId = await collecting();
    await printWithReason(visitId);
    labelCodeIs(desk, 1, 'SAMP0001');

    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ troubles: [], labels: { printed: 1, toReprint: 1 } });
    expect(visit.labelList[0]).toMatchObject({
      code: 'DRW-AAA001',
      codeStandsIn: false,
      overtakenBy: 'SAMP0001',
    });
    const board = await desk.done('board.get', {});
    expect(board.rows.find(({ id }) => id === visitId)?.labels.toReprint).toBe(1);
    expect(await desk.done('scan.submit', { text: 'DRW-AAA001', visitId, source: 'scanner' })).toMatchObject({
      kind: 'label-verified',
      visit: { labels: { toReprint: 1 } },
    });

    const { id: labelId, jobId: seenJobId } = visit.labelList[0] as LabelView;
    await desk.done('labels.print', {
      visitId,
      labelId,
      seenJobId,
      reprintReason: 'The laboratory’s code came',
    });
    await eventually(() => desk.printed.length === 2);
    expect(desk.printed[1]).toContain('SAMP0001');
    expect(await visitOf(visitId)).toMatchObject({
      labels: { toReprint: 0, verified: 0 },
      labelList: [{ code: 'SAMP0001', overtakenBy: null }],
    });
  });

  it('a label that still waits for its printer is not sent with the old code, and is printed with that code', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = await checkedIn();
    const { jobs } = await desk.done('labels.print', { visitId, formCodeReason: REASON });
    const jobNow = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string);
    await eventually(() => jobNow()?.state === 'attention');

    labelCodeIs(desk, 1, 'SAMP0001');
    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    desk.parts.printQueue.wake();
    await eventually(() => jobNow()?.state === 'cancelled');
    expect(desk.printed).toEqual([]);
    expect((await visitOf(visitId)).labelList[0]).toMatchObject({ state: 'not-printed', code: 'SAMP0001' });
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    expect(desk.printed[0]).toContain('SAMP0001');
  });
});

it('a code that only the label document has is read from it again, so that a corrected one is noticed', async () => {
  labelSays('LAB0001');
  const visitId = await collecting();
  await desk.setLine({ up: true, reading: false });
  await desk.done('labels.print', { visitId });
  await eventually(() => desk.printed.length === 1);
  expect(desk.printed[0]).toContain('LAB0001');

  labelSays('LAB0002');
  await desk.advance(50 * MINUTE_MS);
  const visit = await visitOf(visitId);
  expect(visit.registrations[0]?.labelCode).toEqual({ code: 'LAB0002', source: 'label-document' });
  expect(visit.troubles).toMatchObject([
    { kind: 'destroy-labels', papers: [{ code: 'LAB0001', why: 'code-changed' }] },
  ]);
  const asked = desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.label').length;
  expect(asked).toBeLessThanOrEqual(1 + 50 / 15);
});

it('if the service’s records have the code, its label document is not fetched again and again', async () => {
  labelSays('SAMP0001');
  desk.addVisit(1);
  await desk.setLine({ up: true, reading: false });
  await desk.advance(50 * MINUTE_MS);
  expect(desk.parts.clock.nowMs()).toBe(NINE_O_CLOCK_MS + 50 * MINUTE_MS);
  expect(
    desk.service.requests.filter(({ endpoint }) => endpoint === 'registrations.label').length,
  ).toBeLessThanOrEqual(1);
});

describe('an earlier label with the form’s code', () => {
  it.each(['waits for its printer', 'was cancelled'])(
    'is recognised as somebody else’s label while the reprint with the laboratory’s code %s',
    async (reprint) => {
      const theirs = await collecting();
      await printWithReason(theirs);
      labelCodeIs(desk, 1, 'SAMP0001');
      desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
      const { id: labelId, jobId: seenJobId } = (await visitOf(theirs)).labelList[0] as LabelView;
      const asked = { visitId: theirs, labelId, seenJobId, reprintReason: 'The laboratory’s code came' };
      const jobId = (await desk.done('labels.print', asked)).jobs[0]?.id ?? '';
      await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'attention');
      if (reprint === 'was cancelled') await desk.done('printJobs.cancel', { jobId, reason: 'Broken' });

      const other = desk.addVisit(2, { patient: BEA });
      await checkInAndStart(other);
      expect(await scan(other, 'DRW-AAA001')).toMatchObject({ kind: 'label-refused', why: 'another-visit' });
    },
  );

  it('that is destroyed leaves the form alone with that code', async () => {
    const theirs = await collecting();
    await printWithReason(theirs);
    registrationIs(desk, 1, { patient_id: null });
    await destroyAll(theirs);
    const other = desk.addVisit(2, { patient: BEA });
    await checkInAndStart(other);
    expect(await scan(other, 'DRW-AAA001')).toMatchObject({ kind: 'label-not-proven', why: 'other-form' });
  });
});
