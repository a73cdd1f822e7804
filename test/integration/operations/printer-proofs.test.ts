// What proves that a printer is set up rightly: a test label or a test page that was scanned.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPrinter } from '../../../src/core/printing/queue/desk-printers.ts';
import { findPrintJob } from '../../../src/core/store/desk/print-jobs.ts';
import { findPrinterTest, listPrinterTests } from '../../../src/core/store/desk/printer-tests.ts';
import { enteredLabel as label } from '../../support/entered-label.ts';
import { labelPrinter } from '../../support/print-parts.ts';
import { scriptedPages } from '../../support/scripted-pages.ts';
import { eventually, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { openPrinterDesk, printerSteps, type TestLine } from './support/printer-desk.ts';

let desk: TestDesk;
let line: TestLine;
beforeEach(() => {
  ({ desk, line } = openPrinterDesk());
});
afterEach(() => desk.close());

const { add, one, scanned, checkIn, startCollecting } = printerSteps(() => desk);

describe('a test label', () => {
  const jobIdOf = (code: string): string => findPrinterTest(desk.parts.store.db, [code])?.jobId ?? '';
  const printTest = async (id: string): Promise<string> => {
    const before = line.sent.length;
    await desk.done('printers.printSheet', { printerId: id, sheet: 'test' });
    await eventually(() => line.sent.length === before + 1);
    return (await one(id))?.test?.code ?? '';
  };

  it('proves the printer’s settings when it is scanned, until they change', async () => {
    const id = await add();
    expect(await one(id)).toMatchObject({ proved: null, test: null });
    const code = await printTest(id);
    expect(line.sent[0]?.bytes).toContain(`^FD${code}^FS`);
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
    expect(line.sent[0]?.bytes).toContain('^FXcode^FS');
    expect(line.sent[0]?.bytes).not.toContain('^BC');
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
    ({ desk, line } = openPrinterDesk({ printers }));
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
    ({ desk, line } = openPrinterDesk({ printers: [front] }));
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
    line.delivery = { outcome: 'unsure', detail: 'the connection broke' };
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
    await eventually(() => line.sent.length === 1);
    expect(line.sent[0]?.bytes).toContain('^PW832');
    expect(await one(id)).toMatchObject({ proved: null, test: null });
  });
});

describe('a test page', () => {
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
