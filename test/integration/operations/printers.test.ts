// Printers are set up at the desk: entered, changed, removed and chosen, and the queue prints on them as they are at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnteredPrinter } from '../../../src/contract/printers.ts';
import type { PrinterDelivery } from '../../../src/core/ports/printers.ts';
import { rawAddressText } from '../../../src/domain/printer-address.ts';
import type { LabelPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import { dropPrintJobBytes, findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { findPrinterTest, listPrinterTests } from '../../../src/core/store/desk/printer-tests.ts';
import { enteredLabel as label } from '../../support/entered-label.ts';
import { labelPrinter } from '../../support/print-parts.ts';
import { scriptedPages } from '../../support/scripted-pages.ts';
import { eventually, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { deskSteps } from './support/desk-steps.ts';
import { atOnce } from '../../support/at-once.ts';

let desk: TestDesk;
let sent: { readonly to: string; readonly bytes: string }[];
let delivery: PrinterDelivery;
/** Held until the test lets the connection come about. */
let connecting: { readonly to: string; readonly connected: () => void }[];
let holdsConnections: boolean;

function open(printers: Parameters<typeof openTestDesk>[0] = { printers: [] }): TestDesk {
  sent = [];
  connecting = [];
  holdsConnections = false;
  delivery = { outcome: 'sent', reply: new Uint8Array() };
  return openTestDesk(printers, {
    transport: {
      deliver: async (address, job) => {
        const host = 'host' in address ? address.host : rawAddressText(address);
        if (holdsConnections) {
          await new Promise<void>((connected) => connecting.push({ to: host, connected }));
        }
        if (delivery.outcome === 'not-started') return delivery;
        const bytes = atOnce(job.begin());
        if (!bytes) return { outcome: 'withheld' };
        sent.push({ to: host, bytes: Buffer.from(bytes).toString('latin1') });
        return delivery;
      },
    },
  });
}
beforeEach(() => {
  desk = open();
});
afterEach(() => desk.close());

const { checkIn, startCollecting } = deskSteps(() => desk);

const add = async (change: Partial<EnteredPrinter> = {}) =>
  (await desk.done('printers.add', { setup: { ...label, ...change } })).printerId;
const list = async () => (await desk.done('printers.list', {})).printers;
const one = async (id: string) => (await list()).find((printer) => printer.id === id);

async function printOne(number: number): Promise<string> {
  const visitId = desk.addVisit(number);
  await checkIn(visitId);
  await startCollecting(visitId);
  const { jobs } = await desk.done('labels.print', { visitId, labelId: null, reprintReason: null });
  return jobs[0]?.id ?? '';
}
const jobOf = async (id: string) =>
  (await desk.done('printJobs.list', {})).items.find((job) => job.id === id);

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
    await eventually(() => sent.length === 1);
    expect(sent[0]?.to).toBe('192.0.2.10');
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
    desk = open({ printers: [{ ...labelPrinter({ host: 'front', port: 9100 }), name: 'Room 1' }] });
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
    await eventually(() => sent.length === 1);
    expect(sent[0]?.to).toBe('device:/dev/ttyUSB0?baud=9600');
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
    delivery = { outcome: 'taken', printerJob: null };
    const jobId = await printOne(1);
    await eventually(() => sent.length === 1);
    expect(await jobOf(jobId)).toMatchObject({ state: 'sent', byQueue: true, needsPerson: false });

    await add({ kind: 'ticket', name: 'Till', address: 'queue:Till', paperWidthMm: 80 });
    const visitId = desk.addVisit(2);
    await checkIn(visitId);
    await desk.done('tickets.print', { visitId, seenJobId: null });
    await eventually(() => sent.length === 2);
    expect((await desk.done('visits.get', { visitId })).ticket).toMatchObject({
      state: 'sent',
      byQueue: true,
    });
  });
});

describe('a printer that is changed', () => {
  it('gets what waits for it at its new address', async () => {
    const id = await add();
    delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    delivery = { outcome: 'sent', reply: new Uint8Array() };
    const setup = { ...label, address: '192.0.2.99', name: 'Room 3' };
    expect(await desk.done('printers.change', { printerId: id, seenVersion: 1, setup })).toMatchObject({
      withdrawn: 0,
    });
    await eventually(() => sent.length === 1);
    expect(sent[0]?.to).toBe('192.0.2.99');
    expect(await one(id)).toMatchObject({ name: 'Room 3', version: 2 });
  });

  it('gets nothing over a connection that was begun before the change', async () => {
    const id = await add();
    holdsConnections = true;
    await printOne(1);
    await eventually(() => connecting.length === 1);
    const setup = { ...label, address: '192.0.2.99' };
    await desk.done('printers.change', { printerId: id, seenVersion: 1, setup });
    await eventually(() => connecting.length === 2);
    connecting[0]?.connected();
    connecting[1]?.connected();
    await eventually(() => sent.length === 1);
    expect(sent.map(({ to }) => to)).toEqual(['192.0.2.99']);
  });

  it('gets nothing that was made for another language or size', async () => {
    const id = await add();
    delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    expect((await one(id))?.waiting).toBe(1);
    delivery = { outcome: 'sent', reply: new Uint8Array() };
    const setup = { ...label, labelWidthMm: 60 };
    expect(await desk.done('printers.change', { printerId: id, seenVersion: 1, setup })).toMatchObject({
      withdrawn: 1,
    });
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled' });
    await printOne(2);
    await eventually(() => sent.length === 1);
    expect(sent[0]?.bytes).toContain('^PW480');
  });

  it('gets what is sent again laid out for the labels that it has now', async () => {
    const id = await add();
    delivery = { outcome: 'unsure', detail: 'the printer broke the connection' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'unsure');
    delivery = { outcome: 'sent', reply: new Uint8Array() };
    const change = (seenVersion: number, labelWidthMm: number) =>
      desk.done('printers.change', { printerId: id, seenVersion, setup: { ...label, labelWidthMm } });
    // Nothing waits that could be withdrawn.
    expect(await change(1, 60)).toMatchObject({ withdrawn: 0 });
    await desk.done('printJobs.retry', { jobId: job, seenAttempts: 1 });
    await eventually(() => sent.length === 2);
    expect(sent.map(({ bytes }) => /\^PW\d+/.exec(bytes)?.[0])).toEqual(['^PW406', '^PW480']);
    expect(sent.map(({ bytes }) => bytes.includes('REPRINT'))).toEqual([false, true]);
  });

  it('gets no test label again that would prove other settings than it has now', async () => {
    const id = await add();
    delivery = { outcome: 'unsure', detail: 'the printer broke the connection' };
    await desk.done('printers.printSheet', { printerId: id, sheet: 'test' });
    await eventually(() => sent.length === 1);
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
    desk = open({ printers: [labelPrinter({ host: 'front', port: 9100 })] });
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
    delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
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
    delivery = { outcome: 'sent', reply: new Uint8Array() };
    await add({ name: 'Next', address: '192.0.2.12' });
    const visitId = (await jobOf(job))?.visitId ?? '';
    await desk.done('labels.print', { visitId, labelId: null, reprintReason: null });
    await eventually(() => sent.length === 1);
    expect(sent[0]?.to).toBe('192.0.2.12');
  });

  it('gets nothing over a connection that was begun before', async () => {
    const id = await add();
    holdsConnections = true;
    const job = await printOne(1);
    await eventually(() => connecting.length === 1);
    await desk.done('printers.remove', { printerId: id, seenVersion: 1, waitingSeen: 1 });
    connecting[0]?.connected();
    await desk.advance(60_000);
    expect(sent).toEqual([]);
    expect(await jobOf(job)).toMatchObject({ state: 'cancelled' });
  });
});

describe('a job of which nothing was sent', () => {
  const away = { outcome: 'not-started', detail: 'the printer is switched off' } as const;
  const works: PrinterDelivery = { outcome: 'sent', reply: new Uint8Array() };
  const stateOf = (job: string) => findPrintJob(desk.parts.store.db, job)?.state;

  it('is printed on another printer, made out for its language and size', async () => {
    await add();
    const other = await add({ name: 'Back', address: '192.0.2.50', labelWidthMm: 60 });
    delivery = away;
    const job = await printOne(1);
    await eventually(() => stateOf(job) === 'attention');
    expect((await jobOf(job))?.otherPrinter).toEqual({ id: other, name: 'Back' });
    delivery = works;
    expect(await desk.done('printJobs.move', { jobId: job, printerId: other })).toMatchObject({
      printerName: 'Back',
      state: 'queued',
    });
    await eventually(() => stateOf(job) === 'sent');
    expect(sent.map(({ to }) => to)).toEqual(['192.0.2.50']);
    expect(sent[0]?.bytes).toContain('^PW480');
    expect(sent[0]?.bytes).not.toContain('REPRINT');
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
    holdsConnections = true;
    const job = await printOne(1);
    await eventually(() => connecting.length === 1);
    await desk.done('printJobs.move', { jobId: job, printerId: other });
    await eventually(() => connecting.length === 2);
    for (const { connected } of connecting) connected();
    await eventually(() => stateOf(job) === 'sent');
    await desk.advance(60_000);
    expect(sent.map(({ to }) => to)).toEqual(['192.0.2.50']);
  });

  it('is not made out for a printer of other papers, nor for one that is not there', async () => {
    await add();
    const tickets = await add({ kind: 'ticket', name: 'Tickets', address: '192.0.2.51', paperWidthMm: 80 });
    delivery = away;
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
    delivery = { outcome: 'unsure', detail: 'the connection broke' };
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
    delivery = away;
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

describe('a test label', () => {
  const jobIdOf = (code: string): string => findPrinterTest(desk.parts.store.db, [code])?.jobId ?? '';
  const scanned = (text: string, source: 'scanner' | 'typed' = 'scanner') =>
    desk.done('scan.submit', { text, visitId: null, source });
  const printTest = async (id: string): Promise<string> => {
    const before = sent.length;
    await desk.done('printers.printSheet', { printerId: id, sheet: 'test' });
    await eventually(() => sent.length === before + 1);
    return (await one(id))?.test?.code ?? '';
  };

  it('proves the printer’s settings when it is scanned, until they change', async () => {
    const id = await add();
    expect(await one(id)).toMatchObject({ proved: null, test: null });
    const code = await printTest(id);
    expect(sent[0]?.bytes).toContain(`^FD${code}^FS`);
    expect(await one(id)).toMatchObject({ proved: null, test: { code, state: 'sent' } });
    // Typing the code tells nothing about the bars.
    expect(await scanned(code, 'typed')).toMatchObject({ kind: 'unknown' });
    expect((await one(id))?.proved).toBeNull();
    expect(await scanned(`]C0${code.toLowerCase()}\r`)).toEqual({
      kind: 'printer-test',
      printerName: 'Room 2',
      code,
      isProof: true,
    });
    expect(await one(id)).toMatchObject({ proved: { by: 'Desk' }, test: null });
    // Another name is the same printer.
    const renamed = { ...label, name: 'Room 3' };
    await desk.done('printers.change', { printerId: id, seenVersion: 1, setup: renamed });
    expect((await one(id))?.proved).not.toBeNull();
    // Another size is not what was proved; the size before is.
    const larger = { ...renamed, labelWidthMm: 60 };
    await desk.done('printers.change', { printerId: id, seenVersion: 2, setup: larger });
    expect(await one(id)).toMatchObject({ proved: null, test: null });
    expect(await scanned(code)).toMatchObject({ kind: 'printer-test', isProof: false });
    expect((await one(id))?.proved).toBeNull();
    await desk.done('printers.change', { printerId: id, seenVersion: 3, setup: renamed });
    expect((await one(id))?.proved).not.toBeNull();
  });

  it('has a Data Matrix where the printer’s labels have one, and proves nothing of bars', async () => {
    const id = await add({ symbol: 'data-matrix', labelWidthMm: 25.4 });
    expect((await one(id))?.setup).toMatchObject({ symbol: 'data-matrix', labelWidthMm: 25.4 });
    const code = await printTest(id);
    expect(sent[0]?.bytes).toContain('^FXcode^FS');
    expect(sent[0]?.bytes).not.toContain('^BC');
    expect(await scanned(`]d1${code}`)).toMatchObject({ kind: 'printer-test', code, isProof: true });
    expect((await one(id))?.proved).not.toBeNull();
    const withBars = { ...label, symbol: 'bars', labelWidthMm: 50.8 };
    await desk.done('printers.change', { printerId: id, seenVersion: 1, setup: withBars });
    expect(await one(id)).toMatchObject({ proved: null, setup: { symbol: 'bars' } });
  });

  it('proves the same printer whether its settings say that labels have bars or say nothing of it', async () => {
    await desk.close();
    const front: LabelPrinter = labelPrinter({ host: '192.0.2.9', port: 9100 });
    const printers = [front];
    desk = open({ printers });
    const { id } = front;
    const code = await printTest(id);
    await scanned(code);
    expect((await one(id))?.proved).not.toBeNull();
    printers[0] = { ...front, symbol: 'bars' };
    expect((await one(id))?.proved).not.toBeNull();
    printers[0] = { ...front, symbol: 'data-matrix' };
    expect((await one(id))?.proved).toBeNull();
  });

  it('proved by a version that wrote the bars down is proved still, and a label of then proves it yet', async () => {
    await desk.close();
    const front: LabelPrinter = { ...labelPrinter({ host: '192.0.2.9', port: 9100 }), symbol: 'bars' };
    desk = open({ printers: [front] });
    const { id, name: _name, ...rest } = front;
    const code = await printTest(id);
    const settings = JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
    expect(settings).toContain('["symbol","bars"]');
    desk.parts.store.db.prepare('UPDATE printer_test SET settings = ? WHERE code = ?').run(settings, code);
    expect((await one(id))?.test).toMatchObject({ code });
    expect(await scanned(code)).toMatchObject({ kind: 'printer-test', isProof: true });
    expect((await one(id))?.proved).not.toBeNull();
  });

  it('that was scanned needs nobody to look at the printer', async () => {
    const id = await add();
    delivery = { outcome: 'unsure', detail: 'the connection broke' };
    const code = await printTest(id);
    await eventually(() => findPrintJob(desk.parts.store.db, jobIdOf(code))?.state === 'unsure');
    await scanned(code);
    expect(findPrintJob(desk.parts.store.db, jobIdOf(code))?.state).toBe('printed');
  });

  it('is no label of a person: it means nothing in the label step, and office printers have a page instead', async () => {
    const id = await add();
    const code = await printTest(id);
    const visitId = desk.addVisit(1);
    await checkIn(visitId);
    await startCollecting(visitId);
    expect(await desk.done('scan.submit', { text: code, visitId, source: 'scanner' })).toMatchObject({
      kind: 'label-refused',
    });
    expect((await one(id))?.proved).toBeNull();
    const office = await add({ kind: 'office', name: 'Office', address: 'queue:Office' });
    expect(await desk.refused('printers.printSheet', { printerId: office, sheet: 'test' })).toMatchObject({
      fields: { printerId: 'cannot-print' },
    });
    expect(await desk.refused('printers.printSheet', { printerId: 'nobody', sheet: 'test' })).toMatchObject({
      kind: 'not-found',
    });
  });

  it('may be a ruler, which proves nothing', async () => {
    const id = await add();
    await desk.done('printers.printSheet', { printerId: id, sheet: 'ruler' });
    await eventually(() => sent.length === 1);
    expect(sent[0]?.bytes).toContain('^PW832');
    expect(await one(id)).toMatchObject({ proved: null, test: null });
  });
});

it('asks what is at an address, and says why it cannot', async () => {
  expect(await desk.done('printers.ask', { address: '192.0.2.10' })).toEqual({
    language: null,
    model: null,
    dotsPerMm: null,
    problem: null,
    says: false,
    trouble: null,
    labelLengthMm: null,
    loaded: [],
  });
  // An office printer is asked as one.
  expect(await desk.done('printers.ask', { kind: 'office', address: '192.0.2.20' })).toMatchObject({
    problem: 'there is no office printer',
  });
  delivery = { outcome: 'not-started', detail: 'the printer refuses the connection' };
  expect(await desk.done('printers.ask', { address: '192.0.2.10' })).toMatchObject({
    problem: 'the printer refuses the connection',
  });
  expect(await desk.refused('printers.ask', { address: 'http://192.0.2.10' })).toMatchObject({
    fields: { address: 'not-right' },
  });
  expect(sent).toEqual([]);
});

it('stops asking when somebody says so: the question under way ends, and no other follows', async () => {
  await desk.close();
  const questions: AbortSignal[] = [];
  desk = openTestDesk(
    { printers: [] },
    {
      transport: {
        // A printer that takes the connection and says nothing.
        deliver: (_address, { signal }) =>
          new Promise((resolve) => {
            if (!signal) throw new Error('it cannot be stopped');
            questions.push(signal);
            signal.addEventListener('abort', () => resolve({ outcome: 'withheld' }));
          }),
      },
    },
  );
  const asking = '00000000-0000-4000-8000-00000000000a';
  const answer = desk.done('printers.ask', { address: '192.0.2.10', asking });
  await eventually(() => questions.length === 1);
  // Another asking goes on.
  await desk.done('printers.stopAsking', { asking: '00000000-0000-4000-8000-00000000000b' });
  expect(questions[0]?.aborted).toBe(false);
  await desk.done('printers.stopAsking', { asking });
  expect(await answer).toMatchObject({ language: null, says: false });
  expect(questions).toHaveLength(1);
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
    delivery = { outcome: 'not-started', detail: 'the printer is switched off' };
    const job = await printOne(1);
    await eventually(() => findPrintJob(desk.parts.store.db, job)?.state === 'attention');
    expect((await jobOf(job))?.otherPrinter).toEqual({ id: ids[1], name: 'Spare 2' });
    delivery = { outcome: 'sent', reply: new Uint8Array() };
    await desk.done('printJobs.move', { jobId: job, printerId: ids[1] as string });
    await eventually(() => sent.length === 1);
    expect(sent[0]?.to).toBe('192.0.2.22');
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
    desk = open({ printers: managed, standInPrinters: { label: 'two' } });
    const { printers, standInsManaged } = await desk.done('printers.list', {});
    expect(standInsManaged).toEqual(['label']);
    expect(printers.map(({ standsInFor }) => standsInFor)).toEqual([[], ['label']]);
    expect(
      await desk.refused('printers.chooseStandIn', { document: 'label', printerId: null }),
    ).toMatchObject({ kind: 'conflict' });
  });
});

describe('a test page', () => {
  const scanned = (text: string, source: 'scanner' | 'typed' = 'scanner') =>
    desk.done('scan.submit', { text, visitId: null, source });

  it('proves an office printer when it is scanned, until its address changes', async () => {
    await desk.close();
    desk = openTestDesk({ printers: [], officePrinters: [] }, { pages: scriptedPages() });
    const office = { kind: 'office', name: 'Office', address: 'queue:office' } as const;
    const id = await add(office);
    expect(await one(id)).toMatchObject({ proved: null, test: null });
    const { job } = await desk.done('testPage.print', { printerId: id });
    await eventually(() => findPrintJob(desk.parts.store.db, job.id)?.state === 'sent');
    const code = (await one(id))?.test?.code ?? '';
    const [plan] = desk.parts.store.db.prepare('SELECT bytes FROM print_job WHERE id = ?').all(job.id) as {
      bytes: Uint8Array;
    }[];
    // The code of the page is the one that is waited for.
    expect(Buffer.from(plan?.bytes ?? []).toString('utf8')).toContain(`"text":"${code}"`);
    expect(code).toMatch(/^T0\w{8}$/);
    expect(await scanned(code, 'typed')).toMatchObject({ kind: 'unknown' });
    expect((await one(id))?.proved).toBeNull();
    expect(await scanned(code)).toEqual({ kind: 'printer-test', printerName: 'Office', code, isProof: true });
    expect(await one(id)).toMatchObject({ proved: { by: 'Desk' }, test: null });
    expect(findPrintJob(desk.parts.store.db, job.id)?.state).toBe('printed');
    const moved = { ...office, address: 'queue:attic' };
    await desk.done('printers.change', { printerId: id, seenVersion: 1, setup: { ...label, ...moved } });
    expect((await one(id))?.proved).toBeNull();
    expect(await scanned(code)).toMatchObject({ isProof: false });
  });

  it('asked for twice with one command has one code', async () => {
    await desk.close();
    desk = openTestDesk({ printers: [], officePrinters: [] }, { pages: scriptedPages() });
    const id = await add({ kind: 'office', name: 'Office', address: 'queue:office' });
    const commandId = '00000000-0000-4000-8000-00000000abcf';
    for (const _time of [1, 2]) await desk.done('testPage.print', { printerId: id }, { commandId });
    expect(listPrinterTests(desk.parts.store.db)).toHaveLength(1);
  });
});

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

it('lists the printers that were found, and says which of them are set up already', async () => {
  await desk.close();
  const zebra = { name: 'Zebra', model: null, prints: 'raw', place: 'network' } as const;
  const laser = { name: 'Laser', model: 'Laser 40', prints: 'pages', place: 'computer' } as const;
  desk = openTestDesk(
    { printers: [] },
    {
      findPrinters: async () => ({
        found: [
          { ...zebra, address: 'tcp://192.0.2.10:9100' },
          { ...zebra, address: 'tcp://192.0.2.11:9100' },
          { ...laser, address: 'queue:Office' },
        ],
        leftOut: 3,
        searched: [{ place: 'network', problem: null }],
      }),
    },
  );
  await add();
  await add({ kind: 'office', name: 'Front office', address: 'queue:Office' });
  expect(await desk.done('printers.find', {})).toEqual({
    found: [
      { ...zebra, address: 'tcp://192.0.2.10:9100', setUpAs: 'Room 2' },
      { ...zebra, address: 'tcp://192.0.2.11:9100', setUpAs: null },
      { ...laser, address: 'queue:Office', setUpAs: 'Front office' },
    ],
    leftOut: 3,
    searched: [{ place: 'network', problem: null }],
  });
});

it('stops looking for printers when nobody waits for it any more', async () => {
  await desk.close();
  let stopped = false;
  desk = openTestDesk(
    { printers: [] },
    {
      findPrinters: (signal) =>
        new Promise((found) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            found({ found: [], leftOut: 0, searched: [] });
          });
        }),
    },
  );
  const asking = crypto.randomUUID();
  const search = desk.done('printers.find', { asking });
  await desk.done('printers.stopAsking', { asking });
  expect(await search).toEqual({ found: [], leftOut: 0, searched: [] });
  expect(stopped).toBe(true);
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
