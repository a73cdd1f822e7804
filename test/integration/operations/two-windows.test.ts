// A command of a window that was not told yet what another window has done with the same record: nothing is done twice, and nothing of
// the other window is lost.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelView, PrintJobView } from '../../../src/contract/views.ts';
import { eventually, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const { visitOf, seen, checkInAndStart, scan } = deskSteps(() => desk);

const CHANGED = { kind: 'conflict', reason: 'changed' };

/** A visit that is being collected from, with its label printed, as both windows show it. */
async function withLabel(): Promise<{ visitId: string; label: LabelView }> {
  const visitId = desk.addVisit(1);
  await checkInAndStart(visitId);
  await desk.done('labels.print', { visitId });
  await eventually(() => desk.printed.length === 1);
  return { visitId, label: (await visitOf(visitId)).labelList[0] as LabelView };
}

describe('a label that another window has dealt with', () => {
  it('is printed again once, whichever reason the second window has', async () => {
    const { visitId, label } = await withLabel();
    const again = { visitId, labelId: label.id, seenJobId: label.jobId };
    await desk.done('labels.print', { ...again, reprintReason: 'Label damaged' });
    await eventually(() => desk.printed.length === 2);
    expect(await desk.refused('labels.print', { ...again, reprintReason: 'Label lost' })).toMatchObject(
      CHANGED,
    );
    expect(desk.printed).toHaveLength(2);
    // Whoever has been shown that one, and wants one more all the same, gets it.
    const seenJobId = (await visitOf(visitId)).labelList[0]?.jobId as string;
    await desk.done('labels.print', { ...again, seenJobId, reprintReason: 'Label lost' });
    await eventually(() => desk.printed.length === 3);
  });

  it('stays proven where the second window has not seen that its sample was taken', async () => {
    const { visitId, label } = await withLabel();
    const input = { ...(await seen(visitId)), labelIds: [label.id], reason: 'failed-draw' as const };
    await scan(visitId, 'SAMP0001');
    expect(await desk.refused('visits.sampleNotTaken', input)).toMatchObject(CHANGED);
    expect((await visitOf(visitId)).labelList).toMatchObject([{ state: 'verified', notTaken: null }]);
    await desk.done('visits.sampleNotTaken', { ...input, provenSeen: [label.id] });
    expect((await visitOf(visitId)).labelList).toMatchObject([{ notTaken: { reason: 'failed-draw' } }]);
  });
});

it('a print job that another window has sent again, and that broke off once more, is sent again only after that is seen', async () => {
  const visitId = desk.addVisit(1);
  await checkInAndStart(visitId);
  desk.setDelivery({ outcome: 'unsure', detail: 'reset after 200 bytes' });
  await desk.done('labels.print', { visitId });
  await desk.advance(0);
  const job = async () => (await desk.done('printJobs.list', {})).items[0] as PrintJobView;
  const { id: jobId, attempts: seenAttempts, state } = await job();
  expect(state).toBe('unsure');
  await desk.done('printJobs.retry', { jobId, seenAttempts });
  await desk.advance(0);
  expect(await job()).toMatchObject({ state: 'unsure' });
  expect(await desk.refused('printJobs.retry', { jobId, seenAttempts })).toMatchObject(CHANGED);
  await desk.done('printJobs.retry', { jobId, seenAttempts: (await job()).attempts });
});

describe('a print job that was to be cancelled as it was shown', () => {
  const job = async () => (await desk.done('printJobs.list', {})).items[0] as PrintJobView;
  const reason = 'Printed by hand';
  beforeEach(async () => {
    const visitId = desk.addVisit(1);
    await checkInAndStart(visitId);
    desk.setDelivery({ outcome: 'unsure', detail: 'reset after 200 bytes' });
    await desk.done('labels.print', { visitId });
    await desk.advance(0);
  });

  it('is not called cancelled where it was sent since', async () => {
    const { id: jobId, attempts } = await job();
    await desk.done('printJobs.retry', { jobId, seenAttempts: attempts });
    await desk.advance(0);
    const input = { jobId, reason, seenAttempts: attempts };
    expect(await desk.refused('printJobs.cancel', input)).toMatchObject(CHANGED);
    await desk.done('printJobs.cancel', { ...input, seenAttempts: (await job()).attempts });
    expect((await job()).state).toBe('cancelled');
  });

  it('is cancelled where its printer was only tried since, and not reached', async () => {
    const { id: jobId, attempts } = await job();
    desk.setDelivery({ outcome: 'not-started', detail: 'refused' });
    await desk.done('printJobs.retry', { jobId, seenAttempts: attempts });
    await desk.advance(0);
    const seenAttempts = (await job()).attempts;
    await desk.advance(60_000);
    const now = await job();
    expect(now.attempts).toBeGreaterThan(seenAttempts);
    await desk.done('printJobs.cancel', { jobId, reason, seenAttempts });
    expect((await job()).state).toBe('cancelled');
  });
});

it('somebody who was switched off at another window stays so', async () => {
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Brand', role: 'lead' });
  const seenAs = { name: 'Jo Brand', role: 'lead', active: true } as const;
  await desk.done('staff.change', { initials: 'JB', ...seenAs, active: false, seen: seenAs });
  const corrected = { initials: 'JB', ...seenAs, name: 'Jo Brandt' };
  expect(await desk.refused('staff.change', { ...corrected, seen: seenAs })).toMatchObject(CHANGED);
  expect((await desk.done('staff.people', {})).items).toMatchObject([{ name: 'Jo Brand', active: false }]);
  await desk.done('staff.change', { ...corrected, active: false, seen: { ...seenAs, active: false } });
  expect((await desk.done('staff.people', {})).items).toMatchObject([{ name: 'Jo Brandt', active: false }]);
});
