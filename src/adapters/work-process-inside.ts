// The process beside the desk in which threads draw and read; the other side is `work-process.ts`. Its own thread only passes jobs on and
// watches their limits, so it is never too busy to notice that the desk has gone.
import type { Log } from '../core/ports/machine.ts';
import { createBackgroundWorker, failureOfJob } from './background-worker.ts';
import type { BackgroundWorker } from './background-worker.ts';
import type { WorkOrder, WorkWord } from './work-process.ts';

const workers = new Map<string, BackgroundWorker<unknown, unknown>>();
const wanted = new Map<number, AbortController>();

const say = (word: WorkWord): void => {
  if (process.connected) process.send?.(word);
};

process.on('disconnect', () => process.exit());
// Ctrl+C at the desk's terminal reaches this process too. The desk stops in order, and then this ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (order: WorkOrder) => {
  if ('unwanted' in order) {
    wanted.get(order.unwanted)?.abort();
    return;
  }
  const { id, file, limits, first, timeoutMs, input } = order;
  let worker = workers.get(file);
  if (!worker) {
    const log: Pick<Log, 'warn'> = { warn: (warning, fields) => say({ warning, fields }) };
    worker = createBackgroundWorker(new URL(file), { ...limits, log });
    workers.set(file, worker);
  }
  const abort = new AbortController();
  wanted.set(id, abort);
  void worker
    .run(input, { first, signal: abort.signal, timeoutMs })
    .then(
      (output) => say({ id, output }),
      (thrown: unknown) =>
        say({
          id,
          failure: failureOfJob(thrown),
          problem: thrown instanceof Error ? thrown.message : String(thrown),
        }),
    )
    .finally(() => wanted.delete(id));
});
