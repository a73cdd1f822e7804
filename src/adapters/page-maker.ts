// Makes PDFs of our own pages in a background thread, so that a long list never delays the engine.
import type { Log } from '../core/ports/machine.ts';
import type { MadePages, MakePages } from '../core/ports/pictures.ts';
import { AppException, bug } from '../domain/app-error.ts';
import type { PagePlan } from '../domain/page-plan.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from './background-worker.ts';
import type { MakeWorker } from './background-worker.ts';

const MAKING_LIMIT_MS = 20_000;
const IDLE_MS = 20_000;
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;

export interface PageMaker {
  readonly make: MakePages;
  close(): Promise<void>;
}

export function createPageMaker(
  log: Pick<Log, 'warn' | 'error'>,
  makeWorker: MakeWorker = createBackgroundWorker,
): PageMaker {
  const worker = makeWorker<PagePlan, MadePages>(workerFile('page-maker-worker', import.meta.url), {
    timeoutMs: MAKING_LIMIT_MS,
    idleMs: IDLE_MS,
    mostMemoryBytes: MOST_MEMORY_BYTES,
    log,
  });
  return {
    async make(plan, signal) {
      try {
        return await worker.run(plan, { signal });
      } catch (thrown) {
        signal?.throwIfAborted();
        log.error('pages could not be made, so nothing is printed', { failure: failureOfJob(thrown) });
        throw new AppException(bug('The pages could not be made.'));
      }
    },
    close: () => worker.close(),
  };
}
