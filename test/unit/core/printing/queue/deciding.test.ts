// What a person decides about a print job, and which jobs wait for a person: badge, count and list agree.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namePapersForDestruction } from '../../../../../src/core/store/desk/papers-to-destroy.ts';
import { dropPrintJobBytes, listPrintJobs } from '../../../../../src/core/store/desk/print-jobs.ts';
import {
  BROKEN,
  kindOf,
  MINUTE_MS,
  PrintBench,
  SENT,
  settled,
  START_MS,
  unacknowledged,
} from '../../../../support/print-bench.ts';
import { atOnce } from '../../../../support/at-once.ts';
import { scriptedPages } from '../../../../support/scripted-pages.ts';

let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

describe('a person', () => {
  it('sends an unsure job again, and it goes with its reprint mark', async () => {
    const id = await bench.print('DRW-AAAA01');
    expect(bench.line.begun[0]?.bytes).not.toContain('REPRINT');
    await bench.end(0, BROKEN);
    await bench.retry(id);
    expect(bench.line.begun[1]?.bytes).toContain('REPRINT');
    await bench.end(1, SENT);
    expect(bench.job(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('sends a job again without the mark when nothing of it was sent', async () => {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    refusing.stop();
    await bench.retry(id);
    expect(bench.line.begun[0]?.bytes).not.toContain('REPRINT');
  });

  it('marks an unsure job as printed', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    await bench.advance(60_000);
    bench.queue.markPrinted(id);
    // It ended when it was sent, not when somebody looked at it.
    expect(bench.job(id)).toMatchObject({ state: 'printed', detail: null, finishedAtMs: START_MS });
    expect(bench.queue.problemCount()).toBe(0);
  });

  it('cancels a job, which is then never sent', async () => {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    bench.queue.cancel(id, 'wrong visit');
    refusing.stop();
    await bench.advance(MINUTE_MS);
    expect(bench.line.begun).toEqual([]);
    expect(bench.job(id)).toMatchObject({ state: 'cancelled', detail: 'wrong visit' });
  });

  it('cancels a job even while its printer is being connected to', async () => {
    let stands: () => void = () => undefined;
    bench.line.transport.deliver = (_address, job) =>
      new Promise((resolve) => {
        stands = () => resolve(atOnce(job.begin()) ? SENT : { outcome: 'withheld' });
      });
    const id = await bench.print('DRW-AAAA01');
    bench.queue.cancel(id, 'wrong visit');
    stands();
    await settled();
    expect(bench.job(id)).toMatchObject({ state: 'cancelled', detail: 'wrong visit', perhapsPrinted: false });
  });

  it('cannot decide about a job that is being sent, finished or unknown', async () => {
    const id = await bench.print('DRW-AAAA01');
    expect(kindOf(() => bench.queue.retry(id))).toBe('conflict');
    expect(kindOf(() => bench.queue.cancel(id, 'late'))).toBe('conflict');
    expect(kindOf(() => bench.queue.markPrinted(id))).toBe('conflict');
    await bench.end(0, SENT);
    expect(kindOf(() => bench.queue.retry(id))).toBe('conflict');
    expect(kindOf(() => bench.queue.cancel(id, 'late'))).toBe('conflict');
    expect(kindOf(() => bench.queue.retry('nowhere'))).toBe('not-found');
  });

  it('cannot send a job again whose bytes were removed', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    dropPrintJobBytes(bench.store.db, bench.time.clock.nowMs() + 1, 10);
    expect(kindOf(() => bench.queue.retry(id))).toBe('conflict');
    expect(bench.job(id).state).toBe('unsure');
  });
});

it('a form whose pages were removed goes to no other printer, which would be given an empty document', async () => {
  const office = scriptedPages();
  bench.pages = office;
  await bench.printPages('form', 'big');
  expect(bench.job('form').state).toBe('failed');
  dropPrintJobBytes(bench.store.db, bench.time.clock.nowMs() + 1, 10);
  expect(kindOf(() => bench.queue.move('form', 'office'))).toBe('conflict');
  await bench.wake();
  expect(office.given).toEqual([]);
  expect(bench.job('form')).toMatchObject({ state: 'failed', printerId: 'big' });
});

describe('a paper', () => {
  /** How many papers would be named for destruction now; asked as the engine asks, and taken back. */
  const papers = (): number => {
    const { db } = bench.store;
    db.exec('SAVEPOINT ask');
    try {
      const label = { labelId: 'label-1', visitId: 'visit-1', code: null };
      return namePapersForDestruction(db, { ...label, why: 'person-changed', nowMs: 1 });
    } finally {
      db.exec('ROLLBACK TO ask; RELEASE ask');
    }
  };

  it('may exist from the first byte on, also when the job is cancelled later', async () => {
    const id = bench.enqueue('DRW-AAAA01', { visitId: 'visit-1', labelId: 'label-1' });
    expect(papers()).toBe(0);
    await bench.wake();
    expect(papers()).toBe(1);
    await bench.end(0, BROKEN);
    bench.queue.cancel(id, 'nothing seen');
    expect(bench.job(id)).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
    expect(papers()).toBe(1);
  });

  it('cannot exist of a job that was never sent', async () => {
    bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01', { visitId: 'visit-1', labelId: 'label-1' });
    bench.queue.cancel(id, 'wrong visit');
    expect(bench.job(id).perhapsPrinted).toBe(false);
    expect(papers()).toBe(0);
  });

  it('in doubt stays in doubt when a second try sends nothing, and is sent with its mark', async () => {
    const id = await bench.print('DRW-AAAA01', { visitId: 'visit-1' });
    await bench.end(0, BROKEN);
    const refusing = bench.refuseConnections();
    await bench.retry(id);
    expect(bench.job(id)).toMatchObject({ state: 'attention', perhapsPrinted: true });
    refusing.stop();
    await bench.retry(id);
    expect(bench.line.begun[1]?.bytes).toContain('REPRINT');
  });
});

describe('a printer that does not say that it took a label', () => {
  it('has some time to say so, and is a problem only after that', async () => {
    const id = await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    expect(bench.job(id).state).toBe('sent-unacknowledged');
    expect(bench.queue.problemCount()).toBe(0);
    bench.changes.length = 0;
    answerLater('silent');
    await settled();
    expect(bench.job(id).state).toBe('sent-unacknowledged');
    expect(bench.queue.problemCount()).toBe(1);
    expect(bench.changes).toContain('connection');
  });

  it('and says so late has taken it', async () => {
    const id = await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    answerLater('acknowledged');
    await settled();
    expect(bench.job(id)).toMatchObject({ state: 'sent', detail: null });
    expect(bench.queue.problemCount()).toBe(0);
    expect(bench.written()).toEqual(['label-sent-unacknowledged', 'label-sent']);
    expect(bench.queue.printerStates().get('front')).toEqual({ state: 'ready', detail: null });
  });

  it('needs attention until then, and changes nothing once the desk is closed', async () => {
    const id = await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    expect(bench.queue.printerStates().get('front')?.state).toBe('attention');
    await bench.queue.close();
    answerLater('acknowledged');
    await settled();
    expect(bench.job(id).state).toBe('sent-unacknowledged');
  });

  it('changes nothing by a late acknowledgement once a person has decided', async () => {
    const id = await bench.print('DRW-AAAA01');
    const { delivery, answerLater } = unacknowledged();
    await bench.end(0, delivery);
    bench.queue.cancel(id, 'no label came out');
    answerLater('acknowledged');
    await settled();
    expect(bench.job(id).state).toBe('cancelled');
  });

  it('has not taken the second paper by what it says late of the first', async () => {
    const id = await bench.print('DRW-AAAA01');
    const [first, second] = [unacknowledged(), unacknowledged()];
    await bench.end(0, first.delivery);
    await bench.retry(id);
    await bench.end(1, second.delivery);
    first.answerLater('acknowledged');
    await settled();
    expect(bench.job(id).state).toBe('sent-unacknowledged');
    expect(bench.queue.problemCount()).toBe(0);
    second.answerLater('silent');
    await settled();
    expect(bench.queue.problemCount()).toBe(1);
  });

  it('is a problem at once after a restart: nobody listens to it any more', async () => {
    await bench.print('DRW-AAAA01');
    await bench.end(0, unacknowledged().delivery);
    bench.openQueue();
    expect(bench.queue.problemCount()).toBe(1);
  });

  it('is no problem any more once the label was scanned back', async () => {
    bench.makeLabel('label-1');
    let lastJob = '';
    for (const [index, ended] of [unacknowledged(), { delivery: BROKEN }].entries()) {
      lastJob = await bench.print('DRW-AAAA01', { labelId: 'label-1' });
      await bench.end(index, ended.delivery);
      if ('answerLater' in ended) ended.answerLater('silent');
    }
    await settled();
    expect(bench.queue.problemCount()).toBe(2);
    bench.scanBack('label-1', lastJob);
    expect(bench.queue.problemCount()).toBe(0);
  });
});

it('counts as problems exactly what the list shows as problems, however many jobs came later', async () => {
  await bench.print('DRW-AAAA01');
  await bench.end(0, BROKEN);
  await bench.print('DRW-AAAA02');
  await bench.end(1, SENT);
  await bench.print('DRW-AAAA03', { printerId: 'back' });
  await bench.end(2, unacknowledged().delivery);
  await bench.print('DRW-AAAA05', { printerId: 'back' });
  bench.refuseConnections();
  await bench.print('DRW-AAAA04');
  const shown = listPrintJobs(bench.store.db, 0);
  expect(shown.filter((job) => bench.queue.needsPerson(job)).map(({ title }) => title.slice(-2))).toEqual([
    '04',
    '01',
  ]);
  expect(bench.queue.problemCount()).toBe(2);
});
