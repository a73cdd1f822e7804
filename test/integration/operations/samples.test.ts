// What becomes of a sample: taken, or not and why; and what follows for the visit.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { registrationIs } from '../../support/service-says.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const { visitOf, seen, checkInAndStart, collected, scan, destroyAll } = deskSteps(() => desk);

/** A visit of one person with two registrations, being collected from, its labels printed. */
async function withTwoLabels(): Promise<{ visitId: string; first: string; second: string }> {
  const visitId = desk.addVisit(1);
  desk.addVisit(2);
  registrationIs(desk, 2, { patient_id: uuidOf(30_001), label_sample_id: 'SAMP0002' });
  linkRegistration(desk.parts.store.db, visitId, uuidOf(20_002));
  await checkInAndStart(visitId);
  await desk.done('labels.print', { visitId });
  await eventually(() => desk.printed.length === 2);
  const { labelList } = await visitOf(visitId);
  return { visitId, first: labelList[0]?.id as string, second: labelList[1]?.id as string };
}

describe('a sample that is not taken', () => {
  it('leaves the other samples to be collected, is shown on the board, and its label must be destroyed', async () => {
    const { visitId, first, second } = await withTwoLabels();
    await scan(visitId, 'SAMP0001');
    const visit = await desk.done('visits.sampleNotTaken', {
      ...(await seen(visitId)),
      labelIds: [second],
      reason: 'failed-draw',
    });
    expect(visit.labels).toMatchObject({ needed: 1, verified: 1 });
    expect(visit.troubles).toMatchObject([
      { kind: 'destroy-labels', papers: [{ code: 'SAMP0002', why: 'no-sample' }] },
    ]);
    expect(visit.activity[0]).toMatchObject({ kind: 'sample-not-taken', detail: { why: 'failed-draw' } });
    const collect = { collectedAtMs: NINE_O_CLOCK_MS };
    expect(await desk.refused('visits.collect', { ...(await seen(visitId)), ...collect })).toMatchObject({
      fields: { labels: 'destroy-first' },
    });
    await destroyAll(visitId);
    const collected = await desk.done('visits.collect', { ...(await seen(visitId)), ...collect });
    expect(collected).toMatchObject({ deskState: 'collected', sample: 'part' });
    expect(collected.labelList.map(({ id, state }) => [id, state])).toEqual([
      [first, 'verified'],
      [second, 'not-taken'],
    ]);
    const board = await desk.done('board.get', {});
    expect(board.rows.find(({ id }) => id === visitId)?.sample).toBe('part');
  });

  it('can be taken after all, with a label of its own', async () => {
    const { visitId, second } = await withTwoLabels();
    await desk.done('visits.sampleNotTaken', {
      ...(await seen(visitId)),
      labelIds: [second],
      reason: 'wrong-tube',
    });
    await destroyAll(visitId);
    expect(await scan(visitId, 'SAMP0002')).toMatchObject({ kind: 'label-not-proven', why: 'not-taken' });
    expect(
      await desk.refused('labels.print', { visitId, labelId: second, reprintReason: 'Torn' }),
    ).toMatchObject({ fields: { labels: 'not-taken' } });
    await desk.done('visits.sampleToTake', { ...(await seen(visitId)), labelId: second });
    await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 3);
    expect(desk.printed[2]).toContain('SAMP0002');
    expect(await scan(visitId, 'SAMP0002')).toMatchObject({ kind: 'label-verified' });
  });

  it('does not count as collected: a visit without any sample is finished as left without a sample', async () => {
    const { visitId, first, second } = await withTwoLabels();
    const input = { labelIds: [first, second], reason: 'refused' as const };
    await desk.done('visits.sampleNotTaken', { ...(await seen(visitId)), ...input });
    await destroyAll(visitId);
    expect(
      await desk.refused('visits.collect', {
        ...(await seen(visitId)),
        collectedAtMs: NINE_O_CLOCK_MS,
        relaxedReason: 'No matter',
      }),
    ).toMatchObject({ fields: { labels: 'none-taken' } });
    const left = await desk.done('visits.move', { ...(await seen(visitId)), to: 'left' });
    expect(left).toMatchObject({ deskState: 'left', collectedAtMs: null, sample: 'not-taken' });
  });
});

describe('leaving', () => {
  it('without a sample needs a reason for each, in one step', async () => {
    const { visitId, first, second } = await withTwoLabels();
    const left = await desk.done('visits.sampleNotTaken', {
      ...(await seen(visitId)),
      labelIds: [first, second],
      reason: 'fainted',
      note: 'Sent home with a relative',
      andLeft: true,
    });
    expect(left).toMatchObject({ deskState: 'left', sample: 'not-taken' });
    expect(left.labelList[0]?.notTaken).toEqual({ reason: 'fainted', note: 'Sent home with a relative' });
    expect(left.activity.map(({ kind }) => kind).slice(0, 2)).toEqual(['moved', 'sample-not-taken']);
  });

  it('is refused while a sample is taken, or still to be taken', async () => {
    const { visitId, second } = await withTwoLabels();
    await scan(visitId, 'SAMP0001');
    expect(
      await desk.refused('visits.sampleNotTaken', {
        ...(await seen(visitId)),
        labelIds: [second],
        reason: 'refused',
        andLeft: true,
      }),
    ).toMatchObject({ fields: { labels: 'not-settled' } });
    expect((await visitOf(visitId)).labelList[1]?.notTaken).toBeNull();
    expect(await desk.refused('visits.move', { ...(await seen(visitId)), to: 'left' })).toMatchObject({
      fields: { labels: 'not-settled' },
    });
  });

  it('for the reason “other” needs words', async () => {
    const { visitId, first, second } = await withTwoLabels();
    const input = { ...(await seen(visitId)), labelIds: [first, second], reason: 'other' as const };
    expect(await desk.refused('visits.sampleNotTaken', input)).toMatchObject({ fields: { note: 'missing' } });
    expect(
      await desk.refused('visits.sampleNotTaken', { ...input, labelIds: ['nothing'], note: 'Fire alarm' }),
    ).toMatchObject({ kind: 'not-found' });
  });
});

it('a visit that is collected again keeps the time at which the sample was taken, until another one is said', async () => {
  const visitId = desk.addVisit(1);
  await collected(visitId, 'SAMP0001');
  await desk.advance(90 * 60_000);
  const again = await desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' });
  expect(again).toMatchObject({ deskState: 'collecting', collectedAtMs: NINE_O_CLOCK_MS });
  // Where nothing was taken after all there is no such time.
  const back = await desk.done('visits.move', { ...(await seen(visitId)), to: 'arrived' });
  expect(back.collectedAtMs).toBeNull();
});
