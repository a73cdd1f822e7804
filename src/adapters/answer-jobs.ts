// Runs inside a background thread: receives jobs and answers each one. The other side is `background-worker.ts`.
import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer } from './background-worker.ts';

/**
 * Says that the thread takes jobs, and answers every job with the result of `work`, or with the reason why `work` failed.
 *
 * @throws Error when it is not called inside a thread
 */
export function answerJobs<Input, Output>(work: (input: Input) => Promise<Output>): void {
  const port = parentPort;
  if (!port) throw new Error('this code runs only as a thread');
  port.on('message', (input: Input) => {
    work(input).then(
      (output) => port.postMessage({ output } satisfies WorkerAnswer<Output>),
      (thrown: unknown) =>
        port.postMessage({
          problem: thrown instanceof Error ? thrown.message : String(thrown),
          failure: thrown instanceof Error ? thrown.name : typeof thrown,
        } satisfies WorkerAnswer<Output>),
    );
  });
  port.postMessage({ takesJobs: true } satisfies WorkerAnswer<Output>);
}
