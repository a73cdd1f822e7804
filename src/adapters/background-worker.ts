// Work that would hold the engine up runs in a thread of its own: started when needed, ended when idle, stuck or greedy.
// What the work is done on may have been made to do harm, so a job is bounded in time and memory, and whatever happens
// in the thread, the process goes on.
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '../core/ports.ts';

export interface BackgroundWork {
  /** Bounds one job, from its start in the thread; a stuck thread is ended and the next job gets a fresh one. */
  readonly timeoutMs: number;
  /** A thread without work is ended after this, to give its memory back. */
  readonly idleMs: number;
  /** By how much the whole process may grow during one job; the thread of one that takes more is ended. */
  readonly mostMemoryBytes: number;
  /** Told of threads that fail; of jobs that do, whoever asked is told. */
  readonly log: Pick<Log, 'warn'>;
}

/** How often the memory is looked at while a job runs. */
const MEMORY_WATCH_MS = 50;

/** One job at a time, in the order asked. */
export interface BackgroundWorker<Input, Output> {
  /** Rejects when the job throws, takes too long or too much memory, or the thread dies. */
  run(input: Input): Promise<Output>;
  close(): Promise<void>;
}

/** What a thread answers to a job. `failure` names the kind of error, without its words. */
export type WorkerAnswer<Output> =
  { readonly output: Output } | { readonly problem: string; readonly failure: string };

/** Why a job has no output; `failure` can be logged. */
class JobFailed extends Error {
  readonly failure: string;

  constructor(failure: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}

/** Why a job failed, for a log: its error's own words may be about a patient. */
export function failureOfJob(thrown: unknown): string {
  return thrown instanceof JobFailed ? thrown.failure : 'the job could not be given';
}

/**
 * Where a thread's code is: beside the module that asks, as source; in the build, at its top, under the same name.
 * `fromUrl` is the asker's `import.meta.url`.
 */
export function workerFile(name: string, fromUrl: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((place) => new URL(place, fromUrl));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`the code of thread ${name} is missing`);
  return found;
}

export function createBackgroundWorker<Input, Output>(
  file: URL,
  work: BackgroundWork,
): BackgroundWorker<Input, Output> {
  const { log } = work;
  const name = basename(file.pathname, extname(file.pathname));
  let thread: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  const running = (): Worker => {
    if (thread) return thread;
    // It needs nothing of the environment, which may hold secrets, nor of what this process was started with.
    const started = new Worker(file, { execArgv: [], env: {} });
    started.unref();
    // For as long as it lives: an error that comes when no job waits (a promise nobody looked after) would otherwise
    // end the whole process.
    started.on('error', (thrown: unknown) => {
      log.warn('thread failed', {
        thread: name,
        failure: thrown instanceof Error ? thrown.name : typeof thrown,
      });
      if (thread === started) void end();
    });
    started.once('exit', () => {
      if (thread === started) thread = null;
    });
    thread = started;
    return started;
  };

  const once = (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      if (closed) throw new JobFailed('closed', 'closed');
      clearTimeout(idleTimer);
      const worker = running();
      const settle = (act: () => void): void => {
        clearTimeout(limit);
        clearInterval(memoryWatch);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const giveUp = (failure: string, message: string, cause?: unknown): void =>
        settle(() => {
          void end();
          reject(new JobFailed(failure, message, { cause }));
        });
      const limit = setTimeout(
        () => giveUp('took too long', `took longer than ${work.timeoutMs} ms`),
        work.timeoutMs,
      );
      const memoryBefore = process.memoryUsage.rss();
      const memoryWatch = setInterval(() => {
        if (process.memoryUsage.rss() - memoryBefore > work.mostMemoryBytes)
          giveUp('took too much memory', `took more than ${work.mostMemoryBytes} bytes`);
      }, MEMORY_WATCH_MS);
      const onMessage = (answer: WorkerAnswer<Output>): void =>
        settle(() => {
          idleTimer = setTimeout(() => void end(), work.idleMs);
          idleTimer.unref();
          if ('output' in answer) resolve(answer.output);
          else reject(new JobFailed(answer.failure, answer.problem));
        });
      const onError = (thrown: unknown): void =>
        giveUp('the thread failed', thrown instanceof Error ? thrown.message : String(thrown), thrown);
      const onExit = (code: number): void => giveUp('the thread ended', `the thread ended (${code})`);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      try {
        worker.postMessage(input);
      } catch (thrown) {
        settle(() => reject(thrown));
      }
    });

  return {
    run(input) {
      const result = last.then(() => once(input));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      closed = true;
      await end();
    },
  };
}
