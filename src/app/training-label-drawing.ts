// Draws the pictures of labels for the training printers, only from the bytes that a printer received, and reads the codes in
// the picture as a scanner would.
import { createBackgroundWorker, failureOfJob, workerFile } from '../adapters/background-worker.ts';
import type { MakeWorker } from '../adapters/background-worker.ts';
import type { Log } from '../core/ports/machine.ts';
import { labelSizeDots } from '../core/printing/layout/label-stock.ts';
import type { ReceivedLabel } from './training-jobs.ts';
import type { LabelDrawingAnswer, LabelDrawingJob } from './training-label-worker.ts';

export interface DrawnLabel {
  readonly pngBase64: string | null;
  /** Why there is no picture; null when there is one. */
  readonly problem: string | null;
  /** The texts of the bar codes that were read in the picture. */
  readonly codes: readonly string[];
}

export interface LabelDrawing {
  /** Never rejects: when a label cannot be drawn, `problem` says why. */
  draw(label: ReceivedLabel): Promise<DrawnLabel>;
  close(): Promise<void>;
}

const MOST_MEMORY_BYTES = 400 * 1024 * 1024;
/** A machine whose processors others want takes many times as long as a free one, and a label is drawn only once. */
const DRAWING_LIMIT_MS = 60_000;
const IDLE_MS = 20_000;

export function createLabelDrawing(
  dotsPerMm: 8 | 12,
  log: Log,
  makeWorker: MakeWorker = createBackgroundWorker,
): LabelDrawing {
  const worker = makeWorker<LabelDrawingJob, LabelDrawingAnswer>(
    workerFile('training-label-worker', import.meta.url),
    { timeoutMs: DRAWING_LIMIT_MS, idleMs: IDLE_MS, mostMemoryBytes: MOST_MEMORY_BYTES, log },
  );
  const dotsOf = (size: Pick<ReceivedLabel, 'widthMm' | 'heightMm'>) => {
    const { width, height } = labelSizeDots({ ...size, dotsPerMm });
    return { widthDots: width, heightDots: height };
  };
  return {
    async draw({ source, widthMm, heightMm, bytes }) {
      if (source.kind === 'problem') return { pngBase64: null, problem: source.problem, codes: [] };
      try {
        return {
          ...(await worker.run({ source, ...dotsOf({ widthMm, heightMm }), dotsPerMm })),
          problem: null,
        };
      } catch (thrown) {
        log.error('training label could not be drawn; the screen shows no picture of it', {
          bytes: bytes.length,
          failure: failureOfJob(thrown),
        });
        return { pngBase64: null, problem: 'The label could not be drawn.', codes: [] };
      }
    },
    close: () => worker.close(),
  };
}
