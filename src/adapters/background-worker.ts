// Runs long work in a thread of its own, so that it does not delay the engine. The thread is started when it is needed
// and ended when it is idle, takes too long or uses too much memory. The input may be hostile (a document from
// outside), so each job has a time limit and a memory limit, and a failing thread never ends the process.
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '../core/ports/machine.ts';

export interface BackgroundWork {
  /** Time limit of one job, once its thread has started. A thread that exceeds it is ended; the next job gets a new thread. */
  readonly timeoutMs: number;
  /** A thread without work is ended after this time, to free its memory. */
  readonly idleMs: number;
  /** By how many bytes the memory of the whole process may grow during one job. A thread that exceeds it is ended. */
  readonly mostMemoryBytes: number;
  /** Told when a thread fails. When a job fails, the caller of `run` gets the error instead. */
  readonly log: Pick<Log, 'warn'>;
}

/**
 * A thread starts with our own code and nothing from outside, so this only ends what would never start. A busy machine takes longer to
 * load that code than a job may take, and the job is not to blame for it.
 */
const LONGEST_START_MS = 60_000;
/** How often the memory is measured while a job runs. */
const MEMORY_WATCH_MS = 50;

export interface JobOrder {
  /** The job goes before those that wait, but not before the one that runs. */
  readonly first?: boolean;
  /** Aborted when nobody wants the output any more: the thread of a job that runs is ended, one that waits never begins. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the worker's own time limit. */
  readonly timeoutMs?: number | undefined;
}

/** Runs one job at a time, in the order of the calls. */
export interface BackgroundWorker<Input, Output> {
  /** Resolves with the job's output. Rejects when the job throws, exceeds a limit, is aborted, or its thread ends. */
  run(input: Input, order?: JobOrder): Promise<Output>;
  /** Ends the thread. Jobs that are still waiting are rejected. */
  close(): Promise<void>;
}

/** Makes a worker: in a thread of this process, as {@link createBackgroundWorker} does, or elsewhere. */
export type MakeWorker = <Input, Output>(file: URL, work: BackgroundWork) => BackgroundWorker<Input, Output>;

/**
 * What a thread says: that it takes jobs from now on, or an answer. `failure` is the kind of error without its message, which may be about a
 * patient.
 */
export type WorkerAnswer<Output> =
  | { readonly takesJobs: true }
  | { readonly output: Output }
  | { readonly problem: string; readonly failure: string };

/** A job failed. `failure` may be logged; the message may be about a patient and must not be. */
export class JobFailed extends Error {
  readonly failure: string;

  constructor(failure: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}

/**
 * Why a job failed, in words that may be logged. The error's own message may be about a patient.
 *
 * @example log.warn('label document could not be read', { failure: failureOfJob(thrown) })
 */
export function failureOfJob(thrown: unknown): string {
  return thrown instanceof JobFailed ? thrown.failure : 'the job could not be sent to its thread';
}

/**
 * Finds the code of a thread by its name, as in `workerFile('document-worker', import.meta.url)`. From source it is
 * beside the calling module; in the build it is in the top folder.
 *
 * @throws Error when there is no such file
 */
export function workerFile(name: string, fromUrl: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((place) => new URL(place, fromUrl));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`the code of thread ${name} is missing`);
  return found;
}

/** Makes a worker that runs the code in `file` (see {@link workerFile}). The thread is started with the first job. */
export function createBackgroundWorker<Input, Output>(
  file: URL,
  work: BackgroundWork,
): BackgroundWorker<Input, Output> {
  const { log } = work;
  const name = basename(file.pathname, extname(file.pathname));
  let thread: Worker | null = null;
  /** Whether the thread has loaded its code. */
  let takesJobs = false;
  let idleTimer: NodeJS.Timeout | undefined;
  /** Jobs that have not begun. None of them rejects. */
  const waiting: (() => Promise<void>)[] = [];
  let busy = false;
  let closed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  const running = (): Worker => {
    if (thread) return thread;
    // No environment (it may hold secrets) and no options of this process: the thread needs neither.
    const started = new Worker(file, { execArgv: [], env: {} });
    takesJobs = false;
    started.unref();
    // This listener stays for the thread's whole life. Without it an error between two jobs (such as a rejected promise
    // that nothing handles) would end the whole process.
    started.on('error', (thrown: unknown) => {
      log.warn('thread failed; the next job starts a new one', {
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

  const once = (input: Input, signal: AbortSignal | undefined, timeoutMs: number): Promise<Output> =>
    new Promise((resolve, reject) => {
      if (closed) throw new JobFailed('closed', 'closed');
      if (signal?.aborted) throw new JobFailed('stopped', 'stopped before it began');
      clearTimeout(idleTimer);
      const worker = running();
      const settle = (act: () => void): void => {
        clearTimeout(limit);
        clearInterval(memoryWatch);
        signal?.removeEventListener('abort', onAbort);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        act();
      };
      const giveUp = (failure: string, message: string, cause?: unknown): void =>
        settle(() => {
          void end();
          reject(new JobFailed(failure, message, { cause }));
        });
      const limitOf = (limitMs: number): NodeJS.Timeout =>
        setTimeout(() => giveUp('took too long', `took longer than ${limitMs} ms`), limitMs);
      let limit = limitOf(takesJobs ? timeoutMs : LONGEST_START_MS);
      const memoryBefore = process.memoryUsage.rss();
      const memoryWatch = setInterval(() => {
        if (process.memoryUsage.rss() - memoryBefore > work.mostMemoryBytes)
          giveUp('took too much memory', `took more than ${work.mostMemoryBytes} bytes`);
      }, MEMORY_WATCH_MS);
      const onMessage = (answer: WorkerAnswer<Output>): void => {
        if ('takesJobs' in answer) {
          takesJobs = true;
          clearTimeout(limit);
          limit = limitOf(timeoutMs);
          return;
        }
        settle(() => {
          idleTimer = setTimeout(() => void end(), work.idleMs);
          idleTimer.unref();
          if ('output' in answer) resolve(answer.output);
          else reject(new JobFailed(answer.failure, answer.problem));
        });
      };
      const onError = (thrown: unknown): void =>
        giveUp('the thread failed', thrown instanceof Error ? thrown.message : String(thrown), thrown);
      const onExit = (code: number): void => giveUp('the thread ended', `the thread ended (${code})`);
      const onAbort = (): void => giveUp('stopped', 'stopped');
      signal?.addEventListener('abort', onAbort);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      try {
        worker.postMessage(input);
      } catch (thrown) {
        settle(() => reject(thrown));
      }
    });

  async function runWaiting(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    busy = false;
  }

  return {
    run(input, { first = false, signal, timeoutMs = work.timeoutMs } = {}) {
      return new Promise<Output>((resolve, reject) => {
        const job = (): Promise<void> => once(input, signal, timeoutMs).then(resolve, reject);
        if (first) waiting.unshift(job);
        else waiting.push(job);
        void runWaiting();
      });
    },
    async close() {
      closed = true;
      await end();
    },
  };
}
