// Work in a thread of its own: answered in order, bounded, and no worse for a job that fails.
import { afterEach, expect, it } from 'vitest';
import {
  createBackgroundWorker,
  workerFile,
  type BackgroundWorker,
} from '../../../src/adapters/background-worker.ts';

type Job = number | 'throw' | 'spin' | 'die';

const file = new URL('../../support/odd-worker.ts', import.meta.url);
let worker: BackgroundWorker<Job, number> | null = null;
const open = (timeoutMs = 5_000, idleMs = 60_000): BackgroundWorker<Job, number> => {
  worker = createBackgroundWorker<Job, number>(file, { timeoutMs, idleMs });
  return worker;
};
afterEach(async () => {
  await worker?.close();
});

it('answers each job, in the order asked', async () => {
  const { run } = open();
  expect(await Promise.all([run(1), run(2), run(3)])).toEqual([2, 4, 6]);
});

it('tells of a job that throws, and goes on', async () => {
  const { run } = open();
  await expect(run('throw')).rejects.toThrow('no such number');
  expect(await run(4)).toBe(8);
});

it('ends a job that never ends, and goes on in a new thread', async () => {
  const { run } = open(2_000);
  const stuck = run('spin');
  const next = run(5);
  await expect(stuck).rejects.toThrow('longer than 2000 ms');
  expect(await next).toBe(10);
});

it('outlives its thread', async () => {
  const { run } = open();
  await expect(run('die')).rejects.toThrow();
  expect(await run(6)).toBe(12);
});

it('works again after it was idle for long', async () => {
  const { run } = open(5_000, 0);
  expect(await run(7)).toBe(14);
  expect(await run(8)).toBe(16);
});

it('takes no work once closed', async () => {
  const closing = open();
  await closing.close();
  await expect(closing.run(9)).rejects.toThrow('closed');
});

it('says which code is missing', () => {
  expect(() => workerFile('nowhere', import.meta.url)).toThrow('nowhere');
});
