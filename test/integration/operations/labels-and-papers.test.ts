// A label's code, the proof that it is on its tube, and the papers that a printer may have made.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelView } from '../../../src/contract/views.ts';
import type { PrinterDelivery, PrinterTransport } from '../../../src/core/ports/printers.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { labelCodeIs, patientIs, registrationIs } from '../../support/service-says.ts';
import { eventually, NINE_O_CLOCK_MS, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { BEA, deskSteps, papersOf, troubleKinds } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { visitOf, seen, checkIn, startCollecting, print, scan, collected, destroyAll } = deskSteps(() => desk);

describe('the code on a label', () => {
  it('that the service corrects means that the earlier label must be destroyed; the next carries the new code', async () => {
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
    await desk.done('labels.confirmTubesChecked', { visitId, codes: ['SAMP0001'] });
    expect(await scan(visitId, 'SAMP9999')).toMatchObject({ kind: 'label-verified' });
  });

  it('in the bars, if it was the form’s, means that the label must be destroyed when the form’s code changes', async () => {
    const visitId = desk.addVisit(1, { sampleIdGiven: false });
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId, 'The line is down');
    registrationIs(desk, 1, { trf_code: 'DRW-NEW001' });
    expect(papersOf(await visitOf(visitId))).toMatchObject([{ code: 'DRW-AAA001', why: 'code-changed' }]);
  });

  it('of the form, shown in letters only, asks for a reprint when it changes; the label is still valid for its tube', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    expect(desk.printed[0]).toContain('TRF DRW-AAA001');
    registrationIs(desk, 1, { trf_code: 'DRW-NEW001' });
    const visit = await visitOf(visitId);
    expect(visit).toMatchObject({ troubles: [], labels: { printed: 1, toReprint: 1 } });
    expect(visit.labelList[0]).toMatchObject({
      code: 'SAMP0001',
      oldFormCode: 'DRW-AAA001',
      overtakenBy: null,
    });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });

    const { id: labelId, jobId: seenJobId } = visit.labelList[0] as LabelView;
    await desk.done('labels.print', {
      visitId,
      labelId,
      seenJobId,
      reprintReason: 'The form’s code has changed',
    });
    await eventually(() => desk.printed.length === 2);
    expect(desk.printed[1]).toContain('TRF DRW-NEW001');
    expect(await visitOf(visitId)).toMatchObject({
      labels: { toReprint: 0 },
      labelList: [{ oldFormCode: null }],
    });
  });

  it('of the form, changed while the label waits for its printer, stops that label', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobNow = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string);
    await eventually(() => jobNow()?.state === 'attention');
    registrationIs(desk, 1, { trf_code: 'DRW-NEW001' });
    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    desk.parts.printQueue.wake();
    await eventually(() => jobNow()?.state === 'cancelled');
    expect(desk.printed).toEqual([]);
  });

  it('that stands for two patients is printed for neither, and both say so', async () => {
    const one = desk.addVisit(1);
    const other = desk.addVisit(2, { patient: BEA });
    await checkIn(one);
    await checkIn(other);
    await print(one);
    labelCodeIs(desk, 2, 'SAMP0001');
    for (const visitId of [one, other]) {
      expect(troubleKinds(await visitOf(visitId))).toEqual(['shared-code']);
    }
    expect(await desk.refused('labels.print', { visitId: other })).toMatchObject({
      fields: { code: 'of-two-people' },
    });
    await startCollecting(one);
    expect(await scan(one, 'SAMP0001')).toMatchObject({ kind: 'label-refused', why: 'shared-code' });
  });
});

/** The first label of a visit is printed again. Returns the new job's id. */
async function reprint(visitId: string): Promise<string> {
  const { id: labelId, jobId: seenJobId } = (await visitOf(visitId)).labelList[0] as LabelView;
  const asked = { visitId, labelId, seenJobId, reprintReason: 'Smudged' };
  return (await desk.done('labels.print', asked)).jobs[0]?.id ?? '';
}

describe('scanning back', () => {
  it('accepts the scan of a label that a printer took; a typed code needs a reason and is recorded as typed', async () => {
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

  it('accepts no label as proven that may not have been printed', async () => {
    desk.setDelivery({ outcome: 'unsure', detail: 'the line broke' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-not-proven',
      why: 'printing-unsure',
    });
    // The print queue asks nobody about one that was given up.
    const jobId = (await visitOf(visitId)).labelList[0]?.jobId ?? '';
    await desk.done('printJobs.cancel', { jobId, reason: 'no label came out' });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-not-proven', why: 'cancelled' });
  });

  it('says of a label that waits for its printer that it was not printed', async () => {
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    await eventually(() => findPrintJob(desk.parts.store.db, jobs[0]?.id ?? '')?.state === 'attention');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ why: 'not-printed' });
  });

  it('says of an earlier paper that the new one is still to come, while the reprint waits for its printer', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    desk.setDelivery({ outcome: 'not-started', detail: 'ECONNREFUSED' });
    const jobId = await reprint(visitId);
    // For a moment it waits in the queue, and then behind a printer that cannot be reached.
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-not-proven',
      why: 'reprint-waits',
    });
    await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'attention');
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ why: 'reprint-waits' });

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    desk.parts.printQueue.wake();
    await eventually(() => desk.printed.length === 2);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
  });

  describe('that is on its way to the printer', () => {
    let delivered: PromiseWithResolvers<PrinterDelivery>;

    beforeEach(async () => {
      await desk.close();
      delivered = Promise.withResolvers();
      const transport: PrinterTransport = {
        deliver(_address, job) {
          void job.begin();
          return delivered.promise;
        },
      };
      desk = openTestDesk({}, { transport });
    });

    const stateOf = (jobId: string) => findPrintJob(desk.parts.store.db, jobId)?.state;

    async function sending(jobId: string): Promise<void> {
      await eventually(() => stateOf(jobId) === 'sending');
    }

    async function takenWhole(jobId: string): Promise<void> {
      delivered.resolve({ outcome: 'sent', reply: new Uint8Array() });
      await eventually(() => stateOf(jobId) === 'sent');
      delivered = Promise.withResolvers();
    }

    async function printed(): Promise<{ visitId: string; jobId: string }> {
      const visitId = desk.addVisit(1);
      await checkIn(visitId);
      await startCollecting(visitId);
      const { jobs } = await desk.done('labels.print', { visitId });
      const jobId = jobs[0]?.id ?? '';
      await sending(jobId);
      return { visitId, jobId };
    }

    it('is said to be just being printed', async () => {
      const { visitId, jobId } = await printed();
      const meanwhile = await scan(visitId, 'SAMP0001');
      await takenWhole(jobId);
      expect(meanwhile).toMatchObject({ kind: 'label-not-proven', why: 'being-printed' });
      expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
    });

    it('anew, leaves the earlier paper an earlier one, which proves nothing', async () => {
      const { visitId, jobId } = await printed();
      await takenWhole(jobId);
      const again = await reprint(visitId);
      await sending(again);
      expect(await scan(visitId, 'SAMP0001')).toMatchObject({ why: 'reprint-being-printed' });
      await takenWhole(again);
    });
  });

  it('says of a label that was said to be destroyed, and is still there, that it has to be, until a new one is printed', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    await print(visitId);
    const [label] = (await visitOf(visitId)).labelList;
    const labelId = label?.id ?? '';
    const seenNow = await seen(visitId);
    await desk.done('visits.sampleNotTaken', { ...seenNow, labelIds: [labelId], reason: 'failed-draw' });
    await destroyAll(visitId);
    await desk.done('visits.sampleToTake', { ...(await seen(visitId)), labelId });
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({
      kind: 'label-not-proven',
      why: 'said-destroyed',
    });
    await print(visitId);
    expect(desk.printed.map((bytes) => bytes.includes('REPRINT'))).toEqual([false, true]);
    expect(await scan(visitId, 'SAMP0001')).toMatchObject({ kind: 'label-verified' });
  });

  it('recognises a form as a form and not as a wrong label, says whose it is, and records nothing', async () => {
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

  it.each([
    {
      of: 'that nobody knows to have come out',
      delivery: { outcome: 'unsure', detail: 'the line broke' },
      why: 'printing-unsure',
    },
    {
      of: 'of which nothing was sent',
      delivery: { outcome: 'not-started', detail: 'ECONNREFUSED' },
      why: null,
    },
  ] as const)(
    'is about the paper in hand, where a label with the same code comes before it $of',
    async ({ delivery, why }) => {
      await desk.close();
      desk = openTestDesk({ labelsPerRegistration: 2 });
      const visitId = desk.addVisit(1);
      await checkIn(visitId);
      await startCollecting(visitId);
      await print(visitId);
      await eventually(() => desk.printed.length === 2);
      desk.setDelivery(delivery);
      const jobId = await reprint(visitId);
      await eventually(() =>
        ['attention', 'unsure'].includes(findPrintJob(desk.parts.store.db, jobId)?.state ?? ''),
      );
      expect(await scan(visitId, 'SAMP0001')).toMatchObject({
        kind: 'label-verified',
        alreadyVerified: false,
        visit: { labelList: [{ state: 'problem' }, { state: 'verified' }] },
      });
      // A held trigger asks nothing.
      desk.setNow(NINE_O_CLOCK_MS + 700);
      expect(await scan(visitId, 'SAMP0001')).toMatchObject({ alreadyVerified: true });
      const asked = why === null ? { alreadyVerified: true } : { kind: 'label-not-proven', why };
      for (const afterMs of [10_000, 10_700]) {
        desk.setNow(NINE_O_CLOCK_MS + afterMs);
        expect(await scan(visitId, 'SAMP0001')).toMatchObject(asked);
      }
    },
  );

  it('says so where the form carries the same code as the label, since the scan may have been the form’s', async () => {
    const own = desk.addVisit(1);
    const forms = desk.addVisit(2, { patient: BEA, sampleIdGiven: false });
    for (const visitId of [own, forms]) {
      await checkIn(visitId);
      await print(visitId, 'The line is down');
      await startCollecting(visitId);
    }
    expect(await scan(own, 'SAMP0001')).toMatchObject({ kind: 'label-verified', alsoOnForm: false });
    expect(await scan(forms, 'DRW-AAA002')).toMatchObject({ kind: 'label-verified', alsoOnForm: true });
    expect((await visitOf(forms)).activity[0]).toMatchObject({
      kind: 'label-verified',
      detail: { alsoOnForm: true },
    });
  });

  it('accepts the form’s code as a label’s where a label with that code was made', async () => {
    const visitId = desk.addVisit(1);
    const other = desk.addVisit(2, { patient: BEA, sampleIdGiven: false });
    await checkIn(other);
    await print(other, 'The line is down');
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

  it('in doubt are not sent again once the person has left', async () => {
    desk.setDelivery({ outcome: 'unsure', detail: 'the line broke' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobId = jobs[0]?.id as string;
    await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'unsure');
    await desk.done('visits.move', { ...(await seen(visitId)), to: 'left' });

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    expect((await desk.refused('printJobs.retry', { jobId, seenAttempts: 1 })).detail).toContain('left');
    expect(desk.printed).toHaveLength(1);
  });

  it('are not printed for somebody who has left', async () => {
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

  it('that may have been printed are followed by a marked one with a reason, cancelled or not', async () => {
    desk.setDelivery({ outcome: 'unsure', detail: 'the line broke' });
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    const { jobs } = await desk.done('labels.print', { visitId });
    await eventually(() => desk.printed.length === 1);
    await desk.done('printJobs.cancel', { jobId: jobs[0]?.id as string, reason: 'Nothing came out' });
    const visit = await visitOf(visitId);
    expect(visit.labelList[0]?.state).toBe('may-exist');
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { labels: 'may-exist' },
    });

    desk.setDelivery({ outcome: 'sent', reply: new Uint8Array() });
    const { id: labelId, jobId: seenJobId } = visit.labelList[0] as LabelView;
    expect(await desk.refused('labels.print', { visitId, labelId })).toMatchObject({
      fields: { reprintReason: 'missing' },
    });
    await desk.done('labels.print', { visitId, labelId, seenJobId, reprintReason: 'Nothing came out' });
    await eventually(() => desk.printed.length === 2);
    expect(desk.printed[1]).toContain('REPRINT');
  });

  it('printed again after collection take "collected" back until they are proven; the time of collection is kept', async () => {
    const visitId = desk.addVisit(1);
    const visit = await collected(visitId, 'SAMP0001');
    desk.setNow(NINE_O_CLOCK_MS + 600_000);
    const printed = await desk.done('labels.print', {
      visitId,
      labelId: visit.labelList[0]?.id as string,
      seenJobId: visit.labelList[0]?.jobId as string,
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

describe('printing when no label is left to print', () => {
  it.each([
    ['needs attention', 'printing-problem', { outcome: 'not-started', detail: 'ECONNREFUSED' }],
    ['is unsure', 'printing-problem', { outcome: 'unsure', detail: 'broke' }],
    ['was done', 'printed-already', { outcome: 'sent', reply: new Uint8Array() }],
  ] as const)('is refused for what is so: printing %s', async (_, why, delivery) => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    desk.setDelivery(delivery);
    const { jobs } = await desk.done('labels.print', { visitId });
    const state = () => findPrintJob(desk.parts.store.db, jobs[0]?.id as string)?.state;
    await eventually(() => state() !== 'queued' && state() !== 'sending');
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({ fields: { labels: why } });
  });

  it('is refused with the true reason: no sample is taken, or the paper of a cancelled label may exist', async () => {
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    desk.setDelivery({ outcome: 'unsure', detail: 'broke' });
    const { jobs } = await desk.done('labels.print', { visitId });
    const jobId = jobs[0]?.id as string;
    await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'unsure');
    await desk.done('printJobs.cancel', { jobId, reason: 'Out of labels' });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({
      fields: { labels: 'may-exist' },
    });

    const other = desk.addVisit(2);
    await checkIn(other);
    const labelIds = (await visitOf(other)).labelList.map(({ id }) => id);
    await desk.done('visits.sampleNotTaken', { ...(await seen(other)), labelIds, reason: 'refused' });
    expect(await desk.refused('labels.print', { visitId: other })).toMatchObject({
      fields: { labels: 'none-taken' },
    });
  });
});

describe('half a name from the service', () => {
  const BLANK = [
    ['first_name', ''],
    ['first_name', '  '],
    ['last_name', '\u00a0'],
    ['last_name', '.'],
  ] as const;
  it.each(BLANK)('is no identifier, and the label shows what there is: %s %j', async (field, blank) => {
    const visitId = desk.addVisit(1);
    patientIs(desk, 1, { [field]: blank });
    const identifiers = [
      { kind: 'name' as const, stated: null },
      { kind: 'date-of-birth' as const, stated: null },
    ];
    expect(await desk.refused('visits.checkIn', { ...(await seen(visitId)), identifiers })).toMatchObject({
      fields: { 'identifiers.0': 'not-on-record' },
    });
    await desk.done('visits.checkIn', {
      ...(await seen(visitId)),
      identifiers: [
        { kind: 'date-of-birth', stated: null },
        { kind: 'photo-id', stated: null },
      ],
    });
    await print(visitId);
    expect(desk.printed[0]).toContain(field === 'first_name' ? 'OLIVER' : 'Ada');
  });

  it('that is none at all makes no label', async () => {
    const visitId = desk.addVisit(1);
    patientIs(desk, 1, { first_name: '', last_name: ' ' });
    await desk.done('visits.checkIn', {
      ...(await seen(visitId)),
      identifiers: [
        { kind: 'date-of-birth', stated: null },
        { kind: 'photo-id', stated: null },
      ],
    });
    expect(await desk.refused('labels.print', { visitId })).toMatchObject({ fields: { name: 'missing' } });
  });
});
