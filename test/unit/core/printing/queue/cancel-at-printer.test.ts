// A job that an office printer has taken is cancelled there by a person, and no more is said of it than is known.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kindOf, PrintBench } from '../../../../support/print-bench.ts';
import { scriptedPages, type ScriptedPages } from '../../../../support/scripted-pages.ts';

const HOUR_MS = 3_600_000;
let bench: PrintBench;
let printer: ScriptedPages;
beforeEach(async () => {
  bench = new PrintBench();
  printer = scriptedPages();
  bench.pages = printer;
  await bench.printPages('job-a');
});
afterEach(() => bench.close());

async function cancel(): Promise<string> {
  const answer = await bench.queue.cancelAtPrinter('job-a');
  answer.note('not needed');
  return answer.outcome;
}
const refusal = (): Promise<unknown> =>
  bench.queue.cancelAtPrinter('job-a').then(
    () => 'not refused',
    (thrown: unknown) =>
      kindOf(() => {
        throw thrown;
      }),
  );

it('is cancelled once the printer has taken that, and pages that were out stay known', async () => {
  expect(await cancel()).toBe('cancelled');
  expect(printer.cancelled).toEqual(['1']);
  expect(bench.job('job-a')).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
  expect(bench.job('job-a').detail).toContain('pages that were out before stay out');
  expect(await refusal()).toBe('conflict');
});

it('is done where the printer had it done before', async () => {
  printer.cancels = { outcome: 'over', report: { state: 'done', detail: null } };
  expect(await cancel()).toBe('over');
  expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'done' });
});

it.each([
  { outcome: 'over', report: null },
  // The printer never said anything of the job: it may give every job a name of its own.
  { outcome: 'another' },
  { outcome: 'refused', detail: 'it does not cancel it' },
  { outcome: 'unknown', detail: 'it does not answer' },
] as const)('stays as it was after the answer %j', async (answer) => {
  printer.cancels = answer;
  const before = bench.job('job-a');
  expect(await cancel()).toBe(answer.outcome === 'another' ? 'refused' : answer.outcome);
  expect(bench.job('job-a')).toEqual(before);
});

it('is said to be called by another name where the printer may give every job a name of its own', async () => {
  printer.cancels = { outcome: 'another' };
  expect(await bench.queue.cancelAtPrinter('job-a')).toMatchObject({
    outcome: 'refused',
    detail: 'the printer calls the job by another name, so it was not cancelled: cancel it there',
  });
});

it('is in doubt, and no other job is cancelled, where the printer has another one under its number', async () => {
  printer.says = { state: 'stopped', detail: 'the printer has stopped: it has no paper' };
  await bench.advance(5_000);
  printer.cancels = { outcome: 'another' };
  const answer = await bench.queue.cancelAtPrinter('job-a');
  expect(answer).toMatchObject({
    outcome: 'refused',
    detail: expect.stringContaining('another job') as string,
  });
  answer.note('not needed');
  expect(printer.askedBy.at(-1)).toBe('drawdesk-job-a-1');
  expect(bench.job('job-a')).toMatchObject({ state: 'unsure', perhapsPrinted: true });
});

it('stays what the printer said of it while it was being asked', async () => {
  const answer = await bench.queue.cancelAtPrinter('job-a');
  printer.says = { state: 'done', detail: null };
  await bench.advance(5_000);
  answer.note('not needed');
  expect(bench.job('job-a')).toMatchObject({ state: 'sent', deviceReport: 'done' });
});

it('is cancelled by this desk also where the printer said so, when it was asked, before that was stored', async () => {
  const answer = await bench.queue.cancelAtPrinter('job-a');
  printer.says = { state: 'cancelled', detail: 'it was cancelled at the printer' };
  await bench.advance(5_000);
  expect(bench.job('job-a').detail).toContain('at the printer');
  answer.note('not needed');
  expect(bench.job('job-a')).toMatchObject({ state: 'cancelled', perhapsPrinted: true });
  expect(bench.job('job-a').detail).toContain('pages that were out before stay out');
});

it('is not asked for where the printer has nothing to cancel', async () => {
  printer.says = { state: 'done', detail: null };
  await bench.advance(5_000);
  expect(await refusal()).toBe('conflict');
  expect(printer.cancelled).toEqual([]);
  await expect(bench.queue.cancelAtPrinter('nobody')).rejects.toMatchObject({ error: { kind: 'not-found' } });
});

it('is not asked for hours later, when nobody knows any more what the number means', async () => {
  printer.isOff = true;
  await bench.advance(3 * HOUR_MS);
  expect(await refusal()).toBe('conflict');
});
