// Makes the pages of a PDF into dots in a background thread, for printers that take no PDF, and for labels.
import type { Log } from '../../core/ports/machine.ts';
import type { DrawnPage, DrawPages } from '../../core/ports/pictures.ts';
import { createBackgroundWorker, failureOfJob, workerFile } from '../background-worker.ts';
import type { MakeWorker } from '../background-worker.ts';
import type { PwgType } from './pwg-raster.ts';

/** The dots that a printer takes. */
export interface DotKind {
  readonly dpi: number;
  readonly type: PwgType;
}

export interface PageRasterJob extends DotKind {
  readonly pdf: Uint8Array;
  /** Pictures (PNG) of the same pages are wanted in place of the raster. */
  readonly asPictures: boolean;
}

/** Pages for labels of this size. */
export interface LabelPagesJob {
  readonly pdf: Uint8Array;
  readonly label: Parameters<DrawPages>[1];
}

/** Each page as a picture (PNG). */
export interface PagePictures {
  readonly pictures: readonly Uint8Array[];
}

/**
 * `problem`: why the pages must not be printed so. `code-lost`: a code on one of them cannot be read in these dots; `too-large`: a
 * page is larger than A4, so a part of it would be missing; `damaged`: it cannot be drawn.
 */
export type PageRasterAnswer =
  | { readonly raster: Uint8Array }
  | PagePictures
  | { readonly labels: readonly DrawnPage[] }
  | { readonly problem: 'code-lost' | 'too-large' }
  | { readonly problem: 'damaged'; readonly failure: string };

type NotMade = Extract<PageRasterAnswer, { problem: string }> | { readonly problem: 'not-now' };

/** The pages of a PDF as PWG raster, on A4. `not-now`: there was no time or no memory for it. Never rejects. */
export type MakePageRaster = (
  pdf: Uint8Array,
  dots: DotKind,
) => Promise<{ readonly raster: Uint8Array } | NotMade>;

/** The same as pictures in colours, in the dots of most office printers. */
export type MakePagePictures = (pdf: Uint8Array) => Promise<PagePictures | NotMade>;

/** Why the pages must not be printed in a printer's dots, in words that say what to do. */
export const UNDRAWN: Readonly<Record<Extract<PageRasterAnswer, { problem: string }>['problem'], string>> = {
  'code-lost':
    'a code of the document could not be read in the dots of this printer: print it on one with finer dots',
  'too-large': 'a page of the document is larger than A4, and this printer cannot make it smaller',
  damaged: 'the document cannot be drawn for this printer: print it on one that takes PDF',
};

const PICTURE_DOTS: DotKind = { dpi: 300, type: 'srgb_8' };

/** A page takes half a second in fine colours, and as long again until its codes are read back. */
const DRAWING_LIMIT_MS = 120_000;
const IDLE_MS = 20_000;
const MOST_MEMORY_BYTES = 600 * 1024 * 1024;

export interface PageRaster {
  readonly make: MakePageRaster;
  readonly pictures: MakePagePictures;
  readonly forLabels: DrawPages;
  close(): Promise<void>;
}

export function createPageRaster(
  log: Pick<Log, 'warn'>,
  makeWorker: MakeWorker = createBackgroundWorker,
): PageRaster {
  const worker = makeWorker<PageRasterJob | LabelPagesJob, PageRasterAnswer>(
    workerFile('page-raster-worker', import.meta.url),
    { timeoutMs: DRAWING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  const draw = async (job: PageRasterJob | LabelPagesJob): Promise<PageRasterAnswer | NotMade> => {
    const dots = 'label' in job ? { dpi: job.label.dpi, type: 'label' } : { dpi: job.dpi, type: job.type };
    try {
      const answer = await worker.run(job);
      if ('failure' in answer)
        log.warn('pages could not be drawn for a printer', { ...dots, failure: answer.failure });
      return answer;
    } catch (thrown) {
      log.warn('pages were not drawn for a printer', { ...dots, failure: failureOfJob(thrown) });
      return { problem: 'not-now' };
    }
  };
  return {
    async make(pdf, dots) {
      const answer = await draw({ pdf, ...dots, asPictures: false });
      return 'raster' in answer || 'problem' in answer ? answer : { problem: 'not-now' };
    },
    async pictures(pdf) {
      const answer = await draw({ pdf, ...PICTURE_DOTS, asPictures: true });
      return 'pictures' in answer || 'problem' in answer ? answer : { problem: 'not-now' };
    },
    async forLabels(pdf, label) {
      const answer = await draw({ pdf, label });
      if ('labels' in answer) return { pages: answer.labels };
      return { problem: 'failure' in answer ? 'damaged' : 'not-now' };
    },
    close: () => worker.close(),
  };
}
