// The queue's rows: trouble in writing them is told the careful way, and what they hold of people is dropped in time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPrintJobStore,
  doubtUnfinishedPrintJobs,
  dropPrintJobBytes,
} from '../../../../../src/core/store/desk/print-jobs.ts';
import { labelPrinter } from '../../../../support/print-parts.ts';
import {
  BROKEN,
  MINUTE_MS,
  OFFICE,
  PrintBench,
  SENT,
  settled,
  START_MS,
  unacknowledged,
} from '../../../../support/print-bench.ts';

let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

describe('a disk that cannot be written', () => {
  const fillDisk = (): void => {
    bench.store.db.exec(
      `CREATE TRIGGER full_disk BEFORE UPDATE ON print_job BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    );
  };
  const emptyDisk = (): void => {
    bench.store.db.exec('DROP TRIGGER full_disk');
  };

  it('at the end of a delivery leaves the job in doubt, never queued', async () => {
    const id = await bench.print('DRW-AAAA01');
    fillDisk();
    await bench.end(0, SENT);
    expect(bench.job(id).state).toBe('sending');
    emptyDisk();
    await bench.advance(5_000);
    expect(bench.job(id).state).toBe('unsure');
    expect(bench.line.begun).toHaveLength(1);
  });

  it('puts no label of another printer in doubt, and that printer goes on', async () => {
    const front = await bench.print('DRW-AAAA01');
    const back = await bench.print('DRW-AAAA02', { printerId: 'back' });
    fillDisk();
    await bench.end(0, SENT);
    emptyDisk();
    bench.changes.length = 0;
    await bench.advance(5_000);
    expect([bench.job(front).state, bench.job(back).state]).toEqual(['unsure', 'sending']);
    expect(bench.job(front).finishedAtMs).toBe(START_MS + 5_000);
    expect(bench.changes).toContain('connection');
    await bench.end(1, SENT);
    expect(bench.job(back).state).toBe('sent');
  });

  it.each([
    ['that was changed', [{ ...labelPrinter({ port: 9101, host: 'front' }) }]],
    ['that was removed', []],
  ])('at the end of a delivery to a printer %s leaves the job in doubt all the same', async (_, printers) => {
    const id = await bench.print('DRW-AAAA01');
    const others = bench.printers.filter(({ id: other }) => other !== 'front');
    bench.queue.setUp({ printers: [...printers, ...others], officePrinters: [OFFICE] });
    fillDisk();
    await bench.end(0, SENT);
    await bench.advance(5_000);
    expect(bench.job(id).state).toBe('sending');
    emptyDisk();
    await bench.advance(5_000);
    expect(bench.job(id).state).toBe('unsure');
    expect(bench.line.begun).toHaveLength(1);
  });

  it('puts no job in doubt that the same printer’s line of today sends, and asks nobody once the desk is closed', async () => {
    const id = await bench.print('DRW-AAAA01');
    const [, ...others] = bench.printers;
    const front = labelPrinter({ port: 9101, host: 'front' });
    bench.queue.setUp({ printers: [front, ...others], officePrinters: [OFFICE] });
    const next = await bench.print('DRW-AAAA02');
    expect(bench.line.begun).toHaveLength(2);
    fillDisk();
    await bench.end(0, SENT);
    emptyDisk();
    await bench.advance(5_000);
    expect([bench.job(id).state, bench.job(next).state]).toEqual(['unsure', 'sending']);
    fillDisk();
    await bench.end(1, SENT);
    await bench.queue.close();
    expect(bench.time.waiting()).toEqual([]);
  });

  it('at the beginning of a delivery puts the job in no doubt once another printer sends it', async () => {
    const busy = await bench.print('DRW-AAAA01', { printerId: 'back' });
    const id = bench.enqueue('DRW-AAAA02');
    fillDisk();
    await bench.wake();
    emptyDisk();
    bench.queue.move(id, 'back');
    await bench.end(0, SENT);
    expect([bench.job(busy).state, bench.job(id).state]).toEqual(['sent', 'sending']);
    await bench.advance(5_000);
    expect(bench.job(id).state).toBe('sending');
  });

  it('keeps a label unacknowledged when its printer acknowledges it late', async () => {
    const id = await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    fillDisk();
    answerLater('acknowledged');
    await settled();
    emptyDisk();
    expect(bench.job(id).state).toBe('sent-unacknowledged');
  });

  it('at a start leaves a label of the last run in doubt once there is room again', async () => {
    const id = await bench.print('DRW-AAAA01');
    fillDisk();
    bench.openQueue();
    await settled();
    expect(bench.job(id).state).toBe('sending');
    emptyDisk();
    await bench.advance(5_000);
    expect(bench.job(id).state).toBe('unsure');
    expect(bench.line.begun).toHaveLength(1);
  });

  it('at a start prevents every byte from being sent', async () => {
    const id = bench.enqueue('DRW-AAAA01');
    fillDisk();
    await bench.wake();
    expect(bench.line.begun).toEqual([]);
    emptyDisk();
    await bench.advance(5_000);
    expect(bench.line.begun).toHaveLength(1);
    expect(bench.job(id).state).toBe('sending');
  });
});

it('a queue restored from a backup prints nothing by itself, and its papers may exist', async () => {
  const id = bench.enqueue('DRW-AAAA01');
  doubtUnfinishedPrintJobs(bench.store.db, { nowMs: START_MS, why: 'restored from a backup' });
  bench.openQueue();
  await settled();
  expect(bench.line.begun).toEqual([]);
  expect(bench.job(id)).toMatchObject({ state: 'unsure', perhapsPrinted: true });
});

describe('the bytes of labels', () => {
  const kept = (...ids: string[]): boolean[] => {
    const jobs = createPrintJobStore(bench.store.db);
    return ids.map((id) => jobs.hasBytes(id));
  };

  it('are removed from old jobs, a few at a time, and the jobs stay as they are', async () => {
    const sent = await bench.print('DRW-AAAA01', { labelId: 'label-1' });
    await bench.end(0, SENT);
    const unsure = await bench.print('DRW-AAAA02');
    await bench.end(1, BROKEN);
    const before = [bench.job(sent), bench.job(unsure)];
    expect(dropPrintJobBytes(bench.store.db, START_MS, 10)).toBe(0);
    await bench.advance(MINUTE_MS);
    const fresh = await bench.print('DRW-AAAA03');
    await bench.end(2, SENT);

    expect(dropPrintJobBytes(bench.store.db, START_MS + 1, 1)).toBe(1);
    expect(dropPrintJobBytes(bench.store.db, START_MS + 1, 1)).toBe(1);
    expect(dropPrintJobBytes(bench.store.db, START_MS + 1, 1)).toBe(0);
    expect(kept(sent, unsure, fresh)).toEqual([false, false, true]);
    expect([bench.job(sent), bench.job(unsure)]).toEqual(before);
  });

  it('are removed from a job in doubt whose label was scanned back', async () => {
    bench.makeLabel('label-1');
    const id = await bench.print('DRW-AAAA01', { labelId: 'label-1' });
    await bench.end(0, BROKEN);
    bench.scanBack('label-1', id);
    dropPrintJobBytes(bench.store.db, START_MS + 1, 10);
    expect(bench.job(id)).toMatchObject({ state: 'printed', perhapsPrinted: true });
  });

  it('are kept for jobs that still wait or are being sent, however old', async () => {
    const leaving = await bench.print('DRW-AAAA01');
    const queued = bench.enqueue('DRW-AAAA02');
    const refusing = bench.refuseConnections();
    const trying = await bench.print('DRW-AAAA03', { printerId: 'back' });
    expect(dropPrintJobBytes(bench.store.db, START_MS + 1, 10)).toBe(0);
    expect(kept(leaving, queued, trying)).toEqual([true, true, true]);
    refusing.stop();
  });
});
