// A printer that has other labels since a job was made: it is sent made out for these, or not at all.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrawText } from '../../../../../src/adapters/draw-text.ts';
import type { PrinterDelivery } from '../../../../../src/core/ports/printers.ts';
import type { DeskPrinter } from '../../../../../src/core/printing/queue/desk-printers.ts';
import { createPrintJobStore } from '../../../../../src/core/store/desk/print-jobs.ts';
import {
  BROKEN,
  kindOf,
  MINUTE_MS,
  OFFICE,
  PrintBench,
  SENT,
  settled,
  unacknowledged,
} from '../../../../support/print-bench.ts';
import { labelPrinter } from '../../../../support/print-parts.ts';
import { enqueueSample } from '../../../../support/sample-jobs.ts';
import { scriptedPages } from '../../../../support/scripted-pages.ts';

const WIDE = { ...labelPrinter({ host: 'front', port: 9100 }), labelWidthMm: 76, labelHeightMm: 40 };
const USUAL = labelPrinter({ host: 'front', port: 9100 });
const SMALL = { ...USUAL, labelWidthMm: 30, labelHeightMm: 15 };
const ROLL = {
  id: 'roll',
  name: 'Tickets',
  host: 'roll',
  port: 9100,
  language: 'escpos',
  paperDots: 576,
} as const;

let bench: PrintBench;
beforeEach(async () => {
  bench = new PrintBench();
  await startWith(WIDE);
});
afterEach(() => bench.close());

/** The desk is started again with these printers in its managed settings. */
async function startWith(...printers: DeskPrinter[]): Promise<void> {
  await bench.queue.close();
  bench.printers = printers;
  bench.openQueue();
  await settled();
}
/** The printer is changed at the running desk. */
const change = (...printers: DeskPrinter[]): void =>
  bench.queue.setUp({ printers, officePrinters: [OFFICE] });
const sizes = (): (string | undefined)[] =>
  bench.line.begun.map(({ bytes }) => /\^PW\d+\s*\^LL\d+/.exec(bytes ?? '')?.[0].replace(/\s/, ''));
const marked = (): boolean[] => bench.line.begun.map(({ bytes }) => (bytes ?? '').includes('REPRINT'));
/** Waits for a printer that is off. */
async function waits(): Promise<{ readonly id: string; readonly on: () => void }> {
  const { stop: on } = bench.refuseConnections();
  return { id: await bench.print('DRW-AAAA01'), on };
}
const fieldsOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (thrown) {
    return (thrown as { error?: { fields?: unknown } }).error?.fields;
  }
  return 'done';
};

describe('a label that its printer acknowledges late', () => {
  it.each([
    ['changed', () => change({ ...WIDE, name: 'Room 3', host: 'room-3' })],
    ['removed', () => change()],
  ])('has been taken, also where the printer was %s meanwhile', async (_, happens) => {
    const id = await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    happens();
    expect(bench.queue.problemCount()).toBe(0);
    answerLater('acknowledged');
    await settled();
    expect(bench.job(id)).toMatchObject({ state: 'sent', detail: null });
    expect(bench.written()).toEqual(['label-sent-unacknowledged', 'label-sent']);
  });

  it('has been taken where the printer was changed while the label was on its way', async () => {
    const id = await bench.print('DRW-AAAA01');
    change({ ...WIDE, host: 'room-3' });
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    answerLater('acknowledged');
    await settled();
    expect(bench.job(id).state).toBe('sent');
  });
});

describe('a label that is sent again', () => {
  it.each([
    ['broke off', BROKEN],
    ['was not acknowledged', unacknowledged().delivery],
  ])('after it %s is laid out for the labels that are in the printer now, with its mark', async (_, end) => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, end);
    change(USUAL);
    await bench.retry(id);
    await bench.end(1, SENT);
    expect(sizes()).toEqual(['^PW608^LL320', '^PW406^LL203']);
    expect(marked()).toEqual([false, true]);
    expect(bench.job(id).state).toBe('sent');
    // From now on it is one for these labels, and stays so.
    await startWith(USUAL);
    expect(bench.job(id).madeOutFor).toBe('zpl 8 50.8x25.4 bars');
  });

  it('is refused where it does not fit on them, and stays in doubt', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    change(SMALL);
    expect(kindOf(() => bench.queue.retry(id))).toBe('rejected');
    expect(bench.job(id)).toMatchObject({ state: 'unsure', madeOutFor: 'zpl 8 76x40 bars' });
    // The roll of before is put in again.
    change(WIDE);
    await bench.retry(id);
    expect(sizes()).toEqual(['^PW608^LL320', '^PW608^LL320']);
  });

  it('is refused where the printer prints tickets now', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    change({ ...ROLL, id: 'front' });
    expect(fieldsOf(() => bench.queue.retry(id))).toEqual({ printerId: 'cannot-print' });
  });

  it('is sent as it was where only the name and the address of the printer changed', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    bench.store.db.exec("UPDATE print_job SET content = NULL, reprint_bytes = CAST('as it was' AS BLOB)");
    change({ ...WIDE, name: 'Room 3', host: 'room-3' });
    await bench.retry(id);
    expect(bench.line.begun[1]).toMatchObject({ printer: 'room-3', bytes: 'as it was' });
  });

  it.each([
    ['is made out anew where an earlier version did not say for what it was made', '', 'done'],
    [
      'is refused where an earlier version kept nothing from which it could be',
      ', content = NULL',
      'rejected',
    ],
  ])('%s', async (_, and, outcome) => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    bench.store.db.exec(`UPDATE print_job SET made_out_for = NULL${and}`);
    expect(kindOf(() => bench.queue.retry(id))).toBe(outcome);
    await bench.wake();
    expect(marked()).toEqual(outcome === 'done' ? [false, true] : [false]);
  });
});

describe('a label that waits while the desk is started again with other labels', () => {
  it.each([
    ['size', USUAL, '^PW406^LL203'],
    ['resolution', { ...WIDE, dotsPerMm: 12 as const }, '^PW897^LL472'],
  ])('of another %s goes out laid out for them', async (_, printer, size) => {
    const { id, on } = await waits();
    on();
    await bench.advance(0);
    await startWith(printer);
    await bench.end(0, SENT);
    expect(sizes()).toEqual([size]);
    expect(bench.job(id).state).toBe('sent');
  });

  it('is made out in the language that the printer speaks now', async () => {
    const { id, on } = await waits();
    on();
    bench.onLabels = { ...bench.onLabels, draw: createDrawText() };
    await startWith({ ...WIDE, language: 'tspl' });
    expect(bench.job(id).madeOutFor).toBe('tspl 8 76x40 bars');
    const [bytes] = createPrintJobStore(bench.store.db).bytesOf(id);
    expect(Buffer.from(bytes ?? []).toString('latin1')).toMatch(/^\s*SIZE 76/);
  });

  it('keeps its mark, and is in doubt as before where it does not fit', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    const { stop: on } = bench.refuseConnections();
    await bench.retry(id);
    await startWith(SMALL);
    expect(bench.job(id)).toMatchObject({ state: 'unsure', perhapsPrinted: true });
    await startWith(WIDE);
    await bench.retry(id);
    await startWith(USUAL);
    on();
    await bench.advance(MINUTE_MS);
    expect(sizes()).toEqual(['^PW608^LL320', '^PW406^LL203']);
    expect(marked()).toEqual([false, true]);
  });

  it('is left to a person where it does not fit on them, and nothing of it is sent', async () => {
    const { id, on } = await waits();
    on();
    await startWith(SMALL);
    await bench.advance(MINUTE_MS);
    expect(bench.line.begun).toEqual([]);
    expect(bench.job(id)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('print it anew from where it was') as string,
      perhapsPrinted: false,
    });
    expect(bench.queue.problemCount()).toBe(1);
  });

  it('is laid out for them when a person sends it again long after', async () => {
    const { id, on } = await waits();
    on();
    await bench.queue.close();
    bench.time.advance(11 * MINUTE_MS);
    await startWith(USUAL);
    expect(bench.line.begun).toEqual([]);
    await bench.retry(id);
    expect(sizes()).toEqual(['^PW406^LL203']);
  });
});

it('a label is not sent to a printer with other settings, whatever led there, and a person can send it again', async () => {
  const { id, on } = await waits();
  on();
  change(USUAL);
  await settled();
  await bench.advance(MINUTE_MS);
  expect(bench.line.begun).toEqual([]);
  expect(bench.job(id)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
  expect(bench.written()).toEqual(['label-not-sent']);
  await bench.retry(id);
  expect(sizes()).toEqual(['^PW406^LL203']);
});

describe('a test label', () => {
  const order = {
    printerId: 'front',
    title: 'Test',
    actor: 'Desk',
    sheet: { kind: 'test', code: 'T0ABC' },
  } as const;
  const printTest = async (): Promise<string> => {
    const id = bench.queue.enqueueTestSheet({ ...order, nowMs: bench.time.clock.nowMs() });
    await bench.wake();
    return id;
  };

  it('proves the settings that it was made for, so it is refused for others, and sent again for the same', async () => {
    const id = await printTest();
    await bench.end(0, BROKEN);
    change(USUAL);
    expect(fieldsOf(() => bench.queue.retry(id))).toEqual({ printerId: 'other-settings' });
    change(WIDE);
    await bench.retry(id);
    expect(sizes()).toEqual(['^PW608^LL320', '^PW608^LL320']);
  });

  it('that waits while the desk is started again with others is not sent', async () => {
    const { stop: on } = bench.refuseConnections();
    const id = await printTest();
    on();
    await startWith(USUAL);
    expect(bench.line.begun).toEqual([]);
    expect(bench.job(id).state).toBe('failed');
  });
});

it('a visit ticket is laid out for the roll that is in its printer now', async () => {
  await startWith(ROLL);
  const { stop: on } = bench.refuseConnections();
  const id = enqueueSample(bench.queue, { kind: 'visit ticket', id: 'roll', pdf: new Uint8Array() });
  bench.store.db.prepare('UPDATE print_job SET created_at_ms = ?').run(bench.time.clock.nowMs());
  const before = bench.job(id).madeOutFor;
  await bench.wake();
  on();
  await startWith({ ...ROLL, paperDots: 384 });
  await bench.end(0, SENT);
  expect(bench.job(id)).toMatchObject({ state: 'sent', madeOutFor: 'escpos 384' });
  expect(before).toBe('escpos 576');
});

it('pages go again to whatever prints pages, and never to a roll', async () => {
  bench.pages = {
    ...scriptedPages(),
    deliver: () => Promise.resolve(BROKEN as { outcome: 'unsure'; detail: string }),
  };
  await bench.printPages('job-a');
  expect(bench.job('job-a').state).toBe('unsure');
  const printer = scriptedPages();
  bench.pages = printer;
  await startWith(WIDE);
  await bench.retry('job-a');
  expect(printer.given).toHaveLength(1);
  await bench.printPages('job-b');
  bench.store.db.exec("UPDATE print_job SET printer_id = 'roll', state = 'failed' WHERE id = 'job-b'");
  await startWith(WIDE, ROLL);
  expect(fieldsOf(() => bench.queue.retry('job-b'))).toEqual({ printerId: 'other-settings' });
});

it('what a printer’s former address says late changes nothing of what goes to its new one', async () => {
  const atFormer = Promise.withResolvers<PrinterDelivery>();
  const { deliver } = bench.line.transport;
  bench.line.transport.deliver = () => atFormer.promise;
  const id = await bench.print('DRW-AAAA01');
  bench.line.transport.deliver = deliver;
  change({ ...WIDE, host: 'elsewhere' });
  await settled();
  const next = await bench.print('DRW-AAAA02');
  const before = [bench.job(id), bench.job(next)];
  expect(before.map(({ state }) => state)).toEqual(['sending', 'queued']);
  atFormer.resolve({ outcome: 'not-started', reached: true, detail: 'the printer is out of paper' });
  await settled();
  expect([bench.job(id), bench.job(next)]).toEqual(before);
});

it('what a printer’s former address gives back leaves those behind it as they are, and goes out in its turn', async () => {
  const id = await bench.print('DRW-AAAA01');
  change({ ...WIDE, host: 'elsewhere' });
  const next = await bench.print('DRW-AAAA02');
  const behind = await bench.print('DRW-AAAA03');
  expect(bench.line.begun).toHaveLength(2);
  await bench.end(0, { outcome: 'refused', detail: 'the spooler took nothing', again: true } as never);
  expect([id, next, behind].map((job) => bench.job(job).state)).toEqual(['attention', 'sending', 'queued']);
  await bench.end(1, SENT);
  expect([id, next].map((job) => bench.job(job).state)).toEqual(['sending', 'sent']);
});

it('what a printer’s former address gives back goes at once to the new one, which has nothing else to do', async () => {
  const id = await bench.print('DRW-AAAA01');
  change({ ...WIDE, host: 'elsewhere' });
  await settled();
  await bench.end(0, { outcome: 'refused', detail: 'the spooler took nothing', again: true } as never);
  expect(bench.job(id).state).toBe('sending');
  expect(bench.line.begun).toHaveLength(2);
});
