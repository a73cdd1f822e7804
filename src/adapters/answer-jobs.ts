// The thread's side of background work: takes jobs one at a time and answers each.
import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer } from './background-worker.ts';

/** Answers every job with what `work` makes of it, or with why it could not. */
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
}
