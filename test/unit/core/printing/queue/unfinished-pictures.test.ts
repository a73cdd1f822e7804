// A label after one that perhaps broke off within its picture: what goes before its bytes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPrinter } from '../../../../../src/core/printing/queue/desk-printers.ts';
import { transaction } from '../../../../../src/core/store/db/database.ts';
import { doubtUnfinishedPrintJobs } from '../../../../../src/core/store/desk/print-jobs.ts';
import { createDrawText } from '../../../../../src/adapters/draw-text.ts';
import { BROKEN, PrintBench, SENT, settled, unacknowledged } from '../../../../support/print-bench.ts';
import { labelPrinter } from '../../../../support/print-parts.ts';
import { enqueueSample } from '../../../../support/sample-jobs.ts';

let bench: PrintBench;
let printer: LabelPrinter;

/** A label of 50.8 × 25.4 mm at 8 dots a millimetre. */
const PICTURE_BYTES = 51 * 203;
const LARGE = { labelWidthMm: 101.6, labelHeightMm: 50.8 } as const;
const LARGE_PICTURE_BYTES = 102 * 406;
const YEAR_MS = 365 * 24 * 60 * 60_000;

beforeEach(async () => {
  bench = new PrintBench();
  printer = { ...labelPrinter({ host: 'front', port: 9100 }), language: 'epl2' };
  await startAnew();
});
afterEach(() => bench.close());

async function startAnew(): Promise<void> {
  await bench.queue.close();
  bench.printers = [printer];
  const readLabelPicture = (): Promise<{ code: string; barDots: number; quietBars: number }> =>
    Promise.resolve({ code: 'DRW-AAAA01', barDots: 2, quietBars: 10 });
  const pictures = { ...bench.onLabels.pictures, readLabelPicture };
  bench.onLabels = { ...bench.onLabels, draw: createDrawText(), pictures };
  bench.openQueue();
  await settled();
}

/** Without an end of what is being sent. */
async function killed(): Promise<void> {
  bench.openQueue();
  await settled();
}

const setUp = (change: Partial<LabelPrinter>): void => {
  printer = { ...printer, ...change };
  bench.queue.setUp({ printers: [printer], officePrinters: [] });
};

/** Prints a label, and counts the bytes of the empty lines before its first command, but for the line end that each has. */
async function filledUp(): Promise<number> {
  const before = bench.line.begun.length;
  await bench.print('DRW-AAAA01');
  await settled();
  return filler(before);
}
function filler(delivery: number): number {
  const { bytes } = bench.line.begun[delivery] ?? {};
  if (typeof bytes !== 'string') throw new Error('no label was sent');
  return bytes.search(/[^\r\n]/) - 2;
}
const end = (delivery: Parameters<PrintBench['end']>[1]): Promise<void> =>
  bench.end(bench.line.begun.length - 1, delivery);

/** The first label since the start went out whole. */
async function afterWholeLabel(): Promise<void> {
  await filledUp();
  await end(SENT);
}

it('fills up a picture that the last run may have left, and none after a label that was taken whole', async () => {
  await filledUp();
  // The desk stops in the middle of it.
  await killed();
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
  await end(SENT);
  expect(await filledUp()).toBe(0);
  await end(SENT);
  expect(await filledUp()).toBe(0);
});

it.each([
  ['broke off', async () => end(BROKEN)],
  ['was not acknowledged', async () => end(unacknowledged().delivery)],
])('fills up at a start where the last label %s', async (_, ended) => {
  await filledUp();
  await ended();
  await startAnew();
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
});

it('fills up at a start after one that broke off once the clock was set right, though it was years ahead before', async () => {
  bench.time.advance(3 * YEAR_MS);
  await filledUp();
  await end(SENT);
  bench.time.advance(-3 * YEAR_MS);
  await filledUp();
  await end(BROKEN);
  await startAnew();
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
  await end(SENT);
  await startAnew();
  expect(await filledUp()).toBe(0);
});

it('fills nothing up at a start where one broke off while the clock was years ahead, and the next was taken whole', async () => {
  bench.time.advance(3 * YEAR_MS);
  await filledUp();
  await end(BROKEN);
  bench.time.advance(-3 * YEAR_MS);
  await filledUp();
  await end(SENT);
  await startAnew();
  expect(await filledUp()).toBe(0);
});

it('fills up at a start after an earlier label that a person sent again once the clock was set right, and that broke off', async () => {
  const earlier = await bench.print('DRW-AAAA01');
  await settled();
  await end(BROKEN);
  bench.time.advance(3 * YEAR_MS);
  await filledUp();
  await end(SENT);
  bench.time.advance(-3 * YEAR_MS);
  await bench.retry(earlier);
  await settled();
  await end(BROKEN);
  await startAnew();
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
});

it('fills up at a start before the very label that broke off, when a person sends it again', async () => {
  const broken = await bench.print('DRW-AAAA01');
  await settled();
  await end(BROKEN);
  await startAnew();
  await bench.retry(broken);
  await settled();
  expect(filler(1)).toBeGreaterThanOrEqual(PICTURE_BYTES);
});

it('fills nothing up at a start where the printer took its last label whole, or never had one: it may be an office printer', async () => {
  expect(await filledUp()).toBe(0);
  await end(BROKEN);
  bench.time.advance(1_000);
  await filledUp();
  await end(SENT);
  await startAnew();
  expect(await filledUp()).toBe(0);
});

describe('after a backup was put back, or a site was taken over', () => {
  let jobId: string;
  /** The desk has its records from elsewhere, in which the printer took its last label whole. */
  async function broughtBack(): Promise<void> {
    bench.makeLabel('label-1');
    jobId = await bench.print('DRW-AAAA01', { labelId: 'label-1' });
    await settled();
    await end(SENT);
    const { db } = bench.store;
    transaction(db, () => doubtUnfinishedPrintJobs(db, { nowMs: 0, why: 'restored from a backup' }));
  }
  it('fills up before the first label at a printer that has printed some, since a later one may have broken off', async () => {
    await broughtBack();
    bench.scanBack('label-1', jobId);
    await startAnew();
    expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
    // Nothing came of it, and the desk is started once more.
    await end(BROKEN);
    bench.time.advance(1_000);
    await startAnew();
    expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
    await end(SENT);
    await startAnew();
    expect(await filledUp()).toBe(0);
  });

  it('fills nothing up at one of which no label was ever scanned back: it may be an office printer', async () => {
    await broughtBack();
    await startAnew();
    expect(await filledUp()).toBe(0);
  });
});

it('fills up the picture of a label that broke off, until one was taken whole', async () => {
  await afterWholeLabel();
  expect(await filledUp()).toBe(0);
  await end(BROKEN);
  for (const ended of [BROKEN, SENT]) {
    expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
    await end(ended);
  }
  expect(await filledUp()).toBe(0);
});

it('fills nothing up for a printer that only could not be reached', async () => {
  await afterWholeLabel();
  const refused = bench.refuseConnections();
  await bench.print('DRW-AAAA01');
  await settled();
  expect(refused.attempts()).toBeGreaterThan(0);
  refused.stop();
  expect(await filledUp()).toBe(0);
});

it('fills up what a printer at the network has not acknowledged, unless it does so late', async () => {
  await filledUp();
  const whole = unacknowledged();
  await end(whole.delivery);
  whole.answerLater('acknowledged');
  await settled();
  expect(await filledUp()).toBe(0);
  const late = unacknowledged();
  await end(late.delivery);
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
  const later = unacknowledged();
  await end(later.delivery);
  // Of the one before: it says nothing of the last.
  late.answerLater('acknowledged');
  await settled();
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
  const last = unacknowledged();
  await end(last.delivery);
  last.answerLater('acknowledged');
  await settled();
  expect(await filledUp()).toBe(0);
});

it('fills nothing up at a cable that took all of it', async () => {
  printer = { ...labelPrinter({ device: '/dev/usb/lp0' }), language: 'epl2' };
  await startAnew();
  await filledUp();
  await end(BROKEN);
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
  await end(unacknowledged().delivery);
  expect(await filledUp()).toBe(0);
  bench.time.advance(1_000);
  await end(unacknowledged().delivery);
  await startAnew();
  expect(await filledUp()).toBe(0);
});

it('fills nothing up at a queue of this computer, which has all of what it took', async () => {
  printer = { ...labelPrinter({ queue: 'Labels' }), language: 'epl2' };
  await startAnew();
  for (let round = 0; round < 3; round += 1) {
    expect(await filledUp()).toBe(0);
    await end({ outcome: 'taken', printerJob: null });
  }
});

it('fills nothing up after a job of which a cable took nothing', async () => {
  printer = { ...labelPrinter({ device: '/dev/usb/lp0' }), language: 'epl2' };
  await startAnew();
  await afterWholeLabel();
  await filledUp();
  await end({ outcome: 'refused', detail: 'the printer takes nothing', again: true });
  await bench.advance(1_000);
  await settled();
  expect(filler(2)).toBe(0);
  await end(BROKEN);
  await bench.advance(1_000);
  expect(await filledUp()).toBeGreaterThanOrEqual(PICTURE_BYTES);
  await end({ outcome: 'refused', detail: 'the printer takes nothing', again: true });
  await bench.advance(5_000);
  await settled();
  expect(filler(4)).toBeGreaterThanOrEqual(PICTURE_BYTES);
});

describe('at a receipt printer', () => {
  const roll = { id: 'roll', name: 'Roll', language: 'escpos', paperDots: 576 } as const;
  /** Whether the ticket that is printed now has the cut of half a ticket before it. */
  async function cutsOff(): Promise<boolean> {
    const before = bench.line.begun.length;
    enqueueSample(bench.queue, { kind: 'visit ticket', id: 'roll', pdf: new Uint8Array() });
    await bench.wake();
    const { bytes } = bench.line.begun[before] ?? {};
    if (typeof bytes !== 'string') throw new Error('no ticket was sent');
    // It ends with a cut of its own.
    return bytes.includes('\u001dV', bytes.indexOf('\u001b@')) && bytes.startsWith('\0'.repeat(72 * 48));
  }
  beforeEach(async () => {
    bench.printers = [{ ...roll, host: 'roll', port: 9100 }];
    await killed();
  });

  it('cuts half a ticket off before the next one, until one was taken whole, also after a start', async () => {
    expect(await cutsOff()).toBe(false);
    await end(BROKEN);
    await bench.advance(1_000);
    expect(await cutsOff()).toBe(true);
    // The desk stops in the middle of it.
    await killed();
    expect(await cutsOff()).toBe(true);
    await end(SENT);
    expect(await cutsOff()).toBe(false);
  });

  it('cuts off no empty paper where a printer never acknowledges', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(await cutsOff()).toBe(false);
      await end(unacknowledged().delivery);
    }
    await killed();
    expect(await cutsOff()).toBe(false);
  });
});

describe('at a printer that two desks have set up, each by itself', () => {
  const atDesk: LabelPrinter = {
    ...labelPrinter({ host: 'FRONT', port: 9100 }),
    ...LARGE,
    id: 'of-desk',
    at: 'desk-2',
    language: 'epl2',
  };
  const other: LabelPrinter = { ...atDesk, id: 'other', host: 'back' };
  async function filledUpOf(id: string): Promise<number> {
    const before = bench.line.begun.length;
    await bench.print('DRW-AAAA01', { printerId: id });
    await settled();
    return filler(before);
  }
  async function startWithBoth(): Promise<void> {
    await bench.queue.close();
    bench.printers = [printer, atDesk, other];
    bench.openQueue();
    await settled();
  }
  beforeEach(startWithBoth);

  it('fills up what the one has left before a label of the other, until one was taken whole', async () => {
    expect(await filledUpOf('of-desk')).toBe(0);
    await end(BROKEN);
    expect(await filledUpOf('other')).toBe(0);
    await end(SENT);
    expect(await filledUp()).toBeGreaterThanOrEqual(LARGE_PICTURE_BYTES);
    await end(SENT);
    expect(await filledUp()).toBe(0);
    await end(SENT);
    await bench.advance(1_000);
    expect(await filledUpOf('of-desk')).toBe(0);
  });

  it('does so after a start as well', async () => {
    expect(await filledUpOf('of-desk')).toBe(0);
    await end(BROKEN);
    await startWithBoth();
    expect(await filledUp()).toBeGreaterThanOrEqual(LARGE_PICTURE_BYTES);
  });

  it('does not for what the other is just being sent', async () => {
    expect(await filledUpOf('of-desk')).toBe(0);
    expect(await filledUp()).toBe(0);
  });
});

it('fills up the larger picture where the labels were changed after one broke off', async () => {
  setUp(LARGE);
  await afterWholeLabel();
  expect(await filledUp()).toBe(0);
  await end(BROKEN);
  setUp({ labelWidthMm: 50.8, labelHeightMm: 25.4 });
  for (const ended of [BROKEN, SENT]) {
    expect(await filledUp()).toBeGreaterThanOrEqual(LARGE_PICTURE_BYTES);
    await end(ended);
  }
  expect(await filledUp()).toBe(0);
});

it('fills up before a test label only what certainly broke off, so that no roll of receipts runs out', async () => {
  const testLabel = async (): Promise<boolean> => {
    const before = bench.line.begun.length;
    bench.queue.enqueueTestSheet({
      printerId: 'front',
      title: 'Test label',
      sheet: { kind: 'ruler' },
      actor: 'Desk',
      nowMs: bench.time.clock.nowMs(),
    });
    await bench.wake();
    return (bench.line.begun[before]?.bytes ?? '').startsWith('\n'.repeat(PICTURE_BYTES));
  };
  expect(await testLabel()).toBe(false);
  await end(SENT);
  await filledUp();
  await end(BROKEN);
  expect(await testLabel()).toBe(true);
  await end(SENT);
});
