// Which labels the print queue sends once more: only the paper that its sample is still waiting for.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelView } from '../../../src/contract/views.ts';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { dropPrintJobBytes, findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { atOnce } from '../../support/at-once.ts';
import { enteredLabel } from '../../support/entered-label.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, type TestDesk } from '../../support/test-desk.ts';
import { labelCodeIs, patientIs, registrationIs } from '../../support/service-says.ts';
import { showAnswers } from '../../support/told-answers.ts';
import { deskSteps } from './support/desk-steps.ts';

const BROKEN: PrinterDelivery = { outcome: 'unsure', detail: 'reset after 200 bytes' };
const WORKS: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
const SILENT: PrinterDelivery = {
  outcome: 'unacknowledged',
  reply: new Uint8Array(),
  later: Promise.resolve('silent'),
};

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const { checkInAndStart, destroyAll, scan, seen, visitOf } = deskSteps(() => desk);
const jobsNow = async () => (await desk.done('printJobs.list', {})).items;
const viewOf = async (jobId: string) => (await jobsNow()).find(({ id }) => id === jobId);
const stateOf = async (jobId: string) => (await jobsNow()).find(({ id }) => id === jobId)?.state;

/** The label of somebody from whom is being collected, and how its delivery ended. */
async function labelThat(ended: PrinterDelivery) {
  desk.setDelivery(ended);
  const visitId = desk.addVisit(1);
  await checkInAndStart(visitId);
  const { jobs } = await desk.done('labels.print', { visitId });
  const jobId = jobs[0]?.id ?? '';
  await desk.advance(30_000);
  desk.setDelivery(WORKS);
  desk.printed.length = 0;
  const attempts = (await jobsNow()).find(({ id }) => id === jobId)?.attempts ?? 0;
  return { visitId, jobId, retry: { jobId, seenAttempts: attempts } };
}
const labelIdOf = async (visitId: string) => (await visitOf(visitId)).labelList[0]?.id ?? '';
const NOT_WANTED = { kind: 'rejected', fields: { job: 'not-right' } };

async function nothingComesOut(): Promise<void> {
  await desk.advance(60_000);
  expect(desk.printed).toEqual([]);
}

describe('a label in doubt is not sent again', () => {
  it('when no sample is taken for it', async () => {
    const { visitId, jobId, retry } = await labelThat(BROKEN);
    const labelIds = [await labelIdOf(visitId)];
    expect(await viewOf(jobId)).toMatchObject({ neverSent: null });
    await desk.done('visits.sampleNotTaken', { ...(await seen(visitId)), labelIds, reason: 'failed-draw' });
    expect(await desk.refused('printJobs.retry', retry)).toMatchObject(NOT_WANTED);
    expect(await viewOf(jobId)).toMatchObject({ state: 'unsure', neverSent: 'not-awaited' });
    await nothingComesOut();
  });

  it.each([
    ['person-changed', () => patientIs(desk, 1, { last_name: 'Olivier' })],
    ['code-changed', () => labelCodeIs(desk, 1, 'SAMP0099')],
  ] as const)('when it has to be destroyed, and says why: %s', async (why, happen) => {
    const { jobId, retry } = await labelThat(BROKEN);
    happen();
    expect(await desk.refused('printJobs.retry', retry)).toMatchObject(NOT_WANTED);
    expect(await viewOf(jobId)).toMatchObject({ state: 'unsure', neverSent: why });
    await nothingComesOut();
  });

  it('when its sample is taken after all: that one has a label of its own', async () => {
    const { visitId, retry } = await labelThat(BROKEN);
    const labelId = await labelIdOf(visitId);
    await desk.done('visits.sampleNotTaken', {
      ...(await seen(visitId)),
      labelIds: [labelId],
      reason: 'failed-draw',
    });
    await desk.done('visits.sampleToTake', { ...(await seen(visitId)), labelId });
    expect(await desk.refused('printJobs.retry', retry)).toMatchObject(NOT_WANTED);
    await nothingComesOut();
    await destroyAll(visitId);
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
  });

  it('when it was printed again from its visit: that would be a third paper', async () => {
    const { visitId, jobId, retry } = await labelThat(BROKEN);
    const labelId = await labelIdOf(visitId);
    const again = { labelId, seenJobId: jobId, reprintReason: 'Label did not come out' };
    await desk.done('labels.print', { visitId, ...again });
    await eventually(() => desk.printed.length === 1);
    desk.printed.length = 0;
    expect(await desk.refused('printJobs.retry', retry)).toMatchObject(NOT_WANTED);
    expect(await viewOf(jobId)).toMatchObject({ neverSent: 'not-awaited' });
    const settled = { jobs: [{ ...retry, cameOut: false }], givenUpBecause: null };
    expect(await desk.refused('printJobs.settle', settled)).toMatchObject({
      fields: { 'jobs.0': 'not-right' },
    });
    await nothingComesOut();
    // Whoever works off the queue can still say what became of it.
    await desk.done('printJobs.cancel', { jobId, reason: 'It did not come out' });
    expect(await stateOf(jobId)).toBe('cancelled');
  });

  it('when it was scanned back at another window', async () => {
    const { visitId, jobId, retry } = await labelThat(SILENT);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
    expect(await viewOf(jobId)).toMatchObject({ neverSent: 'scanned-back' });
    expect(await desk.refused('printJobs.retry', retry)).toMatchObject(NOT_WANTED);
    await nothingComesOut();
    expect((await visitOf(visitId)).labels).toMatchObject({ verified: 1 });
  });
});

const OFF: PrinterDelivery = { outcome: 'not-started', detail: 'ECONNREFUSED' };

/** Printed again at a printer that is switched off, and cancelled. Returns the label as it is then. */
async function printedAgainInVain(visitId: string) {
  desk.setDelivery(OFF);
  const { id: labelId, jobId: seenJobId } = (await visitOf(visitId)).labelList[0] as LabelView;
  const { jobs } = await desk.done('labels.print', {
    visitId,
    labelId,
    seenJobId,
    reprintReason: 'Smudged',
  });
  const jobId = jobs[0]?.id ?? '';
  await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'attention');
  await desk.done('printJobs.cancel', { jobId, reason: 'The printer is broken' });
  desk.setDelivery(WORKS);
  return (await visitOf(visitId)).labelList[0] as LabelView;
}

describe('a label printed again, of which nothing was sent, is given up', () => {
  it('its earlier paper can be scanned back, and what was collected is collected again', async () => {
    const { visitId, jobId } = await labelThat(WORKS);
    await scan(visitId, 'SAMP0001');
    const collectedAtMs = NINE_O_CLOCK_MS;
    await desk.done('visits.collect', { ...(await seen(visitId)), collectedAtMs });
    expect(await printedAgainInVain(visitId)).toMatchObject({ state: 'printed', jobId, verifiedAtMs: null });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
    const visit = await desk.done('visits.collect', { ...(await seen(visitId)), collectedAtMs });
    expect(visit).toMatchObject({ deskState: 'collected', collectedAtMs });
    await nothingComesOut();
  });

  it('its earlier paper is in doubt as it was, and is sent again once somebody has looked', async () => {
    const { visitId, jobId, retry } = await labelThat(BROKEN);
    expect(await printedAgainInVain(visitId)).toMatchObject({ state: 'problem', jobId });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-not-proven',
      why: 'printing-unsure',
    });
    await desk.done('printJobs.retry', retry);
    await eventually(() => desk.printed.length === 1);
    expect(desk.printed[0]).toContain('REPRINT');
  });

  it('its earlier paper still has the form’s code of then, and the visit asks for another one', async () => {
    const { visitId } = await labelThat(WORKS);
    registrationIs(desk, 1, { trf_code: 'DRW-NEW001' });
    expect((await visitOf(visitId)).labels).toMatchObject({ toReprint: 1 });
    expect(await printedAgainInVain(visitId)).toMatchObject({ state: 'printed', oldFormCode: 'DRW-AAA001' });
    expect((await visitOf(visitId)).labels).toMatchObject({ toReprint: 1 });
  });
});

describe('a label printed again, of which nobody knows whether it came out, is given up', () => {
  it('its earlier paper is scanned back again, at the same tube', async () => {
    const { visitId, jobId } = await labelThat(WORKS);
    await scan(visitId, 'SAMP0001');
    desk.setDelivery(BROKEN);
    const { id: labelId } = (await visitOf(visitId)).labelList[0] as LabelView;
    const again = { visitId, labelId, seenJobId: jobId, reprintReason: 'Smudged' };
    const { jobs } = await desk.done('labels.print', again);
    const lostId = jobs[0]?.id ?? '';
    await eventually(() => findPrintJob(desk.parts.store.db, lostId)?.state === 'unsure');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ why: 'printing-unsure' });
    await desk.done('printJobs.cancel', { jobId: lostId, reason: 'Nothing came out' });
    const given = { jobId, cancelledMayExist: true };
    expect((await visitOf(visitId)).labelList[0]).toMatchObject({ ...given, state: 'printed' });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-verified',
      alreadyVerified: false,
    });
    // Whoever has proven the tube is told on its visit that there may be a second label with this code.
    expect((await visitOf(visitId)).labelList[0]).toMatchObject({ ...given, state: 'verified' });
  });

  it('where nothing of it is known to be on paper, its scan proves nothing', async () => {
    const { visitId, jobId } = await labelThat(BROKEN);
    await desk.done('printJobs.cancel', { jobId, reason: 'Nothing came out' });
    expect(await printedAgainInVain(visitId)).toMatchObject({ state: 'may-exist', jobId });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ why: 'cancelled' });
  });
});

it('what is not kept any more is offered to be sent neither again nor to another printer', async () => {
  const { printerId } = await desk.done('printers.add', {
    setup: { ...enteredLabel, name: 'Back', address: '192.0.2.12' },
  });
  const off: PrinterDelivery = { outcome: 'not-started', detail: 'the printer refuses the connection' };
  const { jobId, retry } = await labelThat(off);
  desk.setDelivery(off);
  await desk.advance(11 * 60_000);
  expect(await viewOf(jobId)).toMatchObject({ neverSent: null, otherPrinter: { id: printerId } });
  dropPrintJobBytes(desk.parts.store.db, Number.MAX_SAFE_INTEGER, 10);
  expect(await viewOf(jobId)).toMatchObject({
    state: 'attention',
    neverSent: 'not-kept',
    otherPrinter: null,
  });
  expect(await desk.refused('printJobs.retry', retry)).toMatchObject({ kind: 'conflict' });
});

it('that a label in doubt was scanned back is told to the print queue and the badge of every window', async () => {
  const { visitId } = await labelThat(SILENT);
  const untold = await showAnswers(desk, { 'printJobs.list': {}, 'connection.get': {} });
  expect((await desk.done('connection.get', {})).printProblems).toBe(1);
  expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
  expect(await untold()).toEqual([]);
  expect((await desk.done('connection.get', {})).printProblems).toBe(0);
});

it('a label in doubt is asked about in the print queue no more once somebody has destroyed it', async () => {
  const { visitId, jobId } = await labelThat(BROKEN);
  const labelIds = [await labelIdOf(visitId)];
  await desk.done('visits.sampleNotTaken', { ...(await seen(visitId)), labelIds, reason: 'failed-draw' });
  expect((await desk.done('connection.get', {})).printProblems).toBe(1);
  await destroyAll(visitId);
  expect((await desk.done('connection.get', {})).printProblems).toBe(0);
  expect((await jobsNow()).find(({ id }) => id === jobId)).toMatchObject({
    state: 'cancelled',
    detail: 'its label was destroyed',
  });
});

it('a label that its printer had begun to take when its sample was given up is not sent after that', async () => {
  await desk.close();
  let end: (delivery: PrinterDelivery) => void = () => undefined;
  const given: Uint8Array[] = [];
  /** How the first one ends when the test says so, and each further one at once. */
  const ended: PrinterDelivery = { outcome: 'refused', detail: 'the printer takes nothing', again: true };
  desk = openTestDesk(
    {},
    {
      transport: {
        deliver: (_address, job) => {
          const bytes = atOnce(job.begin());
          if (!bytes) return Promise.resolve({ outcome: 'withheld' });
          given.push(bytes);
          return given.length > 1 ? Promise.resolve(ended) : new Promise((resolve) => (end = resolve));
        },
      },
    },
  );
  const visitId = desk.addVisit(1);
  await checkInAndStart(visitId);
  const { jobs } = await desk.done('labels.print', { visitId });
  await eventually(() => given.length === 1);
  const labelIds = [await labelIdOf(visitId)];
  await desk.done('visits.sampleNotTaken', { ...(await seen(visitId)), labelIds, reason: 'failed-draw' });
  end(ended);
  await desk.advance(30_000);
  expect(given).toHaveLength(1);
  expect(await stateOf(jobs[0]?.id ?? '')).toBe('cancelled');
});

it('a label that its printer does not take yet is said to go out by itself for as long as it does', async () => {
  const { visitId, jobId } = await labelThat({ outcome: 'not-started', detail: 'it is paused' });
  desk.setDelivery({ outcome: 'not-started', detail: 'it is paused' });
  const label = async () => (await visitOf(visitId)).labelList[0];
  expect(await label()).toMatchObject({ state: 'problem', waitsForPrinter: true });
  await desk.advance(12 * 60_000);
  expect(await label()).toMatchObject({ state: 'problem', waitsForPrinter: false });
  desk.setDelivery(WORKS);
  await desk.done('printJobs.retry', { jobId, seenAttempts: (await viewOf(jobId))?.attempts ?? 0 });
  await eventually(() => desk.printed.length === 1);
  expect(await label()).toMatchObject({ state: 'printed', waitsForPrinter: false });
});
