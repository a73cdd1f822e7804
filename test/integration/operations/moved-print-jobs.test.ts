// A print job of which nothing was sent is printed on another printer, made out for it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { dropPrintJobBytes, findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { eventually } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { openPrinterDesk, printerSteps, type TestLine } from './support/printer-desk.ts';

let desk: TestDesk;
let line: TestLine;
beforeEach(() => {
  ({ desk, line } = openPrinterDesk());
});
afterEach(() => desk.close());

const { add, printOne, jobOf } = printerSteps(() => desk);

describe('a job of which nothing was sent', () => {
  const away = { outcome: 'not-started', detail: 'the printer is switched off' } as const;
  const works: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
  const stateOf = (job: string) => findPrintJob(desk.parts.store.db, job)?.state;

  it('is printed on another printer, made out for its language and size', async () => {
    await add();
    const other = await add({ name: 'Back', address: '192.0.2.50', labelWidthMm: 60 });
    line.delivery = away;
    const job = await printOne(1);
    await eventually(() => stateOf(job) === 'attention');
    expect((await jobOf(job))?.otherPrinter).toEqual({ id: other, name: 'Back' });
    line.delivery = works;
    expect(await desk.done('printJobs.move', { jobId: job, printerId: other })).toMatchObject({
      printerName: 'Back',
      state: 'queued',
    });
    await eventually(() => stateOf(job) === 'sent');
    expect(line.sent.map(({ to }) => to)).toEqual(['192.0.2.50']);
    expect(line.sent[0]?.bytes).toContain('^PW480');
    expect(line.sent[0]?.bytes).not.toContain('REPRINT');
    expect((await jobOf(job))?.otherPrinter).toBeNull();
    expect(await desk.refused('printJobs.move', { jobId: job, printerId: other })).toMatchObject({
      kind: 'conflict',
      reason: 'state',
    });
    const { items } = await desk.done('activity.list', {});
    expect(items.find(({ kind }) => kind === 'print-job-moved')?.detail).toMatchObject({ reason: 'Back' });
  });

  it('does not go to the printer before as well, whose connection was being made', async () => {
    await add();
    const other = await add({ name: 'Back', address: '192.0.2.50' });
    line.holdsConnections = true;
    const job = await printOne(1);
    await eventually(() => line.connecting.length === 1);
    await desk.done('printJobs.move', { jobId: job, printerId: other });
    await eventually(() => line.connecting.length === 2);
    for (const { connected } of line.connecting) connected();
    await eventually(() => stateOf(job) === 'sent');
    await desk.advance(60_000);
    expect(line.sent.map(({ to }) => to)).toEqual(['192.0.2.50']);
  });

  it('is not made out for a printer of other papers, nor for one that is not there', async () => {
    await add();
    const tickets = await add({ kind: 'ticket', name: 'Tickets', address: '192.0.2.51', paperWidthMm: 80 });
    line.delivery = away;
    const job = await printOne(1);
    await eventually(() => stateOf(job) === 'attention');
    expect((await jobOf(job))?.otherPrinter).toBeNull();
    expect(await desk.refused('printJobs.move', { jobId: job, printerId: tickets })).toMatchObject({
      fields: { printerId: 'cannot-print' },
    });
    expect(await desk.refused('printJobs.move', { jobId: job, printerId: 'nobody' })).toMatchObject({
      kind: 'printer-unavailable',
    });
  });

  it('stays where it is once something of it may have been printed', async () => {
    await add();
    const other = await add({ name: 'Back', address: '192.0.2.50' });
    line.delivery = { outcome: 'unsure', detail: 'the connection broke' };
    const job = await printOne(1);
    await eventually(() => stateOf(job) === 'unsure');
    expect((await jobOf(job))?.otherPrinter).toBeNull();
    expect(await desk.refused('printJobs.move', { jobId: job, printerId: other })).toMatchObject({
      kind: 'conflict',
    });
  });

  it('keeps what it shows no longer than its bytes', async () => {
    await add();
    const other = await add({ name: 'Back', address: '192.0.2.50' });
    line.delivery = away;
    const job = await printOne(1);
    await eventually(() => stateOf(job) === 'attention');
    // Out of its time it waits for a person.
    await desk.advance(11 * 60_000);
    dropPrintJobBytes(desk.parts.store.db, Number.MAX_SAFE_INTEGER, 10);
    expect(desk.parts.store.db.prepare('SELECT content FROM print_job WHERE id = ?').get(job)).toEqual({
      content: null,
    });
    expect(await jobOf(job)).toMatchObject({ neverSent: 'not-kept', otherPrinter: null });
    expect(await desk.refused('printJobs.move', { jobId: job, printerId: other })).toMatchObject({
      kind: 'conflict',
      reason: 'state',
    });
  });
});
