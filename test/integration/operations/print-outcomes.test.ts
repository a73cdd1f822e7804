// What the screens say of a label is what is known of it, and history, visit and queue say the same.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AwaitedJob, PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { eventually, openTestDesk, type TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());
const { checkIn } = deskSteps(() => desk);

async function printLabel(delivery: PrinterDelivery) {
  desk.setDelivery(delivery);
  const visitId = desk.addVisit(1);
  await checkIn(visitId);
  const { jobs } = await desk.done('labels.print', { visitId });
  const jobId = jobs[0]?.id ?? '';
  await eventually(
    () =>
      !['queued', 'sending'].includes(
        (
          desk.parts.store.db.prepare('SELECT state FROM print_job WHERE id = ?').get(jobId) as {
            state: string;
          }
        ).state,
      ),
  );
  const visit = await desk.done('visits.get', { visitId });
  const { items } = await desk.done('printJobs.list', {});
  const { printProblems } = await desk.done('connection.get', {});
  return {
    written: visit.activity.map(({ kind }) => kind).filter((kind) => kind.startsWith('label-')),
    label: visit.labelList[0]?.state,
    job: items[0],
    problems: { counted: printProblems, listed: items.filter(({ needsPerson }) => needsPerson).length },
  };
}

it('after a refused connection the history does not say that anything was sent', async () => {
  const { written, label, job, problems } = await printLabel({ outcome: 'not-started', detail: 'refused' });
  expect(written).toEqual(['label-queued']);
  expect([label, job?.state]).toEqual(['problem', 'attention']);
  expect(problems).toEqual({ counted: 1, listed: 1 });
});

it('a printer that never answers is shown as not confirming in visit and queue, and in the end as a problem', async () => {
  let answer: (answer: 'silent') => void = () => undefined;
  const later = new Promise<'silent'>((resolve) => {
    answer = resolve;
  });
  const first = await printLabel({ outcome: 'unacknowledged', reply: new Uint8Array(), later });
  expect(first.written).toEqual(['label-sent-unacknowledged', 'label-queued']);
  expect([first.label, first.job?.state]).toEqual(['unacknowledged', 'sent-unacknowledged']);
  expect(first.problems).toEqual({ counted: 0, listed: 0 });
  answer('silent');
  await eventually(() => desk.parts.printQueue.problemCount() === 1);
  const { items } = await desk.done('printJobs.list', {});
  expect(items.filter(({ needsPerson }) => needsPerson)).toHaveLength(1);
  expect((await desk.done('connection.get', {})).printProblems).toBe(1);
});

it('a decision about a print job is recorded with the label that it was about', async () => {
  const { job } = await printLabel({ outcome: 'not-started', detail: 'refused' });
  await desk.done('printJobs.cancel', { jobId: job?.id ?? '', reason: 'Printer is away' });
  const { items } = await desk.done('activity.list', {});
  expect(items.find(({ kind }) => kind === 'print-job-cancelled')?.detail).toMatchObject({
    code: 'SAMP0001',
    reason: 'Printer is away',
  });
});

it('a printer that takes nothing more in the middle of a job is said to, since when, until it goes on', async () => {
  const ended = Promise.withResolvers<PrinterDelivery>();
  const printing: AwaitedJob[] = [];
  const says = (forMs: number | null): void => printing[0]?.stopped?.(forMs);
  await desk.close();
  desk = openTestDesk(
    {},
    {
      transport: {
        deliver(_address, job) {
          printing.push(job);
          void job.begin();
          return ended.promise;
        },
      },
    },
  );
  const visitId = desk.addVisit(1);
  await checkIn(visitId);
  const id = (await desk.done('labels.print', { visitId })).jobs[0]?.id ?? '';
  const job = async () => (await desk.done('printJobs.list', {})).items[0];
  await eventually(() => findPrintJob(desk.parts.store.db, id)?.state === 'sending');
  await desk.advance(5_000);
  expect(await job()).toMatchObject({ state: 'sending', stoppedSinceMs: null });
  const stoppedAtMs = desk.parts.clock.nowMs() - 5_000;
  const said = desk.events.length;
  says(5_000);
  expect(await job()).toMatchObject({ state: 'sending', stoppedSinceMs: stoppedAtMs });
  expect(desk.events.slice(said)).toMatchObject([{ type: 'changed', topics: ['print-jobs'] }]);
  await desk.advance(60_000);
  expect(await job()).toMatchObject({ stoppedSinceMs: stoppedAtMs });
  says(null);
  expect(await job()).toMatchObject({ state: 'sending', stoppedSinceMs: null });
  says(5_000);
  ended.resolve({ outcome: 'unsure', detail: 'the printer stopped taking the job' });
  await eventually(() => findPrintJob(desk.parts.store.db, id)?.state === 'unsure');
  expect(await job()).toMatchObject({ state: 'unsure', stoppedSinceMs: null });
});
