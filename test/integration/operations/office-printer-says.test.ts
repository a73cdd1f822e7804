// What an office printer says of itself and of a job that it has taken, and that it cancels one.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { scriptedPages } from '../../support/scripted-pages.ts';
import { eventually, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { openPrinterDesk, printerSteps } from './support/printer-desk.ts';

let desk: TestDesk;
beforeEach(() => {
  ({ desk } = openPrinterDesk());
});
afterEach(() => desk.close());

const { one, jobOf } = printerSteps(() => desk);

it('says at the printer what a person has to look at, because nobody could be asked', async () => {
  await desk.close();
  const office = scriptedPages();
  desk = openTestDesk(
    { officePrinters: [{ id: 'office', name: 'Office', address: { kind: 'queue', name: 'office' } }] },
    { pages: office },
  );
  office.ends = { outcome: 'taken', printerJob: null, look: 'look that A4 is in it' };
  await desk.done('testPage.print', { printerId: 'office' });
  await eventually(() => office.given.length === 1);
  await expect.poll(() => one('office')).toMatchObject({ state: 'ready', detail: 'look that A4 is in it' });
  office.ends = null;
  await desk.done('testPage.print', { printerId: 'office' });
  await eventually(() => office.given.length === 2);
  await expect.poll(() => one('office')).toMatchObject({ state: 'ready', detail: null });
});

it('has an office printer cancel what it has taken, and writes down who wanted that and why', async () => {
  await desk.close();
  const office = scriptedPages();
  desk = openTestDesk(
    { officePrinters: [{ id: 'office', name: 'Office', address: { kind: 'queue', name: 'office' } }] },
    { pages: office },
  );
  const { job } = await desk.done('testPage.print', { printerId: 'office' });
  const jobId = job.id;
  await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'sent');
  expect(await jobOf(jobId)).toMatchObject({ atPrinter: true });
  const reason = 'printed by mistake';
  office.cancels = { outcome: 'unknown', detail: 'the printer does not answer' };
  expect(await desk.done('printJobs.cancelAtPrinter', { jobId, reason })).toMatchObject({
    outcome: 'unknown',
    detail: 'the printer does not answer',
    job: { state: 'sent', atPrinter: true },
  });
  office.cancels = { outcome: 'cancelled' };
  const commandId = '00000000-0000-4000-8000-00000000abce';
  for (const _time of [1, 2]) {
    expect(await desk.done('printJobs.cancelAtPrinter', { jobId, reason }, { commandId })).toMatchObject({
      outcome: 'cancelled',
      job: { state: 'cancelled', atPrinter: false },
    });
  }
  const { items } = await desk.done('activity.list', {});
  expect(items.filter(({ kind }) => kind === 'print-job-cancelled').map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ jobId, reason }),
  ]);
  expect(office.cancelled).toEqual(['1', '1']);
});
