// Draws the pages that the training office printer received, in a thread of its own.
import { createBackgroundWorker, failureOfJob, workerFile } from '../adapters/background-worker.ts';
import type { MakeWorker } from '../adapters/background-worker.ts';
import type { Log } from '../core/ports/machine.ts';

export interface PageDrawingJob {
  /** PDF, or PWG raster. */
  readonly document: Uint8Array;
}

export interface PageDrawingAnswer {
  /** Of the whole document; only the first pages are drawn. */
  readonly pageCount: number;
  readonly pages: readonly {
    readonly pngBase64: string;
    readonly widthMm: number;
    readonly heightMm: number;
  }[];
}

/** The pages of one document; `problem` says why there are none. */
export interface DrawnPages extends PageDrawingAnswer {
  readonly problem: string | null;
}

export interface PageDrawing {
  /** Never rejects. */
  draw(document: Uint8Array): Promise<DrawnPages>;
  close(): Promise<void>;
}

const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
const DRAWING_LIMIT_MS = 20_000;
const IDLE_MS = 20_000;

export function createPageDrawing(log: Log, makeWorker: MakeWorker = createBackgroundWorker): PageDrawing {
  const worker = makeWorker<PageDrawingJob, PageDrawingAnswer>(
    workerFile('training-page-worker', import.meta.url),
    { timeoutMs: DRAWING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  return {
    async draw(document) {
      try {
        return { ...(await worker.run({ document })), problem: null };
      } catch (thrown) {
        const failure = failureOfJob(thrown);
        log.error('training pages could not be drawn', { bytes: document.length, failure });
        return { pageCount: 0, pages: [], problem: 'What arrived cannot be drawn: nothing would come out.' };
      }
    },
    close: () => worker.close(),
  };
}
