// What an office printer says of itself and of a job that it has taken, and that it cancels one.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { enteredLabel } from '../../support/entered-label.ts';
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

it.each([
  ['set up at another address', 'its printer was set up at another address while it had the job'],
  ['removed', 'its printer was removed while it had the job'],
] as const)('says of pages that stand still at a printer that is %s that nobody knows', async (what, why) => {
  await desk.close();
  const office = scriptedPages();
  desk = openTestDesk({ printers: [] }, { pages: office });
  const setup = { ...enteredLabel, kind: 'office', name: 'Office', address: '192.0.2.20' } as const;
  const { printerId } = await desk.done('printers.add', { setup });
  const pages = async (number: number): Promise<string> => {
    const { job } = await desk.done('testPage.print', { printerId });
    await eventually(() => office.given.length === number);
    return job.id;
  };
  const reported = async (jobId: string, deviceReport: string): Promise<void> => {
    await expect
      .poll(async () => {
        await desk.advance(5_000);
        return jobOf(jobId);
      })
      .toMatchObject({ deviceReport });
  };
  office.says = { state: 'working', detail: null };
  const atWork = await pages(1);
  await reported(atWork, 'working');
  office.report = async (_address, number) =>
    number === '1' ? { state: 'working', detail: null } : { state: 'stopped', detail: 'it has no paper' };
  const stopped = await pages(2);
  await reported(stopped, 'stopped');
  if (what === 'removed') await desk.done('printers.remove', { printerId, seenVersion: 1, waitingSeen: 0 });
  else
    await desk.done('printers.change', {
      printerId,
      seenVersion: 1,
      setup: { ...setup, address: '192.0.2.21' },
    });
  expect(await jobOf(stopped)).toMatchObject({ state: 'unsure', needsPerson: true, atPrinter: false });
  expect((await jobOf(stopped))?.detail).toContain(why);
  expect(await jobOf(atWork)).toMatchObject({ state: 'sent', deviceReport: null, needsPerson: false });
  const { items } = await desk.done('activity.list', {});
  expect(items.find(({ kind }) => kind === 'document-print-ended')?.detail).toMatchObject({
    outcome: 'unsure',
    printer: 'Office',
  });
  if (what === 'removed') return;
  // It is the same printer.
  office.says = { state: 'stopped', detail: 'it has no paper' };
  await reported(stopped, 'stopped');
  expect(await jobOf(stopped)).toMatchObject({ state: 'sent', atPrinter: true });
});
