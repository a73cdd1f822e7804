// Work that would hold the engine up runs in a thread of its own: started when needed, ended when idle or stuck.
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

export interface BackgroundWork {
  /** Bounds one job, from its start in the thread; a stuck thread is ended and the next job gets a fresh one. */
  readonly timeoutMs: number;
  /** A thread without work is ended after this, to give its memory back. */
  readonly idleMs: number;
}

/** One job at a time, in the order asked. */
export interface BackgroundWorker<Input, Output> {
  /** Rejects when the job throws, takes too long, or the thread dies. */
  run(input: Input): Promise<Output>;
  close(): Promise<void>;
}

/** What a thread answers to a job. */
export type WorkerAnswer<Output> = { readonly output: Output } | { readonly problem: string };

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
    const started = new Worker(file, { execArgv: [] });
    started.unref();
    started.once('exit', () => {
      if (thread === started) thread = null;
    });
    thread = started;
    return started;
  };

  const once = (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new Error('closed'));
        return;
      }
      clearTimeout(idleTimer);
      const worker = running();
      const settle = (act: () => void): void => {
        clearTimeout(limit);
        worker.off('message', onMessage).off('error', onDeath).off('exit', onDeath);
        act();
      };
      const limit = setTimeout(() => {
        settle(() => reject(new Error(`took longer than ${work.timeoutMs} ms`)));
        void end();
      }, work.timeoutMs);
      const onMessage = (answer: WorkerAnswer<Output>): void =>
        settle(() => {
          idleTimer = setTimeout(() => void end(), work.idleMs);
          idleTimer.unref();
          if ('output' in answer) resolve(answer.output);
          else reject(new Error(answer.problem));
        });
      const onDeath = (why: unknown): void =>
        settle(() => {
          void end();
          reject(why instanceof Error ? why : new Error(`the thread ended (${String(why)})`));
        });
      worker.on('message', onMessage).on('error', onDeath).on('exit', onDeath);
      worker.postMessage(input);
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
