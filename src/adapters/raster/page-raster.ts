// Makes the pages of a PDF into dots in a background thread, for printers that take no PDF.
import type { Log } from '../../core/ports.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from '../background-worker.ts';
import type { PwgType } from './pwg-raster.ts';

/** The dots that a printer takes. */
export interface DotKind {
  readonly dpi: number;
  readonly type: PwgType;
}

export interface PageRasterJob extends DotKind {
  readonly pdf: Uint8Array;
}

/**
 * `problem`: why the pages must not be printed so. `code-lost`: a code on one of them cannot be read in these dots; `too-large`: a
 * page is larger than A4, so a part of it would be missing; `damaged`: it cannot be drawn.
 */
export type PageRasterAnswer =
  | { readonly raster: Uint8Array }
  | { readonly problem: 'code-lost' | 'too-large' }
  | { readonly problem: 'damaged'; readonly failure: string };

/** The pages of a PDF as PWG raster, on A4. `not-now`: there was no time or no memory for it. Never rejects. */
export type MakePageRaster = (
  pdf: Uint8Array,
  dots: DotKind,
) => Promise<PageRasterAnswer | { readonly problem: 'not-now' }>;

/** A page takes half a second in fine colours, and as long again until its codes are read back. */
const DRAWING_LIMIT_MS = 120_000;
const IDLE_MS = 20_000;
const MOST_MEMORY_BYTES = 600 * 1024 * 1024;

export interface PageRaster {
  readonly make: MakePageRaster;
  close(): Promise<void>;
}

export function createPageRaster(log: Pick<Log, 'warn'>): PageRaster {
  const worker = createBackgroundWorker<PageRasterJob, PageRasterAnswer>(
    workerFile('page-raster-worker', import.meta.url),
    { timeoutMs: DRAWING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  return {
    async make(pdf, { dpi, type }) {
      try {
        const answer = await worker.run({ pdf, dpi, type });
        if ('failure' in answer)
          log.warn('pages could not be drawn for a printer', { dpi, type, failure: answer.failure });
        return answer;
      } catch (thrown) {
        log.warn('pages were not drawn for a printer', { dpi, type, failure: failureOfJob(thrown) });
        return { problem: 'not-now' };
      }
    },
    close: () => worker.close(),
  };
}
