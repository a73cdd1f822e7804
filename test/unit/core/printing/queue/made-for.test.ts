// A label is asked about once more just before it leaves: what it was made for must still be so.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrintJob } from '../../../../../src/core/store/desk/print-jobs.ts';
import { BROKEN, kindOf, MADE_FOR, PrintBench, SENT, settled } from '../../../../support/print-bench.ts';
import { atOnce } from '../../../../support/at-once.ts';

let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

it('the person of a label is kept with the job and checked when the printer is connected, before the first byte', async () => {
  const asked: PrintJob[] = [];
  bench.standing = (about) => {
    asked.push(about);
    return { good: true };
  };
  let stands: () => void = () => undefined;
  bench.line.transport.deliver = (_address, job) =>
    new Promise((resolve) => {
      stands = () => resolve(atOnce(job.begin()) ? SENT : { outcome: 'withheld' });
    });
  const id = await bench.print('DRW-AAAA01', { madeFor: MADE_FOR, labelId: 'label-1', visitId: 'visit-1' });
  expect(asked).toEqual([]);
  stands();
  await settled();
  expect(asked.map((about) => [about.id, about.madeFor])).toEqual([[id, MADE_FOR]]);
  expect(bench.job(id).state).toBe('sent');
});

it('a label that is not right any more cancels its job, with the reason in the activity, and the next job is sent', async () => {
  bench.standing = (about) =>
    about.madeFor ? { good: false, reason: 'the date of birth has changed' } : { good: true };
  const stale = bench.enqueue('DRW-AAAA01', { madeFor: MADE_FOR });
  const other = bench.enqueue('DRW-AAAA02');
  await bench.wake();
  expect(bench.job(stale)).toMatchObject({
    state: 'cancelled',
    detail: 'the date of birth has changed',
    attempts: 0,
    perhapsPrinted: false,
  });
  expect(bench.written()).toEqual(['label-held-back']);
  expect(bench.job(other).state).toBe('sending');
  expect(bench.line.begun.map(({ bytes }) => bytes?.includes('DRW-AAAA02'))).toEqual([true]);
});

it('a label is checked again before every further attempt', async () => {
  const refusing = bench.refuseConnections();
  const id = await bench.print('DRW-AAAA01', { madeFor: MADE_FOR });
  refusing.stop();
  bench.standing = () => ({ good: false, reason: 'the patient was changed' });
  await bench.advance(1_000);
  expect(bench.line.begun).toEqual([]);
  expect(bench.job(id).state).toBe('cancelled');
});

it('a label that is not right any more cannot be sent again by a person', async () => {
  const id = await bench.print('DRW-AAAA01', { madeFor: MADE_FOR });
  await bench.end(0, BROKEN);
  bench.standing = () => ({ good: false, reason: 'the patient was changed' });
  expect(kindOf(() => bench.queue.retry(id))).toBe('rejected');
  expect(bench.job(id).state).toBe('unsure');
});

it('a label that cannot be checked is not sent, and its job is left to a person', async () => {
  bench.standing = () => {
    throw new Error('no such table');
  };
  const id = await bench.print('DRW-AAAA01');
  expect(bench.line.begun).toEqual([]);
  expect(bench.job(id)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
  expect(bench.queue.problemCount()).toBe(1);
});

it('jobs of a visit or a label can be withdrawn while they wait, not while they are being sent', async () => {
  const leaving = await bench.print('DRW-AAAA01', { visitId: 'visit-1', labelId: 'label-1' });
  const waiting = bench.enqueue('DRW-AAAA02', { visitId: 'visit-1', labelId: 'label-2' });
  const elsewhere = bench.enqueue('DRW-AAAA03', { visitId: 'visit-2', labelId: 'label-3' });
  const back = bench.enqueue('DRW-AAAA04', { visitId: 'visit-2', labelId: 'label-4' });
  const ids = (jobs: readonly PrintJob[]): string[] => jobs.map(({ id }) => id);
  expect(ids(bench.queue.withdraw({ visitId: 'visit-1' }, 'the arrival was undone'))).toEqual([waiting]);
  expect(ids(bench.queue.withdraw({ labelId: 'label-4' }, 'made out anew'))).toEqual([back]);
  expect([leaving, waiting, elsewhere, back].map((id) => bench.job(id).state)).toEqual([
    'sending',
    'cancelled',
    'queued',
    'cancelled',
  ]);
  expect(bench.job(waiting).detail).toBe('the arrival was undone');
  await bench.end(0, SENT);
  await bench.end(1, SENT);
  expect(bench.line.begun).toHaveLength(2);
});
