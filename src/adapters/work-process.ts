// Runs background work in the threads of another process, which ends when it is idle: only a process gives the memory back that drawing
// and reading took. What a thread frees stays with its process, in pieces, for as long as that lives.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { basename, extname } from 'node:path';
import type { Log } from '../core/ports/machine.ts';
import { JobFailed, workerFile } from './background-worker.ts';
import type { BackgroundWork, BackgroundWorker, MakeWorker } from './background-worker.ts';

/** Without a job for so long, the process ends. The next job waits for a new one, which takes about as long as a thread. */
const IDLE_MS = 20_000;

/** A job for the thread that runs `file`, or the word that nobody wants its output any more. */
export type WorkOrder =
  | {
      readonly id: number;
      readonly file: string;
      readonly limits: Omit<BackgroundWork, 'log'>;
      readonly first: boolean;
      readonly timeoutMs: number | undefined;
      readonly input: unknown;
    }
  | { readonly unwanted: number };

/** What the process says: the end of a job, or a line for the log. */
export type WorkWord =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: string; readonly problem: string }
  | { readonly warning: string; readonly fields: Parameters<Log['warn']>[1] };

/** Small halves for what is young, and one thread beside that cleans up: nobody waits for half a second of drawing. */
const NODE_OPTIONS = ['--max-semi-space-size=2', '--v8-pool-size=1'];

/**
 * Nothing of this process's environment, which may hold secrets. Linux's allocator is told to give large pieces back at once and to
 * keep few heaps; other systems do not know these names. Windows finds its own libraries by SystemRoot.
 */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
}

interface Waiting {
  /** Whose job it is. */
  readonly worker: symbol;
  done(output: unknown): void;
  fail(failure: JobFailed): void;
}

/**
 * Makes workers whose threads are in one other process. It starts with the first job of any of them, and ends when none of them has had
 * one for 20 s, when all are closed, and with this process, however that ends.
 *
 * @param idleMs for tests
 */
export function workersInOneProcess(log: Pick<Log, 'warn'>, idleMs = IDLE_MS): MakeWorker {
  let child: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const jobs = new Map<number, Waiting>();
  const open = new Set<symbol>();

  async function end(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((done) => ending.once('exit', done).once('error', done));
    ending.kill('SIGKILL');
    await ended;
  }

  function take(id: number): Waiting | undefined {
    const job = jobs.get(id);
    jobs.delete(id);
    if (jobs.size === 0) {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void end(), idleMs).unref();
    }
    return job;
  }

  function failAll(failure: string, of: (job: Waiting) => boolean): void {
    for (const [id, job] of jobs) if (of(job)) take(id)?.fail(new JobFailed(failure, failure));
  }

  function running(): ChildProcess {
    if (child) return child;
    const started = fork(workerFile('work-process-inside', import.meta.url), [], {
      execArgv: NODE_OPTIONS,
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child = started;
    started.unref();
    started.channel?.unref();
    started.on('message', (word: WorkWord) => {
      if ('warning' in word) log.warn(word.warning, word.fields);
      else if ('output' in word) take(word.id)?.done(word.output);
      else take(word.id)?.fail(new JobFailed(word.failure, word.problem));
    });
    const gone = (): void => {
      if (child !== started) return;
      child = null;
      started.kill('SIGKILL');
      failAll('the process ended', () => true);
    };
    started.once('exit', gone);
    // It could not be started, or a message could not be sent.
    started.on('error', gone);
    return started;
  }

  return <Input, Output>(
    file: URL,
    { log: _, ...limits }: BackgroundWork,
  ): BackgroundWorker<Input, Output> => {
    const worker = Symbol(basename(file.pathname, extname(file.pathname)));
    open.add(worker);
    return {
      run(input, { first = false, signal, timeoutMs } = {}) {
        return new Promise<Output>((resolve, reject) => {
          if (!open.has(worker)) throw new JobFailed('closed', 'closed');
          if (signal?.aborted) throw new JobFailed('stopped', 'stopped before it began');
          clearTimeout(idleTimer);
          lastId += 1;
          const id = lastId;
          const process = running();
          const unwanted = (): void => void process.send({ unwanted: id } satisfies WorkOrder);
          const settled = (): void => signal?.removeEventListener('abort', unwanted);
          jobs.set(id, {
            worker,
            done(output) {
              settled();
              resolve(output as Output);
            },
            fail(failure) {
              settled();
              reject(failure);
            },
          });
          signal?.addEventListener('abort', unwanted);
          try {
            process.send({ id, file: file.href, limits, first, timeoutMs, input } satisfies WorkOrder);
          } catch (thrown) {
            settled();
            take(id);
            reject(thrown);
          }
        });
      },
      async close() {
        open.delete(worker);
        failAll('closed', (job) => job.worker === worker);
        if (open.size === 0) await end();
      },
    };
  };
}
