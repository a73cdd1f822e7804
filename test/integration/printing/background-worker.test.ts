// Work in a thread of its own, of this process or of another one: answered in order, bounded, and no worse for a job that fails.
import { afterEach, describe, expect, it } from 'vitest';
import {
  createBackgroundWorker,
  failureOfJob,
  workerFile,
  type BackgroundWorker,
  type MakeWorker,
} from '../../../src/adapters/background-worker.ts';
import { workersInOneProcess } from '../../../src/adapters/work-process.ts';
import type { OddJob } from '../../support/odd-worker.ts';

type Job = number | OddJob | (() => void);

const file = new URL('../../support/odd-worker.ts', import.meta.url);
let worker: BackgroundWorker<Job, number> | null = null;
let logged: { readonly message: string; readonly fields: unknown }[] = [];
const log = {
  warn: (message: string, fields?: unknown) => void logged.push({ message, fields }),
};
afterEach(async () => {
  await worker?.close();
});

const MAKERS: Record<string, () => MakeWorker> = {
  'of this process': () => createBackgroundWorker,
  'of another process': () => workersInOneProcess(log),
};

/** A process and a thread in it take several seconds on a machine that has much else to do. */
const STARTS = { timeout: 300_000 };

describe.each(Object.entries(MAKERS))('a thread %s', STARTS, (_, maker) => {
  const open = (timeoutMs = 20_000, idleMs = 60_000): BackgroundWorker<Job, number> => {
    logged = [];
    const makeWorker = maker();
    worker = makeWorker<Job, number>(file, {
      timeoutMs,
      idleMs,
      mostMemoryBytes: 200 * 1024 * 1024,
      log,
    });
    return worker;
  };

  it('answers each job, in the order asked', async () => {
    const { run } = open();
    expect(await Promise.all([run(1), run(2), run(3)])).toEqual([2, 4, 6]);
  });

  it('does not count the start of its thread as the time of the job that waits for it', async () => {
    logged = [];
    // Long enough for a job that does next to nothing, and over before the thread has started.
    const limits = { timeoutMs: 1_000, idleMs: 60_000, mostMemoryBytes: 200 * 1024 * 1024, log };
    worker = maker()<Job, number>(new URL('../../support/late-worker.ts', import.meta.url), limits);
    expect(await worker.run(4)).toBe(8);
  });

  it('reports a job that throws, and goes on', async () => {
    const { run } = open();
    await expect(run('throw')).rejects.toThrow('no such number');
    expect(await run(4)).toBe(8);
    expect(failureOfJob(await run('throw').catch((thrown: unknown) => thrown))).toBe('Error');
  });

  it('ends a job that takes too much memory, and goes on in a new thread', async () => {
    const { run } = open(20_000);
    await expect(run('hog')).rejects.toThrow('took more than 209715200 bytes');
    expect(await run(4)).toBe(8);
  });

  it('cannot read the environment that this process was started with', async () => {
    process.env['DESK_TOKEN_OF_A_TEST'] = 's3cret';
    try {
      expect(await open().run('environment')).toBe(0);
    } finally {
      delete process.env['DESK_TOKEN_OF_A_TEST'];
    }
  });

  it('refuses a job that cannot be copied to a thread, and goes on', async () => {
    const { run } = open();
    await expect(run(() => undefined)).rejects.toThrow('could not be cloned');
    expect(await run(4)).toBe(8);
  });

  it('ends a job that never ends, and goes on in a new thread', async () => {
    const { run } = open(6_000);
    const stuck = run('spin');
    const next = run(5);
    await expect(stuck).rejects.toThrow('longer than 6000 ms');
    expect(await next).toBe(10);
  });

  it('gives a job the time that it was ordered with', async () => {
    const { run } = open(60_000);
    await run(4);
    await expect(run('spin', { timeoutMs: 1_000 })).rejects.toThrow('longer than 1000 ms');
  });

  it('goes on in a new thread when its thread dies', async () => {
    const { run } = open();
    await expect(run('die')).rejects.toThrow();
    expect(await run(6)).toBe(12);
  });

  it('works again after it was idle for long', async () => {
    const { run } = open(20_000, 0);
    expect(await run(7)).toBe(14);
    expect(await run(8)).toBe(16);
  });

  it('ends the job that nobody wants any more, never begins one that waited, and goes on in a new thread', async () => {
    const { run } = open(60_000);
    const unwanted = new AbortController();
    const { signal } = unwanted;
    const stuck = run('spin', { signal });
    const waiting = run('spin', { signal });
    const next = run(5);
    unwanted.abort();
    await expect(stuck).rejects.toThrow('stopped');
    await expect(waiting).rejects.toThrow('stopped before it began');
    expect(await next).toBe(10);
  });

  it('is not stopped by a signal whose job has ended', async () => {
    const { run } = open();
    const late = new AbortController();
    expect(await run(1, { signal: late.signal })).toBe(2);
    const next = run(2);
    late.abort();
    expect(await next).toBe(4);
  });

  it('accepts no work once closed', async () => {
    const closing = open();
    await closing.close();
    await expect(closing.run(9)).rejects.toThrow('closed');
  });
});

it('says which code is missing', () => {
  expect(() => workerFile('nowhere', import.meta.url)).toThrow('nowhere');
});

const limits = { timeoutMs: 10_000, idleMs: 60_000, mostMemoryBytes: 200 * 1024 * 1024, log };
const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

it('survives an error that comes when no job waits, and logs it without its message', async () => {
  logged = [];
  worker = createBackgroundWorker<Job, number>(file, limits);
  const { run } = worker;
  await run('fail-later');
  const thread = new BroadcastChannel('odd-worker');
  thread.postMessage('fail');
  await expect.poll(() => logged, { timeout: 10_000 }).toHaveLength(1);
  thread.close();
  expect(logged).toEqual([
    {
      message: 'thread failed; the next job starts a new one',
      fields: { thread: 'odd-worker', failure: 'RangeError' },
    },
  ]);
  expect(await run(4)).toBe(8);
});

it(
  'shares one process, which ends when none of its workers has a job, and starts again',
  STARTS,
  async () => {
    const make = workersInOneProcess(log, 50);
    const one = make<Job, number>(file, limits);
    const other = make<Job, number>(file, limits);
    const [first, second] = await Promise.all([one.run('process'), other.run('process')]);
    expect(first).toBe(second);
    expect(first).not.toBe(process.pid);
    await expect.poll(() => isRunning(first), { timeout: 10_000 }).toBe(false);
    expect(await one.run(2)).toBe(4);
    await Promise.all([one.close(), other.close()]);
  },
);

it(
  'rejects what a process had begun that somebody ended, goes on in a new one, and ends it with the last worker',
  STARTS,
  async () => {
    const make = workersInOneProcess(log);
    const one = make<Job, number>(file, limits);
    const other = make<Job, number>(file, limits);
    const first = await one.run('process');
    const failed = expect(one.run('spin')).rejects.toThrow('the process ended');
    process.kill(first, 'SIGKILL');
    await failed;
    const second = await other.run('process');
    expect(second).not.toBe(first);
    await one.close();
    expect(isRunning(second)).toBe(true);
    await other.close();
    expect(isRunning(second)).toBe(false);
  },
);
