// What the screens say of a label is what is known of it, and history, visit and queue say the same.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
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
