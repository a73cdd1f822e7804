// Printers are set up at the desk: entered, changed, removed and chosen, and the queue prints on them as they are at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnteredPrinter } from '../../../src/contract/printers.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { listPrinterTests } from '../../../src/core/store/desk/printer-tests.ts';
import { enteredLabel as label } from '../../support/entered-label.ts';
import { labelPrinter } from '../../support/print-parts.ts';
import { zplAnswer } from '../../support/zpl-answers.ts';
import { eventually } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { openPrinterDesk, printerSteps, type TestLine } from './support/printer-desk.ts';

let desk: TestDesk;
let line: TestLine;
beforeEach(() => {
  ({ desk, line } = openPrinterDesk());
});
afterEach(() => desk.close());

const { add, list, one, printOne, jobOf, checkIn } = printerSteps(() => desk);

describe('a printer that is added', () => {
  it('prints at once what no other printer prints', async () => {
    const id = await add();
    expect(await one(id)).toMatchObject({
      name: 'Room 2',
      kind: 'label',
      address: '192.0.2.10:9100',
      setBy: 'desk',
      version: 1,
      prints: ['label'],
      state: 'unknown',
    });
    await printOne(1);
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.to).toBe('192.0.2.10');
    expect(await one(id)).toMatchObject({ state: 'ready', byQueue: false });
    const office = await add({ kind: 'office', name: 'Office', address: 'queue:Office' });
    expect(await one(office)).toMatchObject({
      prints: ['pages', 'form', 'report'],
      address: 'this computer’s queue Office',
      byQueue: true,
    });
    const tickets = await add({ kind: 'ticket', name: 'Tickets', address: '192.0.2.11', paperWidthMm: 58 });
    expect(await one(tickets)).toMatchObject({ prints: ['ticket'], setup: { paperWidthMm: 58 } });
    const activity = await desk.done('activity.list', {});
    expect(activity.items.map(({ kind }) => kind)).toContain('printer-added');
  });

  it.each<[Partial<EnteredPrinter>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'missing' }],
    [{ name: 'a\u202eb' }, { name: 'not-right' }],
    [{ name: 'ROOM 1' }, { name: 'in-use', other: 'Room 1' }],
    [{ address: '' }, { address: 'missing' }],
    [{ address: 'http://192.0.2.9' }, { address: 'not-right' }],
    [{ address: '192.0.2.9:99999' }, { address: 'not-right' }],
    [{ address: 'front:9100' }, { address: 'in-use', other: 'Room 1' }],
    [{ address: 'tcp://FRONT:9100' }, { address: 'in-use', other: 'Room 1' }],
    [{ language: null }, { language: 'missing' }],
    [{ language: 'latin' }, { language: 'not-right' }],
    [{ labelWidthMm: null }, { labelWidthMm: 'missing' }],
    [{ dotsPerMm: 9 }, { dotsPerMm: 'out-of-range' }],
    [{ labelWidthMm: 500 }, { labelWidthMm: 'out-of-range' }],
    [{ labelWidthMm: 25 }, { labelWidthMm: 'too-small' }],
    [{ labelHeightMm: 12 }, { labelHeightMm: 'too-small' }],
    [{ symbol: 'data-matrix', labelWidthMm: 20 }, { labelWidthMm: 'too-small' }],
    [{ symbol: 'aztec' }, { symbol: 'not-right' }],
    [{ kind: 'office', address: 'folder:/tmp' }, { address: 'not-right' }],
  ])('%j is refused at its field: %j', async (change, fields) => {
    await desk.close();
    ({ desk, line } = openPrinterDesk({
      printers: [{ ...labelPrinter({ host: 'front', port: 9100 }), name: 'Room 1' }],
    }));
    const answer = await desk.call('printers.add', { setup: { ...label, ...change } });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'rejected', fields } });
    expect(await list()).toHaveLength(1);
  });

  it('is added once, however often the command arrives', async () => {
    const commandId = '00000000-0000-4000-8000-00000000abcd';
    await desk.done('printers.add', { setup: label }, { commandId });
    await desk.done('printers.add', { setup: label }, { commandId });
    expect(await list()).toHaveLength(1);
  });
});

describe('a printer of this computer', () => {
  it('may be at a cable, and one place has one printer whatever its line is set to', async () => {
    const id = await add({ address: '/dev/ttyUSB0' });
    expect(await one(id)).toMatchObject({
      address: '/dev/ttyUSB0?baud=9600',
      setup: { address: 'device:/dev/ttyUSB0?baud=9600' },
    });
    await printOne(1);
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.to).toBe('device:/dev/ttyUSB0?baud=9600');
    const usb = { name: 'Room 3', address: '/dev/usb/lp0?serial=D2J153' };
    await add(usb);
    for (const address of ['/dev/ttyUSB0?baud=19200', '/dev/usb/lp1?serial=D2J153']) {
      const answer = await desk.call('printers.add', { setup: { ...label, name: 'Other', address } });
      expect(answer).toMatchObject({ ok: false, error: { fields: { address: 'in-use' } } });
    }
    expect(await desk.refused('printers.add', { setup: { ...label, address: '/dev/sda' } })).toMatchObject({
      fields: { address: 'not-right' },
    });
  });

  it('may be a queue, of which no more is said than that this computer has the label', async () => {
    const id = await add({ address: 'queue:Zebra' });
    expect(await one(id)).toMatchObject({ address: 'this computer’s queue Zebra' });
    const office = await desk.call('printers.add', {
      setup: { ...label, kind: 'office', name: 'Office', address: 'queue:Zebra' },
    });
    expect(office).toMatchObject({ error: { fields: { address: 'in-use', other: 'Room 2' } } });
    line.delivery = { outcome: 'taken', printerJob: null };
    const jobId = await printOne(1);
    await eventually(() => line.sent.length === 1);
    expect(await jobOf(jobId)).toMatchObject({ state: 'sent', byQueue: true, needsPerson: false });

    await add({ kind: 'ticket', name: 'Till', address: 'queue:Till', paperWidthMm: 80 });
    const visitId = desk.addVisit(2);
    await checkIn(visitId);
    await desk.done('tickets.print', { visitId, seenJobId: null });
    await eventually(() => line.sent.length === 2);
    expect((await desk.done('visits.get', { visitId })).ticket).toMatchObject({
      state: 'sent',
      byQueue: true,
    });
  });
});

describe('a printer that is changed', () => {
  it('gets what waits for it at its new address', async () => {
    const id = await add();
    line.delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    line.delivery = { outcome: 'sent', reply: new Uint8Array() };
    const setup = { ...label, address: '192.0.2.99', name: 'Room 3' };
    expect(await desk.done('printers.change', { printerId: id, seenVersion: 1, setup })).toMatchObject({
      withdrawn: 0,
    });
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.to).toBe('192.0.2.99');
    expect(await one(id)).toMatchObject({ name: 'Room 3', version: 2 });
  });

  it('gets nothing over a connection that was begun before the change', async () => {
    const id = await add();
    line.holdsConnections = true;
    await printOne(1);
    await eventually(() => line.connecting.length === 1);
    const setup = { ...label, address: '192.0.2.99' };
    await desk.done('printers.change', { printerId: id, seenVersion: 1, setup });
    await eventually(() => line.connecting.length === 2);
    line.connecting[0]?.connected();
    line.connecting[1]?.connected();
    await eventually(() => line.sent.length === 1);
    expect(line.sent.map(({ to }) => to)).toEqual(['192.0.2.99']);
  });

  it('gets nothing that was made for another language or size', async () => {
    const id = await add();
    line.delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    expect((await one(id))?.waiting).toBe(1);
    line.delivery = { outcome: 'sent', reply: new Uint8Array() };
    const setup = { ...label, labelWidthMm: 60 };
    expect(await desk.done('printers.change', { printerId: id, seenVersion: 1, setup })).toMatchObject({
      withdrawn: 1,
    });
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled' });
    await printOne(2);
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.bytes).toContain('^PW480');
  });

  it('gets what is sent again laid out for the labels that it has now', async () => {
    const id = await add();
    line.delivery = { outcome: 'unsure', detail: 'the printer broke the connection' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'unsure');
    line.delivery = { outcome: 'sent', reply: new Uint8Array() };
    const change = (seenVersion: number, labelWidthMm: number) =>
      desk.done('printers.change', { printerId: id, seenVersion, setup: { ...label, labelWidthMm } });
    // Nothing waits that could be withdrawn.
    expect(await change(1, 60)).toMatchObject({ withdrawn: 0 });
    await desk.done('printJobs.retry', { jobId: job, seenAttempts: 1 });
    await eventually(() => line.sent.length === 2);
    expect(line.sent.map(({ bytes }) => /\^PW\d+/.exec(bytes)?.[0])).toEqual(['^PW406', '^PW480']);
    expect(line.sent.map(({ bytes }) => bytes.includes('REPRINT'))).toEqual([false, true]);
  });

  it('that was off gives out one test label and one ruler, however often they were asked for meanwhile', async () => {
    const id = await add();
    line.delivery = { outcome: 'not-started', detail: 'connection refused' };
    for (const sheet of ['test', 'test', 'ruler', 'test', 'ruler'] as const) {
      await desk.done('printers.printSheet', { printerId: id, sheet });
      await desk.advance(1_000);
    }
    const tests = listPrinterTests(desk.parts.store.db).map(({ jobId }) => jobId);
    const states = tests.map((jobId) => findPrintJob(desk.parts.store.db, jobId)?.state);
    expect(states).toEqual(['attention', 'cancelled', 'cancelled']);
    line.delivery = { outcome: 'sent', reply: new Uint8Array() };
    await desk.advance(10 * 60_000);
    expect(line.sent).toHaveLength(2);
    expect(await one(id)).toMatchObject({ test: { state: 'sent' } });
  });

  it('gets no test label again that would prove other settings than it has now', async () => {
    const id = await add();
    line.delivery = { outcome: 'unsure', detail: 'the printer broke the connection' };
    await desk.done('printers.printSheet', { printerId: id, sheet: 'test' });
    await eventually(() => line.sent.length === 1);
    const [{ jobId } = { jobId: '' }] = listPrinterTests(desk.parts.store.db);
    await eventually(() => findPrintJob(desk.parts.store.db, jobId)?.state === 'unsure');
    const setup = { ...label, labelWidthMm: 60 };
    await desk.done('printers.change', { printerId: id, seenVersion: 1, setup });
    expect(await desk.refused('printJobs.retry', { jobId, seenAttempts: 1 })).toMatchObject({
      kind: 'rejected',
      fields: { printerId: 'other-settings' },
    });
    expect(await jobOf(jobId)).toMatchObject({ state: 'unsure' });
  });

  it('is not changed by somebody who saw another one, nor while it is sent to, nor into another kind', async () => {
    const id = await add();
    const change = { printerId: id, seenVersion: 1, setup: { ...label, name: 'Other' } };
    expect(await desk.refused('printers.change', { ...change, seenVersion: 7 })).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(
      await desk.refused('printers.change', { ...change, setup: { ...label, kind: 'ticket' } }),
    ).toMatchObject({ kind: 'rejected', fields: { kind: 'other' } });
    expect(await desk.refused('printers.change', { ...change, printerId: 'nobody' })).toMatchObject({
      kind: 'not-found',
    });
    desk.parts.store.db
      .prepare(
        `INSERT INTO print_job (id, sequence, printer_id, title, bytes, reprint_bytes, state, actor, created_at_ms)
         VALUES ('under-way', 900, ?, 'x', x'00', x'', 'sending', 'Desk', 0)`,
      )
      .run(id);
    expect(await desk.refused('printers.change', change)).toMatchObject({ reason: 'state' });
    expect(
      await desk.refused('printers.remove', { printerId: id, seenVersion: 1, waitingSeen: 0 }),
    ).toMatchObject({ reason: 'state' });
    expect((await one(id))?.name).toBe('Room 2');
  });

  it('is not one of the managed settings', async () => {
    await desk.close();
    ({ desk, line } = openPrinterDesk({ printers: [labelPrinter({ host: 'front', port: 9100 })] }));
    expect((await list())[0]).toMatchObject({ setBy: 'managed', version: null });
    expect(
      await desk.refused('printers.change', { printerId: 'front', seenVersion: 1, setup: label }),
    ).toMatchObject({ kind: 'conflict', reason: 'state' });
    expect(
      await desk.refused('printers.remove', { printerId: 'front', seenVersion: 1, waitingSeen: 0 }),
    ).toMatchObject({ kind: 'conflict', reason: 'state' });
  });
});

describe('a printer that is removed', () => {
  it('takes off the queue what waited for it, once the person knows how much', async () => {
    const id = await add();
    line.delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    const remove = { printerId: id, seenVersion: 1 };
    expect(await desk.refused('printers.remove', { ...remove, waitingSeen: 0 })).toMatchObject({
      kind: 'conflict',
      reason: 'changed',
    });
    expect(await desk.done('printers.remove', { ...remove, waitingSeen: 1 })).toEqual({
      printers: [],
      standInsManaged: [],
      queues: 'cups',
      desks: [],
      withdrawn: 1,
    });
    expect(await jobOf(job)).toMatchObject({
      state: 'cancelled',
      printerName: 'a printer that was removed',
    });
    // The label was never printed, so it is printed on the next printer without a reason.
    line.delivery = { outcome: 'sent', reply: new Uint8Array() };
    await add({ name: 'Next', address: '192.0.2.12' });
    const visitId = (await jobOf(job))?.visitId ?? '';
    await desk.done('labels.print', { visitId, labelId: null, reprintReason: null });
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.to).toBe('192.0.2.12');
  });

  it('is said before to have what may have come out, and what is in doubt there is not sent again', async () => {
    const id = await add();
    line.delivery = { outcome: 'unsure', detail: 'the printer broke the connection' };
    const [again, doubted] = [await printOne(1), await printOne(2)];
    const state = (job: string) => findPrintJob(desk.parts.store.db, job)?.state;
    await eventually(() => state(again) === 'unsure' && state(doubted) === 'unsure');
    expect(await one(id)).toMatchObject({ waiting: 0, waitingAgain: 0, inDoubt: 2 });
    line.delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    await desk.done('printJobs.retry', { jobId: again, seenAttempts: 1 });
    await eventually(() => state(again) === 'attention');
    expect(await one(id)).toMatchObject({ waiting: 1, waitingAgain: 1, inDoubt: 1 });
    expect(await jobOf(doubted)).toMatchObject({ printerRemoved: false });
    await desk.done('printers.remove', { printerId: id, seenVersion: 1, waitingSeen: 1 });
    expect(await jobOf(doubted)).toMatchObject({ state: 'unsure', needsPerson: true, printerRemoved: true });
  });

  it('gets nothing over a connection that was begun before', async () => {
    const id = await add();
    line.holdsConnections = true;
    const job = await printOne(1);
    await eventually(() => line.connecting.length === 1);
    await desk.done('printers.remove', { printerId: id, seenVersion: 1, waitingSeen: 1 });
    line.connecting[0]?.connected();
    await desk.advance(60_000);
    expect(line.sent).toEqual([]);
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled' });
  });
});

describe('the second printer of a document', () => {
  it('is offered for what waits for the first, which never moves by itself', async () => {
    const first = await add();
    const ids = [];
    for (const number of [1, 2]) {
      ids.push(await add({ name: `Spare ${number}`, address: `192.0.2.2${number}` }));
    }
    const chosen = await desk.done('printers.chooseStandIn', {
      document: 'label',
      printerId: ids[1] as string,
    });
    expect(chosen.printers.map(({ standsInFor }) => standsInFor)).toEqual([[], [], ['label']]);
    line.delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    expect((await jobOf(job))?.otherPrinter).toEqual({ id: ids[1], name: 'Spare 2' });
    line.delivery = { outcome: 'sent', reply: new Uint8Array() };
    await desk.done('printJobs.move', { jobId: job, printerId: ids[1] as string });
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.to).toBe('192.0.2.22');
    // Taken back, any other is offered.
    const free = await desk.done('printers.chooseStandIn', { document: 'label', printerId: null });
    expect(free.printers.flatMap(({ standsInFor }) => standsInFor)).toEqual([]);
    expect((await one(first))?.prints).toEqual(['label']);
    const { items } = await desk.done('activity.list', {});
    expect(items.filter(({ kind }) => kind === 'printer-stand-in-chosen')).toHaveLength(2);
  });

  it('is one that prints the document, and is not changed where the managed settings say it', async () => {
    const office = await add({ kind: 'office', name: 'Office', address: 'queue:Office' });
    expect(
      await desk.refused('printers.chooseStandIn', { document: 'label', printerId: office }),
    ).toMatchObject({ fields: { printerId: 'cannot-print' } });
    expect(
      await desk.refused('printers.chooseStandIn', { document: 'label', printerId: 'nobody' }),
    ).toMatchObject({ kind: 'not-found' });
    await desk.close();
    const managed = [
      { ...labelPrinter({ host: 'front', port: 9_100 }), id: 'one' },
      { ...labelPrinter({ host: 'back', port: 9_100 }), id: 'two' },
    ];
    ({ desk, line } = openPrinterDesk({ printers: managed, standInPrinters: { label: 'two' } }));
    const { printers, standInsManaged } = await desk.done('printers.list', {});
    expect(standInsManaged).toEqual(['label']);
    expect(printers.map(({ standsInFor }) => standsInFor)).toEqual([[], ['label']]);
    expect(
      await desk.refused('printers.chooseStandIn', { document: 'label', printerId: null }),
    ).toMatchObject({ kind: 'conflict' });
  });
});

it('says what it has said of itself, before anything was printed on it', async () => {
  line.answer = zplAnswer({ noLabels: true });
  const id = await add();
  expect(await one(id)).toMatchObject({ state: 'unknown', ofItself: false });
  await desk.advance(3_000);
  const inTrouble = {
    state: 'attention',
    detail: expect.stringContaining('it has no labels'),
    ofItself: true,
  };
  expect(await one(id)).toMatchObject(inTrouble);
  expect((await desk.done('session.get', {})).printers).toMatchObject([inTrouble]);
  expect(await desk.done('connection.get', {})).toMatchObject({ printersInTrouble: 1, printProblems: 0 });
  line.answer = zplAnswer();
  await desk.advance(5_000);
  expect(await one(id)).toMatchObject({ ofItself: false, detail: null });
});

it('goes by the printer that was chosen for whole pages', async () => {
  await add({ kind: 'office', name: 'Office 1', address: '192.0.2.20' });
  const second = await add({ kind: 'office', name: 'Office 2', address: 'ipp://192.0.2.21/ipp/print' });
  const { printers } = await desk.done('printers.choose', { document: 'pages', printerId: second });
  expect(printers.find(({ prints }) => prints.includes('pages'))).toMatchObject({
    name: 'Office 2',
    address: 'ipp://192.0.2.21:631/ipp/print',
  });
});
